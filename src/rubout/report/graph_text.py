"""The report of `graph` for people: an edge, a site or a cycle a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.report.record import counted, printable
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.report.graph import CycleRow, EdgeRow, GraphReport, SiteRow
    from rubout.report.text import Style

MOST_IN_CYCLE = 20  # paths of one cycle


def text(report: GraphReport, style: Style) -> str:
    """Edges or sites by file, then the cycles."""
    return page("References", _lines(report, style), report, _summary(report), style)


def _lines(report: GraphReport, style: Style) -> Iterator[str]:
    yield from map(_edge, report.rows)
    if not isinstance(report.sites, msgspec.UnsetType):
        yield from map(_site, report.sites)
    if report.rows and report.cycles:
        yield ""
    yield from cycle_lines(report.cycles, style)


def cycle_lines(cycles: Iterable[CycleRow], style: Style) -> Iterator[str]:
    """A line a cycle, and one for each import that its smallest cut takes out."""
    for cycle in cycles:
        title = style.paint(f"cycle of {len(cycle.paths)}", "warn")
        yield f"{title}  {first_of(cycle.paths, MOST_IN_CYCLE)}"
        for arc in cycle.cut or ():
            yield style.paint(f"  cut {printable(arc.path)}:{arc.start_line} -> {printable(arc.to)}", "quiet")


def first_of(paths: Sequence[str], most: int) -> str:
    """The first paths, and how many more there are; JSON lists them all."""
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return ", ".join(map(printable, paths[:most])) + more


def _edge(row: EdgeRow) -> str:
    place = printable(row.path) + (f":{row.start_line}" if row.start_line else "")
    more = f", {row.sites} sites" if row.sites > 1 else ""
    return f"{place} -> {printable(row.to)}  {row.kind}, rung {row.rung}{more}"


def _site(row: SiteRow) -> str:
    name = f" {printable(row.name)}" if row.name else ""
    mode = "" if row.mode == "static" else f", {row.mode}"
    return f"{printable(row.path)}:{row.line}  {row.kind}{mode}  {printable(row.spec)}{name}"


def _summary(report: GraphReport) -> str:
    counts = report.counts
    parts = [
        counted(counts.files, "file"),
        counted(counts.nodes, "node"),
        counted(counts.edges, "edge"),
        counted(counts.sites, "reference"),
        f"{counts.unresolved} unresolved",
        counted(counts.cycles, "cycle"),
    ]
    return ", ".join(parts)
