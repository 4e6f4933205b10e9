"""C++: C's kinds and its own."""

from __future__ import annotations

from dataclasses import replace

from rubout.measure.languages import c
from rubout.measure.languages.table import Grammar

LANGUAGE = replace(
    c.LANGUAGE,
    code=16,
    name="cpp",
    extensions=("cc", "cpp", "cxx", "hh", "hpp", "hxx", "ipp", "inl"),
    grammar=Grammar(distribution="tree-sitter-cpp", version="0.23.4", module="tree_sitter_cpp"),
    delimiters=c.LANGUAGE.delimiters | {'R"', 'LR"', 'uR"', 'UR"', 'u8R"'},
    more_literals=c.LANGUAGE.more_literals | {"raw_string_content", "raw_string_delimiter"},
    named_units=c.LANGUAGE.named_units | {"class_specifier"},
    decorators=frozenset({"template_parameter_list", "requires_clause"}),
    decisions=c.LANGUAGE.decisions | {"for_range_loop", "catch_clause"},
    decision_operators=c.LANGUAGE.decision_operators | {"and", "or"},
    nesting=c.LANGUAGE.nesting | {"for_range_loop", "catch_clause"},
    nest_only=frozenset({"lambda_expression"}),
    boolean_operators=c.LANGUAGE.boolean_operators | {"and", "or"},
)
