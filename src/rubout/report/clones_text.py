"""The report of `clones` for people: a paragraph a class, a line a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.clones import headline, outermost, places, saving
from rubout.report.record import counted, printable
from rubout.report.text import classes_title, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.clones import CloneReport, PairRow
    from rubout.report.text import Style


def text(report: CloneReport, style: Style) -> str:
    """A paragraph a class, largest saving first; then the pairs, when asked for, a line each."""
    return page(
        classes_title("Copied code", report), _clone_lines(report, style), report, _clone_summary(report), style
    )


def _clone_lines(report: CloneReport, style: Style) -> Iterator[str]:
    shown: dict[str, str] = {}
    rows = sorted(outermost(report), key=saving, reverse=True)
    for index, row in enumerate(rows):
        if index:
            yield ""
        yield f"{style.paint(headline(row), 'warn')}  {style.paint(row.id, 'quiet')}"
        for member in places(row):
            path = shown.get(member.path)
            if path is None:
                path = shown[member.path] = printable(member.path)
            yield f"  {path}:{member.start_line}-{member.end_line}"
    if len(rows) < len(report.rows):
        yield ""
        more = counted(len(report.rows) - len(rows), "more class", "more classes")
        yield style.paint(f"{more} within the lines of these: --format json lists all", "quiet")
    for word, pairs in (("dup", report.pairs), ("near", report.advisory)):
        if isinstance(pairs, tuple) and pairs:
            yield ""
            yield from (_pair_line(word, pair) for pair in pairs)


def _pair_line(word: str, pair: PairRow) -> str:
    sides = (f"{printable(side.path)}:{side.start_line}-{side.end_line}" for side in (pair.a, pair.b))
    return f"{word} {' <-> '.join(sides)} ({pair.tokens} tokens, {pair.type})"


def _clone_summary(report: CloneReport) -> str:
    counts = report.counts
    parts = [counted(counts.files, "file"), counted(counts.classes, "class", "classes"), f"excess {counts.excess}"]
    if isinstance(counts.blocks, int):
        parts.append(f"{counted(counts.blocks, 'pair')} ({counts.t1} T1, {counts.t2} T2)")
        parts.append(f"{counts.pairs_suppressed} pairs of low diversity suppressed")
        parts.append(f"{counts.hot_chained} hot groups chained")
    parts.append(f"{counts.low_diversity_suppressed} of low diversity suppressed")
    parts.append(f"{counted(counts.masked_tokens, 'import token')} masked")
    parts.append(f"{counts.permitted} permitted")
    parts.append(counted(counts.parse_errors, "parse error"))
    return ", ".join(parts)
