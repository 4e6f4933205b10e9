"""What a Ruby file says of others."""

from __future__ import annotations

import pytest

from rubout.facts.references import Declared, Kind, References
from rubout.measure.sites.ruby import camelized, underscored
from tests.tables import cases
from tests.worlds import references_of, saying, specs


def read(source: str) -> References:
    return references_of("ruby", source)


def probes(source: str, kind: Kind) -> list[tuple[str, str]]:
    return [(site.spec, site.detail) for site in read(source).sites if site.kind is kind]


test_what_loads_a_file_is_one_site = saying(
    "ruby",
    """
    require "a/b" => require a/b
    require_relative 'a' => require a
    load "a.rb" if b => require a.rb
    autoload :A, "b/a" => require b/a A
    module M; autoload :HTTPBody; end => require m/http_body HTTPBody
    require a => dynamic
    require "a/#{b}" => dynamic
    a.require "b" =>
    require =>
    # require "a" =>
    """,
)


@cases(
    "path expected",
    """
    File.join(__dir__, "a", "b") => ./a/b
    File.join(File.dirname(__FILE__), "..", "a") => ../a
    File.dirname(__FILE__) + "/a" => ./a
    File.expand_path("a", __dir__) => ./a
    File.expand_path("../a", __FILE__) => ./a
    File.expand_path("../../a", __FILE__) => ../a
    "#{__dir__}/a" => ./a
    Rails.root.join("a", "b") => /a/b
    Rails.root + "a" => /a
    Pathname.new(__dir__).join("a").to_s => ./a
    File.join(a, "b") => dynamic
    File.read("a") => dynamic
    """,
)
def test_a_path_is_followed_as_far_as_it_is_literal(path: str, expected: str) -> None:
    found = read(f"require({path})").sites
    assert [site.spec or site.kind.name.lower() for site in found if site.kind is not Kind.TYPE_NAME] == [expected]


@cases(
    "source expected",
    """
    Dir["a/*.rb"].each { |f| require f } => a/*.rb
    Dir[File.join(__dir__, "**", "*.rb")].sort => ./**/*.rb
    Dir.glob("#{__dir__}/a/*.rb") { } => ./a/*.rb
    files << File.join(__dir__, "a/*.rb") => ./a/*.rb
    files << File.join("a", "*.rb") =>
    Dir["a/*.txt"] =>
    Dir[a] =>
    """,
)
def test_a_listing_of_code_is_a_pattern(source: str, expected: str) -> None:
    assert [spec for spec, _ in probes(source, Kind.PATTERN)] == expected.split()


def test_a_name_that_is_assigned_once_stands_for_its_path() -> None:
    source = "HERE = __dir__\nx = HERE\ny = y\nrequire File.join(x, 'a')\nrequire y\nx2 = 'a'\nx2 = 'b'\nrequire x2\n"
    assert specs(read(source), Kind.REQUIRE) == ["./a"]
    assert len(specs(read(source), Kind.DYNAMIC)) == 2


def test_a_constant_is_looked_for_in_its_nesting() -> None:
    source = "module A\n  class B::C < D\n    E::F.new\n    ::G\n    E::F\n  end\n  E::F\nend\n"
    assert probes(source, Kind.TYPE_NAME) == [("D", "A::B::C"), ("E::F", "A::B::C"), ("::G", "A::B::C"), ("E::F", "A")]


def test_an_association_names_its_model() -> None:
    source = 'class A\n  has_many :line_items\n  belongs_to :b, class_name: "C"\n  has_one :d, x: "E"\nend\n'
    assert [spec for spec, _ in probes(source, Kind.TYPE_NAME)] == ["LineItem", "B", "D"]
    assert [spec for spec, _ in probes(source, Kind.STRING_REF)] == ["C"]


@cases(
    "constant path",
    "A => a\nAaBb::C => aa_bb/c\nHTTPBody => http_body\nA1b => a1b",
)
def test_a_constant_lies_at_its_underscored_path(constant: str, path: str) -> None:
    assert underscored(constant) == path


@cases(
    "symbol constant",
    "users => User\nentries => Entry\nboxes => Box\nstatus => Status\npeople => Person",
)
def test_an_association_is_named_in_the_plural_or_singular(symbol: str, constant: str) -> None:
    assert camelized(symbol) == constant


def test_folders_of_the_load_path_are_marked() -> None:
    source = "#!/usr/bin/env ruby\n$:.unshift File.expand_path('../lib', __FILE__)\n$LOAD_PATH << 'a'\n$x << 'b'\n"
    assert read(source).marks == ("load_path:./lib", "load_path:a", "shebang")


@pytest.mark.parametrize(
    "source",
    [
        'config.autoload_paths << "#{root}/a"',
        'config.autoload_paths.push(\n  "#{Rails.root}/a",\n)',
        'config.eager_load_paths << Rails.root.join("a")',
        'config.autoload_paths += %W["a"]',
    ],
)
def test_folders_that_constants_are_loaded_from_are_marked(source: str) -> None:
    assert read(f"class Application\n{source}\nend").marks == ("autoload_path:a",)


def test_classes_are_declared_with_their_nesting() -> None:
    assert read("module A\n  class B < C; end\n  class << self; end\nend\n").declared == (
        Declared("A", 1, "module"),
        Declared("A::B", 2, "class"),
    )
