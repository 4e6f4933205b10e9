"""Python, its stubs and the code cells of its notebooks."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

LANGUAGE = Language(
    code=0,
    name="python",
    extensions=("py", "pyi"),
    grammar=Grammar(distribution="tree-sitter-python", version="0.25.0", module="tree_sitter_python"),
    comments=frozenset({"comment"}),
    cuts=(Cut(kind="import_statement"), Cut(kind="import_from_statement"), Cut(kind="future_import_statement")),
    units=frozenset({"function_definition"}),
    named_units=frozenset({"class_definition"}),
    decorators=frozenset({"decorator"}),
    parameter_lists=("parameters", "lambda_parameters"),
    uncounted_parameters=frozenset({"keyword_separator", "positional_separator"}),
    receivers=frozenset({"self", "cls"}),
    naming=Naming.SNAKE,
    decisions=frozenset(
        {
            "if_statement",
            "elif_clause",
            "conditional_expression",
            "for_statement",
            "while_statement",
            "except_clause",
            "case_clause",
            "assert_statement",
            "for_in_clause",
            "if_clause",
        }
    ),
    decision_operators=frozenset({"and", "or"}),
    nesting=frozenset(
        {
            "if_statement",
            "for_statement",
            "while_statement",
            "except_clause",
            "conditional_expression",
            "match_statement",
        }
    ),
    flat=frozenset({"elif_clause", "else_clause"}),
    nest_only=frozenset({"lambda"}),
    boolean_operators=frozenset({"and", "or"}),
    ifs=frozenset({"if_statement"}),
    calls=frozenset({"call"}),
)
