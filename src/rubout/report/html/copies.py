"""Classes of copies side by side, with what differs marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.report.clones import places
from rubout.report.html.alignment import aligned_code, aligned_text
from rubout.report.html.markup import Markup, joined, said, section, tag
from rubout.report.html.tables import Column, frame, table
from rubout.report.outermost import outermost
from rubout.report.record import counted
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.report.html.alignment import Line, Row
    from rubout.report.html.excerpts import Excerpts
    from rubout.report.record import Finding, Span

MOST_CLASSES = 12  # of a kind
MOST_PAIRS = 3  # of a class: its first place beside each of the next
MOST_LINES = 60  # of a place
MOST_COLUMNS = 240  # of a line; what lies behind is compared, and not shown
_PLACES_NAMED = 8
_COLUMNS = (Column("what"), Column("places"), Column("finding"))


_WIDTHS = tag("colgroup", *(tag("col", class_=kind) for kind in ("n", None, "n", None)))


class _Class(NamedTuple):
    """A finding with all its places."""

    finding: Finding
    members: Sequence[Span]


class _Kind(NamedTuple):
    """A rule, what its classes are called, and whether they are text."""

    rule: str
    heading: str
    nouns: tuple[str, str]
    is_text: bool = False


_KINDS = (
    _Kind("clones", "Copied code", ("class of copies", "classes of copies")),
    _Kind("near-miss", "Nearly copied code", ("class of near-copies", "classes of near-copies")),
    _Kind("docdup", "Repeated documentation", ("class of documentation", "classes of documentation"), is_text=True),
)


def copies(findings: Sequence[Finding], excerpts: Excerpts) -> Markup:
    """A section a kind that something was found of."""
    return joined(_section(kind, findings, excerpts) for kind in _KINDS)


def _section(kind: _Kind, findings: Iterable[Finding], excerpts: Excerpts) -> Markup:
    found = [_Class(one, places((one.place, *one.related))) for one in findings if one.rule == kind.rule]
    if not found:
        return Markup()
    shown = outermost(found)[:MOST_CLASSES]
    return section(
        kind.rule,
        kind.heading,
        said(_explained(kind, len(found), len(shown))),
        *(_drawn(number, one, kind, excerpts) for number, one in enumerate(shown)),
        table(f"The {kind.nouns[1]} above", _COLUMNS, map(_row, shown)),
    )


def _explained(kind: _Kind, found: int, shown: int) -> str:
    words = counted(found, *kind.nouns)
    if shown < found:
        words += (
            f", {shown} of which are shown: the largest that do not lie within another one's lines. "
            "`--format json` has all"
        )
    return f"{words}. What has no equal on the other side is marked and underlined."


def _drawn(number: int, one: _Class, kind: _Kind, excerpts: Excerpts) -> Markup:
    first, *others = one.members
    pairs = joined(_pair(first, other, kind, excerpts) for other in others[:MOST_PAIRS])
    rest = others[MOST_PAIRS:]
    more = ""
    if rest:
        named = ", ".join(place_of(place) for place in rest[:_PLACES_NAMED])
        unnamed = len(rest) - _PLACES_NAMED
        more = said(f"Also {named}" + (f" and {unnamed} more." if unnamed > 0 else "."))
    summary = tag("summary", one.finding.message, " ", tag("code", place_of(first)))
    return tag("details", summary, pairs, more, open=not number, class_="class")


def _pair(left: Span, right: Span, kind: _Kind, excerpts: Excerpts) -> Markup:
    here, there = excerpts.of(left, MOST_LINES), excerpts.of(right, MOST_LINES)
    if here is None or there is None:
        gone = ", ".join(place_of(place) for place, own in ((left, here), (right, there)) if own is None)
        return said(f"Not shown: {gone} changed since it was judged, or cannot be read.")
    rows = (aligned_text if kind.is_text else aligned_code)(here, there)
    body = tag("tbody", *(_line_row(row, left, right) for row in rows))
    heads = tag("tr", *(tag("th", tag("code", place_of(side)), colspan=2, scope="col") for side in (left, right)))
    label = f"{place_of(left)} beside {place_of(right)}"
    drawn = frame(tag("table", _WIDTHS, tag("thead", heads), body, class_="pair"), label, is_long=True)
    return joined((drawn, said(_summed_up(rows, left, right))))


def _summed_up(rows: Sequence[Row], left: Span, right: Span) -> str:
    differing = sum(_differs(row) for row in rows)
    words = f"{differing} of {len(rows)} rows differ" if differing else "No word differs"
    longest = max(side.end_line - side.start_line + 1 for side in (left, right))
    return f"{words}; the first {MOST_LINES} of {longest} lines shown." if longest > MOST_LINES else f"{words}."


def _differs(row: Row) -> bool:
    if row.left is None or row.right is None:
        return True
    return any(differs for line in (row.left, row.right) for _, differs in line.pieces)


def _line_row(row: Row, left: Span, right: Span) -> Markup:
    return tag("tr", *_cells(row.left, left), *_cells(row.right, right))


def _cells(line: Line | None, place: Span) -> Iterator[Markup]:
    if line is None:
        yield tag("td", class_="n")
        yield tag("td", class_="gap")
        return
    yield tag("td", str(place.start_line + line.at), class_="n")
    yield tag("td", *(tag("mark", words) if differs else words for words, differs in _shown(line)))


def _shown(line: Line) -> Iterator[tuple[str, bool]]:
    room = MOST_COLUMNS
    for words, differs in line.pieces:
        if len(words) > room:
            yield f"{words[:room]}…", differs
            return
        room -= len(words)
        yield words, differs


def _row(one: _Class) -> tuple[str, str, str]:
    named = joined(tag("div", tag("code", place_of(place))) for place in one.members[:_PLACES_NAMED])
    more = len(one.members) - _PLACES_NAMED
    return one.finding.message, joined((named, f"and {more} more" if more > 0 else "")), tag("code", one.finding.id)
