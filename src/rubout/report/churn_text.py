"""The report of `churn` for people: what was rewritten most, and what changed together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.report.edits_text import TOP_LEVEL
from rubout.report.record import counted, printable
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from rubout.facts.churn import Churned, Together, UnitName, UnitsTogether, Window
    from rubout.report.churn import ChurnReport, FileRow
    from rubout.report.text import Style

    Row = TypeVar("Row")


def text(report: ChurnReport, style: Style) -> str:
    """Files and units by rewritten lines, `+` appended and `~` rewritten; then pairs by commits in common."""
    return page(f"History: {window_line(report.window)}.", _body(report, style), report, _summary(report), style)


def window_line(window: Window) -> str:
    """How far back was looked, and what lies there."""
    commits = f"{counted(window.commits, 'commit')}, {counted(window.merges, 'merge')} among them"
    return f"{counted(window.days, 'day')} before {window.head[:12]}, {commits}"


def unit_name(path: str, key: str, nth: int) -> str:
    """A unit as people name it."""
    rank = f"#{nth}" if nth else ""
    return f"{printable(path)}:{printable(key) if key else TOP_LEVEL}{rank}"


def _body(report: ChurnReport, style: Style) -> Iterator[str]:
    cut = report.knobs.display_cut
    sections = (
        ("Files, the most rewritten first", _most(sorted(report.rows, key=_rewritten_first), cut, _file)),
        ("Units, the most rewritten first", _most(sorted(report.units, key=_rewritten_first), cut, _unit)),
        ("Files that changed together", _most(report.cochange, cut, _files)),
        ("Units that changed together", _most(report.unit_cochange, cut, _units)),
    )
    first = True
    for title, lines in sections:
        if lines:
            if not first:
                yield ""
            first = False
            yield style.paint(title, "bold")
            yield from (f"  {line}" for line in lines)


def _most(rows: Sequence[Row], cut: int, line: Callable[[Row], str]) -> list[str]:
    more = [f"{len(rows) - cut} more: --format json lists them"] if len(rows) > cut else []
    return [*map(line, rows[:cut]), *more]


def _rewritten_first(row: FileRow | Churned) -> tuple[int, int]:
    return -row.rewrote, -row.appended


def _file(row: FileRow) -> str:
    return f"{printable(row.path)}  +{row.appended} ~{row.rewrote}"


def _unit(row: Churned) -> str:
    return f"{unit_name(row.path, row.key, row.nth)}  +{row.appended} ~{row.rewrote}"


def _files(pair: Together) -> str:
    return f"{printable(pair.a)} <-> {printable(pair.b)}  in {counted(pair.count, 'commit')}"


def _units(pair: UnitsTogether) -> str:
    return f"{_name(pair.a)} <-> {_name(pair.b)}  in {counted(pair.count, 'commit')}"


def _name(unit: UnitName) -> str:
    return unit_name(unit.path, unit.key, unit.nth)


def _summary(report: ChurnReport) -> str:
    counts = report.counts
    added = f"{counts.append_lines} appended + {counts.rewrite_lines} rewritten"
    parts = [
        f"{counted(counts.added_in_window, 'line')} added = {added}",
        f"{counted(counts.skipped_large_commits, 'commit')} too large to pair files in",
    ]
    if counts.surviving is not msgspec.UNSET:
        parts.append(f"{counts.surviving} added lines are still there, {counts.churned} are not")
    return "; ".join(parts)
