"""C#."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

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
    code=19,
    name="csharp",
    extensions=("cs",),
    grammar=Grammar(distribution="tree-sitter-c-sharp", version="0.23.5", module="tree_sitter_c_sharp"),
    comments=frozenset({"comment"}),
    delimiters=frozenset({'"', "'"}),
    more_literals=frozenset({"character_literal_content"}),
    cuts=(
        Cut(kind="using_directive"),
        Cut(kind="extern_alias_directive"),
        Cut(kind="file_scoped_namespace_declaration"),
    ),
    units=frozenset(
        {
            "method_declaration",
            "constructor_declaration",
            "destructor_declaration",
            "operator_declaration",
            "conversion_operator_declaration",
            "local_function_statement",
            "accessor_declaration",
        }
    ),
    units_with_field={"accessor_declaration": "body"},  # `get;` has none
    named_units=frozenset(
        {
            "class_declaration",
            "interface_declaration",
            "struct_declaration",
            "enum_declaration",
            "record_declaration",
        }
    ),
    accessors=frozenset({"accessor_declaration"}),
    accessor_owners=frozenset({"property_declaration", "indexer_declaration", "event_declaration"}),
    parameter_lists=("parameter_list",),
    parameters=frozenset({"parameter"}),
    parameter_keyword="params",  # the grammar gives a `params` array no node of its own
    naming=Naming.MIXED,
    decisions=_BRANCHES | {"switch_expression_arm", "switch_section"},
    decisions_with_token={"switch_section": "case"},
    decision_operators=frozenset({"&&", "||", "??"}),
    nesting=_BRANCHES | {"switch_statement", "switch_expression"},
    nest_only=frozenset({"lambda_expression", "anonymous_method_expression"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_statement"}),
    jumps=frozenset({"goto_statement"}),
    labels=frozenset({"identifier"}),
    calls=frozenset({"invocation_expression"}),
)
