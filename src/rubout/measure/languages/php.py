"""PHP."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language

_BRANCHES = frozenset(
    {
        "if_statement",
        "for_statement",
        "foreach_statement",
        "while_statement",
        "do_statement",
        "catch_clause",
        "conditional_expression",
    }
)

LANGUAGE = Language(
    code=21,
    name="php",
    extensions=("php",),
    grammar=Grammar(
        distribution="tree-sitter-php",
        version="0.25.1",
        module="tree_sitter_php",
        function="language_php",
    ),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"', "'", "`"}),
    more_literals=frozenset({"nowdoc_string"}),
    more_identifiers=frozenset({"name"}),
    cuts=(Cut(kind="namespace_use_declaration"), Cut(kind="namespace_definition", without_field="body")),
    units=frozenset({"function_definition", "method_declaration"}),
    named_units=frozenset({"class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"}),
    parameter_lists=("formal_parameters",),
    decisions=_BRANCHES | {"else_if_clause", "case_statement", "match_conditional_expression"},
    decision_operators=frozenset({"&&", "||", "and", "or", "??"}),
    nesting=_BRANCHES | {"switch_statement", "match_expression"},
    flat=frozenset({"else_if_clause", "else_clause"}),
    nest_only=frozenset({"anonymous_function", "arrow_function"}),
    boolean_operators=frozenset({"&&", "||", "and", "or"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"goto_statement"}),
    labels=frozenset({"name"}),
    calls=frozenset(
        {
            "function_call_expression",
            "member_call_expression",
            "nullsafe_member_call_expression",
            "scoped_call_expression",
        }
    ),
)
