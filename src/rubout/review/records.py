"""What do people and robots sign?

A record is closed: a member it does not know refuses it. What its types cannot say is said by `__post_init__`, so
that a record which breaks a rule cannot even be made. Lists that are sets ascend and repeat nothing. No decision
reads a time.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from rubout.review.canonical import Kind, canonical_bytes, content_id
from rubout.review.edit import Edit  # noqa: TC001 - msgspec reads it
from rubout.review.fields import (
    Check,
    ClauseId,
    Closed,
    Count,
    Digest,
    Heads,
    Id,
    Name,
    Nonce,
    PublicKey,
    Reason,
    Text,
    Time,
    ascending,
)

EDITS_MAX = 20_000
FINDINGS_MAX = 200
CLAUSES_MAX = 1_000
QUOTE_MAX = 300  # characters


class Stage(StrEnum):
    """What is judged: does it do what it claims, and is it good."""

    SPEC_COMPLIANCE = "spec_compliance"
    QUALITY = "quality"


class ReviewVerdict(StrEnum):
    """What a review says about one stage."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"


class SignedTier(StrEnum):
    """Who or what judged."""

    LEARNED = "learned"
    STRUCTURAL = "structural"
    SEMANTIC = "semantic"
    HUMAN = "human"


class _Signed(Closed, frozen=True, kw_only=True):
    """The base of a record."""

    v: Literal[1] = msgspec.field(default=1)
    alg: Literal["ed25519"] = msgspec.field(default="ed25519")


class Clause(Closed, frozen=True):
    """One thing that a change may claim to satisfy."""

    id: ClauseId
    kind: Literal["requirement", "constraint", "prohibition", "example"]
    text: Text


class Spec(_Signed, frozen=True, kw_only=True):
    """Clauses with their author; `retired` names those of the parent that hold no longer."""

    author: PublicKey
    intent: Text
    parent: Id | None
    clauses: Annotated[tuple[Clause, ...], msgspec.Meta(min_length=1, max_length=CLAUSES_MAX)]
    retired: tuple[ClauseId, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a clause id that stands twice."""
        ascending("retired", self.retired)
        ascending("the ids of the clauses", sorted(clause.id for clause in self.clauses))


class Context(Closed, frozen=True):
    """Where a change is to land, so that an approval for one branch is none for another."""

    repo: Name
    target: Name


class Op(_Signed, frozen=True, kw_only=True):
    """One proposed change with its author; `tier` is the author's word for what wrote it, shown and never trusted."""

    author: PublicKey
    claimed_authors: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=1_000)], ...], msgspec.Meta(max_length=10_000)
    ] = ()
    context: Context
    edits: Annotated[tuple[Edit, ...], msgspec.Meta(max_length=EDITS_MAX)]
    intent: Annotated[str, msgspec.Meta(max_length=4_000)]
    tier: Literal["L0", "L1", "L2", "L3", "human"]

    def __post_init__(self) -> None:
        """Refuse an address that stands twice."""
        ascending("claimed_authors", self.claimed_authors)


class Finding(Closed, frozen=True, kw_only=True):
    """What is wrong; `edit` is an index, `span` bytes of its replacement, the end excluded."""

    check: Check
    edit: Annotated[int, msgspec.Meta(ge=0, lt=EDITS_MAX)] | None = None
    span: tuple[Count, Count] | None = None
    quote: Annotated[str, msgspec.Meta(max_length=QUOTE_MAX)] = ""
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]

    def __post_init__(self) -> None:
        """Refuse a span of nothing that can be shown."""
        if self.span is not None and (self.edit is None or self.span[0] > self.span[1]):
            raise ValueError("a span lies in an edit and does not end before it starts")


class Energy(Closed, frozen=True, rename={"energy_class": "class"}):
    """What a judgement cost, in microjoules, and how that is known, weakest first."""

    energy_class: Literal["estimator", "reported", "meter"]
    uj: Count


class Evidence(Closed, frozen=True, kw_only=True):
    """What a model was asked and answered, by digest."""

    provider: Name
    model: Name
    request_sha256: Digest
    reply_sha256: Digest
    nonce: Nonce
    tokens_in: Count
    tokens_out: Count
    calls: Count


