"""Which module does a Python expression name, as far as it is literal?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.measure.nodes import child_in_field, children, kind_name, named_children, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.tree import FlatTree

PATTERN_MARK = "*"  # stands for what only a run can tell
OWN_NAMES = frozenset({"__name__", "__package__"})
_PERCENT = re.compile(r"%(?:\(\w+\))?[-+ #0-9.]*[a-zA-Z]")
_BRACES = re.compile(r"\{[^{}]*\}")


def module_text(tree: FlatTree, index: int) -> str:
    """A dotted name without blanks, which may stand around its dots."""
    return "".join(text(tree, index).split())


def arguments_of(tree: FlatTree, given: int, names: Sequence[str]) -> dict[str, int]:
    """By parameter name the value of each argument of a call; `names` are those of its parameters, in order."""
    found: dict[str, int] = {}
    position = 0
    for child in named_children(tree, given):
        kind = kind_name(tree, child)
        if kind == "keyword_argument":
            name = child_in_field(tree, child, tree.grammar.field("name"))
            value = child_in_field(tree, child, tree.grammar.field("value"))
            if name is not None and value is not None:
                found[text(tree, name)] = value
        elif position < len(names):
            found[names[position]] = child
            position += 1
    return found


def spelled(tree: FlatTree, index: int) -> str:
    """The text of an expression, with marks for what is not literal in it; the module's own name as it stands."""
    kind = kind_name(tree, index)
    if kind == "string":
        return "".join(_pieces(tree, index))
    if kind in ("concatenated_string", "parenthesized_expression"):
        return "".join(spelled(tree, child) for child in named_children(tree, index))
    if kind == "binary_operator":
        return _operated(tree, index)
    if kind == "call":
        return _formatted(tree, index)
    own = text(tree, index)
    return own if own in OWN_NAMES else PATTERN_MARK


def _pieces(tree: FlatTree, index: int) -> Iterator[str]:
    """Of one literal."""
    for child in children(tree, index):
        kind = kind_name(tree, child)
        if kind == "string_content":
            yield text(tree, child)
        elif kind == "interpolation":
            inner = child_in_field(tree, child, tree.grammar.field("expression"))
            own = "" if inner is None else text(tree, inner)
            yield own if own in OWN_NAMES else PATTERN_MARK


def _operated(tree: FlatTree, index: int) -> str:
    """Two texts joined, or one filled in by `%`."""
    sides = (child_in_field(tree, index, tree.grammar.field(side)) for side in ("left", "right"))
    operator = child_in_field(tree, index, tree.grammar.field("operator"))
    left, right = (PATTERN_MARK if side is None else spelled(tree, side) for side in sides)
    sign = "" if operator is None else text(tree, operator)
    if sign == "%":
        return _PERCENT.sub(PATTERN_MARK, left)
    return left + right if sign == "+" else PATTERN_MARK


def _formatted(tree: FlatTree, index: int) -> str:
    """A literal filled in by its method `format`."""
    called = child_in_field(tree, index, tree.grammar.field("function"))
    if called is None or kind_name(tree, called) != "attribute":
        return PATTERN_MARK
    filled = child_in_field(tree, called, tree.grammar.field("object"))
    method = child_in_field(tree, called, tree.grammar.field("attribute"))
    if filled is None or method is None or text(tree, method) != "format":
        return PATTERN_MARK
    return _BRACES.sub(PATTERN_MARK, spelled(tree, filled))
