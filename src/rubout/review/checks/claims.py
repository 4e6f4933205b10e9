"""Does a change claim what it may, under a spec that somebody stands for?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.review.checks.subject import Seen
from rubout.review.records import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.review.checks.subject import Subject
    from rubout.review.envelope import Signed
    from rubout.review.records import Spec

DEPTH_MAX = 256


def unknown_clause(subject: Subject) -> Iterator[Seen]:
    """A claimed clause that the spec does not have."""
    known = {clause.id for clause in subject.spec.record.clauses} if subject.spec else set[str]()
    for claim in subject.claimed:
        if claim not in known:
            yield Seen(f"the clause `{claim}` is claimed and not in the spec")


def no_claim(subject: Subject) -> Iterator[Seen]:
    """Nothing claimed where something must be."""
    if not subject.claimed and Stage.SPEC_COMPLIANCE in subject.policy.required_stages:
        yield Seen("no clause is claimed, and the policy requires spec_compliance")


def spec_lineage(subject: Subject) -> Iterator[Seen]:
    """A spec that drops what an earlier one said, or stands on one that nobody knows."""
    spec = subject.spec
    depth = 0
    while spec is not None and spec.record.parent is not None:
        parent = subject.lineage.get(spec.record.parent)
        depth += 1
        if parent is None or depth > DEPTH_MAX:
            deep = "is too far from its first" if parent else f"stands on {spec.record.parent}, which is not known"
            yield Seen(f"the spec {deep}")
            return
        dropped = _dropped(spec, parent)
        if dropped:
            yield Seen(f"the spec neither keeps nor retires {', '.join(dropped)} of its parent")
            return
        spec = parent


def _dropped(spec: Signed[Spec], parent: Signed[Spec]) -> list[str]:
    kept = set(spec.record.clauses)
    return [c.id for c in parent.record.clauses if c not in kept and c.id not in spec.record.retired]


def spec_author(subject: Subject) -> Iterator[Seen]:
    """A spec by somebody who may write none."""
    if subject.spec is None or subject.trust is None:
        return
    signer = subject.trust.holder(subject.spec.record.author)
    if signer is None or "spec" not in signer.roles:
        yield Seen("the signer of the spec lacks the role `spec`")


def no_intent(subject: Subject) -> Iterator[Seen]:
    """A change that does not say what for."""
    if not subject.op.op.intent.strip():
        yield Seen("the op says nothing of its intent")
