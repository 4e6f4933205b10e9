"""Whose reviews are heard?

A refusal is heard whatever policy it was made under, but for one that says nothing except what is wrong with other
claims; an approval only under this policy, this spec and these claims.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.canonical import bytes_id
from rubout.review.checks.subject import Subject
from rubout.review.clearing import Bench
from rubout.review.envelope import Verified, verify
from rubout.review.records import Record, Review, ReviewVerdict, SignedTier, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.envelope import Signed
    from rubout.review.policy import Policy
    from rubout.review.proposal import Proposal
    from rubout.review.records import Spec
    from rubout.review.trust import Trust

R = TypeVar("R", bound=Record)

# Checks of what is claimed, and of the spec that it is claimed of.
_OF_CLAIMS = frozenset({"S09", "S10", "S11", "S12"})

_KNOWN_FAULTS = frozenset({"bad_signature", "unknown_key", "revoked", "no_role"})


class Ignored(NamedTuple):
    """A review or a clearance that counts for nothing, and why."""

    id: str
    why: str


def read_records(
    given: Iterable[Signed[Any] | bytes], kind: type[R], trust: Trust, ignored: set[Ignored]
) -> list[Verified[R]]:
    """What verifies, each once, by id; the rest is ignored."""
    found = {}
    for one in given:
        raw = one if isinstance(one, bytes) else one.raw
        try:
            verified = verify(raw, kind, trust)
        except ReviewError as error:
            name = bytes_id(one) if isinstance(one, bytes) else one.id
            ignored.add(Ignored(name, error.code if error.code in _KNOWN_FAULTS else "schema"))
        else:
            found[verified.id] = verified
    return [found[name] for name in sorted(found)]


def is_about_other_claims(review: Review, spec: Signed[Spec] | None, claimed: Sequence[str]) -> bool:
    """Whether all that a refusal finds is wrong with a spec or with claims which are not those that are made now."""
    if review.tier is not SignedTier.STRUCTURAL or review.stage is not Stage.SPEC_COMPLIANCE:
        return False
    same = review.spec_id == (spec.id if spec else None) and review.claimed == tuple(claimed)
    return not same and all(finding.check in _OF_CLAIMS for finding in review.findings)


class Case(Plain, frozen=True, dict=True):
    """What is judged, on which claims, by which rules."""

    op: Proposal
    spec: Signed[Spec] | None
    claimed: tuple[str, ...]
    trust: Trust
    policy: Policy

    @cached_property
    def bench(self) -> Bench:
        """What a clearance is held against."""
        return Bench(self.op.id, self.trust.authors(self.op.op), self.policy)

    @cached_property
    def humans_only(self) -> bool:
        """Whether the change holds what no text shows, or text that speaks to its reviewer."""
        # A change of which nobody has said anything needs no check.
        from rubout.review.checks.table import DIRECTED, OPAQUE  # noqa: PLC0415
        from rubout.review.structural import CheckError, structural_findings  # noqa: PLC0415

        subject = Subject(self.op, self.spec, self.claimed, self.policy, self.trust)
        asked = (*OPAQUE, *DIRECTED) if self.policy.settings.human_on_directed else OPAQUE
        try:
            return bool(structural_findings(subject, asked))
        except CheckError:
            return True

    def hears(self, review: Verified[Review], ignored: set[Ignored]) -> bool:
        """Whether a review counts; one that does not is put with the ignored ones."""
        why = self._fault(review)
        if why is None:
            refuses = review.record.verdict is ReviewVerdict.REQUEST_CHANGES
            why = self._refusal_fault(review.record) if refuses else self._approval_fault(review)
        if why:
            ignored.add(Ignored(review.id, why))
        return why is None

    def _fault(self, review: Verified[Review]) -> str | None:
        if review.record.op_id != self.op.id:
            return "other_op"
        if "review" not in review.principal.roles:
            return "no_role"
        if (review.record.tier is SignedTier.HUMAN) != (review.principal.kind == "human"):
            return "kind_mismatch"
        return "self_review" if review.principal.id in self.bench.authors else None

    def _refusal_fault(self, review: Review) -> str | None:
        return "other_claims" if is_about_other_claims(review, self.spec, self.claimed) else None

    def _approval_fault(self, review: Verified[Review]) -> str | None:
        record, settings = review.record, self.policy.settings
        about_spec = record.stage is Stage.SPEC_COMPLIANCE
        faults = (
            (review.principal.operator in self.bench.authors and not settings.self_operated, "self_operated"),
            (record.covered != tuple(range(len(self.op.op.edits))), "incomplete"),
            (record.policy_id != self.policy.id, "other_policy"),
            (about_spec and record.spec_id != (self.spec.id if self.spec else None), "other_spec"),
            (about_spec and record.claimed != self.claimed, "other_claims"),
            (record.tier is SignedTier.STRUCTURAL and not settings.accept_structural, "tier"),
            (review.principal.kind != "human" and self.humans_only, "human_required"),
        )
        return next((why for holds, why in faults if holds), None)
