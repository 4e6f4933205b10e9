"""TypeScript: JavaScript's kinds with its own grammar, and types as units."""

from __future__ import annotations

from dataclasses import replace

from rubout.measure.languages import javascript
from rubout.measure.languages.table import Grammar

LANGUAGE = replace(
    javascript.LANGUAGE,
    code=1,
    name="typescript",
    extensions=("ts", "mts", "cts"),
    grammar=Grammar(
        distribution="tree-sitter-typescript",
        version="0.23.2",
        module="tree_sitter_typescript",
        function="language_typescript",
    ),
    comments=frozenset({"comment"}),
    name_givers={
        "variable_declarator": "name",
        "pair": "key",
        "assignment_expression": "left",
        "public_field_definition": "name",
    },
    named_units=frozenset({"class_declaration", "interface_declaration", "enum_declaration"}),
)