class Review(_Signed, frozen=True, kw_only=True):
    """One reviewer's verdict on one stage of one op."""

    reviewer: PublicKey
    op_id: Id
    stage: Stage
    verdict: ReviewVerdict
    tier: SignedTier
    round: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1
    spec_id: Id | None
    claimed: tuple[ClauseId, ...]
    findings: Annotated[tuple[Finding, ...], msgspec.Meta(max_length=FINDINGS_MAX)]
    covered: tuple[Annotated[int, msgspec.Meta(ge=0, lt=EDITS_MAX)], ...]
    induced: tuple[Id, ...] = ()
    policy_id: Id
    prev: Heads = ()
    energy: Energy
    evidence: Evidence | None = None
    made_at: Time

    def __post_init__(self) -> None:
        """Refuse a review that says two things, above all an approval out of memory."""
        for name in ("claimed", "covered", "induced", "prev"):
            ascending(name, getattr(self, name))
        if self.verdict is ReviewVerdict.APPROVE:
            self._approves()
        elif not self.findings:
            raise ValueError("a refusal names at least one finding")
        if self.stage is Stage.QUALITY and (self.spec_id is not None or self.claimed):
            raise ValueError("quality is judged without a spec and without claims")
        if self.evidence is not None and self.tier is not SignedTier.SEMANTIC:
            raise ValueError("only a semantic review has evidence of a model")

    def _approves(self) -> None:
        if self.tier is SignedTier.LEARNED:
            raise ValueError("what was learned refuses and never approves")
        if self.findings or self.induced:
            raise ValueError("an approval has no findings and teaches nothing")
        if self.stage is Stage.SPEC_COMPLIANCE and (self.spec_id is None or not self.claimed):
            raise ValueError("an approval of spec_compliance names the spec and the clauses claimed")


class Clearance(_Signed, frozen=True, kw_only=True):
    """Why a refusal no longer stands in the way; it approves nothing."""

    by: PublicKey
    op_id: Id
    kind: Literal["override", "answer", "withdraw"]
    targets: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1)]
    skills: tuple[Id, ...] = ()
    reason: Reason
    prev: Heads = ()
    made_at: Time

    def __post_init__(self) -> None:
        """Refuse skills where no skill is overridden."""
        for name in ("targets", "skills", "prev"):
            ascending(name, getattr(self, name))
        if self.skills and self.kind != "override":
            raise ValueError("only an override names skills")


class SkillEvent(_Signed, frozen=True, kw_only=True):
    """A skill changes its state."""

    by: PublicKey
    kind: Literal["teach", "retire", "observe", "reinstate"]
    skill_id: Id
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
    prev: Heads = ()
    made_at: Time

    def __post_init__(self) -> None:
        """Refuse heads out of order."""
        ascending("prev", self.prev)


class Checkpoint(_Signed, frozen=True, kw_only=True):
    """What a store held: its heads, the number of its records, and `root` over all their names."""

    by: PublicKey
    heads: tuple[Id, ...]
    count: Count
    root: Id
    made_at: Time

    def __post_init__(self) -> None:
        """Refuse heads out of order."""
        ascending("heads", self.heads)


Record = Op | Spec | Review | Clearance | SkillEvent | Checkpoint
TYPES: dict[Kind, type[Record]] = {
    "op": Op,
    "spec": Spec,
    "review": Review,
    "clearance": Clearance,
    "skill_event": SkillEvent,
    "checkpoint": Checkpoint,
}
KIND_OF: dict[type, Kind] = {record: kind for kind, record in TYPES.items()}
SIGNERS: dict[Kind, str] = {
    "op": "author",
    "spec": "author",
    "review": "reviewer",
    "clearance": "by",
    "skill_event": "by",
    "checkpoint": "by",
}


def signer_of(record: Record) -> str:
    """The key that signs a record."""
    signer: str = getattr(record, SIGNERS[KIND_OF[type(record)]])
    return signer


def named_by(record: Record) -> tuple[str, ...]:
    """The records that a record stands on: the heads of the store as its writer saw them."""
    if isinstance(record, Checkpoint):
        return record.heads
    return () if isinstance(record, Op | Spec) else record.prev


def change_of(op: Op) -> dict[str, object]:
    """The part of an op that can be rebuilt from git."""
    return {"context": op.context, "edits": op.edits}


def change_id(op: Op) -> str:
    """The name of the change that an op proposes, whoever proposes it."""
    return content_id("change", change_of(op))


def finding_fingerprint(check: str, path: str, quote: str) -> str:
    """What tells a defect from another, however it is worded: 64 hex digits."""
    return hashlib.sha256(canonical_bytes([check, path, " ".join(quote.split())])).hexdigest()
