"""Go."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

LANGUAGE = Language(
    code=4,
    name="go",
    extensions=("go",),
    grammar=Grammar(distribution="tree-sitter-go", version="0.25.0", module="tree_sitter_go"),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"', "`"}),
    cuts=(Cut(kind="package_clause"), Cut(kind="import_declaration")),
    units=frozenset({"function_declaration", "method_declaration"}),
    receiver="receiver",
    parameter_lists=("parameter_list",),
    parameter_groups=frozenset({"parameter_declaration"}),
    naming=Naming.MIXED,
    decisions=frozenset({"if_statement", "for_statement", "expression_case", "type_case", "communication_case"}),
    decision_operators=frozenset({"&&", "||"}),
    nesting=frozenset(
        {
            "if_statement",
            "for_statement",
            "expression_switch_statement",
            "type_switch_statement",
            "select_statement",
        }
    ),
    nest_only=frozenset({"func_literal"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"continue_statement", "break_statement", "goto_statement"}),
    labels=frozenset({"label_name"}),
    calls=frozenset({"call_expression"}),
)
