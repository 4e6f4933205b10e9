"""Which Ruby files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.ruby import flags
from tests.tables import cases
from tests.worlds import flagging, world

test_shells_frameworks_and_runners_start_it = flagging(
    flags,
    """
    bin/a.rb => main
    config/a.rb => main
    db/migrate/1_a.rb => main
    lib/tasks/a.rake => main
    spec/aid.rb => test
    test/aid.rb => test
    a/b_spec.rb => test
    a/b_test.rb => test
    a/test_b.rb => test
    repro.rb => require "bundler/inline" => main
    other.rb =>
    """,
)


@cases(
    "name main",
    """
    a => lib/a.rb
    a-b => lib/a/b.rb
    a-b => lib/a-b.rb
    a-b => lib/a_b.rb
    """,
)
def test_who_needs_a_gem_requires_its_main_file(name: str, main: str) -> None:
    files = {"g.gemspec": f's.name = "{name}"\ns.require_paths = ["ext"]', main: "", "lib/other.rb": "", "src/x.rb": ""}
    assert flags(world(files)) == {main: MAIN | EXPORTED, "lib/other.rb": EXPORTED}


def test_who_needs_a_gem_may_require_any_file_on_its_load_path() -> None:
    files = {"g/g.gemspec": 's.name = "g"', "g/lib/g/mock.rb": "", "g/src/x.rb": "", "lib/y.rb": ""}
    assert flags(world(files)) == {"g/lib/g/mock.rb": MAIN | EXPORTED}
    assert flags(world({"Gemfile": 'gem "a"', "lib/y.rb": ""})) == {}


def test_a_constant_that_a_template_names_is_mentioned() -> None:
    files = {
        "Gemfile": 'gem "rails"',
        "app/models/a.rb": "",
        "app/models/b.rb": "",
        "app/views/x.erb": "<%= A.count %>",
    }
    assert flags(world(files)) == {"app/models/a.rb": MENTIONED}


def test_a_file_that_settings_name_is_mentioned() -> None:
    assert flags(world({"lib/cop.rb": "", "cops.yml": "require:\n  - ./lib/cop.rb\n"})) == {"lib/cop.rb": MENTIONED}
