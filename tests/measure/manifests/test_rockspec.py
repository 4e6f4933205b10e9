"""What a rockspec says."""

from __future__ import annotations

from rubout.measure.manifests import rockspec
from rubout.measure.manifests.rockspec import Rock

TEXT = """
package = "p"
-- dependencies = { "none" }
dependencies = { "lua >= 5.1", "luasocket == 3", 'hisham/tabular' }
build = {
  type = "builtin",
  modules = { p = "src/p.lua", ["p.q"] = 'src/p/q.lua', ["p.c"] = "src/p.c" },
  install = { bin = { "bin/p" } },
}
test_dependencies = { "busted" }
"""


def test_literals_are_read() -> None:
    modules = (("p", "src/p.lua"), ("p.q", "src/p/q.lua"))
    assert rockspec.read(TEXT) == Rock(modules, ("lua", "luasocket", "tabular", "busted"))


def test_one_that_computes_everything_says_nothing() -> None:
    assert rockspec.read("build = make('p')") == Rock()
