"""Which Lua files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.lua import flags
from tests.tables import cases
from tests.worlds import flagging, world

test_a_name_or_a_first_line_makes_an_entry = flagging(
    flags,
    r"""
    main.lua => main
    conf.lua => main
    init.lua => main
    a/init.lua =>
    plugin/a.lua => main
    after/ftplugin/c.lua => main
    lua/p/health.lua => exported main
    lua/telescope/_extensions/p.lua => exported main
    lua/p/a.lua => exported
    bin/a.lua => main
    tool.lua => #!/usr/bin/lua\n => main
    spec/help.lua => test
    p/a_spec.lua => test
    p/a.lua =>
    """,
)


def test_a_rockspec_lists_what_it_installs() -> None:
    files = {"p.rockspec": 'build = { modules = { p = "odd/p.lua" } }', "odd/p.lua": "", "odd/q.lua": ""}
    assert flags(world(files)) == {"odd/p.lua": MAIN | EXPORTED}


@cases(
    "path text",
    """
    plugin/a.vim => lua require('p.a').setup()
    Makefile => nvim -c "lua require('p.a')"
    x.tl => local a = require("p.a")
    .github/a.yml => run: lua -e 'require [[p.a]]'
    """,
)
def test_what_is_no_lua_requires_modules_too(path: str, text: str) -> None:
    assert flags(world({path: text, "p/a.lua": "", "p/b.lua": ""})) == {"p/a.lua": MENTIONED}
