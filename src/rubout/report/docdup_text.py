"""The report of `docdup` for people: a paragraph a class, a line a pair of the advisory band."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.docdup import headline, measure_of
from rubout.report.record import counted
from rubout.report.text import class_line, classes_page, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.docdup import ClassRow, DocdupReport, PlaceRow
    from rubout.report.text import Style


def text(report: DocdupReport, style: Style) -> str:
    """A paragraph a class, largest saving first; then the advisory pairs, when asked for, a line each."""
    return classes_page("Duplicated documentation", _paragraphs(report, style), report, _summary(report), style)


def _paragraphs(report: DocdupReport, style: Style) -> Iterator[Iterable[str]]:
    yield from (_class_lines(row, style) for row in report.rows)
    if isinstance(report.advisory, tuple):
        yield (f"near {place_of(pair.a)} <-> {place_of(pair.b)}  {measure_of(pair)}" for pair in report.advisory)


def _class_lines(row: ClassRow, style: Style) -> Iterator[str]:
    yield class_line(row, headline(row), style)
    yield from (f"  {place_of(member)}  {member.kind}, {counted(member.words, 'word')}" for member in row.members)
    yield from (style.paint(f"  {line}", "quiet") for line in link_lines(row))


def link_lines(row: ClassRow) -> Iterator[str]:
    """Where a headline has no room for them: the pairs of different texts, each by its first place."""
    if len(row.links) > 1:
        firsts: dict[object, PlaceRow] = {}
        for member in row.members:
            firsts.setdefault(member.text, member)
        for link in row.links:
            yield f"{measure_of(link)}: {place_of(firsts[link.a])} <-> {place_of(firsts[link.b])}"


def _summary(report: DocdupReport) -> list[str]:
    counts = report.counts
    exempt = f"{counts.exempt_license} licence, {counts.exempt_allow} permitted"
    code = f"{counts.fenced_code_line} of code, {counts.skeleton_line} of skeleton, {counts.overlong_line} overlong"
    quoted = f"{counts.quoted_code_line} of quoted code"
    markup = f"{counts.html_line} of HTML, {counts.rst_markup_line} of markup"
    return [
        counted(counts.files, "file"),
        counted(counts.segments, "text"),
        counted(counts.classes, "class", "classes"),
        f"excess {counts.excess}",
        f"{counted(counts.dups, 'pair')} ({counts.jaccard_dups} by share)",
        f"{counts.sent} of different texts",
        f"{counts.over_cap_segments} over the cap",
        f"{counts.hot_texts} with more pairs than were looked at",
        f"exempt: {exempt}, {counted(counts.generated_files, 'generated file')}",
        f"left out: {counts.below_floor} short, lines {code}, {quoted}, {markup}",
        f"{counted(counts.indented_code_lines, 'indented line')} kept",
        counted(counts.allow_missing_why, "permit without a reason", "permits without a reason"),
    ]
