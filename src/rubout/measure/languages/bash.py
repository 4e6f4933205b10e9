"""Bash and sh; an `if` inside `else` is a nested one, never an else-if."""

from __future__ import annotations

from rubout.measure.languages.table import Grammar, Language

_BRANCHES = frozenset(
    {"if_statement", "for_statement", "c_style_for_statement", "while_statement", "ternary_expression"}
)

LANGUAGE = Language(
    code=13,
    name="bash",
    extensions=("sh", "bash"),
    grammar=Grammar(distribution="tree-sitter-bash", version="0.25.1", module="tree_sitter_bash"),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"'}),
    more_literals=frozenset({"raw_string", "ansi_c_string", "heredoc_content"}),
    more_identifiers=frozenset({"variable_name"}),
    units=frozenset({"function_definition"}),
    decisions=_BRANCHES | {"elif_clause", "case_item"},
    decisions_unless_value={"case_item": "*"},
    decision_operators=frozenset({"&&", "||"}),
    nesting=_BRANCHES | {"case_statement"},
    flat=frozenset({"elif_clause", "else_clause"}),
    boolean_operators=frozenset({"&&", "||"}),
    boolean_lists=frozenset({"list"}),
    calls=frozenset({"command"}),
)
