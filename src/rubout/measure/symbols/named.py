"""Which definitions does a file hold: named units, and constants of its top level?

A definition's own bytes begin with the comments that stand right above it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.measure.nodes import child_in_field, children, first_line, kind_name, last_line, line_of, text
from rubout.measure.sites.collect import nodes_of
from rubout.measure.symbols.rules import RULES, Rules
from rubout.measure.symbols.words import bare
from rubout.measure.units import bare_name, unit_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_ENDINGS = ("_declaration", "_definition", "_specifier", "_item")
_MODULES = frozenset({"module", "mod_item"})
_CONSTANTS = frozenset({"const", "static"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A definition by the index of its node.

    `outer` is the outermost node that is its alone, `top` the outermost that begins with it; `start` and `end` are
    bytes, `start_line` is that of `start`, `line` that of `outer`.
    """

    name: str  # bare
    written: str
    key: str
    nth: int
    kind: str
    index: int
    top: int
    outer: int
    start: int
    end: int
    start_line: int
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Siblings:
    """Finds the node before a node."""

    tree: FlatTree
    _before: dict[int, dict[int, int]] = field(default_factory=dict)  # by parent: node -> the one before it

    def before(self, index: int) -> int | None:
        """The sibling before a node, anonymous ones too."""
        parent = self.tree.parents[index]
        if parent not in self._before:
            found = list(children(self.tree, parent))
            self._before[parent] = dict(zip(found[1:], found, strict=False))
        return self._before[parent].get(index)


def named(tree: FlatTree, siblings: Siblings | None = None) -> Iterator[Named]:
    """Every definition with a name, units first."""
    rules = RULES[tree.language.name]
    siblings = siblings or Siblings(tree)
    for unit, index in unit_nodes(tree):
        kind = kind_name(tree, index)
        if kind not in rules.skipped and kind not in tree.language.impls:
            written = bare_name(tree, index) if unit.function else unit.key
            yield _named(siblings, rules, index, (written, unit.key, unit.nth, _kind(tree, index, unit.function)))
    seen: Counter[str] = Counter()
    for index, name in _constants(tree, rules):
        yield _named(siblings, rules, index, (name, name, seen[name], "constant"))
        seen[name] += 1


def field_id(tree: FlatTree, name: str) -> int:
    """The id of a field in the tree's grammar."""
    return tree.grammar.field(name)


def _named(siblings: Siblings, rules: Rules, index: int, said: tuple[str, str, int, str]) -> Named:
    tree = siblings.tree
    written, key, nth, kind = said
    top, outer = _outer(tree, index, rules)
    start = _attached(siblings, outer, tree.language.comments | rules.attached)
    return Named(
        name=bare(written),
        written=written,
        key=key,
        nth=nth,
        kind=kind,
        index=index,
        top=top,
        outer=outer,
        start=start,
        end=tree.ends[index],
        start_line=line_of(tree, start),
        line=first_line(tree, outer),
        end_line=last_line(tree, index),
    )


def _constants(tree: FlatTree, rules: Rules) -> Iterator[tuple[int, str]]:
    """The nodes of the top level that give one name a value, and the names."""
    for index, kind in nodes_of(tree, frozenset(rules.constants)):
        rule = rules.constants[kind]
        names = [child for child in children(tree, index) if tree.fields[child] == field_id(tree, rule.field)]
        if len(names) == 1 and kind_name(tree, names[0]) == rule.kind and _is_constant(tree, index, rules):
            yield index, text(tree, names[0])


def _is_constant(tree: FlatTree, index: int, rules: Rules) -> bool:
    """Whether it stands in nothing but statements of its own, is no function, and its place is not its value."""
    value = child_in_field(tree, index, field_id(tree, "value"))
    if value is not None and kind_name(tree, value) in tree.language.units:
        return False
    node = tree.parents[index]
    is_counted = rules.counted is not None and rules.counted.search(text(tree, node)) is not None
    while node and kind_name(tree, node) in rules.wrappers:
        node = tree.parents[node]
    return node == 0 and not is_counted


def _kind(tree: FlatTree, index: int, function: bool) -> str:  # noqa: FBT001 - a column of the unit
    kind = kind_name(tree, index)
    if function:
        return "method" if _is_member(tree, index) else "function"
    for ending in _ENDINGS:
        kind = kind.removesuffix(ending)
    return "constant" if kind in _CONSTANTS else kind


def _is_member(tree: FlatTree, index: int) -> bool:
    """Whether the nearest unit around a function is a type, or it says its receiver."""
    language = tree.language
    if language.receiver:
        return child_in_field(tree, index, field_id(tree, language.receiver)) is not None
    types = (language.impls | language.named_units | RULES[language.name].types) - _MODULES
    while index:
        index = tree.parents[index]
        around = kind_name(tree, index)
        if around in language.units:
            return False
        if around in types:
            return True
    return False


def _outer(tree: FlatTree, index: int, rules: Rules) -> tuple[int, int]:
    """The outermost of the nodes that begin with a definition, and of those that are its alone."""
    outer, is_alone = index, True
    while index and kind_name(tree, tree.parents[index]) in rules.wrappers:
        kind = tree.kinds[index]
        index = tree.parents[index]
        is_alone = is_alone and sum(tree.kinds[child] == kind for child in children(tree, index)) == 1
        outer = index if is_alone else outer
    return index, outer


def _attached(siblings: Siblings, index: int, attached: frozenset[str]) -> int:
    """The first byte of what stands right above a node and belongs to it."""
    tree = siblings.tree
    start, before = index, siblings.before(index)
    while before is not None and kind_name(tree, before) in attached:
        if last_line(tree, before) < first_line(tree, start) - 1 or not _begins_line(tree, before):
            break
        start, before = before, siblings.before(before)
    return tree.starts[start]


def _begins_line(tree: FlatTree, index: int) -> bool:
    start = tree.starts[index]
    return not tree.source[tree.source.rfind(b"\n", 0, start) + 1 : start].strip()
