"""Rust."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

LANGUAGE = Language(
    code=3,
    name="rust",
    extensions=("rs",),
    grammar=Grammar(distribution="tree-sitter-rust", version="0.24.2", module="tree_sitter_rust"),
    comments=frozenset({"line_comment", "block_comment"}),
    delimiters=frozenset({'"'}),  # not the single quote: it is the tick of a lifetime
    cuts=(Cut(kind="use_declaration"), Cut(kind="extern_crate_declaration")),
    units=frozenset({"function_item", "closure_expression"}),
    named_units=frozenset({"const_item", "static_item", "struct_item", "enum_item", "trait_item", "mod_item"}),
    impls=frozenset({"impl_item"}),
    decorators=frozenset({"attribute_item"}),
    parameter_lists=("parameters", "closure_parameters"),
    uncounted_parameters=frozenset({"self_parameter"}),
    naming=Naming.SNAKE,
    decisions=frozenset(
        {
            "if_expression",
            "match_arm",
            "for_expression",
            "while_expression",
            "loop_expression",
            "try_expression",
        }
    ),
    decision_operators=frozenset({"&&", "||"}),
    chains=frozenset({"let_chain"}),
    nesting=frozenset({"if_expression", "for_expression", "while_expression", "loop_expression", "match_expression"}),
    flat=frozenset({"else_clause"}),
    boolean_operators=frozenset({"&&", "||"}),
    ifs=frozenset({"if_expression"}),
    jumps=frozenset({"continue_expression", "break_expression"}),
    labels=frozenset({"label"}),
    calls=frozenset({"call_expression"}),
)
