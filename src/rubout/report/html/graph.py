"""Pictures of the reference graph around cycles of imports and files that nothing starts."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.graph import NodeKind, label_of
from rubout.judge.liveness import evidence
from rubout.report.html.graph_drawing import ARROW, drawing
from rubout.report.html.layers import layered
from rubout.report.html.markup import Markup, joined, said, section, tag
from rubout.report.html.tables import Column, frame, table
from rubout.report.record import counted, printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from rubout.facts.graph import Node
    from rubout.gate.judged import Judged
    from rubout.report.html.layers import Arc, Layout

MOST_PICTURES = 6  # of a kind
MOST_NODES = 16  # of a picture
MOST_DEAD = 100  # rows of the table
_ARCS = (Column("file"), Column("refers to"), Column("how"))
_DEAD = (Column("file that nothing starts"), Column("lines", is_number=True), Column("referred to by, all dead"))


class _Around(NamedTuple):
    """What a picture is about, with the files beside it; the `cut` is None when none was sought."""

    heading: str
    core: Sequence[int]
    beside: Sequence[int]
    cut: Collection[Arc] | None


@dataclass(frozen=True, slots=True)
class _World:
    """The files and their references."""

    nodes: Sequence[Node]
    arcs: Sequence[Arc]
    lines: dict[str, int]


def graph(judged: Judged) -> Markup:
    """A section for cycles and one for dead files; nothing where there are none."""
    nodes = judged.built.graph.nodes
    files = {number for number, node in enumerate(nodes) if node.kind is NodeKind.FILE}
    arcs = sorted(arc for arc in evidence(judged.unused.facts, judged.alive.knobs) if files.issuperset(arc))
    world = _World(nodes, arcs, {file.path: file.facts.total_lines for file in judged.built.survey.files})
    pictures = joined((_cycles(judged, world), _dead(judged, world)))
    return joined((ARROW, pictures)) if pictures else pictures


def _cycles(judged: Judged, world: _World) -> Markup:
    found = sorted(judged.alive.cycles, key=lambda cycle: -len(cycle.nodes))
    if not found:
        return Markup()
    shown = found[:MOST_PICTURES]
    pictures = [
        _Around(
            f"Cycle of {counted(len(cycle.nodes), 'file')}",
            cycle.nodes,
            _neighbours(set(cycle.nodes), world.arcs),
            cycle.cut,
        )
        for cycle in shown
    ]
    words = f"{counted(len(found), 'cycle')} of imports{_largest(len(shown), len(found))}. {_MEANING} {_CUT}"
    return section("cycles", "Cycles", said(words), *(_picture(one, world, "↻") for one in pictures))


_MEANING = (
    "References lead from left to right, dashed ones back; the pale files are beside the finding, not part of it."
)
_CUT = "Where the smallest cut is known, the dashed ones are what to cut."


def _dead(judged: Judged, world: _World) -> Markup:
    dead = [one.node for one in judged.alive.dead if world.nodes[one.node].kind is NodeKind.FILE]
    if not dead:
        return Markup()
    islands = _islands(dead, world)
    several = [island for island in islands if len(island) > 1]
    shown = several[:MOST_PICTURES]
    pictures = (
        _Around(f"{len(island)} dead files that refer to one another", island, _neighbours(set(island), world.arcs), ())
        for island in shown
    )
    words = (
        f"{counted(len(dead), 'file')} that nothing starts; {sum(map(len, several))} of them refer to one another, in "
        f"{counted(len(several), 'group')}{_largest(len(shown), len(several))}. {_MEANING}"
    )
    return section(
        "dead", "Dead files", said(words), *(_picture(one, world, "✕") for one in pictures), _dead_table(dead, world)
    )


def _largest(shown: int, found: int) -> str:
    return f", the {shown} largest drawn" if shown < found else ""


def _islands(dead: Sequence[int], world: _World) -> list[list[int]]:
    """Dead files that hang together by references between them, those with the most lines first."""
    beside = defaultdict(list)
    own = set(dead)
    for source, target in world.arcs:
        if source in own and target in own:
            beside[source].append(target)
            beside[target].append(source)
    islands, seen = [], set[int]()
    for root in dead:
        if root in seen:
            continue
        seen.add(root)
        island = [root]
        for node in island:
            new = [one for one in dict.fromkeys(beside[node]) if one not in seen]
            seen.update(new)
            island += new
        islands.append(sorted(island))
    return sorted(islands, key=lambda island: (-sum(_lines(node, world) for node in island), island))


def _lines(node: int, world: _World) -> int:
    return world.lines.get(world.nodes[node].path, 0)


def _neighbours(core: set[int], arcs: Iterable[Arc]) -> list[int]:
    """The files outside, those with the most references to or from the core first."""
    found = Counter(
        target if source in core else source for source, target in arcs if (source in core) != (target in core)
    )
    return sorted(found, key=lambda node: (-found[node], node))


def _picture(around: _Around, world: _World, sign: str) -> Markup:
    core = _densest(around.core, world.arcs)[:MOST_NODES]
    chosen = [*core, *around.beside[: MOST_NODES - len(core)]]
    number = {node: index for index, node in enumerate(sorted(chosen))}
    arcs = [(number[a], number[b]) for a, b in world.arcs if a in number and b in number and a != b]
    cut = {(number[a], number[b]) for a, b in around.cut or () if a in number and b in number}
    paths = [label_of(world.nodes[node]) for node in number]
    layout = layered(len(paths), arcs, cut)
    missing = len(around.core) + len(around.beside) - len(chosen)
    heading = f"{around.heading}: {printable(world.nodes[min(around.core)].path)}"
    capped = (
        said(f"{len(chosen)} files drawn; {missing} more of the finding, or beside it, are not.") if missing else ""
    )
    drawn = drawing(layout, paths, {number[node] for node in core}, sign, heading)
    return joined((tag("h3", heading), frame(drawn, heading), capped, _arc_table(_arc_rows(layout, paths, arcs, cut))))


def _densest(core: Sequence[int], arcs: Iterable[Arc]) -> list[int]:
    """The files with the most references among themselves first, of a core that cannot be drawn whole."""
    if len(core) <= MOST_NODES:
        return list(core)
    own = set(core)
    found = Counter(node for arc in arcs if own.issuperset(arc) for node in arc)
    return sorted(core, key=lambda node: (-found[node], node))


def _arc_rows(
    layout: Layout, paths: Sequence[str], arcs: Sequence[Arc], cut: Collection[Arc]
) -> Iterator[tuple[str, str, str]]:
    closing = set(layout.closing)
    for arc in arcs:
        how = "leads back: cut here" if arc in cut else "leads back" if arc in closing else ""
        yield tag("code", paths[arc[0]]), tag("code", paths[arc[1]]), how


def _arc_table(rows: Iterator[tuple[str, str, str]]) -> Markup:
    whole = table("The references drawn", _ARCS, rows)
    return tag("details", tag("summary", "As a table"), whole)


def _dead_table(dead: Sequence[int], world: _World) -> Markup:
    own = set(dead)
    referrers: dict[int, list[str]] = defaultdict(list)
    for source, target in world.arcs:
        if target in own:
            referrers[target].append(label_of(world.nodes[source]))
    ordered = sorted(dead, key=lambda node: (-_lines(node, world), node))[:MOST_DEAD]
    rows = (
        (tag("code", world.nodes[node].path), _lines(node, world), ", ".join(referrers[node][:3]) or "none")
        for node in ordered
    )
    caption = "Dead files by their lines"
    if len(ordered) < len(dead):
        caption = f"{caption}: the first {len(ordered)} of {len(dead)}"
    return table(caption, _DEAD, rows, is_long=True)
