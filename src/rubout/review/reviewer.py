"""A reviewer that needs no understanding: a key, the checks, a policy."""

from __future__ import annotations

from os import environ
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.plain import Plain
from rubout.review.checks.subject import Subject, Vouched
from rubout.review.moment import made_at
from rubout.review.policy import Policy
from rubout.review.records import SignedTier, Stage
from rubout.review.refusal import refuse
from rubout.review.sitting import Sitting, asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rubout.review.checks.subject import Check
    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.proposal import Proposal
    from rubout.review.records import Finding, Review, Spec
    from rubout.review.skill import ReviewSkill
    from rubout.review.structural import Noted
    from rubout.review.trust import Trust


_NO_SPECS: Mapping[str, Signed[Spec]] = MappingProxyType({})
_DEFAULT = Policy()
_NOTHING = Vouched()


class Reviewer(Plain, frozen=True):
    """Signs with `key`, judges by `checks` (None: all of them) and `policy`.

    Without a `trust` file every key is a principal of its own. `lineage` are verified specs by id, `vouched` what the
    stored records back. With `whole_tree` the tree around a change is measured, too. `round` and `prev` go into its
    reviews.
    """

    key: SigningKey
    checks: tuple[Check, ...] | None = None
    policy: Policy = _DEFAULT
    trust: Trust | None = None
    lineage: Mapping[str, Signed[Spec]] = msgspec.field(default_factory=lambda: _NO_SPECS)
    vouched: Vouched = _NOTHING
    whole_tree: bool = False
    round: int = 1
    prev: tuple[str, ...] = ()

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> tuple[Noted, ...]:
        """What the checks say; raises CheckError when one of them failed."""
        from rubout.review.checks.table import surroundings  # noqa: PLC0415 - what was learned is refused without
        from rubout.review.structural import structural_findings  # noqa: PLC0415 - as above

        surround = surroundings if self.whole_tree else None
        subject = Subject(op, spec, tuple(claimed), self.policy, self.trust, self.lineage, self.vouched, surround)
        return structural_findings(subject) if self.checks is None else structural_findings(subject, self.checks)

    def reject(
        self, op: Proposal, stage: Stage, findings: Sequence[Finding], induced: Sequence[ReviewSkill] = ()
    ) -> Signed[Review]:
        """Ask for changes, as an answer to the question that is being put, or else of its own accord."""
        own = self.sitting(SignedTier.STRUCTURAL, None, ())
        return refuse(op, stage, self.key, findings, asked.get() or own, induced=induced)

    def sitting(self, tier: SignedTier, spec: Signed[Spec] | None, claimed: Sequence[str], uj: int = 0) -> Sitting:
        """What its reviews, and those that it asks for, have in common."""
        return Sitting(
            policy_id=self.policy.id,
            made_at=made_at(environ),
            tier=tier,
            uj=uj,
            spec_id=spec.id if spec else None,
            claimed=tuple(claimed),
            round=self.round,
            prev=self.prev,
        )
