"""Which file a Lua module name means."""

from __future__ import annotations

from tests.worlds import meaning

TREE = {
    "p-1.rockspec": 'dependencies = { "lua >= 5.1", "luasocket", "penlight ~> 1" }\n'
    'build = { modules = { ["k.v"] = "odd/v.lua", m = "odd/m.lua" } }',
    **dict.fromkeys(
        ["a/b.lua", "lua/c/init.lua", "src/d.lua", "lib/e.lua", "x/f.lua", "odd/v.lua", "odd/m.lua", "g/h.c"], ""
    ),
    **dict.fromkeys(["src/two.lua", "two.lua", "src/plug/one.lua", "src/plug/deep/two.lua", "sub/lua/s/t.lua"], ""),
}


test_a_module_is_looked_for_under_the_roots_then_beside_the_importer = meaning(
    TREE,
    """
    x/m.lua => require("a.b") => R1 a/b.lua
    x/m.lua => require("a/b") => R1 a/b.lua
    x/m.lua => require("c") => R1 lua/c/init.lua
    x/m.lua => require("d") => R1 src/d.lua
    x/m.lua => require("e") => R1 lib/e.lua
    x/m.lua => require("f") => R2 x/f.lua
    x/m.lua => require("k.v") => R3 odd/v.lua
    x/m.lua => require("g.h") => R1 external
    x/m.lua => require("string") => R4 external
    x/m.lua => require("vim.lsp.util") => R4 external
    x/m.lua => require("socket.http") => R4 external
    x/m.lua => require("penlight") => R4 external
    x/m.lua => require("gone") => out_of_scope
    x/m.lua => require("two") => ambiguous_root two.lua src/two.lua
    sub/lua/s/m.lua => require("s.t") => R1 sub/lua/s/t.lua
    x/m.lua => require("s.t") => out_of_scope
    x/m.lua => require("plug." .. name) => R5 src/plug/deep/two.lua src/plug/one.lua
    x/m.lua => require("plug." .. name .. ".two") => R5 src/plug/deep/two.lua
    x/m.lua => require("gone." .. name) => dynamic
    x/m.lua => require(name) => dynamic
    x/m.lua => dofile("a/b.lua") => R1 a/b.lua
    x/m.lua => dofile("f.lua") => R2 x/f.lua
    x/m.lua => dofile("/etc/f.lua") => R4 external
    x/m.lua => dofile("gone.lua") => out_of_scope
    x/m.lua => names = { "a.b" } => R5 a/b.lua
    x/m.lua => open("src/plug/%s.lua") => R5 src/plug/one.lua
    x/m.lua => load("plug." .. name) => R5 src/plug/deep/two.lua src/plug/one.lua
    x/m.lua => run("lua require('a.b').f()") => R5 a/b.lua
    """,
)
