"""Haskell; each equation is a unit, and there is no call node, so recursion is not seen."""

from __future__ import annotations

from rubout.measure.languages.table import Cut, Grammar, Language, Naming

LANGUAGE = Language(
    code=6,
    name="haskell",
    extensions=("hs",),
    grammar=Grammar(distribution="tree-sitter-haskell", version="0.23.1", module="tree_sitter_haskell"),
    comments=frozenset({"comment", "haddock"}),
    cuts=(Cut(kind="header"), Cut(kind="imports")),
    units=frozenset({"function", "bind"}),
    units_with_field={"function": "name", "bind": "name"},  # a type arrow is a `function` too
    decorators=frozenset({"signature"}),
    parameter_lists=("patterns",),
    naming=Naming.MIXED,
    decisions=frozenset({"conditional", "alternative", "boolean", "pattern_guard", "generator"}),
    decision_operators=frozenset({"&&", "||"}),
    nesting=frozenset({"conditional", "case", "multi_way_if"}),
    flat=frozenset({"guards"}),
    nest_only=frozenset({"lambda", "lambda_case"}),
    boolean_operators=frozenset({"&&", "||"}),
)
