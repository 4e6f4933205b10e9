"""Tests of rubout.review.judging, rubout.review.by_hand and rubout.review.export."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from rubout.errors import ReviewError
from rubout.review.by_hand import Desk, clear, confirmation, sign_by_hand, sign_event
from rubout.review.canonical import pae
from rubout.review.cascade import SelfReviewError
from rubout.review.envelope import Signed
from rubout.review.export import MEDIA_TYPE, Subject, attestations, envelopes
from rubout.review.judging import Claims, judge_change, judge_op, judge_whole
from rubout.review.ledger import read_ledger
from rubout.review.policy import Policy, Rules
from rubout.review.records import ReviewVerdict, SignedTier, Stage
from rubout.store.records import Stored, record_name
from tests.review.story import (
    CLEAN,
    HUMAN,
    K1,
    K2,
    K3,
    K4,
    K5,
    SECOND,
    SPEC,
    TRUST,
    cleared,
    new_file,
    no,
    policy,
    principal,
    proposed,
    signed_spec,
    trusting,
    written,
    yes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.review.crypto import SigningKey
    from rubout.review.ledger import Ledger
    from rubout.review.proposal import Proposal
    from rubout.review.trust import Trust

NOW = "2026-01-01T00:00:00Z"
OP = written(CLEAN)
CLAIMS = Claims(SPEC, ("C1",))
SUBJECT = Subject("a" * 40, "b" * 40, "c" * 40, "test")


def rules(trust: Trust = TRUST, **settings: Any) -> Rules:
    held = policy(**settings)
    return Rules(held, held.settings.semantic, trust, pinned=False)


RULES = rules()


def as_record(op: Proposal) -> Signed[Any]:
    return Signed(op.id, op.op, op.envelope)


def store(*records: Signed[Any] | Iterable[Signed[Any]], trust: Trust = TRUST) -> Ledger:
    flat = [each for some in records for each in ([some] if isinstance(some, Signed) else some)]
    return read_ledger([Stored(record_name(each.id), each.raw) for each in flat], trust)


def desk(key: SigningKey, ledger: Ledger, held: Rules = RULES) -> Desk:
    return Desk(key, ledger, held, NOW)


BASE = [as_record(OP), SPEC]
APPROVED = [*BASE, *yes(OP, K3)]


def test_what_every_stage_approves_is_approved() -> None:
    claims, verdict = judge_op(OP, store(APPROVED), RULES)
    assert verdict.approved
    assert (claims.spec and claims.spec.id, claims.claimed) == (SPEC.id, ("C1",))


def test_a_change_is_judged_by_the_op_that_proposes_it() -> None:
    judgement = judge_change(OP, (), store(APPROVED), RULES)
    assert (judgement.outcome, judgement.reasons) == ("approved", ())
    assert [op_id for op_id, _, _ in judgement.ops] == [OP.id]


def test_a_change_that_nobody_proposed_is_inconclusive() -> None:
    judgement = judge_change(written(b"other"), (), store(APPROVED), RULES)
    assert (judgement.outcome, judgement.reasons) == ("inconclusive", ("no_op",))


def test_an_op_that_hides_an_author_does_not_count() -> None:
    judgement = judge_change(OP, ["hidden@example.com"], store(APPROVED), RULES)
    assert (judgement.outcome, judgement.reasons) == ("inconclusive", ("missing_authors",))
    open_op = proposed(new_file("src/s.rs", CLEAN), authors=["hidden@example.com"])
    ledger = store(as_record(open_op), SPEC, yes(open_op, K3))
    assert judge_change(OP, ["hidden@example.com"], ledger, RULES).outcome == "approved"


@pytest.mark.parametrize(
    ("key", "tier", "outcome"),
    [
        (K3, "semantic", "rejected"),
        (K4, "human", "rejected"),
        (K2, "learned", "approved"),
        (K2, "structural", "approved"),
    ],
)
def test_a_refusal_by_somebody_who_reads_sticks_to_the_change_whatever_its_author_says_about_it(
    key: SigningKey, tier: str, outcome: str
) -> None:
    again = proposed(new_file("src/s.rs", CLEAN), intent="persist, please")
    assert again.id != OP.id
    ledger = store(BASE, no(OP, key, tier), as_record(again), yes(again, K3))
    assert judge_op(OP, ledger, RULES)[1].outcome == "rejected"
    assert judge_op(again, ledger, RULES)[1].approved
    assert judge_whole(again, ledger, RULES)[1].outcome == outcome
    judgement = judge_change(again, (), ledger, RULES)
    assert judgement.outcome == outcome
    assert ("refused" in judgement.reasons) == (outcome == "rejected")


def test_a_refusal_sticks_when_git_names_an_author_more() -> None:
    more = ["zed@example.com"]
    again = proposed(new_file("src/s.rs", CLEAN), authors=more)
    ledger = store(BASE, no(OP, K3), as_record(again), yes(again, K3))
    judgement = judge_change(again, more, ledger, RULES)
    assert judgement.outcome == "rejected"
    assert "refused" in judgement.reasons


def test_a_change_that_only_a_check_refused_is_rejected() -> None:
    assert judge_change(OP, (), store(BASE, no(OP, K2, "structural")), RULES).outcome == "rejected"


def test_a_refusal_that_was_answered_does_not_stick() -> None:
    again = proposed(new_file("src/s.rs", CLEAN), intent="persist, please")
    refused = no(OP, K3)
    ledger = store(BASE, refused, cleared(OP, K4, "answer", refused), as_record(again), yes(again, K3))
    assert judge_change(again, (), ledger, RULES).outcome == "approved"


def test_example_13_a_refusal_counts_until_it_is_withdrawn_and_its_absence_is_noticed() -> None:
    refused = no(OP, K4, "human")
    assert judge_op(OP, store(APPROVED, refused), RULES)[1].outcome == "rejected"
    withdrawn = cleared(OP, K4, "withdraw", refused)
    assert judge_op(OP, store(APPROVED, refused, withdrawn), RULES)[1].approved
    later = no(OP, K5, "human", prev=(refused.id,))
    undone = cleared(OP, K5, "withdraw", later)
    judgement = judge_change(OP, (), store(APPROVED, later, undone), RULES)
    assert (judgement.outcome, judgement.reasons) == ("inconclusive", ("gap",))


def test_a_store_with_anything_wrong_in_it_decides_nothing() -> None:
    files = [Stored(record_name(each.id), each.raw) for each in [*APPROVED, no(OP, K5, "human")]]
    for extra, code in ((Stored("x", b"{}"), "bad_record"), (Stored("y", APPROVED[0].raw), "misnamed")):
        judgement = judge_change(OP, (), read_ledger([*files, extra], TRUST), RULES)
        assert (judgement.outcome, judgement.reasons) == ("inconclusive", (code,))


def test_claims_are_those_of_the_reviews_unless_they_are_given() -> None:
    two = signed_spec(K1, "C1", "C2")
    ledger = store(as_record(OP), two, yes(OP, K3, spec=two))
    assert judge_op(OP, ledger, RULES)[0].claimed == ("C1",)
    assert judge_op(OP, ledger, RULES)[1].approved
    assert not judge_op(OP, ledger, RULES, Claims(two, ("C1", "C2")))[1].approved


def test_reviews_of_a_spec_that_is_not_there_do_not_count() -> None:
    claims, verdict = judge_op(OP, store(as_record(OP), yes(OP, K3)), RULES)
    assert claims == Claims(None, ())
    assert not verdict.approved


def test_the_op_of_an_unknown_author_is_not_found() -> None:
    trust = trusting(principal("model", K3, "review"))
    assert judge_change(OP, (), store(APPROVED, trust=trust), rules(trust)).reasons == ("no_op",)


def by_hand(ledger: Ledger, stage: Stage, *findings: str, key: SigningKey = K4) -> Signed[Any]:
    return sign_by_hand(OP, CLAIMS, stage, findings, desk(key, ledger))


def test_example_23_a_person_signs_both_stages_and_the_change_is_approved() -> None:
    ledger = store(BASE)
    first = by_hand(ledger, Stage.SPEC_COMPLIANCE)
    second = by_hand(store(BASE, first), Stage.QUALITY)
    assert {first.record.tier, second.record.tier} == {SignedTier.HUMAN}
    assert second.record.prev == (first.id,)
    assert judge_change(OP, (), store(BASE, first, second), RULES).outcome == "approved"


def test_a_person_refuses_with_what_is_wrong() -> None:
    refused = by_hand(store(BASE), Stage.QUALITY, "unclear", "too long")
    assert refused.record.verdict is ReviewVerdict.REQUEST_CHANGES
    assert [finding.text for finding in refused.record.findings] == ["unclear", "too long"]


def test_example_12_a_person_who_thinks_again_speaks_in_the_next_round() -> None:
    refused = by_hand(store(BASE), Stage.QUALITY, "unclear")
    compliant = by_hand(store(BASE, refused), Stage.SPEC_COMPLIANCE)
    again = by_hand(store(BASE, refused, compliant), Stage.QUALITY)
    assert [each.record.round for each in (refused, compliant, again)] == [1, 1, 2]
    assert not judge_op(OP, store(BASE, refused, compliant), RULES)[1].approved
    assert judge_op(OP, store(BASE, refused, compliant, again), RULES)[1].approved


def test_example_9_nobody_signs_what_they_wrote_with_any_of_their_keys() -> None:
    trust = trusting(principal("author", K1, "author", "review", kind="human") | {"keys": [K1.public, K4.public]})
    with pytest.raises(SelfReviewError):
        sign_by_hand(OP, CLAIMS, Stage.QUALITY, (), desk(K4, store(BASE, trust=trust), rules(trust)))


@pytest.mark.parametrize(
    ("trust", "key", "code"),
    [
        (trusting(SECOND), K4, "unknown_key"),
        (trusting(HUMAN, revoked=(K4,)), K4, "revoked"),
        (TRUST, K2, "kind_mismatch"),
        (trusting(principal("h", K4, "override", kind="human")), K4, "no_role"),
    ],
)
def test_only_a_person_who_may_review_signs(trust: Trust, key: SigningKey, code: str) -> None:
    with pytest.raises(ReviewError) as caught:
        sign_by_hand(OP, CLAIMS, Stage.QUALITY, (), desk(key, store(trust=trust), rules(trust)))
    assert caught.value.code == code


def test_what_is_typed_to_confirm_is_the_start_of_the_id() -> None:
    assert OP.id.startswith(f"sha256:{confirmation(OP.id)}")
    assert len(confirmation(OP.id)) == 8


def test_a_clearance_is_signed_by_its_signer() -> None:
    refused = no(OP, K4, "human")
    record = cleared(OP, K4, "withdraw", refused).record
    assert judge_op(OP, store(APPROVED, refused, clear(record, K4)), RULES)[1].approved
    with pytest.raises(ValueError, match="another signer"):
        clear(record, K5)


def test_a_skills_state_is_changed_by_somebody_who_may_teach() -> None:
    trust = trusting(principal("a", K4, "teach", kind="human"), principal("b", K5, "review", kind="human"))
    ledger = store(SPEC, trust=trusting())
    event = sign_event("retire", OP.id, "too noisy", desk(K4, ledger, rules(trust)))
    assert (event.record.kind, event.record.skill_id, event.record.prev) == ("retire", OP.id, (SPEC.id,))
    revoked = trusting(principal("a", K4, "teach", kind="human"), revoked=(K4,))
    for key, held in ((K5, trust), (K1, trust), (K4, revoked)):
        with pytest.raises(ReviewError, match="teach") as caught:
            sign_event("retire", OP.id, "too noisy", desk(key, ledger, rules(held)))
        assert caught.value.code == "no_role"


def exported(ledger: Ledger, held: Rules = RULES) -> list[dict[str, Any]]:
    """The statements, their signatures checked by the other library."""
    _, verdict = judge_op(OP, ledger, held)
    reviews = ledger.records.values()
    statements = []
    for line in attestations(SUBJECT, verdict, reviews, held, key=K2, made_at=NOW):
        value = json.loads(line)
        payload = base64.b64decode(value["payload"])
        signature = base64.b64decode(value["signatures"][0]["sig"])
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(K2.public[8:])).verify(signature, pae(MEDIA_TYPE, payload))
        statements.append(json.loads(payload))
    return statements


def test_an_approval_is_exported_as_a_verification_result() -> None:
    [verdict, *_] = exported(store(APPROVED))
    assert verdict == {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "test", "digest": {"gitCommit": "a" * 40, "gitTree": "b" * 40}}],
        "predicateType": "https://in-toto.io/attestation/svr/v0.2",
        "predicate": {
            "verifier": {
                "id": "urn:rubout:review:v1",
                "policies": [
                    {"name": "policy", "digest": {"sha256": Policy().id[7:]}},
                    {"name": "trust", "digest": {"sha256": TRUST.id[7:]}},
                ],
            },
            "timeCreated": NOW,
            "properties": ["RUBOUT_REVIEW_QUALITY", "RUBOUT_REVIEW_SPEC_COMPLIANCE"],
        },
    }


def test_each_person_who_approved_is_one_property_more() -> None:
    first = yes(OP, K4, "human")
    assert exported(store(APPROVED, first))[0]["predicate"]["properties"][0] == "RUBOUT_REVIEW_HUMAN_1"
    two = exported(store(APPROVED, first, yes(OP, K5, "human")))[0]["predicate"]["properties"]
    assert two[:2] == ["RUBOUT_REVIEW_HUMAN_1", "RUBOUT_REVIEW_HUMAN_2"]


def test_a_stage_that_nobody_approved_is_no_property() -> None:
    held = rules(required_stages=("quality",))
    ledger = store(BASE, yes(OP, K3, policy_id=held.policy.id)[1])
    assert exported(ledger, held)[0]["predicate"]["properties"] == ["RUBOUT_REVIEW_QUALITY"]


def test_each_counted_review_has_a_statement_of_its_own_and_no_refusal_has() -> None:
    refused = no(OP, K4, "human")
    details = exported(store(APPROVED, refused, cleared(OP, K4, "withdraw", refused)))[1:]
    assert {statement["predicateType"] for statement in details} == {"urn:rubout:code-review:v0.1"}
    assert [statement["predicate"]["verdict"] for statement in details] == ["approve", "approve"]
    assert sorted(statement["predicate"]["stage"] for statement in details) == ["quality", "spec_compliance"]
    assert details[0]["predicate"] | {"stage": ""} == {
        "reviewer": "model",
        "kind": "robot",
        "stage": "",
        "verdict": "approve",
        "tier": "semantic",
        "opId": OP.id,
        "baseTree": "c" * 40,
        "headTree": "b" * 40,
        "policyDigest": Policy().id,
        "madeAt": NOW,
    }


def test_nothing_is_exported_that_is_not_approved() -> None:
    for ledger in (store(BASE), store(APPROVED, no(OP, K4, "human"))):
        with pytest.raises(ReviewError) as caught:
            exported(ledger)
        assert caught.value.code == "not_approved"


def test_nothing_claims_a_level_of_somebody_elses() -> None:
    assert "SLSA" not in json.dumps(exported(store(APPROVED)))


def test_envelopes_are_exported_as_they_are_stored() -> None:
    pretty = msgspec.json.format(BASE[0].raw, indent=1)
    ledger = read_ledger([Stored(record_name(OP.id), pretty), Stored(record_name(SPEC.id), SPEC.raw)], TRUST)
    assert sorted(envelopes(ledger)) == sorted([pretty + b"\n", SPEC.raw])
