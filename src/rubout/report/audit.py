"""The report of `audit`: the copies that a change brings in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.audit import Knobs
from rubout.report.notes import grammar_notes, verdict_notes
from rubout.report.record import Finding, Level, Note, Report, Rule, Span, counted, envelope, identified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.gate.audit import Audited
    from rubout.gate.audit_blocks import Block
    from rubout.gate.outcome import Outcome

FAMILY = "audit"


class AuditRow(Span, frozen=True):
    """A copy that came: path and lines are those of the place that is new, `other` is what it repeats."""

    id: str
    other: Span
    other_changed: bool
    tokens: int
    distinct: int
    digest: str


class AuditCounts(msgspec.Struct, frozen=True):
    """`touched` counts every pair of copies with a changed file, those included that stood there before."""

    files: int
    net_lines: int
    introduced: int
    touched: int


class AuditReport(Report, frozen=True, kw_only=True):
    """`rows` are the introduced pairs by place; `mode` is the tier of the configuration as people read it."""

    knobs: Knobs
    counts: AuditCounts
    rows: tuple[AuditRow, ...]
    files: tuple[str, ...]
    change: str  # "staged", or "pushed"
    mode: str


def report(outcome: Outcome) -> AuditReport:
    """The report of one run; `options` has what was found, `audited`, and of what kind of `change`."""
    audited: Audited = outcome.options["audited"]
    verdict = audited.verdict
    return AuditReport(
        **envelope(outcome, _notes(audited)),
        counts=AuditCounts(len(audited.files), audited.net_lines, len(verdict.convicted), verdict.touched),
        rows=tuple(_rows(audited.introduced)),
        files=audited.files,
        change=outcome.options["change"],
        mode=verdict.mode,
    )


def findings(report: AuditReport) -> Iterator[Finding]:
    """One finding a pair, an error where the tier refuses it."""
    level = Level.ERROR if report.mode == "deny" else Level.WARNING
    for row in report.rows:
        yield Finding(
            rule=FAMILY,
            level=level,
            place=Span(row.path, row.start_line, row.end_line),
            message=f"introduced duplicate, {row.tokens} tokens",
            id=row.id,
            related=(row.other,),
            weight=row.tokens,
        )


def rules() -> tuple[Rule, ...]:
    """The one rule of the family."""
    return (
        Rule(
            id=FAMILY,
            short="A change brings in a copy of code.",
            full="Two places share 50 tokens or more, once names and constants are ignored, and did not before. "
            "Moving, renaming or mending an old copy is not charged to a change.",
            help="Call the code that is there instead of repeating it. A comment `rubout:allow(clones) -- reason` in a "
            "copy, or right above it, takes that copy out.",
        ),
    )


def headline(report: AuditReport) -> str:
    """The change in a line."""
    counts = report.counts
    parts = [counted(counts.files, f"{report.change} file"), f"net {counts.net_lines:+d} {_lines(counts.net_lines)}"]
    if report.degraded:
        parts.append(f"DEGRADED: duplicates not judged ({report.reason})")
    else:
        parts.append(counted(counts.introduced, "introduced duplicate"))
    return ", ".join(parts)


def _lines(number: int) -> str:
    return "line" if abs(number) == 1 else "lines"


def _rows(blocks: Iterable[Block]) -> Iterator[AuditRow]:
    for block, row_id in identified(FAMILY, blocks):
        new, old = block.new, block.old
        yield AuditRow(
            path=new.path,
            start_line=new.start_line,
            end_line=new.end_line,
            id=row_id,
            other=Span(old.path, old.start_line, old.end_line),
            other_changed=block.a_changed and block.b_changed,
            tokens=block.tokens,
            distinct=block.distinct,
            digest=block.digest,
        )


def _notes(audited: Audited) -> Iterator[Note]:
    verdict = audited.verdict
    yield from verdict_notes(degraded=verdict.degraded, reason=verdict.reason)
    if verdict.mode != verdict.tier:
        yield Note("mode", Level.WARNING, f"the guard's mode is {verdict.mode}")
    yield from grammar_notes(audited.missing_grammars)
