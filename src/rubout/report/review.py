"""The report of `review`: a finding a row, and beside them what was asked, signed and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.config.records import Review as Policy
from rubout.report.notes import verdict_notes
from rubout.report.record import ID_DIGITS, Finding, Level, Note, Report, Rule, Span, envelope, numbered
from rubout.report.review_rows import (
    ApprovalRow,
    EnergyRow,
    IgnoredRow,
    MeteredRow,
    ReviewCounts,
    ReviewRow,
    SignedRow,
    TierEnergy,
)
from rubout.report.review_ways_out import way_out
from rubout.review.checks.subject import REJECT, Subject
from rubout.review.outcome import ReviewTier
from rubout.review.proposing import NO_OP
from rubout.review.records import Op, finding_fingerprint
from rubout.review.skill import ReviewSkill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.gate.outcome import Outcome
    from rubout.review.approval import Verdict
    from rubout.review.envelope import Signed
    from rubout.review.records import Finding as Found
    from rubout.review.records import Review
    from rubout.review.running import Run

FAMILY = "review"
_LEARNED = "skill:"
_LEVELS = {"reject": Level.ERROR, "warn": Level.WARNING, "observe": Level.NOTE}


class ReviewReport(Report, frozen=True, kw_only=True):
    """`knobs` is the policy in force; `reason` is null only for what is approved."""

    knobs: Policy
    counts: ReviewCounts
    rows: tuple[ReviewRow, ...]
    outcome: str
    op_id: str
    change_id: str
    spec_id: str | None
    claimed: tuple[str, ...]
    context: dict[str, str]
    dry_run: bool
    tier: str | None
    escalated: bool
    reviews: tuple[SignedRow, ...]
    induced: tuple[ReviewSkill, ...]
    energy: EnergyRow
    approval: ApprovalRow | None
    trust_root: str
    unevaluable: tuple[str, ...]
    stored: tuple[str, ...]


def report(outcome: Outcome) -> ReviewReport:
    """The report of one run."""
    run: Run = outcome.options["run"]
    climb, proposal = run.climb, run.proposal
    rows = tuple(_rows(run))
    return ReviewReport(
        **envelope(outcome, _notes(run, outcome.options.get("detail", ""))),
        counts=ReviewCounts(
            len(proposal.texts),
            len({text.path for text in proposal.texts}),
            sum(row.effect == REJECT for row in rows),
            sum(row.effect != REJECT for row in rows),
        ),
        rows=rows,
        outcome=run.outcome,
        op_id=proposal.id,
        change_id=proposal.change_id,
        spec_id=run.claims.spec.id if run.claims.spec else None,
        claimed=run.claims.claimed,
        context={"repo": proposal.op.context.repo, "target": proposal.op.context.target},
        dry_run=run.is_rehearsal,
        tier=climb.tier.label if climb else None,
        escalated=bool(climb and climb.escalated),
        reviews=tuple(_signed(review) for review in climb.reviews) if climb and not run.is_rehearsal else (),
        induced=climb.induced if climb else (),
        energy=_energy(run),
        approval=_approval(run.verdict) if run.verdict else None,
        trust_root=run.setting.rules.trust_root,
        unevaluable=climb.unevaluable if climb else (),
        stored=run.stored,
    )


def findings(report: ReviewReport) -> Iterator[Finding]:
    """One finding a row; what stands nowhere is shown at the first file of the change."""
    for row in report.rows:
        yield Finding(
            rule=_rule_of(row.check),
            level=_LEVELS[row.effect],
            place=Span(row.path or ".", row.start_line or 1, row.end_line or 1),
            message=row.text,
            id=row.id,
        )


def rules() -> tuple[Rule, ...]:
    """The checks, and the three that are no check."""
    from rubout.review.checks.table import CHECKS  # noqa: PLC0415 - what was learned is refused without

    checks = ((check.id, f"{check.id} {check.name.replace('_', ' ')}") for check in CHECKS)
    others = (
        ("skill", "A cause of refusal that was learned."),
        ("semantic", "What a reviewer that reads for meaning objects to."),
        ("human", "What a person objects to."),
    )
    help_text = "docs/review.md says what each check looks at and who may override it."
    return tuple(Rule(id=name, short=short, full=short, help=help_text) for name, short in (*checks, *others))


def _rule_of(check: str) -> str:
    return "skill" if check.startswith(_LEARNED) else check


def _notes(run: Run, detail: str) -> Iterator[Note]:
    yield from verdict_notes(degraded=run.outcome == "inconclusive", reason=run.reason)
    if run.reason == NO_OP:
        yield from _elsewhere(run)
    if detail:
        yield Note("provider", Level.WARNING, f"the reviewing program said: {detail}")
    for name in run.verdict.outstanding if run.verdict else ():
        refusal = run.setting.ledger.records[name]
        yield Note("refusal", Level.NOTE, way_out(refusal.id, refusal.record))
    for fault in run.setting.ledger.faults:
        yield Note("store", Level.ERROR, f"{fault.code}: {fault.why}", fault.where)
    for name in run.climb.unevaluable if run.climb else ():
        yield Note("unevaluable", Level.WARNING, f"the skill {name} could not be looked for and did not fire")


def _elsewhere(run: Run) -> Iterator[Note]:
    """The same edits, proposed for another place."""
    for op in run.setting.ledger.of(Op):
        context = op.record.context
        if op.record.edits == run.proposal.op.edits and context != run.proposal.op.context:
            what = f"the same edits are proposed for {context.repo} {context.target}: name it by --repo and --target"
            yield Note("elsewhere", Level.WARNING, what)


def _rows(run: Run) -> Iterator[ReviewRow]:
    refused = (finding for review in _refusals(run) for finding in review.record.findings)
    found = [*((finding, REJECT) for finding in refused), *_noted(run)]
    prints = [_fingerprint(run, finding) for finding, _ in found]
    ids = numbered(FAMILY, (each[:ID_DIGITS] for each in prints))
    lines = _Lines(run)
    for (finding, effect), fingerprint, row_id in zip(found, prints, ids, strict=True):
        path = None if finding.edit is None else run.proposal.texts[finding.edit].path
        start, end = lines.of(finding)
        yield ReviewRow(
            path=path,
            start_line=start,
            end_line=end,
            edit=finding.edit,
            span=finding.span,
            check=finding.check,
            text=finding.text,
            quote=finding.quote,
            fingerprint=fingerprint,
            effect=effect,
            repeat=fingerprint in run.earlier,
            id=row_id,
        )


def _refusals(run: Run) -> Iterable[Signed[Review]]:
    """The reviews of this run, or, when nobody was asked, the stored refusals that stand."""
    if run.climb:
        return run.climb.reviews
    return (run.setting.ledger.records[name] for name in (run.verdict.outstanding if run.verdict else ()))


def _noted(run: Run) -> Iterator[tuple[Found, str]]:
    if run.climb is None or not run.climb.notes:
        return
    from rubout.review.checks.table import CHECKS  # noqa: PLC0415 - as above

    effects = {check.id: check.effect for check in CHECKS} | dict(run.setting.rules.policy.settings.effects)
    for finding in run.climb.notes:
        effect = effects.get(finding.check, "observe")
        yield finding, "warn" if effect == REJECT else effect


def _fingerprint(run: Run, finding: Found) -> str:
    path = "" if finding.edit is None else run.proposal.texts[finding.edit].path
    return finding_fingerprint(finding.check, path, finding.quote)


class _Lines:
    """Where findings stand in the files after the change."""

    def __init__(self, run: Run) -> None:
        self._subject = Subject(run.proposal, run.claims.spec, run.claims.claimed, run.setting.rules.policy)

    def of(self, finding: Found) -> tuple[int | None, int | None]:
        """The first and the last line; None for what stands nowhere."""
        if finding.edit is None:
            return None, None
        after = self._subject.afters[self._subject.texts[finding.edit].path]
        place = next((place for place in after.places if place.edit == finding.edit), None)
        if after.source is None or place is None:
            return None, None
        start, end = finding.span or (0, place.end - place.start)
        first, last = place.start + start, max(place.start + end - 1, place.start + start)
        return after.source.count(b"\n", 0, first) + 1, after.source.count(b"\n", 0, last) + 1


def _signed(review: Signed[Review]) -> SignedRow:
    record = review.record
    return SignedRow(
        id=review.id,
        reviewer=record.reviewer,
        stage=record.stage.value,
        verdict=record.verdict.value,
        tier=record.tier.value,
        round=record.round,
    )


def _energy(run: Run) -> EnergyRow:
    """The cost of each tier that was climbed."""
    if run.climb is None:
        return EnergyRow(total_uj=0)
    total, skills = run.climb.estimated_uj, len(run.setting.skills.firing)
    learned = ReviewTier.LEARNED.estimate_uj if skills else 0
    structural = ReviewTier.STRUCTURAL.estimate_uj if run.climb.tier is not ReviewTier.LEARNED else 0
    parts = zip(ReviewTier, (learned, structural, total - learned - structural), strict=True)
    return EnergyRow(
        total_uj=total,
        by_tier=tuple(TierEnergy(tier.label, uj) for tier, uj in parts if uj),
        metered=MeteredRow(**msgspec.structs.asdict(run.metered)) if run.metered else None,
        unmetered=run.unmetered,
    )


def _approval(verdict: Verdict) -> ApprovalRow:
    return ApprovalRow(
        approved=verdict.approved,
        reasons=verdict.reasons,
        per_stage=dict(verdict.per_stage),
        counted=verdict.counted,
        ignored=tuple(IgnoredRow(*each) for each in verdict.ignored),
        outstanding=verdict.outstanding,
        humans=verdict.humans,
        same_family=verdict.same_family,
        spec_self_authored=verdict.spec_self_authored,
    )
