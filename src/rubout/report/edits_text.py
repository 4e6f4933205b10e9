"""The report of `edits` for people: a line a file, then where lines went, then what looks stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.edits import findings
from rubout.report.record import counted, printable
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.edits import EditReport, EditRow, RelocationRow
    from rubout.report.text import Style

TOP_LEVEL = "top level"


def text(report: EditReport, style: Style) -> str:
    """`FILE  +N novel  +N moved in  -N` a file, `moved:` a route of lines, `stacked:` a suspicion, the summary last."""
    left_out = sum(report.counts.skipped.values())
    title = f"Changed: {counted(report.counts.pairs, 'file')}{f', {left_out} left out' if left_out else ''}."
    return page(title, _body(report, style), report, printable(report.summary.text), style)


def _body(report: EditReport, style: Style) -> Iterator[str]:
    for row in report.rows:
        yield _file_line(row)
    for route in report.relocations:
        yield _route_line(route)
    for finding in findings(report):
        where = f"{printable(finding.place.path)}:{finding.place.start_line}"
        yield f"{style.paint('stacked:', 'warn')} {where} {printable(finding.message)}"


def _file_line(row: EditRow) -> str:
    parts = [printable(row.path), f"+{row.novel} novel", f"+{row.moved_in} moved in", f"-{row.deleted}"]
    if row.moved_out:
        parts.append(f"-{row.moved_out} moved out")
    if row.intact_units:
        parts.append(f"moved whole: {', '.join(map(printable, row.intact_units))}")
    return "  ".join(parts)


def _route_line(row: RelocationRow) -> str:
    start = f"{printable(row.source)}:{printable(row.source_unit or TOP_LEVEL)}"
    end = f"{printable(row.to)}:{printable(row.to_unit or TOP_LEVEL)}"
    return f"moved: {start} -> {end} ({counted(row.lines, 'line')})"
