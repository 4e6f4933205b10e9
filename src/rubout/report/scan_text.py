"""The report of `scan` for people: one line a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable
from rubout.report.text import columns_of, page, shortened

if TYPE_CHECKING:
    from rubout.report.scan import ScanReport, ScanRow
    from rubout.report.text import Style


def text(report: ScanReport, style: Style) -> str:
    """A line a row, as `FAIL|warn path:line rule = value (limit L) [subject]` and its id."""
    counts = report.counts
    measured = f"{counted(counts.files, 'file')}, {counted(counts.functions, 'function')}"
    verdict = f"{counts.fails} over a fail limit, {counts.warns} over a warn limit" if report.rows else "all in limits"
    excluded = ", ".join(f"{rule} {number}" for rule, number in sorted(counts.excluded.items()))
    summary = (
        f"{measured}, {counted(counts.warns, 'warn')}, {counted(counts.fails, 'fail')}, "
        f"{counted(counts.parse_errors, 'parse error')}, {counts.permitted} permitted; excluded: {excluded or 'none'}"
    )
    return page(
        f"Sizes and complexity: {verdict}.", (_scan_line(row, style) for row in report.rows), report, summary, style
    )


def _scan_line(row: ScanRow, style: Style) -> str:
    level = "FAIL" if row.level == "fail" else "warn"
    said = f"{printable(row.path)}:{row.start_line} {row.rule} = {row.value} (limit {row.limit})"
    fixed = f"{level} {said} []  {row.id}"
    subject = (
        shortened(printable(row.subject), style.width - columns_of(fixed)) if style.width else printable(row.subject)
    )
    return f"{style.paint(level, row.level)} {said} [{subject}]  {style.paint(row.id, 'quiet')}"
