"""The report of `review` for people: the outcome first, then what was found, who counts, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable
from rubout.report.review_reasons import told
from rubout.report.text import page
from rubout.review.policy import UNPINNED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.review import ReviewReport
    from rubout.report.review_rows import ReviewRow
    from rubout.report.text import Style

_WORDS = {"reject": ("FAIL", "fail"), "warn": ("warn", "warn"), "observe": ("note", "note")}
_TITLES = {"approved": "Approved", "rejected": "Rejected", "inconclusive": "Not decided"}


def text(report: ReviewReport, style: Style) -> str:
    """Outcome, findings, approvals, cost."""
    reason = f": {told(report.reason)}" if report.reason else ""
    rehearsed = " (rehearsed, nothing was signed)" if report.dry_run else ""
    return page(f"{_TITLES[report.outcome]}{reason}{rehearsed}.", _body(report, style), report, _summary(report), style)


def microjoules(number: int) -> str:
    """`5,000,060 µJ`."""
    return f"{number:,} µJ"


def _body(report: ReviewReport, style: Style) -> Iterator[str]:
    yield f"op      {report.op_id}"
    yield f"change  {report.change_id}"
    if report.spec_id:
        yield f"claims  {', '.join(map(printable, report.claimed))} of {report.spec_id}"
    yield f"lands   {printable(report.context['repo'])} {printable(report.context['target'])}"
    if report.rows:
        yield ""
    for row in report.rows:
        yield from _finding(row, style)
    if report.approval:
        yield ""
        for stage, names in report.approval.per_stage.items():
            yield f"{stage}: {', '.join(map(printable, names)) or 'approved by nobody'}"
        if report.approval.outstanding:
            yield f"refusals that stand: {', '.join(report.approval.outstanding)}"
        for ignored in report.approval.ignored:
            yield f"does not count: {ignored.id}, {told(ignored.why)}"
    if report.induced:
        yield ""
        for skill in report.induced:
            yield f"taught  {printable(repr(skill.marker))} ({skill.stage}): {printable(skill.finding)}"


def _finding(row: ReviewRow, style: Style) -> Iterator[str]:
    word, role = _WORDS[row.effect]
    place = "" if row.path is None else printable(row.path)
    line = "" if row.start_line is None else f":{row.start_line}"
    again = " (said before)" if row.repeat else ""
    yield f"{style.paint(word, role)} {place}{line}{': ' if place else ''}{printable(row.text)}{again}  {row.check}"
    if row.quote:
        yield f"     {printable(row.quote)}"


def _summary(report: ReviewReport) -> str:
    parts = [
        counted(report.counts.edits, "edit"),
        counted(report.counts.files, "file"),
        f"answered by {report.tier}" if report.tier else "nobody was asked",
        microjoules(report.energy.total_uj),
        *([f"{microjoules(report.energy.metered.uj)} measured"] if report.energy.metered else []),
        _trust(report.trust_root),
    ]
    return ", ".join(parts)


def _trust(found: str) -> str:
    """Whether the trust file was vouched for, and which one is in force."""
    return f"trust root {found}" if found == UNPINNED else f"trust root pinned, trust file {found}"
