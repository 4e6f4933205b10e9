"""The report of `erase` for people, beside the diff: what may not go and why, what was no candidate, the counters."""

from __future__ import annotations

from shlex import quote as quoted
from typing import TYPE_CHECKING

import msgspec

from rubout.report.record import printable
from rubout.report.text import as_text, note_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.gate.erase_apply import Applied
    from rubout.gate.erase_rows import Plan, PlanRow
    from rubout.report.erase import EraseReport
    from rubout.report.text import Style


def text(report: EraseReport, style: Style) -> str:
    """A line a refused row, a count, a note; the summary last."""
    return as_text(_lines(report, style))


def checked(report: EraseReport, style: Style) -> str:
    """What a check says beside its diff: nothing of what may not go anyway."""
    return as_text(_summary(report, style))


def _lines(report: EraseReport, style: Style) -> Iterator[str]:
    for row in report.rows:
        if not row.eraseable:
            yield f"advisory {row.cls} {place(row)}: {row.reason} ({printable(row.provenance)})"
    if not isinstance(report.advice, msgspec.UnsetType):
        for one in report.advice:
            lines = f"{printable(one.path)}:{one.start_line}-{one.end_line}"
            yield f"advice {one.cls} {lines}: {printable(one.name)} ({printable(one.why)})"
    for name, count in report.counts.out_of_class.items():
        yield f"out of class {name}: {count}"
    yield from _summary(report, style)


def _summary(report: EraseReport, style: Style) -> Iterator[str]:
    for note in report.notes:
        yield note_line(note, style)
    counts = report.counts
    way = "dry run; --apply to act" if counts.eraseable else "nothing may go"
    yield f"erase plan: {counts.eraseable} eraseable, {counts.advisory} advisory ({way})"


def place(row: PlanRow) -> str:
    """The path, with the lines of a span."""
    path = printable(row.path)
    return path if row.span is None else f"{path}:{row.start_line}-{row.end_line}"


def applied_lines(plan: Plan, applied: Applied) -> Iterator[str]:
    """What was erased and the ways back, or why nothing was."""
    if applied.wrong:
        yield f"nothing was erased, everything was rolled back: {printable(applied.wrong)}"
        return
    for row in plan.eraseable:
        yield f"erased {place(row)} ({row.cls}, {printable(row.provenance)})"
    for row in applied.further:
        yield f"may go next {place(row)} ({row.cls}, {printable(row.provenance)})"
    paths = " ".join(quoted(path) for path in applied.paths)
    yield f"back: rubout erase --undo, or git checkout {applied.head} -- {printable(paths)}"


def restored_lines(paths: Iterable[str], why: str) -> Iterator[str]:
    """A line a file that was brought back."""
    paths = tuple(paths)
    yield from (f"restored {printable(path)} ({why})" for path in paths)
    if not paths:
        yield f"nothing to restore ({why})"
