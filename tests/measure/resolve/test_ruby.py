"""Which file a Ruby program loads."""

from __future__ import annotations

from rubout.measure.resolve.ruby import Ladder
from tests.tables import cases
from tests.worlds import answer, meaning, said, shown, world

GEM = {
    "g.gemspec": 's.name = "g"\ns.require_paths = ["lib", "ext/lib"]\ns.add_dependency "active-thing"',
    "lib/g.rb": "",
    "lib/g/a.rb": "",
    "ext/lib/e.rb": "",
    "test/helper.rb": "",
    "lib/g/native.c": "",
    "tasks/t.rake": "",
}


@cases(
    "source expected",
    """
    require "g" => R2 lib/g.rb
    require "g/a" => R2 lib/g/a.rb
    require "g/a.rb" => R2 lib/g/a.rb
    require "e" => R2 ext/lib/e.rb
    require "helper" => R2 test/helper.rb
    load "tasks/t.rake" => R2 tasks/t.rake
    require_relative "a" => R1 lib/g/a.rb
    require_relative "../g" => R1 lib/g.rb
    require File.expand_path("../a", __FILE__) => R1 lib/g/a.rb
    require "g/native" => R1 external
    autoload :A, "g/a" => R3 lib/g/a.rb
    module G; autoload :A; end => R3 lib/g/a.rb
    require "json" => R5 external
    require "net/http" => R5 external
    require "active_thing/more" => R5 external
    require "gone" => out_of_scope
    require_relative "gone" => out_of_scope
    require gone => dynamic
    Dir["lib/**/*.rb"] => R5 lib/g.rb lib/g/a.rb lib/g/x.rb
    """,
)
def test_what_is_required_is_looked_for_on_the_load_path(source: str, expected: str) -> None:
    found = [one for one in shown(world({**GEM, "lib/g/x.rb": source}), "lib/g/x.rb") if one != "out_of_scope"]
    assert (found or ["out_of_scope"]) == [expected]


def test_a_gemspec_loads_nothing_of_what_it_packs() -> None:
    site = world({**GEM, "x.rb": 'Dir["lib/**/*.rb"]'}).scope["x.rb"].sites[-1]
    assert said(Ladder(world(GEM)).answer("g.gemspec", site)) == "dynamic"


def test_the_own_project_comes_first() -> None:
    gems = {f"{name}/{name}.gemspec": f's.name = "{name}"' for name in ("a", "b")}
    files = {**gems, "a/lib/common.rb": "", "b/lib/common.rb": ""}
    assert answer(files, "b/lib/b.rb", 'require "common"') == "R2 b/lib/common.rb"


def test_a_file_may_add_to_the_load_path() -> None:
    files = {"tool/run.rb": '$:.unshift File.join(File.dirname(__FILE__), "inner")', "tool/inner/x.rb": ""}
    tree = world({**files, "y.rb": 'require "x"'})
    assert shown(tree, "y.rb") == ["R2 tool/inner/x.rb"]


RAILS = {
    "Gemfile": 'gem "rails"',
    "app/models/user.rb": "",
    "app/models/user/profile.rb": "",
    "app/models/line_item.rb": "",
    "app/models/concerns/taggable.rb": "",
    "lib/tool.rb": "",
    "extras/pusher.rb": "",
    "config/application.rb": 'config.autoload_paths << "#{root}/extras"',
}


test_rails_finds_a_constant_by_its_path = meaning(
    RAILS,
    """
    User.new => R4 app/models/user.rb
    User::Profile => R4 app/models/user/profile.rb app/models/user.rb
    User::LIMIT => R4 app/models/user.rb
    class User; Profile; end => R4 app/models/user/profile.rb app/models/user.rb
    Taggable => R4 app/models/concerns/taggable.rb
    has_many :line_items => R4 app/models/line_item.rb
    Tool => R4 lib/tool.rb
    Pusher => R4 extras/pusher.rb
    String => out_of_scope
    x "User::Profile" => R5 app/models/user/profile.rb app/models/user.rb
    """,
    path="app/models/x.rb",
)


def test_nothing_finds_constants_by_path_without_a_loader() -> None:
    assert answer({**RAILS, "Gemfile": 'gem "sinatra"'}, "x.rb", "User") == "out_of_scope"
