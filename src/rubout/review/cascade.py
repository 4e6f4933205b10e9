"""May a change land? Ask the cheapest tier that can answer.

Order     what was learned, the checks, somebody who reads for meaning; the first that refuses ends the climb
Cost      10 µJ where a skill was looked for, 50 for the checks, 5,000,000 for every request that cost model work
Memory    none: no store, no earlier review and no clock decides; clearances can only take learned refusals away
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.errors import ReviewError
from rubout.review.checks.subject import REJECT, WARN
from rubout.review.envelope import read_signed, verify
from rubout.review.outcome import CascadeReview, ReviewTier
from rubout.review.proposal import Proposal
from rubout.review.records import QUOTE_MAX, Finding, Op, ReviewVerdict, SignedTier, Spec, Stage
from rubout.review.refusal import refuse
from rubout.review.skills import ReviewSkills
from rubout.review.verdict import approve, asking

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.review.envelope import Signed
    from rubout.review.hits import Hit
    from rubout.review.outcome import SemanticOutcome, SemanticReviewer
    from rubout.review.reviewer import Reviewer
    from rubout.review.skill import ReviewSkill
    from rubout.review.trust import Trust
    from rubout.review.verdict import FreshPass


class SelfReviewError(ReviewError):
    """A reviewer is an author of what it is to review."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"{key} belongs to an author of this change",
            where="rubout review",
            fix="let somebody else review it",
            code="self_review",
        )


class ReviewCascade:
    """The ladder.

    Args:
        structural: who signs what was learned and what the checks say.
        semantic: who reads for meaning, None for nobody.
        skills: what has been learned; grows by `learn` alone.
        cleared: (op id, skill id) of learned refusals that somebody has overridden.
    """

    def __init__(
        self,
        structural: Reviewer,
        semantic: SemanticReviewer | None = None,
        skills: ReviewSkills | None = None,
        *,
        cleared: AbstractSet[tuple[str, str]] = frozenset(),
    ) -> None:
        self.structural = structural
        self.semantic = semantic
        self.skills = ReviewSkills() if skills is None else skills
        self._cleared = cleared

    def learn(self, skill: ReviewSkill) -> bool:
        """Add a skill, unless one of its id is there."""
        return self.skills.learn(skill)

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> CascadeReview:
        """Climb until a tier answers.

        Raises:
            SelfReviewError: a reviewer is an author.
            ReviewError: op or spec cannot be relied on.
        """
        self._check(op, spec)
        question = _Question(op, spec, tuple(sorted(set(claimed))))
        fired = self.skills.firing.fired(op.texts)
        hits = [hit for hit in fired.hits if not self._is_silent(op, hit.skill)]
        looked = ReviewTier.LEARNED.estimate_uj if len(self.skills.firing) else 0
        if hits:
            climbed = self._refused(question, ReviewTier.LEARNED, looked, _by_stage(hits, op))
        else:
            climbed = self._checked(question, looked + ReviewTier.STRUCTURAL.estimate_uj)
        return msgspec.structs.replace(
            climbed,
            notes=(*(_finding(hit, op) for hit in fired.hits if hit.skill.state == "observe"), *climbed.notes),
            unevaluable=tuple(skill.id for skill in fired.unevaluable),
        )

    def _check(self, op: Proposal, spec: Signed[Spec] | None) -> None:
        """Verify what comes from outside, and that nobody judges what they wrote."""
        trust = self.structural.trust
        _check_signed(op, Op, trust)
        if spec:
            _check_signed(spec, Spec, trust)
        authors = trust.authors(op.op) if trust else frozenset[str]()
        keys = (self.structural.key.public, *((self.semantic.key,) if self.semantic else ()))
        for key in keys:
            holder = trust.holder(key) if trust else None
            if key == op.op.author or (holder and holder.id in authors):
                raise SelfReviewError(key)

    def _is_silent(self, op: Proposal, skill: ReviewSkill) -> bool:
        return skill.state != "active" or (op.id, skill.id) in self._cleared

    def _refused(
        self, question: _Question, tier: ReviewTier, uj: int, findings: Mapping[Stage, Sequence[Finding]]
    ) -> CascadeReview:
        sitting = self.structural.sitting(SignedTier(tier.label), question.spec, question.claimed, uj)
        reviews = (refuse(question.op, stage, self.structural.key, findings[stage], sitting) for stage in findings)
        return CascadeReview(tuple(reviews), tier, escalated=False, estimated_uj=uj)

    def _checked(self, question: _Question, uj: int) -> CascadeReview:
        """The second tier, and the third where that lets it pass."""
        from rubout.review.structural import CheckError, refusals  # noqa: PLC0415 - only a change that gets this far

        try:
            noted = self.structural.review(*question)
        except CheckError:
            return CascadeReview((), ReviewTier.STRUCTURAL, escalated=False, estimated_uj=uj, reason="check_error")
        notes = tuple(each.finding for each in noted if each.effect != REJECT)
        if refused := refusals(noted):
            climbed = self._refused(question, ReviewTier.STRUCTURAL, uj, refused)
        elif self.semantic:
            told = tuple(each.finding for each in noted if each.effect == WARN)
            climbed = self._asked(
                question._replace(op=msgspec.structs.replace(question.op, notes=told)), self.semantic, uj
            )
        else:
            climbed = self._unasked(question, uj)
        return msgspec.structs.replace(climbed, notes=notes)

    def _unasked(self, question: _Question, uj: int) -> CascadeReview:
        """Nobody reads for meaning: the checks approve only where the policy says so."""
        if not self.structural.policy.settings.accept_structural:
            return CascadeReview((), ReviewTier.STRUCTURAL, escalated=False, estimated_uj=uj, reason="no_semantic_tier")
        sitting = self.structural.sitting(SignedTier.STRUCTURAL, question.spec, question.claimed, uj)
        with asking(question.op, question.stages, sitting):
            reviews = tuple(
                approve(question.op, question.spec, stage, self.structural.key) for stage in question.stages
            )
        return CascadeReview(reviews, ReviewTier.STRUCTURAL, escalated=False, estimated_uj=uj)

    def _asked(self, question: _Question, semantic: SemanticReviewer, uj: int) -> CascadeReview:
        """The third tier: what does not answer the whole question, freshly and in its own name, decides nothing."""
        one = ReviewTier.SEMANTIC.estimate_uj
        sitting = self.structural.sitting(SignedTier.SEMANTIC, question.spec, question.claimed, uj + one)
        with asking(question.op, question.stages, sitting) as passes:
            outcome = semantic.review(*question)
        uj += one * outcome.decodes
        reason = outcome.reason or _fault(question, semantic.key, outcome, passes)
        if reason:
            return CascadeReview((), ReviewTier.STRUCTURAL, escalated=True, estimated_uj=uj, reason=reason)
        return CascadeReview(
            outcome.reviews, ReviewTier.SEMANTIC, escalated=True, estimated_uj=uj, induced=outcome.induced
        )


