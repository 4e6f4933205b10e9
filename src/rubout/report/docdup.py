"""The report of `docdup`: classes of places that say the same, and why they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.docdup import Knobs
from rubout.facts.documents import KINDS
from rubout.report import record
from rubout.report.notes import survey_notes, verdict_notes
from rubout.report.record import (
    Finding,
    Level,
    Note,
    Report,
    Rule,
    Span,
    class_fields,
    class_finding,
    counted,
    envelope,
    identified,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.docdup import DocClass, Facts, Link, Text, Verdict
    from rubout.gate.outcome import Outcome

FAMILY = "docdup"


class PlaceRow(Span, frozen=True):
    """One place; those of a class with the same `text` number have the same words."""

    kind: str
    words: int
    text: int | msgspec.UnsetType = msgspec.UNSET


class LinkRow(msgspec.Struct, frozen=True, gc=False):
    """Two texts of a class, by their numbers: shingles in common, of those together, and words in a row."""

    a: int
    b: int
    inter: int
    union: int
    verbatim: int


class ClassRow(record.ClassRow, frozen=True):
    """Places that say the same; `words` are those of the longest."""

    members: tuple[PlaceRow, ...]
    links: tuple[LinkRow, ...]
    words: int


class PairRow(msgspec.Struct, frozen=True):
    """Two places, each the first of its text, that are half alike."""

    a: PlaceRow
    b: PlaceRow
    inter: int
    union: int
    verbatim: int


class DocdupCounts(msgspec.Struct, frozen=True, kw_only=True):
    """`sent` pairs of different texts were judged, in so many `calls`; `dups` and `jaccard_dups` are pairs of places.

    `hot_texts` are in so many pairs that further ones within their class are in none of these.
    """

    files: int
    segments: int
    classes: int
    excess: int
    dups: int
    jaccard_dups: int
    sent: int
    calls: int
    judged: int
    over_cap_segments: int
    hot_texts: int
    exempt_license: int
    exempt_allow: int
    allow_missing_why: int
    generated_files: int
    below_floor: int
    skeleton_line: int
    fenced_code_line: int
    overlong_line: int
    html_line: int
    indented_code_lines: int
    rst_markup_line: int
    quoted_code_line: int


class DocdupReport(Report, frozen=True, kw_only=True):
    """`rows` are the classes by what merging them would save."""

    knobs: Knobs
    counts: DocdupCounts
    rows: tuple[ClassRow, ...]
    advisory: tuple[PairRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> DocdupReport:
    """The report of one run; `options["bare_permits"]` are permits without a reason that the survey does not have."""
    facts, verdict = outcome.facts, outcome.verdict
    return DocdupReport(
        **envelope(outcome, _notes(outcome)),
        counts=_counts(facts, verdict, outcome.survey.excluded.get("generated", 0)),
        rows=tuple(_rows(facts, verdict)),
        advisory=tuple(_near(facts, verdict)) if outcome.options.get("advisory") else msgspec.UNSET,
    )


def findings(report: DocdupReport) -> Iterator[Finding]:
    """One finding a class, in the same order; its places but the first are the related ones."""
    level = Level.ERROR if report.fail else Level.WARNING
    for row in report.rows:
        yield class_finding(row, row.members, headline(row), level=level)


def headline(row: ClassRow) -> str:
    """A class in a line."""
    most = "" if all(member.words == row.words for member in row.members) else "up to "
    copies = f"{len(row.members)} copies of {most}{counted(row.words, 'word')}"
    return f"{copies}, {alike(row)}, merging saves {counted(row.saves, 'word')}"


def alike(row: ClassRow) -> str:
    """How alike the places are: the numbers of the one pair, or how many wordings there are."""
    texts = len({member.text for member in row.members})
    if texts == 1:
        return "word for word"
    return measure_of(row.links[0]) if texts == 2 else f"{texts} wordings"  # noqa: PLR2004 - the two of one link


def measure_of(pair: LinkRow | PairRow) -> str:
    """How much two texts share: `J 86/106 verbatim 33`."""
    return f"J {pair.inter}/{pair.union} verbatim {pair.verbatim}"


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="The same documentation stands in several places.",
            full="Paragraphs, comments or docstrings of 50 words or more that share 80 of 100 runs of five words, or "
            "50 words in a row.",
            help="Keep one and refer to it from the other places. `rubout explain ID` shows the numbers of a class. "
            "`rubout:allow(docdup) -- reason` in the text, or in a comment right above it, takes that text out.",
        ),
    )


def _counts(facts: Facts, verdict: Verdict, generated: int) -> DocdupCounts:
    cap = verdict.knobs.doc_pair_cap
    return DocdupCounts(
        files=len(facts.files),
        segments=facts.segments,
        classes=len(verdict.classes),
        excess=verdict.excess,
        dups=verdict.counts.dups,
        jaccard_dups=verdict.counts.jaccard_dups,
        sent=len(facts.pairs),
        calls=-(-len(facts.pairs) // cap) if cap else 0,
        judged=verdict.counts.judged,
        over_cap_segments=facts.over_cap_segments,
        hot_texts=facts.hot_texts,
        exempt_license=facts.exempt_license,
        exempt_allow=facts.exempt_allow,
        allow_missing_why=facts.allow_missing_why,
        generated_files=generated,
        **msgspec.structs.asdict(facts.omitted),
    )


def _rows(facts: Facts, verdict: Verdict) -> Iterator[ClassRow]:
    for found, row_id in identified(FAMILY, verdict.classes):
        yield ClassRow(
            **class_fields(row_id, tuple(_members(facts, found)), found.saves, found.digest),
            links=tuple(_link(link) for link in found.links),
            words=found.words,
        )


def _members(facts: Facts, found: DocClass) -> Iterator[PlaceRow]:
    for member in found.members:
        yield PlaceRow(
            path=facts.files[member.file],
            start_line=member.start_line,
            end_line=member.end_line,
            kind=KINDS[member.kind],
            words=member.words,
            text=member.text,
        )


def _link(link: Link) -> LinkRow:
    return LinkRow(link.a, link.b, link.inter, link.union, link.run)


def _near(facts: Facts, verdict: Verdict) -> Iterator[PairRow]:
    for score, pair, near in zip(verdict.scores, facts.pairs, verdict.near, strict=True):
        if near:
            a, b = (_first(facts, facts.texts[number]) for number in (score.a, score.b))
            yield PairRow(a, b, score.inter, score.union, pair.run)


def _first(facts: Facts, text: Text) -> PlaceRow:
    place = text.places[0]
    return PlaceRow(facts.files[place.file], place.start_line, place.end_line, KINDS[place.kind], text.words)


def _notes(outcome: Outcome) -> Iterator[Note]:
    verdict = outcome.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    if outcome.facts.over_cap_segments:
        texts = counted(outcome.facts.over_cap_segments, "text")
        what = f"{texts} of more than {verdict.knobs.doc_set_cap} different runs of five words: not compared"
        yield Note("over-cap", Level.WARNING, what)
    yield from survey_notes(outcome.survey)
    for path, line in outcome.options.get("bare_permits", ()):
        what = "rubout:allow(docdup) permits nothing: give a reason after ` -- `"
        yield Note("permit", Level.WARNING, what, path, line)
