"""The passes over flat arrays against the rules of docs/methodology/scan.md read word for word, by recursion."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.kernels.metrics import RECEIVERS
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.metrics import metrics
from rubout.measure.tree import parse
from rubout.measure.units import bare_name, function_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import tree_sitter

    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

BY_NAME = {language.name: language for language in LANGUAGES if language.units}
SAME_OPERATOR = {"and": "&&", "or": "||"}
SIDES = (("left", "left_operand"), ("right", "right_operand"))
CALLEES = ("function", "method", "name")


def flat(language: str, source: str | bytes) -> FlatTree:
    record = BY_NAME[language]
    grammar = load(record)
    assert grammar is not None
    return parse(source.encode() if isinstance(source, str) else source, record, grammar)


class Twin:
    """Measures of one syntax tree, node by node, with the names of the language table."""

    def __init__(self, tree: FlatTree) -> None:
        self.language: Language = tree.language
        self.root: tree_sitter.Node = tree.grammar.parser.parse(tree.source).root_node
        self.places = {(tree.starts[unit], tree.ends[unit], unit): unit for unit in function_nodes(tree)}
        self.called = [bare_name(tree, unit) for unit in function_nodes(tree)]
        self.deepest = 0

    def all_measures(self) -> list[tuple[int, int, int]]:
        """Outside every unit, then of each unit in preorder."""
        units = [node for node in walk(self.root) if self.is_unit(node)]
        outside = self.measures(self.root, "")
        return [outside, *(self.measures(unit, name) for unit, name in zip(units, self.called, strict=True))]

    def measures(self, unit: tree_sitter.Node, name: str) -> tuple[int, int, int]:
        self.deepest = 0
        own = list(self.own(unit))
        cyclomatic = 1 + sum(self.cyclomatic(node) for node in own if node.is_named)
        cognitive = sum(self.visit(child, 0) for child in unit.children)
        recursive = not self.is_accessor(unit) and any(self.calls(node, name) for node in own)
        return cyclomatic, cognitive + recursive, self.deepest

    def is_unit(self, node: tree_sitter.Node) -> bool:
        field = self.language.units_with_field.get(node.type)
        has_field = field is None or node.child_by_field_name(field) is not None
        return node.is_named and node.type in self.language.units and has_field

    def is_accessor(self, node: tree_sitter.Node) -> bool:
        return node.type in self.language.accessors

    def own(self, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        yield node
        for child in node.children:
            if not self.is_unit(child):
                yield from self.own(child)

    def cyclomatic(self, node: tree_sitter.Node) -> int:
        if node.type in self.language.decisions:
            return int(self.decides(node))
        if node.type in self.language.chains:
            return len(self.named(node)) - 1
        return int(self.operator(node) in self.language.decision_operators)

    def decides(self, node: tree_sitter.Node) -> bool:
        language, kind = self.language, node.type
        if kind in language.decisions_with_field:
            return node.child_by_field_name(language.decisions_with_field[kind]) is not None
        if kind in language.decisions_with_named_child:
            return bool(self.named(node))
        if kind in language.decisions_with_token:
            return language.decisions_with_token[kind] in [child.type for child in node.children]
        if kind in language.decisions_unless_value:
            values = [text(value) for value in node.children_by_field_name("value")]
            return values != [language.decisions_unless_value[kind]]
        return True

    def visit(self, node: tree_sitter.Node, nesting: int) -> int:
        language, kind, parent = self.language, node.type, node.parent
        if not node.is_named or self.is_unit(node):
            return 0
        cost, inner = 0, nesting
        if self.is_boolean(node):
            cost = 0 if self.is_boolean(parent) else len(list(groupby(self.operators(node))))
        elif kind in language.chains:
            cost = 1
        elif kind in language.nesting:
            alternative = self.alternative(node)
            if kind in language.ifs and alternative and alternative.type not in language.flat | language.ifs:
                cost += 1
            if self.is_else_if(node):
                cost += 1
            else:
                cost += 1 + nesting
                inner = nesting + 1
                self.deepest = max(self.deepest, inner)
        elif kind in language.flat and parent.type not in language.flat_except_under.get(kind, ()):
            cost = int(not any(child.type in language.ifs for child in node.children))
        elif kind in language.nest_only:
            inner = nesting + 1
        elif kind in language.jumps:
            cost = int(any(self.is_label(child) for child in node.children))
        return cost + sum(self.visit(child, inner) for child in node.children)

    def is_label(self, node: tree_sitter.Node) -> bool:
        texts = self.language.label_texts
        return node.is_named and node.type in self.language.labels and (not texts or text(node) in texts)

    def is_else_if(self, node: tree_sitter.Node) -> bool:
        if node.type not in self.language.ifs:
            return False
        above = node.parent
        return above.type in self.language.flat or (
            above.type in self.language.ifs and self.alternative(above) == node
        )

    def alternative(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        keyword = self.language.alternative_keyword
        if keyword is None:
            return node.child_by_field_name("alternative")
        after = False
        for child in node.children:
            if after and child.is_named and child.type not in self.language.comments:
                return child
            after = after or (not child.is_named and child.type == keyword)
        return None

    def operator(self, node: tree_sitter.Node) -> str | None:
        if node.type in self.language.boolean_lists:
            tokens = [child.type for child in node.children if not child.is_named]
            return next((token for token in tokens if token in self.language.boolean_operators), None)
        found = node.child_by_field_name("operator")
        return None if found is None else text(found).lower()

    def is_boolean(self, node: tree_sitter.Node) -> bool:
        return self.operator(node) in self.language.boolean_operators

    def operators(self, node: tree_sitter.Node) -> list[str]:
        """In order: those of the left side, the node's own, those of the right side."""
        if node.type in self.language.boolean_lists:
            left, *_, right = self.named(node)
        else:
            left, right = (next(filter(None, map(node.child_by_field_name, names)), None) for names in SIDES)
        own = self.operator(node) or ""
        before, after = (
            self.operators(side) if side is not None and self.is_boolean(side) else [] for side in (left, right)
        )
        return [*before, SAME_OPERATOR.get(own, own), *after]

    def named(self, node: tree_sitter.Node) -> list[tree_sitter.Node]:
        return [child for child in node.named_children if child.type not in self.language.comments]

    def calls(self, node: tree_sitter.Node, name: str) -> bool:
        if not node.is_named or node.type not in self.language.calls or not name or name.startswith("("):
            return False
        in_field = [child for child in node.children if field_of(node, child) in CALLEES]
        callee = next(iter(in_field or node.named_children), None)
        if callee is None:
            return False
        said = self.root.text[node.start_byte : callee.end_byte]
        return said in {receiver + name.encode() for receiver in RECEIVERS}


def field_of(node: tree_sitter.Node, child: tree_sitter.Node) -> str | None:
    return node.field_name_for_child(node.children.index(child))


def text(node: tree_sitter.Node) -> str:
    return node.text.decode(errors="replace")


def walk(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    yield node
    for child in node.children:
        yield from walk(child)


def fast_measures(tree: FlatTree) -> list[tuple[int, int, int]]:
    """Sorted alike: by start line, then in preorder."""
    measured = metrics(tree)
    rows = (measured.toplevel, *measured.functions)
    return [(row.cyclomatic, row.cognitive, row.max_nesting) for row in rows]


def slow_measures(tree: FlatTree) -> list[tuple[int, int, int]]:
    outside, *functions = Twin(tree).all_measures()
    return [outside, *functions]