class _Question(NamedTuple):
    op: Proposal
    spec: Signed[Spec] | None
    claimed: tuple[str, ...]

    @property
    def stages(self) -> tuple[Stage, ...]:
        """What can be answered: without a claim nothing is said of compliance."""
        return tuple(Stage) if self.spec and self.claimed else (Stage.QUALITY,)


def _check_signed(given: Proposal | Signed[Spec], kind: type[Op | Spec], trust: Trust | None) -> None:
    raw = given.envelope if isinstance(given, Proposal) else given.raw
    signed = verify(raw, kind, trust) if trust else read_signed(raw)
    if signed.id != given.id:
        raise ReviewError("is not what was signed", where=given.id, fix="sign it again", code="bad_signature")


def _by_stage(hits: Sequence[Hit], op: Proposal) -> dict[Stage, list[Finding]]:
    found = {stage: [_finding(hit, op) for hit in hits if hit.skill.stage == stage] for stage in Stage}
    return {stage: findings for stage, findings in found.items() if findings}


def _finding(hit: Hit, op: Proposal) -> Finding:
    start, end = hit.span
    quote = (op.texts[hit.edit].text or b"")[start:end].decode("utf-8", "replace")[:QUOTE_MAX]
    return Finding(check=f"skill:{hit.skill.id}", edit=hit.edit, span=hit.span, quote=quote, text=hit.skill.finding)


def _fault(question: _Question, key: str, outcome: SemanticOutcome, passes: Sequence[FreshPass]) -> str | None:
    """Why a semantic reviewer's answer decides nothing; None when it is whole, its own and fresh."""
    minted = {each.minted for each in passes}
    stages = [review.record.stage for review in outcome.reviews]
    if len(set(stages)) < len(stages):
        return "stage_twice"
    for review in outcome.reviews:
        signed = read_signed(review.raw)
        if signed.id != review.id or signed.record != review.record or review.record.reviewer != key:
            return "bad_signature"
        if review.record.op_id != question.op.id:
            return "wrong_op"
        if review.record.verdict is not ReviewVerdict.REQUEST_CHANGES and review.id not in minted:
            return "stale_reply"
    refuses = any(review.record.verdict is ReviewVerdict.REQUEST_CHANGES for review in outcome.reviews)
    return None if refuses or set(stages) == set(question.stages) else "missing_stage"
