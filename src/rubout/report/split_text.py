"""The report of `split` for people: what to cut, the greatest gain first, and what is better left whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.split import Advice
from rubout.report.record import counted, printable
from rubout.report.split import headline
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.split import GainRow, SplitReport, SplitRow, TieRow, UnitRow
    from rubout.report.text import Style

MOST = 4  # ties of a kind, or further cuts, that are shown
_SHOWN = 100  # thousandths of a point: a tenth


def text(report: SplitReport, style: Style) -> str:
    """A paragraph a file that is worth cutting, then a line a file that is not."""
    title = f"{counted(report.counts.files, 'file')} past {report.soft_line} lines."
    return page(title, split_lines(report.rows, style), report, _summary(report), style)


def split_lines(rows: Iterable[SplitRow], style: Style) -> Iterator[str]:
    """The lines of rows, by what the cut recovers beyond its cost."""
    for row in sorted(rows, key=lambda row: (row.advice is not Advice.SPLIT, row.cost_milli - row.benefit_milli)):
        word = style.paint("split", "warn") if row.advice is Advice.SPLIT else style.paint("exempt", "note")
        yield f"{word} {printable(row.path)}: {printable(headline(row))}{_errors(row)}  {style.paint(row.id, 'quiet')}"
        yield from _cut(row)


def _errors(row: SplitRow) -> str:
    return f", {counted(row.parse_errors, 'place')} did not parse" if row.parse_errors else ""


def _cut(row: SplitRow) -> Iterator[str]:
    """Of a file that is worth cutting: between what, what is severed, what to cut next, and what the score gains."""
    if row.before and row.behind and row.severed:
        yield f"  between {_unit(row.before)} and {_unit(row.behind)}"
        yield from _listed(
            "mentions", [f"{_at(tie.a, tie.a_line)} -> {_at(tie.b, tie.b_line)}" for tie in row.severed.mentions]
        )
        yield from _listed("shared", [f"{tie.name} ({tie.a_line}, {tie.b_line})" for tie in row.severed.shared])
        yield from _listed("copied", [f"{lines.start_line}-{lines.end_line}" for lines in row.severed.clones])
        yield from _listed("changed together", list(map(_together, row.severed.cochange)))
    yield from _listed("then after line", [f"{cut.after_line} ({printable(cut.unit)})" for cut in row.plan])
    if row.score and (row.score.spread or row.score.points_milli >= _SHOWN):
        yield f"  {gained(row.score)}"


def gained(gain: GainRow) -> str:
    """What the score gains, or loses where copies would stand in different files."""
    axes = "size axis {} to {}".format(*gain.size)
    if gain.spread or len(set(gain.clone)) > 1:
        axes += ", clone axis {} to {}".format(*gain.clone)
    if gain.spread:
        axes += f" ({counted(gain.spread, 'class of copies', 'classes of copies')} would stand in one more file)"
    whole, tenths = divmod(abs(gain.points_milli) // _SHOWN, 10)
    points = f"{'-' if gain.points_milli < 0 else '+'}{whole}.{tenths}"
    return f"{axes}: `rubout check` {points} points, over its {gain.axes} axes"


def _listed(what: str, items: list[str]) -> Iterator[str]:
    if items:
        more = f", and {len(items) - MOST} more" if len(items) > MOST else ""
        yield f"  {what} {', '.join(items[:MOST])}{more}"


def _together(tie: TieRow) -> str:
    return f"{_at(tie.a, tie.a_line)} + {_at(tie.b, tie.b_line)}"


def _unit(unit: UnitRow) -> str:
    return f"{printable(unit.name)} ({unit.start_line}-{unit.end_line})"


def _at(name: str, line: int) -> str:
    return f"{printable(name)}:{line}"


def _history(days: int | None) -> str:
    return "no history" if days is None else f"changes of {counted(days, 'day')}"


def _summary(report: SplitReport) -> str:
    counts = report.counts
    parts = [
        f"{counts.split} to split",
        f"{counts.cohesive} cohesive",
        f"{counts.no_seam} without a seam",
        *([f"{counts.permitted} permitted"] if counts.permitted else []),
        *([_history(report.days)] if report.rows else []),
    ]
    return ", ".join(parts)
