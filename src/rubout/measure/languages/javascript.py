"""JavaScript and JSX; TypeScript and TSX are made from this record."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

LANGUAGE = Language(
    code=8,
    name="javascript",
    extensions=("js", "mjs", "cjs", "jsx"),
    grammar=Grammar(distribution="tree-sitter-javascript", version="0.25.0", module="tree_sitter_javascript"),
    comments=frozenset({"comment", "html_comment"}),
    delimiters=frozenset({'"', "'", "`"}),
    cuts=(Cut(kind="import_statement"), Cut(kind="export_statement", with_field="source")),
    units=frozenset(
        {
            "function_declaration",
            "generator_function_declaration",
            "method_definition",
            "arrow_function",
            "function_expression",
            "generator_function",
        }
    ),
    named_units=frozenset({"class_declaration"}),
    decorators=frozenset({"decorator"}),
    name_givers={
        "variable_declarator": "name",
        "pair": "key",
        "assignment_expression": "left",
        "field_definition": "property",
    },
    parameter_lists=("formal_parameters",),
    naming=Naming.MIXED,
    decisions=frozenset(
        {
            "if_statement",
            "ternary_expression",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "switch_case",
            "catch_clause",
        }
    ),
    decision_operators=frozenset({"&&", "||", "??"}),
    nesting=frozenset(
        {
            "if_statement",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "switch_statement",
            "catch_clause",
            "ternary_expression",
        }
    ),
    flat=frozenset({"else_clause"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"continue_statement", "break_statement"}),
    labels=frozenset({"statement_identifier"}),
    calls=frozenset({"call_expression"}),
)
