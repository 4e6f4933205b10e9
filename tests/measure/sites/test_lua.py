"""What a Lua file loads."""

from __future__ import annotations

from tests.worlds import references_of, saying

test_every_call_that_loads_is_a_site = saying(
    "lua",
    r"""
    local a = require("a.b") => require a.b
    local a = require 'a.b' => require a.b
    require [[a]] => require a
    require("a").f("c") => require a
    pcall(require, "a.b") => require a.b
    xpcall(require, debug.traceback, "a.b") => require a.b
    dofile("x/a.lua")\nloadfile "b.lua" => include x/a.lua; include b.lua
    require("a." .. name) => pattern a.*
    require("a." .. name .. ".b") => pattern a.*.b
    require("a." .. "b") => require a.b
    require(name) => dynamic
    require(name .. ".a") => dynamic
    dofile(path) => dynamic
    dofile("a/" .. name) => dynamic
    local names = { "a.b.c", x = "d.e" } => string_ref a.b.c; string_ref d.e
    print("a sentence. of two", "name", "1.5") =>
    x.require("a") =>
    -- require("a") =>
    """,
)


def test_a_script_is_marked() -> None:
    assert references_of("lua", "#!/usr/bin/env lua\n").marks == ("shebang",)
