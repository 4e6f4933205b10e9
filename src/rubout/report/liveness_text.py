"""The report of `liveness` for people: a line a dead file, then cycles, what lives by tests or documents, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.report.graph_text import cycle_lines, first_of
from rubout.report.liveness import dead_rows, headline, hint_line, name_rows
from rubout.report.record import counted, printable
from rubout.report.symbols import symbol_headline
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.liveness import LivenessReport
    from rubout.report.text import Style

MOST_LISTED = 5  # paths that only inform


def text(report: LivenessReport, style: Style) -> str:
    """Dead files first, by path; a row that may fail a check is marked."""
    dead = len(dead_rows(report))
    title = f"Dead files: {dead} of {report.counts.files}." if dead else "Dead files: none found."
    return page(title, _lines(report, style), report, _summary(report), style)


def _lines(report: LivenessReport, style: Style) -> Iterator[str]:
    for row in dead_rows(report):
        word = style.paint("FAIL", "fail") if row.gated else style.paint("warn", "warn")
        yield f"{word} {printable(row.path)}: {headline(row)}  {style.paint(row.id, 'quiet')}"
    for name in name_rows(report):
        place = f"{printable(name.path)}:{name.evidence.line}"
        yield f"{style.paint('note', 'note')} {place} {printable(name.name)}: {symbol_headline(name)}"
    for paths, what in ((report.test_only, "alive by tests alone"), (report.doc_only, "alive by documents alone")):
        yield from _some(paths, what, style)
    yield from cycle_lines(report.cycles, style)
    for hint in report.hints:
        yield style.paint("hint", "note") + f" {printable(hint_line(hint))}"
    if not isinstance(report.unresolved.rows, msgspec.UnsetType):
        for one in report.unresolved.rows:
            yield f"{printable(one.path)}:{one.line}  {one.kind} {printable(one.spec)}: {one.reason}"


def _some(paths: Sequence[str], what: str, style: Style) -> Iterator[str]:
    if paths:
        yield f"{style.paint(what, 'note')}: {first_of(paths, MOST_LISTED)}"


def _summary(report: LivenessReport) -> str:
    counts = report.counts
    parts = [
        counted(counts.files, "file"),
        f"{counts.entries} of them started from outside",
        f"{counts.dead} dead ({counts.dead_gated} may fail a check)",
        counted(counts.kept, "live reference"),
        f"{report.unresolved.total} unresolved",
        counted(len(report.cycles), "cycle"),
    ]
    return ", ".join(parts)
