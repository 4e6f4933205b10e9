"""The outermost definitions of a tree, the namespaces they stand in, and the probes for the types that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind, Mode
from rubout.measure.nodes import child_in_field, children, is_named, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rubout.measure.tree import FlatTree


class Naming(NamedTuple):
    """A name as it stands in the source; `detail` is what only the ladder of the language reads."""

    byte: int
    name: str
    detail: str = ""


class _Space(NamedTuple):
    start: int  # nodes, the last one excluded
    after: int
    name: str


def type_names(namings: Iterable[Naming]) -> Iterator[Found]:
    """One probe for each distinct name, where it is first met."""
    met = set()
    for byte, name, detail in namings:
        if (name, detail) not in met:
            met.add((name, detail))
            yield Found(byte, Kind.TYPE_NAME, name, mode=Mode.PROBE, detail=detail)


def outermost(tree: FlatTree, kinds: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The nodes of the kinds that lie in no other one of them, each with the name of its kind."""
    after = 0
    for index, kind in nodes_of(tree, kinds):
        if index >= after:
            after = tree.afters[index]
            yield index, kind


def name_of(tree: FlatTree, index: int) -> str:
    """What a node has in its field `name`, "" for nothing."""
    return field_text(tree, index, "name")


def field_text(tree: FlatTree, index: int, field: str) -> str:
    """What a node has in a field, "" for nothing."""
    child = child_in_field(tree, index, tree.grammar.field(field))
    return "" if child is None else text(tree, child)


def named_child(tree: FlatTree, index: int, *kinds: str) -> int | None:
    """The first direct child of one of the kinds; of any named one where none is given."""
    return next(named_children(tree, index, *kinds), None)


def named_children(tree: FlatTree, index: int, *kinds: str) -> Iterator[int]:
    """The direct children of the kinds, or all that have a name, comments left out."""
    comments = tree.language.comments
    for child in children(tree, index):
        kind = kind_name(tree, child)
        if kind in kinds if kinds else is_named(tree, child) and kind not in comments:
            yield child


def has_child(tree: FlatTree, index: int, kind: str) -> bool:
    """Whether a direct child is of the kind, a keyword perhaps."""
    return any(kind_name(tree, child) == kind for child in children(tree, index))


def marks_by_type(
    tree: FlatTree, types: frozenset[str], marks: frozenset[str], mark: Callable[[FlatTree, int], str]
) -> dict[int, tuple[str, ...]]:
    """By outermost type the distinct marks on it, on its methods and on the types in it; `mark` spells one."""
    holders = [(index, tree.afters[index]) for index, _ in outermost(tree, types)]
    found: dict[int, dict[str, None]] = {index: {} for index, _ in holders}
    place = 0
    for index, _ in nodes_of(tree, marks):
        while place < len(holders) and holders[place][1] <= index:
            place += 1
        holder = kind_name(tree, tree.parents[tree.parents[index]])
        is_inside = place < len(holders) and holders[place][0] < index
        if is_inside and (holder in types or holder in tree.language.units):
            found[holders[place][0]][mark(tree, index)] = None
    return {index: tuple(names) for index, names in found.items()}


class Namespaces:
    """Which namespace is a node in?

    Each lasts as long as its node; one whose declaration ends in a semicolon, until the next or the end of the file.
    """

    def __init__(self, tree: FlatTree, kinds: frozenset[str], separator: str) -> None:
        self._separator = separator
        found = [index for index, _ in nodes_of(tree, kinds)]
        self._spaces = [
            _Space(
                index,
                next((other for other in found if other > index), len(tree.kinds))
                if tree.source.endswith(b";", 0, tree.ends[index])
                else tree.afters[index],
                "".join(name_of(tree, index).split()),
            )
            for index in found
        ]

    @property
    def first(self) -> str:
        """That of the first declaration, "" where there is none."""
        return self.around(self._spaces[0].start) if self._spaces else ""

    def around(self, index: int) -> str:
        """The namespace of a node."""
        inside = (space.name for space in self._spaces if space.start <= index < space.after and space.name)
        return self._separator.join(inside)

    def known_as(self, index: int, name: str, root: str) -> str:
        """A name as it is recorded: bare in the first namespace of a file, else from the root, written `root`."""
        own = self.around(index)
        if own == self.first:
            return name
        return f"{root}{own}{self._separator if own else ''}{name}"
