"""Ruby; an `if` inside `else` is a nested one, never an else-if."""

from __future__ import annotations

from rubout.measure.languages.table import Grammar, Language, Naming

_BRANCHES = frozenset(
    {
        "if",
        "unless",
        "while",
        "until",
        "for",
        "if_modifier",
        "unless_modifier",
        "while_modifier",
        "until_modifier",
        "rescue",
        "rescue_modifier",
        "conditional",
    }
)

LANGUAGE = Language(
    code=20,
    name="ruby",
    extensions=("rb", "rake"),
    grammar=Grammar(distribution="tree-sitter-ruby", version="0.23.1", module="tree_sitter_ruby"),
    comments=frozenset({"comment"}),
    # A single quote's kind is the double quote's: the grammar names every opening so.
    delimiters=frozenset({'"', "`", ':"'}),
    more_literals=frozenset({"character", "heredoc_content"}),
    units=frozenset({"method", "singleton_method"}),
    named_units=frozenset({"class", "module"}),
    parameter_lists=("method_parameters",),
    naming=Naming.SNAKE,
    decisions=_BRANCHES | {"elsif", "when", "in_clause", "if_guard", "unless_guard"},
    decision_operators=frozenset({"&&", "||", "and", "or"}),
    nesting=_BRANCHES | {"case", "case_match"},
    flat=frozenset({"elsif", "else"}),
    flat_except_under={"else": frozenset({"case", "case_match"})},
    nest_only=frozenset({"lambda", "block", "do_block"}),
    boolean_operators=frozenset({"&&", "||", "and", "or"}),
    calls=frozenset({"call"}),
)
