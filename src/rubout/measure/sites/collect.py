"""Sites in the making: lines, ordinals and owners, the same way for every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Mode, References, Site
from rubout.kernels.select import select
from rubout.measure.nodes import kinds_named, line_of
from rubout.measure.units import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.references import Kind
    from rubout.facts.source import Unit
    from rubout.measure.tree import FlatTree


class Found(NamedTuple):
    """A site before it has its place: the first byte of what opens it says where it stands."""

    byte: int
    kind: Kind
    spec: str
    name: str = ""
    mode: Mode = Mode.STATIC
    detail: str = ""


def sites_of(tree: FlatTree, found: Iterable[Found]) -> tuple[Site, ...]:
    """The sites by line, ties in document order; one with an empty specifier is none unless it is dynamic."""
    owners = _Owners(units(tree))
    placed: list[Site] = []
    line, nth = 0, 0
    for one in sorted(found, key=lambda one: one.byte):
        spec = one.spec.split("\n", 1)[0].strip()
        if not spec and one.mode is not Mode.DYNAMIC:
            continue
        here = line_of(tree, one.byte)
        line, nth = (here, nth + 1) if here == line else (here, 0)
        placed.append(Site(here, nth, one.kind, spec, one.name, one.mode, owners.of(here), one.detail))
    return tuple(placed)


def nodes_of(tree: FlatTree, kinds: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The nodes of the named kinds, in preorder, each with the name of its kind."""
    names = tree.grammar.kind_names
    for index in select(tree.kinds, kinds_named(tree.grammar, kinds)):
        yield index, names[tree.kinds[index]]


def of_script(tree: FlatTree, found: Iterable[Found], namespace: str = "") -> References:
    """What a file says that may be a script."""
    return References(sites=sites_of(tree, found), namespace=namespace, marks=script_marks(tree))


def script_marks(tree: FlatTree) -> tuple[str, ...]:
    """`shebang` of a file that starts with `#!`, which makes it a script."""
    return ("shebang",) if tree.source.startswith(b"#!") else ()


class _Owners:
    """The innermost unit around each line, asked for in ascending order."""

    def __init__(self, found: Iterable[Unit]) -> None:
        self._waiting = sorted(found, key=lambda unit: (-unit.start_line, unit.end_line))
        self._open: list[Unit] = []

    def of(self, line: int) -> str:
        """Its key; a unit that is exactly this line does not own itself."""
        while self._waiting and self._waiting[-1].start_line <= line:
            self._open.append(self._waiting.pop())
        self._open = [unit for unit in self._open if unit.end_line >= line]
        around = [unit for unit in self._open if not unit.start_line == unit.end_line == line]
        if not around:
            return ""
        return min(around, key=lambda unit: (unit.end_line - unit.start_line, -unit.start_line, unit.key)).key
