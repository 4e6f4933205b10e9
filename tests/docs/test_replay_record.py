"""The guard may refuse by default only when the frozen record of its own replays has earned that."""

from __future__ import annotations

from pathlib import Path

from rubout.config.records import Config
from rubout.facts.guard import PROMOTED_DEFAULT
from rubout.gate.ledger import OPEN, Ledger, read_ledger
from rubout.gate.replay import rules_of
from rubout.judge.gates import earned_tier

RECORD = Path(__file__).parents[2] / "docs" / "samples" / "replay"
FILES = sorted(RECORD.glob("*.txt"))


def record() -> list[Ledger]:
    """The frozen replays; one that was made by other rules says nothing of these."""
    ledgers = (read_ledger(path.read_text(), path.name) for path in FILES)
    return [ledger for ledger in ledgers if ledger.rules == rules_of(Config())]


def earned(ledgers: list[Ledger]) -> str:
    return earned_tier(sum(ledger.events for ledger in ledgers), sum(ledger.false() for ledger in ledgers))


def test_the_default_tier_is_the_one_that_the_frozen_record_has_earned() -> None:
    assert earned(record()) == PROMOTED_DEFAULT


def test_without_a_record_the_guard_asks() -> None:
    assert earned([]) == "ask"


def test_every_refusal_of_the_record_has_a_verdict_and_a_reason() -> None:
    refusals = [refusal for path in FILES for refusal in read_ledger(path.read_text(), path.name).refusals]
    assert [refusal for refusal in refusals if refusal.verdict == OPEN or not refusal.why] == []
