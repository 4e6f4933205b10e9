"""The report of `edits`: a row a file, where lines went, and what looks stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.edits import Knobs
from rubout.gate.judged_paths import NOT_JUDGED, OUT_OF_SCOPE
from rubout.judge.edits_stacking import plain_lines
from rubout.measure.sources.universe import in_scope
from rubout.report.notes import survey_notes
from rubout.report.record import Finding, Level, Note, Report, Rule, Span, counted, envelope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.edits import Facts, Judged, Pair, Relocation, Suspicion, Verdict
    from rubout.gate.outcome import Outcome

FAMILY = "edits"
STACKING = "stacking"

_REASONS = {
    "bucket_cap": "a line left and arrived in too many places to compare each with each",
    "edits_too_large": "there are too many changed lines",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


class EditRow(msgspec.Struct, frozen=True, kw_only=True):
    """One file; the lines are the first and the last that changed, on the side after where there are any there."""

    path: str
    before_path: str | None
    start_line: int | None
    end_line: int | None
    matched: int
    novel: int
    moved_in: int
    moved_out: int
    deleted: int
    diff_degraded: bool
    intact_units: tuple[str, ...]


class RelocationRow(msgspec.Struct, frozen=True, rename={"source": "from", "source_unit": "from_unit"}):
    """Lines that went from one file to another; a unit is null for what stands outside of all."""

    source: str
    source_unit: str | None
    from_line: int
    to: str
    to_unit: str | None
    to_line: int
    lines: int


class SuspicionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that stands more often than before; `copy` indexes the span with most new lines."""

    rule: str
    path: str
    unit: str
    spans: tuple[tuple[int, int], ...]
    copy: int
    novel: int
    deleted: int


class EditCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Totals of the rows; `skipped` counts by reason the files of the whole change that were left out."""

    pairs: int
    degraded_pairs: int
    matched: int
    novel: int
    moved_in: int
    moved_out: int
    deleted: int
    permitted: int
    skipped: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """The change in a word (`stacked`, `moved`, `applied`, or `unjudged` without a file to judge) and in a sentence."""

    word: str
    text: str


class EditReport(Report, frozen=True, kw_only=True):
    """`rows` by path."""

    knobs: Knobs
    counts: EditCounts
    rows: tuple[EditRow, ...]
    relocations: tuple[RelocationRow, ...]
    suspicions: tuple[SuspicionRow, ...]
    summary: Summary


def report(outcome: Outcome) -> EditReport:
    """The report of one change; a scope keeps what touches it."""
    facts, verdict, scope = outcome.facts, outcome.verdict, outcome.survey.scope
    seen = [_touches(pair, scope) for pair in facts.pairs]
    judged = zip(facts.pairs, verdict.pairs, seen, strict=True)
    rows = tuple(_row(pair, moved, facts.keys) for pair, moved, shown in judged if shown)
    suspicions = tuple(_suspicion(each, facts) for each in verdict.suspicions if seen[each.pair])
    counts = _counts(rows, facts, outcome.options.get("permitted", 0))
    return EditReport(
        **envelope(outcome, _notes(outcome)),
        counts=counts,
        rows=rows,
        relocations=tuple(
            _relocation(each, facts) for each in verdict.relocations if seen[each.from_pair] or seen[each.to_pair]
        ),
        suspicions=suspicions,
        summary=_summary(counts, _meaningful(facts, verdict, seen), suspicions, len(facts.pairs)),
    )


def findings(report: EditReport) -> Iterator[Finding]:
    """One finding a suspicion; the other units of the name are the related places."""
    for row in report.suspicions:
        places = [Span(row.path, *span) for span in row.spans]
        yield Finding(
            rule=STACKING,
            level=Level.WARNING,
            place=places[row.copy],
            message=f"{_gains(row)}; {_lines(row)}",
            id=f"{FAMILY}:{row.path}:{row.unit}",
            subject=row.unit,
            related=tuple(places[: row.copy] + places[row.copy + 1 :]),
            weight=row.novel,
        )


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=STACKING,
            short="A change adds a second unit of a name and takes nearly nothing away.",
            full="A name stands more often at the top level of a file than before, at least 20 lines are new, and "
            "fewer than a tenth as many are gone.",
            help="Put the new version in the place of the old one. A comment `rubout:allow(edits) -- reason` in one of "
            "the units, or right above it, takes the suspicion away.",
        ),
    )


def _touches(pair: Pair, scope: str) -> bool:
    return any(path is not None and in_scope(path, scope) for path in (pair.before_path, pair.after_path))


def _row(pair: Pair, judged: Judged, keys: tuple[str, ...]) -> EditRow:
    changed = pair.added or pair.removed
    counts = judged.counts
    return EditRow(
        path=_path(pair),
        before_path=pair.before_path,
        start_line=changed[0].line if changed else None,
        end_line=changed[-1].line if changed else None,
        matched=counts.matched,
        novel=counts.novel,
        moved_in=counts.moved_in,
        moved_out=counts.moved_out,
        deleted=counts.deleted,
        diff_degraded=pair.degraded,
        intact_units=tuple(keys[key] for key, _ in judged.intact),
    )


def _relocation(found: Relocation, facts: Facts) -> RelocationRow:
    source, target = facts.pairs[found.from_pair], facts.pairs[found.to_pair]
    return RelocationRow(
        source.before_path or "",
        None if found.from_unit is None else facts.keys[found.from_unit[0]],
        found.from_line,
        target.after_path or "",
        None if found.to_unit is None else facts.keys[found.to_unit[0]],
        found.to_line,
        found.lines,
    )


def _suspicion(found: Suspicion, facts: Facts) -> SuspicionRow:
    return SuspicionRow(
        rule=STACKING,
        path=_path(facts.pairs[found.pair]),
        unit=facts.keys[found.key],
        spans=found.spans,
        copy=found.copy,
        novel=found.novel,
        deleted=found.deleted,
    )


def _counts(rows: Iterable[EditRow], facts: Facts, permitted: int) -> EditCounts:
    rows = tuple(rows)
    return EditCounts(
        pairs=len(rows),
        degraded_pairs=sum(row.diff_degraded for row in rows),
        matched=sum(row.matched for row in rows),
        novel=sum(row.novel for row in rows),
        moved_in=sum(row.moved_in for row in rows),
        moved_out=sum(row.moved_out for row in rows),
        deleted=sum(row.deleted for row in rows),
        permitted=permitted,
        skipped=facts.skipped,
    )


def _meaningful(facts: Facts, verdict: Verdict, seen: Iterable[bool]) -> tuple[int, int]:
    """Of the pairs that are shown, the novel and the deleted lines that have a letter or a digit."""
    novel = deleted = 0
    for pair, moved, shown in zip(facts.pairs, verdict.pairs, seen, strict=True):
        if shown:
            novel += len(plain_lines(pair.added, frozenset(moved.in_lines)))
            deleted += len(plain_lines(pair.removed, frozenset(moved.out_lines)))
    return novel, deleted


def _summary(
    counts: EditCounts, meaningful: tuple[int, int], suspicions: tuple[SuspicionRow, ...], judged: int
) -> Summary:
    """`meaningful` are the new and the deleted lines with a letter or a digit; `judged` pairs are in the change."""
    left_out = sum(counts.skipped.values())
    if left_out and not judged:
        return Summary("unjudged", f"Nothing judged: {_nothing(counts.skipped)}.")
    were = "was" if left_out == 1 else "were"
    tail = f"; {left_out} of {judged + left_out} changed files {were} left out." if left_out else "."
    if suspicions:
        more = f"; {counted(len(suspicions) - 1, 'more unit')} stacked" if suspicions[1:] else ""
        first = suspicions[0]
        return Summary("stacked", f"Stacked: {first.path} {_gains(first)}; {_lines(first)}{more}{tail}")
    word, said = _flow(counts, *meaningful)
    return Summary(word, f"{word.capitalize()}: {said}{tail}")


def _flow(counts: EditCounts, new: int, deleted: int) -> tuple[str, str]:
    """Whether lines moved or were put in place, and how many; those without a letter or a digit never move."""
    if not counts.novel + counts.moved_in + counts.moved_out + counts.deleted:
        return "applied", "no line changed"
    uncounted = counts.novel + counts.deleted - new - deleted
    where = f"in {counted(counts.pairs, 'file')}"
    if uncounted:
        where += f", not counting {counted(uncounted, 'line')} without a letter or a digit"
    if counts.moved_in > new:
        return "moved", f"{counted(counts.moved_in, 'line')} moved, {new} new, {deleted} deleted {where}"
    return "applied", f"{counted(new, 'line')} new, {counts.moved_in} moved, {deleted} deleted {where}"


def _nothing(skipped: dict[str, int]) -> str:
    files = counted(sum(skipped.values()), "changed file")
    is_one = sum(skipped.values()) == 1
    if skipped.keys() == {NOT_JUDGED}:
        return f"{files} {'is' if is_one else 'are'} of no judged language"
    return f"{files} {'was' if is_one else 'were'} left out ({_by_reason(skipped)})"


def _by_reason(skipped: dict[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in skipped.items())


def _gains(row: SuspicionRow) -> str:
    number = _ORDINALS[len(row.spans) - 1] if len(row.spans) <= len(_ORDINALS) else f"{len(row.spans)}th"
    start, end = row.spans[row.copy]
    others = ", ".join(f"{first}-{last}" for at, (first, last) in enumerate(row.spans) if at != row.copy)
    return f"gains a {number} {row.unit} ({start}-{end}) beside {others}"


def _lines(row: SuspicionRow) -> str:
    return f"{counted(row.novel, 'new line')} with a letter or a digit, {row.deleted} deleted"


def _notes(outcome: Outcome) -> Iterator[Note]:
    verdict: Verdict = outcome.verdict
    if verdict.reason is not None:
        what = f"could not judge: {_REASONS[verdict.reason]}, so no line was followed from file to file"
        yield Note("degraded", Level.ERROR, what)
    for pair in outcome.facts.pairs:
        if pair.degraded:
            what = "too much changed to compare line by line, so what looks new or deleted here may not be"
            yield Note("diff-degraded", Level.WARNING, what, _path(pair))
    skipped: dict[str, int] = outcome.facts.skipped
    if skipped:
        level = Level.WARNING if skipped.keys() - {NOT_JUDGED, OUT_OF_SCOPE} else Level.NOTE
        yield Note("skipped", level, f"files left out: {_by_reason(skipped)}")
    yield from survey_notes(outcome.survey)


def _path(pair: Pair) -> str:
    return pair.after_path or pair.before_path or ""
