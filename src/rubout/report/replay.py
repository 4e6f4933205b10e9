"""The report of `replay`: the guard's record over a history, and what it would earn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from rubout.gate.ledger import FALSE, OPEN, TRUE, bound, line_of
from rubout.judge.gates import LEAST, PER, earned_tier
from rubout.judge.guard import BUDGET, DUPLICATE
from rubout.report.json import encode
from rubout.report.record import counted, printable
from rubout.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.gate.ledger import Ledger

SCHEMA = "rubout.replay/1"


class Record(msgspec.Struct, frozen=True):
    """Of the two promoted rules together ("all"), or of one.

    `false_writes` are those with a false refusal, or one that is open: nobody has looked at it yet. A rate of `bound`
    of them in 500 events, and any higher one, is excluded at 95 %; None excludes none.
    """

    rule: str
    events: int
    refusals: int
    true: int
    false: int
    open: int
    false_writes: int
    bound: int | None
    earned: str


class RefusalRow(msgspec.Struct, frozen=True):
    """A rule that would have refused a write; `places` names the first copies, or the lengths."""

    commit: str
    path: str
    rule: str
    places: str
    verdict: str
    why: str


class ReplayReport(msgspec.Struct, frozen=True):
    """What `rubout replay --format json` prints."""

    schema: str
    repository: str
    rules: str
    start: str
    through: str
    commits: int
    records: tuple[Record, ...]
    rows: tuple[RefusalRow, ...]


def report(ledger: Ledger) -> ReplayReport:
    """The report of a ledger."""
    return ReplayReport(
        schema=SCHEMA,
        repository=ledger.repository,
        rules=ledger.rules,
        start=ledger.start,
        through=ledger.through,
        commits=ledger.commits,
        records=tuple(_record(ledger, rule) for rule in ("", DUPLICATE.name, BUDGET.name)),
        rows=tuple(RefusalRow(**refusal._asdict()) for refusal in ledger.refusals),
    )


def json(ledger: Ledger) -> str:
    """The report as JSON."""
    return encode(report(ledger))


def text(ledger: Ledger) -> str:
    """The report for people; a refusal stands as in the arbitration file."""
    return as_text(_lines(ledger))


def _lines(ledger: Ledger) -> Iterator[str]:
    yield f"Replay of {printable(ledger.repository)}: {counted(ledger.commits, 'commit')}, to {ledger.through[:12]}."
    yield ""
    if ledger.refusals:
        yield from (printable(line_of(refusal).rstrip()) for refusal in ledger.refusals)
        yield ""
    for record in report(ledger).records:
        yield f"{record.rule}: {_counts(record)}"
        yield f"  {_bound(record)}; earns {record.earned}"
    yield ""
    yield f"deny takes {LEAST} events or more, and at most 1 false refusal in {PER}; open ones count as false."


def _counts(record: Record) -> str:
    refused = counted(record.refusals, "refusal")
    return (
        f"{counted(record.events, 'event')}, {refused} ({record.true} true, {record.false} false, {record.open} open), "
        f"false/events = {record.false_writes}/{record.events}"
    )


def _bound(record: Record) -> str:
    if record.bound is None:
        return "excludes no rate of false refusals"
    return f"excludes {record.bound} false refusals in {PER} or more (95 %, one-sided)"


def _record(ledger: Ledger, rule: str) -> Record:
    counts = Counter(refusal.verdict for refusal in ledger.of(rule))
    false = ledger.false(rule)
    return Record(
        rule=rule or "all",
        events=ledger.events,
        refusals=counts.total(),
        true=counts[TRUE],
        false=counts[FALSE],
        open=counts[OPEN],
        false_writes=false,
        bound=bound(ledger.events, false),
        earned=earned_tier(ledger.events, false),
    )
