"""A reviewer made of a provider: it asks, takes what counts, signs that as a principal of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.outcome import SemanticOutcome
from rubout.review.records import Energy, Evidence, Finding, ReviewVerdict
from rubout.review.refusal import refuse
from rubout.review.semantic.base import Asked, Patience, ask
from rubout.review.semantic.budget import DECODE_UJ, Budget
from rubout.review.semantic.reply import span_of
from rubout.review.semantic.request import Note, Subject, asked_edit
from rubout.review.sitting import asked as sitting_of_question
from rubout.review.skill import ReviewSkill, fault
from rubout.review.verdict import NotAskedError, approve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.proposal import Proposal
    from rubout.review.records import Review, Spec
    from rubout.review.semantic.base import Provider
    from rubout.review.semantic.reply import Induced, StageAnswer
    from rubout.review.sitting import Sitting


class ModelReviewer:
    """Asks `provider` within `budget` and signs with `key`; `asked` is what the last question came to."""

    def __init__(
        self, key: SigningKey, provider: Provider, *, budget: Budget | None = None, patience: Patience | None = None
    ) -> None:
        self._key = key
        self._provider = provider
        self._budget = budget or Budget()
        self._patience = patience or Patience()
        self.asked: Asked | None = None

    @property
    def key(self) -> str:
        """Its public key."""
        return self._key.public

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
        """Judge a change; nothing that goes wrong with the provider is more than a reason.

        Raises:
            NotAskedError: no cascade puts the question.
        """
        sitting = sitting_of_question.get()
        if sitting is None:
            raise NotAskedError("a reviewer made of a provider answers a cascade alone")
        found = ask(
            self._provider,
            _subject(op, spec, claimed),
            lambda rule: _fires(rule, op),
            budget=self._budget,
            patience=self._patience,
        )
        self.asked = found
        if found.answer is None:
            return SemanticOutcome((), decodes=found.spent.decodes, reason=found.reason)
        taught = tuple(_skill(rule) for rule in found.answer.induced)
        reviews = [self._signed(op, spec, stage, sitting, taught) for stage in found.answer.stages]
        return SemanticOutcome(tuple(reviews), taught, decodes=found.spent.decodes)

    def _signed(
        self,
        op: Proposal,
        spec: Signed[Spec] | None,
        stage: StageAnswer,
        sitting: Sitting,
        taught: Iterable[ReviewSkill],
    ) -> Signed[Review]:
        evidence, energy = self._evidence(), self._energy(sitting)
        if stage.verdict is not ReviewVerdict.REQUEST_CHANGES:
            return approve(op, spec, stage.stage, self._key, evidence=evidence, energy=energy)
        findings = [
            Finding(
                check="semantic",
                edit=each.edit,
                span=span_of(each.quote, op.texts[each.edit].text or b""),
                quote=each.quote,
                text=each.text,
            )
            for each in stage.findings
        ]
        induced = [skill for skill in taught if skill.stage == stage.stage]
        return refuse(op, stage.stage, self._key, findings, sitting, induced=induced, evidence=evidence, energy=energy)

    def _evidence(self) -> Evidence | None:
        found = self.asked
        if found is None:
            return None
        return Evidence(
            provider=self._provider.name,
            model=self._provider.model,
            request_sha256=found.request_sha256,
            reply_sha256=found.reply_sha256,
            nonce=found.nonce,
            tokens_in=found.spent.tokens_in,
            tokens_out=found.spent.tokens_out,
            calls=found.spent.calls,
        )

    def _energy(self, sitting: Sitting) -> Energy:
        """The sitting expects one decode."""
        decodes = self.asked.spent.decodes if self.asked else 1
        return Energy("estimator", sitting.uj + (decodes - 1) * DECODE_UJ)


def _subject(op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> Subject:
    clauses = tuple(clause for clause in spec.record.clauses if clause.id in claimed) if spec else ()
    return Subject(
        op_id=op.id,
        intent=op.op.intent,
        clauses=clauses,
        edits=tuple(asked_edit(number, edit) for number, edit in enumerate(op.texts)),
        notes=tuple(Note(each.check, each.edit, each.text) for each in op.notes),
    )


def _skill(rule: Induced) -> ReviewSkill:
    return ReviewSkill(rule.marker, rule.stage.value, rule.finding, kind=rule.kind, lang=rule.lang)


def _fires(rule: Induced, op: Proposal) -> bool:
    skill = _skill(rule)
    return fault(skill) is None and skill.matches(op)
