"""Who may clear which refusal?

Learned      an author, or the role `override`; it names every skill of the refusal
Structural   a person with the role `override` who is no author; what cannot be wrong is cleared by nobody
Semantic     a person with the role `review` who is no author, by an answer
Human        the same principal, by withdrawing it
A clearance approves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rubout.facts.plain import Plain
from rubout.review.records import SignedTier

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from rubout.review.envelope import Verified
    from rubout.review.policy import Policy
    from rubout.review.records import Clearance, Review
    from rubout.review.trust import Principal

# Checks that cannot be wrong: the change has to be another one, or a policy exempts the path.
INTEGRITY = frozenset(f"S{number:02}" for number in (*range(1, 13), 15, 16, 17))
_SKILL = "skill:"
_KINDS: dict[SignedTier, Literal["override", "answer", "withdraw"]] = {
    SignedTier.LEARNED: "override",
    SignedTier.STRUCTURAL: "override",
    SignedTier.SEMANTIC: "answer",
    SignedTier.HUMAN: "withdraw",
}


class Bench(Plain, frozen=True):
    """Which op is judged, who its authors are (names of principals), by which policy."""

    op_id: str
    authors: AbstractSet[str]
    policy: Policy


def kind_of(tier: SignedTier) -> Literal["override", "answer", "withdraw"]:
    """The kind of clearance that a refusal of this tier takes."""
    return _KINDS[tier]


def clearance_fault(clearance: Verified[Clearance], refusal: Verified[Review], bench: Bench) -> str | None:
    """Why a clearance does not clear a refusal that it names as a target; None when it does.

    `other_op`, `kind`, `not_own`, `self_review`, `no_role`, `integrity`, `skills`.
    """
    record = clearance.record
    if bench.op_id != record.op_id or bench.op_id != refusal.record.op_id or refusal.id not in record.targets:
        return "other_op"
    if record.kind != _KINDS[refusal.record.tier]:
        return "kind"
    if refusal.record.tier is SignedTier.HUMAN:
        return None if clearance.principal.id == refusal.principal.id else "not_own"
    return _role_fault(clearance.principal, refusal, bench) or _reach_fault(record, refusal.record)


def _role_fault(who: Principal, refusal: Verified[Review], bench: Bench) -> str | None:
    tier = refusal.record.tier
    if tier is SignedTier.LEARNED:
        own = who.id in bench.authors and (bench.policy.settings.override_by == "author" or who.kind == "human")
        return None if own or "override" in who.roles else "no_role"
    if who.id in bench.authors:
        return "self_review"
    role = "override" if tier is SignedTier.STRUCTURAL else "review"
    return None if who.kind == "human" and role in who.roles else "no_role"


def _reach_fault(record: Clearance, refusal: Review) -> str | None:
    if refusal.tier is SignedTier.STRUCTURAL and any(finding.check in INTEGRITY for finding in refusal.findings):
        return "integrity"
    if refusal.tier is SignedTier.LEARNED and not skills_of(refusal) <= set(record.skills):
        return "skills"
    return None


def skills_of(refusal: Review) -> frozenset[str]:
    """The ids of the skills that a learned refusal names."""
    checks = (finding.check for finding in refusal.findings)
    return frozenset(check.removeprefix(_SKILL) for check in checks if check.startswith(_SKILL))


def overridden(
    clearances: Iterable[Verified[Clearance]], refusals: Iterable[Verified[Review]], bench: Bench
) -> frozenset[tuple[str, str]]:
    """What a ladder skips for this op: (op id, skill id) of learned refusals, not all of whose skills need be named."""
    learned = {refusal.id: refusal for refusal in refusals if refusal.record.tier is SignedTier.LEARNED}
    pairs = set()
    for clearance in clearances:
        for target in clearance.record.targets:
            refusal = learned.get(target)
            if refusal and clearance_fault(clearance, refusal, bench) in (None, "skills"):
                named = skills_of(refusal.record) & set(clearance.record.skills)
                pairs |= {(bench.op_id, skill) for skill in named}
    return frozenset(pairs)
