"""What have the runs of this project cost, and what may this one still cost today?

The feed is not signed: it bounds what is spent and decides nothing. A day is one of UTC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.observe import Review as Line
from rubout.review.outcome import ReviewTier
from rubout.review.skill import ReviewSkill
from rubout.store import feed
from rubout.store.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.config.records import Review as Settings
    from rubout.review.running import Run
    from rubout.review.semantic.base import Asked
    from rubout.review.semantic.budget import Budget

DAY_MS = 86_400_000
_MARK = b'"event":"review"'


class Spent(NamedTuple):
    """Tokens in and out, and microjoules of models."""

    tokens: int
    uj: int


def budget_of(settings: Settings, anchor: str) -> Budget:
    """What one op may cost now."""
    from rubout.review.semantic.budget import Budget  # noqa: PLC0415 - most runs ask no model

    if settings.day_tokens is None and settings.day_uj is None:
        return Budget()
    spent = spent_on_day(anchor, now_ms() // DAY_MS)
    return Budget(
        day_tokens=None if settings.day_tokens is None else settings.day_tokens - spent.tokens,
        day_uj=None if settings.day_uj is None else settings.day_uj - spent.uj,
    )


def spent_on_day(anchor: str, day: int) -> Spent:
    """What models took on a day, counted from 1970."""
    lines = [line for line in _lines(anchor) if line.ts_ms // DAY_MS == day]
    return Spent(
        sum(line.tokens_in + line.tokens_out for line in lines),
        sum(line.decodes * ReviewTier.SEMANTIC.estimate_uj for line in lines),
    )


def log_run(anchor: str, run: Run, asked: Asked | None) -> None:
    """Add the line of a run to the feed, which may be lost; `asked` is what asking a model came to."""
    climb = run.climb
    line = Line(
        ts_ms=now_ms(),
        op_id=run.proposal.id,
        tier=climb.tier.label if climb else None,
        outcome=run.outcome,
        reason=run.reason,
        uj=climb.estimated_uj if climb else 0,
        metered_uj=run.metered.uj if run.metered else None,
        provider=asked.provider if asked else None,
        calls=asked.spent.calls if asked else 0,
        decodes=asked.spent.decodes if asked else 0,
        tokens_in=asked.spent.tokens_in if asked else 0,
        tokens_out=asked.spent.tokens_out if asked else 0,
        induced=tuple(msgspec.to_builtins(skill) for skill in climb.induced) if climb else (),
    )
    feed.append(anchor, line)


class Metered(NamedTuple):
    """What counters of this machine went up by while models were asked, and during how many runs."""

    uj: int
    runs: int


def metered(anchor: str) -> Metered:
    """What was measured of all runs that the feed holds."""
    found = [line.metered_uj for line in _lines(anchor) if line.metered_uj is not None]
    return Metered(sum(found), len(found))


def taught_lately(anchor: str) -> dict[str, ReviewSkill]:
    """The skills that runs would teach, by id; the id says whether one is what a signed review names."""
    found = {}
    for line in _lines(anchor):
        for given in line.induced:
            try:
                skill = msgspec.convert(given, ReviewSkill)
            except msgspec.ValidationError:  # written by another version, or by hand
                continue
            found[skill.id] = skill
    return found


def _lines(anchor: str) -> Iterator[Line]:
    decode = msgspec.json.Decoder(Line).decode
    for raw in feed.every(anchor):
        if _MARK in raw:
            try:
                yield decode(raw)
            except (msgspec.MsgspecError, UnicodeDecodeError):  # as above
                continue
