"""`baseline`: the rows of a tree made the baseline, where it tightens or somebody says why it grows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.config.knobs import ratchet_knobs
from rubout.errors import StoreError
from rubout.facts.ratchet import Baseline, Header
from rubout.gate.against import FILE, Against, gated, hold
from rubout.gate.check import check
from rubout.gate.ratchet import REVISIONS
from rubout.store.baseline import NAME, baseline_bytes, comparable_baseline, parse_baseline, write_baseline

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.facts import score
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run


class Done(Enum):
    """What became of the file."""

    ESTABLISHED = auto()
    TIGHTENED = auto()
    UNCHANGED = auto()
    ACCEPTED = auto()
    REFUSED = auto()  # the tree fails, or could not be judged


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of the tree, what was done, and the baselines before and after; None is no file."""

    outcome: Outcome
    done: Done
    before: Baseline | None
    after: Baseline | None


def settle(run: Run, config: Config, accepted: str | None = None) -> Settled:
    """Establish a baseline, tighten the one that is there, or start anew for the reason `accepted`.

    No floor and no budget counts.

    Raises:
        RepositoryError: nothing is in scope, or git refused.
        StoreError: the baseline cannot be read, compared or written, or was written by somebody else meanwhile.
    """
    anchor = run.request.anchor
    path = Path(anchor) / NAME
    source = baseline_bytes(path)
    before = None
    if source is not None and accepted is None:
        before = comparable_baseline(source, str(path), REVISIONS)
    against = Against() if before is None else Against(baseline=before, base=FILE)
    clones = msgspec.structs.replace(config.clones, budget=None)
    outcome = check(run, msgspec.structs.replace(config, clones=clones), against=against)
    if not outcome.verdict.fail:
        # `check` looks for no more of the rows than its verdict needs.
        held = hold(outcome.options["judged"], run, against, ratchet_knobs(config), anew=True)
        outcome = gated(outcome, held)
    if outcome.verdict.fail:
        return Settled(outcome, Done.REFUSED, before, before)
    rows = held.verdict.ceilings, held.verdict.findings
    after = Baseline(_header(source, before, outcome.verdict, accepted), *rows)
    if after != before:
        write_baseline(path, after, source)
    return Settled(outcome, _done(source, before, after), before, after)


def _header(source: bytes | None, before: Baseline | None, verdict: score.Verdict, accepted: str | None) -> Header:
    """A baseline that is tightened keeps its soft line, and what was accepted."""
    law = verdict.knobs.law
    if before:
        return msgspec.structs.replace(before.header, law=law)
    return Header(
        accepted=accepted,
        law=law,
        revisions=REVISIONS,
        soft_line=verdict.soft_line,
        zone_tiers=_zone_tiers(source),
    )


def _zone_tiers(source: bytes | None) -> tuple[int, int]:
    """The cut points of the guard, which no tree decides: they outlast a baseline that is started anew."""
    default = Header(revisions={}).zone_tiers
    if source is None:
        return default
    try:
        return parse_baseline(source, NAME).header.zone_tiers
    except StoreError:  # whatever it was, it is started anew
        return default


def _done(source: bytes | None, before: Baseline | None, after: Baseline) -> Done:
    if before is None:
        return Done.ESTABLISHED if source is None else Done.ACCEPTED
    return Done.UNCHANGED if after == before else Done.TIGHTENED
