"""Kotlin."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

_BRANCHES = frozenset({"if_expression", "for_statement", "while_statement", "do_while_statement", "catch_block"})

LANGUAGE = Language(
    code=18,
    name="kotlin",
    extensions=("kt", "kts"),
    grammar=Grammar(distribution="tree-sitter-kotlin", version="1.1.0", module="tree_sitter_kotlin"),
    needs_last_newline=True,
    comments=frozenset({"line_comment", "block_comment"}),
    delimiters=frozenset({'"', '"""', "'"}),
    cuts=(Cut(kind="package_header"), Cut(kind="import")),
    units=frozenset({"function_declaration", "secondary_constructor", "anonymous_function", "getter", "setter"}),
    named_units=frozenset({"class_declaration", "object_declaration"}),
    accessors=frozenset({"getter", "setter"}),
    accessor_owners=frozenset({"property_declaration"}),
    name_givers={"assignment": "left"},
    parameter_lists=("function_value_parameters",),
    parameters=frozenset({"parameter"}),
    naming=Naming.MIXED,
    decisions=_BRANCHES | {"when_entry"},
    decisions_with_field={"when_entry": "condition"},
    decision_operators=frozenset({"&&", "||", "?:"}),
    nesting=_BRANCHES | {"when_expression"},
    nest_only=frozenset({"lambda_literal"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_expression"}),
    alternative_keyword="else",  # the grammar has no `alternative` field
    jumps=frozenset({"labeled_expression"}),
    labels=frozenset({"label"}),
    label_texts=frozenset({"continue@", "break@"}),  # any expression can carry a label
    calls=frozenset({"call_expression"}),
)
