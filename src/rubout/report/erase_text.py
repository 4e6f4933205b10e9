"""The report of `erase` for people, beside the diff: what may not go and why, what was no candidate, the counters."""

from __future__ import annotations

from itertools import groupby
from shlex import quote as quoted
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.erase import CLASSES, DEAD_FILE
from rubout.report.record import counted, printable
from rubout.report.text import as_text, note_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.gate.erase_apply import Applied
    from rubout.gate.erase_rows import Plan, PlanRow
    from rubout.report.erase import EraseReport
    from rubout.report.text import Style

SHOWN = 3  # of the rows that are refused for one reason, where nobody asked for all


def text(report: EraseReport, style: Style) -> str:
    """The refused rows by class and reason, the first of each or with `--advisory` all; counts, notes, the summary."""
    return as_text(_lines(report, style))


def checked(report: EraseReport, style: Style) -> str:
    """What a check says beside its diff: nothing of what may not go anyway."""
    return as_text(_summary(report, style))


def _lines(report: EraseReport, style: Style) -> Iterator[str]:
    wants_all = not isinstance(report.advice, msgspec.UnsetType)
    refused = sorted((row for row in report.rows if not row.eraseable), key=_why_not)
    for (cls, reason), group in groupby(refused, key=_why_not):
        rows = list(group)
        shown = len(rows) if wants_all else SHOWN
        yield from (f"advisory {row.cls} {place(row)}: {row.reason} ({_found(row)})" for row in rows[:shown])
        if rows[shown:]:
            yield f"advisory {cls}: {reason}: {len(rows) - shown} more (--advisory and --format json name all)"
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


def _why_not(row: PlanRow) -> tuple[str, str]:
    return row.cls, row.reason


def _found(row: PlanRow) -> str:
    """What found a row; of a dead file that stays also how much speaks for it."""
    found = printable(row.provenance)
    if row.cls != CLASSES[DEAD_FILE]:
        return found
    return f"{counted(row.facts[2], 'reference')} could mean it; {found}"


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
