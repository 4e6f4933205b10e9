"""Lua; an `if` inside `else` is a nested one, never an else-if."""

from __future__ import annotations

from rubout.measure.languages.table import Grammar, Language

_BRANCHES = frozenset({"if_statement", "for_statement", "while_statement", "repeat_statement"})

LANGUAGE = Language(
    code=22,
    name="lua",
    extensions=("lua",),
    grammar=Grammar(distribution="tree-sitter-lua", version="0.5.0", module="tree_sitter_lua"),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"', "'", "[[", "]]"}),
    units=frozenset({"function_declaration"}),
    parameter_lists=("parameters",),
    decisions=_BRANCHES | {"elseif_statement"},
    decision_operators=frozenset({"and", "or"}),
    nesting=_BRANCHES,
    flat=frozenset({"elseif_statement", "else_statement"}),
    nest_only=frozenset({"function_definition"}),
    boolean_operators=frozenset({"and", "or"}),
    jumps=frozenset({"goto_statement"}),
    labels=frozenset({"identifier"}),
    calls=frozenset({"function_call"}),
)
