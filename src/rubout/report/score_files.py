"""Which files make the mass of the axes of the reference graph and of the history?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.score import is_dead, is_rewritten
from rubout.report.liveness import dead_rows
from rubout.report.record import counted
from rubout.report.score_worst import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.score import Knobs
    from rubout.gate.judged import Judged
    from rubout.report.liveness import LivenessReport

MOST_OTHERS = 3  # files of a cycle besides the first


def dead(judged: Judged, report: LivenessReport, knobs: Knobs) -> Iterator[Place]:
    """The dead files, by their lines."""
    rows = {row.path: row for row in dead_rows(report)}
    for path, position in judged.positions.items():
        if is_dead(position, knobs):
            row = rows[path]
            yield Place(path=path, start_line=1, end_line=row.end_line, value=row.end_line, weight=1, id=row.id)


def churned(judged: Judged, knobs: Knobs) -> Iterator[Place]:
    """The files that were rewritten, by the lines that rewrite."""
    lines = {file.path: max(1, file.facts.total_lines) for file in judged.surveyed.survey.files}
    for path, own in (judged.churned or {}).items():
        if is_rewritten(own, knobs):
            added = own.rewrote + own.appended
            yield Place(
                path=path, start_line=1, end_line=lines[path], value=own.rewrote, weight=1, id=None, added=added
            )


def cycles(judged: Judged) -> Iterator[Place]:
    """The cycles of imports, by their files that weigh; a place is the first file of one."""
    nodes, positions = judged.built.graph.nodes, judged.positions
    for cycle in judged.alive.cycles:
        found = (nodes[node].path for node in cycle.nodes)
        paths = [path for path in found if path in positions and not positions[path].document]
        if paths:
            first, *others = paths
            yield Place(
                path=first,
                start_line=1,
                end_line=1,
                value=len(paths),
                weight=len(paths),
                id=None,
                others=tuple(others[:MOST_OTHERS]),
            )


def advice(judged: Judged) -> str:
    """What is on no axis since it may fail no check, in words; "" for nothing."""
    nodes, positions = judged.built.graph.nodes, judged.positions
    files = sum(nodes[one.node].path not in positions for one in judged.alive.dead)
    rings = len(judged.alive.cycles) - sum(1 for _ in cycles(judged))
    said = (counted(files, "dead file") if files else "", counted(rings, "cycle") if rings else "")
    return " and ".join(filter(None, said))
