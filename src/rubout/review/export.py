"""What can other tools read of an approval?

Form      in-toto Statement v1 in DSSE, signed by the key that exports
Verdict   a Simple Verification Result of the head, one property for each stage approved and for each person
Detail    one statement for each review that was counted; the predicate is rubout's own and provisional
Absence   means no: nothing is exported for a refusal, so whoever drops a statement allows nothing by it. No level of
          SLSA is claimed, which is for whoever hosts the repository to do
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rubout.errors import ReviewError
from rubout.measure.sources import changes, git
from rubout.review.canonical import canonical_bytes
from rubout.review.envelope import sealed_envelope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.review.approval import Verdict
    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Verified
    from rubout.review.ledger import Ledger
    from rubout.review.policy import Rules
    from rubout.review.records import Review

MEDIA_TYPE = "application/vnd.in-toto+json"
STATEMENT = "https://in-toto.io/Statement/v1"
VERIFICATION_RESULT = "https://in-toto.io/attestation/svr/v0.2"
CODE_REVIEW = "urn:rubout:code-review:v0.1"
VERIFIER = "urn:rubout:review:v1"
PROPERTY = "RUBOUT_REVIEW"

Json = dict[str, Any]


class Subject(NamedTuple):
    """What was approved: git's names of the head, of its tree and of the tree that it started from."""

    commit: str
    tree: str
    base_tree: str
    repo: str


def subject_of(anchor: str, base: str, head: str, repo: str) -> Subject:
    """The subject between two revisions; raises RepositoryError."""
    commit = changes.commit_id(anchor, head)
    ids = [changes.commit_id(anchor, base), commit]
    trees = git.start(anchor, "rev-parse", *(f"{each}^{{tree}}" for each in ids))().decode("ascii").split()
    return Subject(commit, trees[1], trees[0], repo)


def envelopes(ledger: Ledger) -> Iterator[bytes]:
    """The stored envelopes as they are, by id, those of unlisted keys left out; each ends its line."""
    return (each.raw if each.raw.endswith(b"\n") else each.raw + b"\n" for each in ledger.records.values())


def attestations(
    subject: Subject,
    verdict: Verdict,
    reviews: Iterable[Verified[Any]],
    rules: Rules,
    *,
    key: SigningKey,
    made_at: str,
) -> Iterator[bytes]:
    """The statement of the verdict, then one for each counted review, signed.

    Raises:
        ReviewError: `not_approved`; then nothing is exported.
    """
    if not verdict.approved:
        raise ReviewError(
            f"is not approved ({', '.join(verdict.reasons)})",
            where=subject.commit,
            fix="export what is approved; absence says the rest",
            code="not_approved",
        )
    statements = [verdict_statement(subject, verdict, rules, made_at)]
    counted = (each for each in reviews if each.id in verdict.counted)
    statements += [review_statement(subject, each) for each in sorted(counted, key=lambda each: each.id)]
    return (sealed_envelope(MEDIA_TYPE, canonical_bytes(statement), key) for statement in statements)


def verdict_statement(subject: Subject, verdict: Verdict, rules: Rules, made_at: str) -> Json:
    """What an approval says, in few words."""
    stages = [f"{PROPERTY}_{stage.upper()}" for stage, names in sorted(verdict.per_stage.items()) if names]
    people = [f"{PROPERTY}_HUMAN_{number}" for number in range(1, len(verdict.humans) + 1)]
    policies = [_named("policy", rules.policy.id), _named("trust", rules.trust.id)]
    predicate = {
        "verifier": {"id": VERIFIER, "policies": policies},
        "timeCreated": made_at,
        "properties": sorted([*stages, *people]),
    }
    return _statement(subject, VERIFICATION_RESULT, predicate)


def review_statement(subject: Subject, review: Verified[Review]) -> Json:
    """One review that was counted."""
    record = review.record
    predicate = {
        "reviewer": review.principal.id,
        "kind": review.principal.kind,
        "stage": record.stage.value,
        "verdict": record.verdict.value,
        "tier": record.tier.value,
        "opId": record.op_id,
        "baseTree": subject.base_tree,
        "headTree": subject.tree,
        "policyDigest": record.policy_id,
        "madeAt": record.made_at,
    }
    return _statement(subject, CODE_REVIEW, predicate)


def _statement(subject: Subject, predicate_type: str, predicate: Json) -> Json:
    digest = {"gitCommit": subject.commit, "gitTree": subject.tree}
    return {
        "_type": STATEMENT,
        "subject": [{"name": subject.repo, "digest": digest}],
        "predicateType": predicate_type,
        "predicate": predicate,
    }


def _named(name: str, content_id: str) -> Json:
    return {"name": name, "digest": {"sha256": content_id.removeprefix("sha256:")}}
