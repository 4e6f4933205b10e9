"""Do signed reviews amount to an approval?

Counts    an approval of this op, under this policy, this spec and these claims, by somebody who may review and is no
          author; of tier structural only where the policy accepts that
Holds     of a person's reviews of one stage those of the highest round, a refusal before an approval; every refusal of
          a robot, so that asking it again is of no use
Approved  every required stage has its quorum, no refusal that holds is left uncleared, the store has no gap, and a
          person approved wherever one must
Unjudged  an op or a spec that cannot be relied on: ReviewError
Order     of the reviews decides nothing; no clock, no disk
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.clearing import clearance_fault
from rubout.review.envelope import Signed, Verified, verify
from rubout.review.hearing import Case, Ignored, read_records
from rubout.review.records import Clearance, Op, Review, ReviewVerdict, SignedTier, Spec, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.review.clearing import Bench
    from rubout.review.policy import Policy
    from rubout.review.proposal import Proposal
    from rubout.review.trust import Principal, Trust

    Backing = Mapping[str, Principal]  # who approves a stage, by name

# What a review or a clearance is ignored for without a word about why the op is not approved.
_NO_REASONS = frozenset({"other_op", "no_target"})


class Verdict(Plain, frozen=True, kw_only=True):
    """What the reviews come to; everything is sorted.

    `reasons` say why it is not approved. `per_stage` are the principals that approve, `counted` the reviews that do,
    `outstanding` the refusals that nobody has cleared. `humans` are the people among those who approve. `same_family`:
    a robot approves what one of its own line of models wrote. `spec_self_authored`: an author signed the spec.
    """

    approved: bool
    reasons: tuple[str, ...]
    per_stage: Mapping[str, tuple[str, ...]]
    counted: tuple[str, ...]
    ignored: tuple[Ignored, ...]
    outstanding: tuple[str, ...]
    humans: tuple[str, ...]
    same_family: bool
    spec_self_authored: bool

    @property
    def outcome(self) -> str:
        """`approved`, `rejected` or `inconclusive`."""
        if self.approved:
            return "approved"
        return "rejected" if self.outstanding else "inconclusive"


def approval(  # noqa: PLR0913, PLR0917 - what an approval depends on, all of it and nothing else
    op: Proposal,
    spec: Signed[Spec] | None,
    claimed: Sequence[str],
    reviews: Iterable[Signed[Any] | bytes],
    clearances: Iterable[Signed[Any] | bytes],
    trust: Trust,
    policy: Policy,
    gaps: Sequence[object] = (),
) -> Verdict:
    """Count; everything is verified again, whoever hands it over.

    Raises:
        ReviewError: the op or the spec cannot be relied on.
    """
    _require(op.envelope, Op, op.id, trust)
    if spec:
        _require(spec.raw, Spec, spec.id, trust)
    case = Case(op, spec, tuple(sorted(set(claimed))), trust, policy)
    ignored: set[Ignored] = set()
    heard = [review for review in read_records(reviews, Review, trust, ignored) if case.hears(review, ignored)]
    refusals = [review for review in heard if review.record.verdict is ReviewVerdict.REQUEST_CHANGES]
    cleared = _cleared(read_records(clearances, Clearance, trust, ignored), refusals, case.bench, ignored)
    counted, outstanding = _holding(heard, cleared)
    return _verdict(case, counted, outstanding, ignored, has_gap=bool(gaps))


def _require(raw: bytes, kind: type[Op | Spec], name: str, trust: Trust) -> None:
    if verify(raw, kind, trust).id != name:
        raise ReviewError("is not what was signed", where=name, fix="sign it again", code="bad_signature")


def _cleared(
    clearances: Sequence[Verified[Clearance]],
    refusals: Sequence[Verified[Review]],
    bench: Bench,
    ignored: set[Ignored],
) -> frozenset[str]:
    """The ids of the refusals that somebody has cleared."""
    cleared = set()
    for clearance in clearances:
        targets = [refusal for refusal in refusals if refusal.id in clearance.record.targets]
        faults = {refusal.id: clearance_fault(clearance, refusal, bench) for refusal in targets}
        cleared |= {name for name, why in faults.items() if why is None}
        ignored |= {Ignored(clearance.id, why) for why in faults.values() if why}
        if not targets:
            ignored.add(Ignored(clearance.id, "no_target"))
    return frozenset(cleared)


def _holding(
    heard: Sequence[Verified[Review]], cleared: frozenset[str]
) -> tuple[list[Verified[Review]], list[Verified[Review]]]:
    """The approvals that hold, and the refusals."""
    groups: dict[tuple[str, Stage], list[Verified[Review]]] = defaultdict(list)
    for review in heard:
        groups[review.principal.id, review.record.stage].append(review)
    approvals: list[Verified[Review]] = []
    refusals: list[Verified[Review]] = []
    for group in groups.values():
        is_robot = group[0].principal.kind == "robot"
        yes, no = _of_robot(group, cleared) if is_robot else _of_human(group, cleared)
        approvals += yes
        refusals += no
    return approvals, refusals


def _of_human(
    group: Sequence[Verified[Review]], cleared: frozenset[str]
) -> tuple[list[Verified[Review]], list[Verified[Review]]]:
    standing = [review for review in group if review.id not in cleared]
    last = max((review.record.round for review in standing), default=None)
    yes, no = _parted(review for review in standing if review.record.round == last)
    return ([] if no else yes), no


def _of_robot(
    group: Sequence[Verified[Review]], cleared: frozenset[str]
) -> tuple[list[Verified[Review]], list[Verified[Review]]]:
    """Only a learned refusal that was overridden makes room for an approval by the same robot."""
    yes, no = _parted(group)
    final = [review for review in no if review.id not in cleared or review.record.tier is not SignedTier.LEARNED]
    return ([] if final else yes), [review for review in no if review.id not in cleared]


def _parted(reviews: Iterable[Verified[Review]]) -> tuple[list[Verified[Review]], list[Verified[Review]]]:
    parts: tuple[list[Verified[Review]], list[Verified[Review]]] = ([], [])
    for review in reviews:
        parts[review.record.verdict is ReviewVerdict.REQUEST_CHANGES].append(review)
    return parts


def _verdict(
    case: Case,
    counted: Sequence[Verified[Review]],
    outstanding: Sequence[Verified[Review]],
    ignored: AbstractSet[Ignored],
    *,
    has_gap: bool,
) -> Verdict:
    backing = {stage: _backing(stage, counted) for stage in Stage}
    reasons = {f"missing_{stage}" for stage in case.policy.required_stages if _is_short(case.policy, stage, backing)}
    if reasons:
        reasons |= {why for _, why in ignored if why not in _NO_REASONS}
    barriers = {"refused": bool(outstanding), "gap": has_gap, "human_required": _lacks_a_person(case.policy, backing)}
    reasons |= {name for name, stands in barriers.items() if stands}
    return Verdict(
        approved=not reasons,
        reasons=tuple(sorted(reasons)),
        per_stage={stage.value: tuple(sorted(backing[stage])) for stage in Stage},
        counted=_ids(counted),
        ignored=tuple(sorted(ignored)),
        outstanding=_ids(outstanding),
        humans=tuple(sorted(set().union(*map(_people, backing.values())))),
        same_family=_is_same_family(case, counted),
        spec_self_authored=_is_self_authored(case),
    )


def _backing(stage: Stage, counted: Iterable[Verified[Review]]) -> Backing:
    return {review.principal.id: review.principal for review in counted if review.record.stage is stage}


def _people(backing: Backing) -> set[str]:
    return {name for name, who in backing.items() if who.kind == "human"}


def _is_short(policy: Policy, stage: Stage, backing: Mapping[Stage, Backing]) -> bool:
    return len(backing[stage]) < policy.quorum(stage)


def _lacks_a_person(policy: Policy, backing: Mapping[Stage, Backing]) -> bool:
    return policy.settings.require_human and not all(_people(backing[stage]) for stage in policy.required_stages)


def _ids(reviews: Iterable[Verified[Review]]) -> tuple[str, ...]:
    return tuple(sorted(review.id for review in reviews))


def _is_same_family(case: Case, counted: Sequence[Verified[Review]]) -> bool:
    authors = (case.trust.named(name) for name in case.bench.authors)
    families = {author.family for author in authors if author and author.family}
    return any(review.principal.family in families for review in counted)


def _is_self_authored(case: Case) -> bool:
    signer = case.trust.holder(case.spec.record.author) if case.spec else None
    return signer is not None and signer.id in case.bench.authors
