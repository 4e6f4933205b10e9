"""The report of `clones` for people: a paragraph a class, a line a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.clones import headline, places, saving
from rubout.report.outermost import outermost
from rubout.report.record import counted
from rubout.report.text import class_line, classes_page, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.clones import ClassRow, CloneReport, PairRow
    from rubout.report.text import Style


def text(report: CloneReport, style: Style) -> str:
    """A paragraph a class, largest saving first; then the pairs, when asked for, a line each."""
    return classes_page("Copied code", _paragraphs(report, style), report, _summary(report), style)


def _paragraphs(report: CloneReport, style: Style) -> Iterator[Iterable[str]]:
    rows = sorted(outermost(report.rows), key=saving, reverse=True)
    yield from (_class_lines(row, style) for row in rows)
    if len(rows) < len(report.rows):
        more = counted(len(report.rows) - len(rows), "more class", "more classes")
        yield [style.paint(f"{more} within the lines of these: --format json lists all", "quiet")]
    for word, pairs in (("dup", report.pairs), ("near", report.advisory)):
        yield [_pair_line(word, pair) for pair in (pairs if isinstance(pairs, tuple) else ())]


def _class_lines(row: ClassRow, style: Style) -> Iterator[str]:
    yield class_line(row, headline(row), style)
    yield from (f"  {place_of(member)}" for member in places(row.members))


def _pair_line(word: str, pair: PairRow) -> str:
    return f"{word} {place_of(pair.a)} <-> {place_of(pair.b)} ({pair.tokens} tokens, {pair.type})"


def _summary(report: CloneReport) -> Iterator[str]:
    counts = report.counts
    yield from (counted(counts.files, "file"), counted(counts.classes, "class", "classes"), f"excess {counts.excess}")
    if isinstance(counts.blocks, int):
        yield f"{counted(counts.blocks, 'pair')} ({counts.t1} T1, {counts.t2} T2)"
        yield f"{counts.pairs_suppressed} pairs of low diversity suppressed"
        yield f"{counts.hot_chained} hot groups chained"
    yield f"{counts.low_diversity_suppressed} of low diversity suppressed"
    yield f"{counted(counts.masked_tokens, 'import token')} masked"
    yield f"{counts.permitted} permitted"
    yield counted(counts.parse_errors, "parse error")
