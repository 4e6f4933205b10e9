"""The rows of the report of `review`."""

from __future__ import annotations

import msgspec


class ReviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finding; lines are those of the file after the change, null for what stands nowhere in it.

    `span` are bytes of the replacement of an edit. `effect` is "reject", "warn" or "observe"; `repeat` marks what an
    earlier review of the same change has said.
    """

    path: str | None
    start_line: int | None
    end_line: int | None
    edit: int | None
    span: tuple[int, int] | None
    check: str
    text: str
    quote: str
    fingerprint: str
    effect: str
    repeat: bool
    id: str


class ReviewCounts(msgspec.Struct, frozen=True):
    """How much was looked at and found."""

    edits: int
    files: int
    findings: int
    notes: int


class SignedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A review that this run signed."""

    id: str
    reviewer: str
    stage: str
    verdict: str
    tier: str
    round: int


class TierEnergy(msgspec.Struct, frozen=True):
    """What one tier cost."""

    tier: str
    uj: int


class MeteredRow(msgspec.Struct, frozen=True, rename={"energy_class": "class"}):
    """What a counter of this machine went up by while a model was asked; other processes are in it."""

    uj: int
    energy_class: str
    source: str
    scope: str
    window_ms: int


class EnergyRow(msgspec.Struct, frozen=True, kw_only=True, rename={"energy_class": "class"}):
    """What the run cost, in microjoules, by estimate; beside it what was measured, or why nothing was."""

    total_uj: int
    energy_class: str = "estimator"
    by_tier: tuple[TierEnergy, ...] = ()
    metered: MeteredRow | None = None
    unmetered: str | None = None


class IgnoredRow(msgspec.Struct, frozen=True):
    """A review or a clearance that counts for nothing."""

    id: str
    why: str


class ApprovalRow(msgspec.Struct, frozen=True, kw_only=True):
    """What all stored reviews of the op come to."""

    approved: bool
    reasons: tuple[str, ...]
    per_stage: dict[str, tuple[str, ...]]
    counted: tuple[str, ...]
    ignored: tuple[IgnoredRow, ...]
    outstanding: tuple[str, ...]
    humans: tuple[str, ...]
    same_family: bool
    spec_self_authored: bool
