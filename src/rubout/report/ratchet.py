"""The part of `check`'s report about the ratchet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.ratchet import Drawn, Over
from rubout.gate.against import FILE
from rubout.report.record import Level, Note, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.ratchet import Finding
    from rubout.gate.against import Held


class FoundRow(msgspec.Struct, frozen=True):
    """A finding as a baseline knows it; of those that were added, `count` is what is too much."""

    kind: str
    digest: str
    count: int
    places: tuple[str, ...]


class Ratchet(msgspec.Struct, frozen=True, kw_only=True):
    """What the tree was held against: `base` is "file", a revision, or None for nothing.

    `removed` are findings that are nowhere any more, `failed` all conditions that do not hold. `accepted` is why the
    last growth was accepted, `law` the law that the baseline was written under.
    """

    added: tuple[FoundRow, ...] = ()
    removed: tuple[FoundRow, ...] = ()
    over: tuple[Over, ...] = ()
    tolerance_drawn: tuple[Drawn, ...] = ()
    failed: tuple[str, ...] = ()
    base: str | None = None
    accepted: str | None = None
    law: str | None = None


def ratchet_of(held: Held | None, failed: Sequence[str]) -> Ratchet:
    """Of a tree that was held against nothing only the conditions are known."""
    if held is None:
        return Ratchet(failed=tuple(failed))
    verdict, baseline = held.verdict, held.against.baseline
    return Ratchet(
        added=tuple(map(_found, verdict.added)),
        removed=tuple(map(_found, verdict.removed)),
        over=verdict.over,
        tolerance_drawn=verdict.drawn,
        failed=tuple(failed),
        base=held.against.base,
        accepted=baseline.header.accepted if baseline else None,
        law=baseline.header.law if baseline else None,
    )


def base_name(base: str | None) -> str:
    """What a tree was held against, in words."""
    return "the baseline" if base in (None, FILE) else f"`{printable(base)}`"


def ratchet_notes(ratchet: Ratchet, law: str) -> Iterator[Note]:
    """What to know of the baseline: that growth was accepted, and that it was written under another law than `law`."""
    if ratchet.accepted is not None:
        yield Note("accepted", Level.NOTE, f"the baseline was accepted on purpose: {ratchet.accepted}")
    if ratchet.law not in (None, law):
        yield Note("law", Level.NOTE, f"the baseline was written under the law {ratchet.law}, this score under {law}")


def _found(row: Finding) -> FoundRow:
    return FoundRow(row.kind, row.digest, row.count, row.places)
