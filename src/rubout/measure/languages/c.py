"""C; C++ is made from this record."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language

LANGUAGE = Language(
    code=15,
    name="c",
    extensions=("c", "h"),
    grammar=Grammar(distribution="tree-sitter-c", version="0.24.2", module="tree_sitter_c"),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"', 'L"', 'u"', 'U"', 'u8"', "'", "L'", "u'", "U'", "u8'"}),
    more_literals=frozenset({"character"}),
    cuts=(Cut(kind="preproc_include"),),
    units=frozenset({"function_definition"}),
    named_units=frozenset({"struct_specifier", "union_specifier", "enum_specifier"}),
    named_units_with_body=True,
    declarator_chain=True,
    parameter_lists=("parameter_list",),
    decisions=frozenset(
        {
            "if_statement",
            "for_statement",
            "while_statement",
            "do_statement",
            "conditional_expression",
            "case_statement",
        }
    ),
    decisions_with_field={"case_statement": "value"},
    decision_operators=frozenset({"&&", "||"}),
    nesting=frozenset(
        {
            "if_statement",
            "for_statement",
            "while_statement",
            "do_statement",
            "conditional_expression",
            "switch_statement",
        }
    ),
    flat=frozenset({"else_clause"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"goto_statement"}),
    labels=frozenset({"statement_identifier"}),
    calls=frozenset({"call_expression"}),
)
