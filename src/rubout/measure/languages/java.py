"""Java."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

_BRANCHES = frozenset(
    {
        "if_statement",
        "for_statement",
        "enhanced_for_statement",
        "while_statement",
        "do_statement",
        "catch_clause",
        "ternary_expression",
    }
)

LANGUAGE = Language(
    code=17,
    name="java",
    extensions=("java",),
    grammar=Grammar(distribution="tree-sitter-java", version="0.23.5", module="tree_sitter_java"),
    comments=frozenset({"line_comment", "block_comment"}),
    delimiters=frozenset({'"', '"""'}),
    cuts=(Cut(kind="package_declaration"), Cut(kind="import_declaration")),
    units=frozenset({"method_declaration", "constructor_declaration", "compact_constructor_declaration"}),
    named_units=frozenset(
        {
            "class_declaration",
            "interface_declaration",
            "enum_declaration",
            "record_declaration",
            "annotation_type_declaration",
        }
    ),
    parameter_lists=("formal_parameters",),
    naming=Naming.MIXED,
    decisions=_BRANCHES | {"switch_label"},
    decisions_with_named_child=frozenset({"switch_label"}),  # `default` has none
    decision_operators=frozenset({"&&", "||"}),
    nesting=_BRANCHES | {"switch_expression"},
    nest_only=frozenset({"lambda_expression"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"continue_statement", "break_statement"}),
    labels=frozenset({"identifier"}),
    calls=frozenset({"method_invocation"}),
)
