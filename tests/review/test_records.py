"""Tests of rubout.review.records: each rule of a record has a record that breaks it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.review.canonical import canonical_bytes, content_id, payload_type
from rubout.review.edit import DeleteAnchor, Edit, FileAnchor, OpaqueAnchor, Replacement
from rubout.review.envelope import sealed_envelope, verify, verify_any
from rubout.review.records import (
    KIND_OF,
    SIGNERS,
    Record,
    Review,
    ReviewVerdict,
    SignedTier,
    Stage,
    finding_fingerprint,
    named_by,
    signer_of,
)
from tests.refusals import review_code
from tests.signed import (
    KEYS,
    NAME,
    OP,
    SPEC,
    TRUST,
    approval_of_quality,
    checkpoint,
    clearance,
    refusal,
    signed,
    skill_event,
)

OTHER = f"sha256:{'b' * 64}"
EVIDENCE = {
    "provider": "http",
    "model": "m",
    "request_sha256": "a" * 64,
    "reply_sha256": "b" * 64,
    "nonce": "c" * 32,
    "tokens_in": 1,
    "tokens_out": 1,
    "calls": 1,
}
EDIT = msgspec.to_builtins(OP)["edits"][0]
FINDING = msgspec.to_builtins(refusal())["findings"][0]
APPROVE = {"verdict": "approve", "findings": []}
EXAMPLES: tuple[Record, ...] = (OP, SPEC, refusal(), approval_of_quality(), clearance(), skill_event(), checkpoint())

Change = dict[str, Any]


def clauses(*ids: str) -> list[Change]:
    return [{"id": each, "kind": "requirement", "text": "t"} for each in ids]


def edit(**change: Any) -> Change:
    return {"edits": [EDIT | change]}


def finding(**change: Any) -> Change:
    return {"findings": [FINDING | change]}


# Record, and what is changed in it so that it must be refused.
BROKEN: list[tuple[Record, Change]] = [
    *(
        (record, change)
        for record in EXAMPLES
        for change in ({"v": 2}, {"v": True}, {"v": "1"}, {"alg": "rsa"}, {"more": 1})
    ),
    # spec
    (SPEC, {"intent": ""}),
    (SPEC, {"intent": "x" * 4001}),
    (SPEC, {"intent": 1}),
    (SPEC, {"parent": "x"}),
    (SPEC, {"parent": NAME.upper()}),
    (SPEC, {"clauses": []}),
    (SPEC, {"clauses": clauses(*(f"c{number}" for number in range(1001)))}),
    (SPEC, {"clauses": clauses("C1", "C1")}),
    (SPEC, {"clauses": clauses("C 1")}),
    (SPEC, {"clauses": clauses("C1\n")}),
    (SPEC, {"clauses": clauses("")}),
    (SPEC, {"clauses": clauses("c" * 65)}),
    (SPEC, {"clauses": [clauses("C1")[0] | {"kind": "wish"}]}),
    (SPEC, {"clauses": [clauses("C1")[0] | {"text": ""}]}),
    (SPEC, {"clauses": [clauses("C1")[0] | {"text": "x" * 4001}]}),
    (SPEC, {"clauses": [clauses("C1")[0] | {"more": 1}]}),
    (SPEC, {"retired": ["b", "a"]}),
    (SPEC, {"retired": ["a", "a"]}),
    # op
    (OP, {"claimed_authors": ["b", "a"]}),
    (OP, {"claimed_authors": ["a", "a"]}),
    (OP, {"context": {"repo": "r"}}),
    (OP, {"context": {"repo": "", "target": "t"}}),
    (OP, {"context": {"repo": "r", "target": "t", "more": 1}}),
    (OP, {"intent": "x" * 4001}),
    (OP, {"tier": "L4"}),
    (OP, {"edits": [EDIT] * 20_001}),
    (OP, edit(path="")),
    (OP, edit(path="x" * 1001)),
    (OP, {"claimed_authors": ["x" * 1001]}),
    (OP, {"claimed_authors": sorted(f"{number:05}" for number in range(10_001))}),
    (OP, edit(prior="x")),
    (OP, edit(mode="160000")),
    (OP, edit(more=1)),
    (OP, edit(anchor={"kind": "range", "start": -1, "end": 0})),
    (OP, edit(anchor={"kind": "range", "start": 0})),
    (OP, edit(anchor={"kind": "line"})),
    (OP, edit(anchor={"kind": "file", "start": 0})),
    (OP, edit(anchor={"kind": "opaque", "old": "x", "new": None}, replacement=None)),
    (OP, edit(anchor={"kind": "delete"})),
    (OP, edit(anchor={"kind": "opaque", "old": None, "new": None})),
    (OP, edit(replacement=None)),
    (OP, edit(anchor={"kind": "file"}, replacement=None)),
    (OP, edit(replacement={"sha256": NAME, "size": 1})),
    (OP, edit(replacement={"sha256": "a" * 64, "size": -1})),
    # review
    (refusal(), {"op_id": "x"}),
    (refusal(), {"stage": "style"}),
    (refusal(), {"verdict": "accept"}),
    (refusal(), {"tier": "oracle"}),
    (refusal(), {"round": 0}),
    (refusal(), {"round": 1001}),
    (refusal(), {"policy_id": None}),
    (refusal(), {"made_at": "2026-11-30 12:00:00"}),
    (refusal(), {"made_at": "2026-11-30T12:00:00Z\n"}),
    (refusal(), {"findings": []}),
    (refusal(), {"findings": [FINDING] * 201}),
    (refusal(), finding(check="S00")),
    (refusal(), finding(check="S30")),
    (refusal(), finding(check="skill:x")),
    (refusal(), finding(check="model")),
    (refusal(), finding(quote="x" * 301)),
    (refusal(), finding(text="")),
    (refusal(), finding(text="x" * 2001)),
    (refusal(), finding(span=[2, 1])),
    (refusal(), finding(span=[1])),
    (refusal(), finding(edit=None)),
    (refusal(), finding(edit=-1)),
    (refusal(), finding(edit=20_000)),
    (refusal(), {"covered": [20_000]}),
    (skill_event(), {"reason": "x" * 2001}),
    (refusal(), {"covered": [1, 0]}),
    (refusal(), {"covered": [0, 0]}),
    (refusal(), {"covered": [-1]}),
    (refusal(), {"induced": [OTHER, NAME]}),
    (refusal(), {"prev": [OTHER, NAME]}),
    (refusal(), {"prev": sorted(f"sha256:{number:064x}" for number in range(65))}),
    (refusal(), {"energy": {"class": "guess", "uj": 1}}),
    (refusal(), {"energy": {"class": "meter", "uj": -1}}),
    (refusal(), {"evidence": EVIDENCE | {"nonce": "c" * 31}}),
    (refusal(), {"tier": "human", "evidence": EVIDENCE}),
    (refusal(), {"tier": "structural", "evidence": EVIDENCE}),
    (refusal(), {"spec_id": NAME}),
    (refusal(), {"claimed": ["C1"]}),
    (approval_of_quality(), {"findings": [FINDING]}),
    (approval_of_quality(), {"induced": [NAME]}),
    (approval_of_quality(), {"spec_id": NAME, "claimed": ["C1"]}),
    (approval_of_quality(), {"stage": "spec_compliance"}),
    (approval_of_quality(), {"stage": "spec_compliance", "spec_id": NAME}),
    (approval_of_quality(), {"stage": "spec_compliance", "claimed": ["C1"]}),
    (approval_of_quality(), {"stage": "spec_compliance", "spec_id": NAME, "claimed": ["C2", "C1"]}),
    # clearance, skill event, checkpoint
    (clearance(), {"kind": "approve"}),
    (clearance(), {"targets": []}),
    (clearance(), {"targets": [OTHER, NAME]}),
    (clearance(), {"skills": [NAME]}),
    (clearance(), {"kind": "override", "skills": [OTHER, NAME]}),
    (clearance(), {"reason": "too short"}),
    (clearance(), {"reason": "x" * 2001}),
    (skill_event(), {"kind": "delete"}),
    (skill_event(), {"skill_id": "x"}),
    (skill_event(), {"reason": ""}),
    (skill_event(), {"prev": [NAME, NAME]}),
    (checkpoint(), {"heads": [OTHER, NAME]}),
    (checkpoint(), {"count": -1}),
    (checkpoint(), {"root": "x"}),
]


# As above, with what is just still allowed.
ON_THE_LINE: list[tuple[Record, Change]] = [
    (SPEC, {"intent": "x"}),
    (SPEC, {"intent": "ä" * 4000}),
    (SPEC, {"clauses": clauses(*(f"c{number}" for number in range(1000)))}),
    (SPEC, {"clauses": clauses("c" * 64, "a.b_c-D")}),
    (SPEC, {"clauses": [clauses("C1")[0] | {"text": "x" * 4000}]}),
    (SPEC, {"parent": NAME, "retired": ["a", "b"]}),
    (OP, {"intent": ""}),
    (OP, {"intent": "x" * 4000}),
    (OP, {"edits": []}),
    (OP, {"edits": [EDIT] * 20_000}),
    (OP, {"claimed_authors": ["", "x" * 1000]}),
    (OP, {"claimed_authors": sorted(f"{number:05}" for number in range(10_000))}),
    (OP, edit(path="x")),
    (OP, edit(path="x" * 1000)),
    (OP, edit(anchor={"kind": "range", "start": 2**53 - 1, "end": 0})),
    (OP, edit(anchor={"kind": "opaque", "old": "a" * 40, "new": "b" * 64}, replacement=None)),
    (refusal(), {"round": 1000}),
    (refusal(), {"findings": [FINDING] * 200}),
    (refusal(), finding(check="S29", quote="x" * 300, text="x" * 2000, span=[0, 0])),
    (refusal(), finding(check=f"skill:{NAME}", quote="", text="x", span=None, edit=None)),
    (refusal(), finding(edit=19_999)),
    (refusal(), {"covered": [0, 19_999]}),
    (refusal(), {"prev": sorted(f"sha256:{number:064x}" for number in range(64))}),
    (refusal(), {"evidence": EVIDENCE}),
    (refusal(), {"tier": "learned"}),
    (clearance(), {"reason": "x" * 10}),
    (clearance(), {"reason": "x" * 2000}),
    (clearance(), {"kind": "override", "skills": [NAME, OTHER]}),
    (skill_event(), {"reason": "x"}),
    (skill_event(), {"reason": "x" * 2000}),
    (checkpoint(), {"heads": [NAME, OTHER], "count": 2**53 - 1}),
]

# What no record can hold, wherever it stands.
OUTSIDE: list[tuple[Record, Change]] = [
    (OP, edit(anchor={"kind": "range", "start": 0, "end": 2**53})),
    (OP, edit(anchor={"kind": "range", "start": 0, "end": 0.0})),
    (refusal(), {"energy": {"class": "meter", "uj": 1.5}}),
    (refusal(), {"nötig": 1}),
]


def enveloped(record: Record, payload: bytes) -> bytes:
    """The bytes as a record of that kind, correctly signed by its signer."""
    return sealed_envelope(payload_type(KIND_OF[type(record)]), payload, KEYS[signer_of(record)])


def refused(raw: bytes) -> str:
    return review_code(verify_any, raw, TRUST)


@pytest.mark.parametrize("record", EXAMPLES)
def test_a_record_reads_as_it_was_signed(record: Record) -> None:
    envelope = signed(record)
    verified = verify_any(envelope.raw, TRUST)
    assert verified.record == record
    assert verified.id == content_id(KIND_OF[type(record)], record) == envelope.id
    assert signer_of(record) in verified.principal.keys


@pytest.mark.parametrize(("record", "change"), ON_THE_LINE)
def test_what_lies_on_a_limit_is_a_record(record: Record, change: Change) -> None:
    payload = canonical_bytes(msgspec.to_builtins(record) | change)
    assert canonical_bytes(verify_any(enveloped(record, payload), TRUST).record) == payload


@pytest.mark.parametrize(
    ("record", "change", "code"),
    [*((*case, "schema") for case in BROKEN), *((*case, "not_canonical") for case in OUTSIDE)],
)
def test_a_record_that_breaks_a_rule_is_refused_though_its_signature_holds(
    record: Record, change: Change, code: str
) -> None:
    payload = msgspec.json.encode(msgspec.to_builtins(record) | change, order="sorted")
    assert refused(enveloped(record, payload)) == code


@pytest.mark.parametrize("record", EXAMPLES)
def test_no_member_may_be_left_out(record: Record) -> None:
    value = msgspec.to_builtins(record)
    for name in value:
        payload = canonical_bytes({other: held for other, held in value.items() if other != name})
        expected = "unknown_key" if name == SIGNERS[KIND_OF[type(record)]] else "schema"
        assert refused(enveloped(record, payload)) == expected, name


@pytest.mark.parametrize("record", EXAMPLES)
def test_no_member_may_be_of_another_type(record: Record) -> None:
    value = msgspec.to_builtins(record)
    for name in value.keys() - {SIGNERS[KIND_OF[type(record)]]}:
        assert refused(enveloped(record, canonical_bytes(value | {name: {"a": []}}))) == "schema", name


def test_example_10_an_approval_out_of_memory_is_refused_though_a_trusted_key_signed_it() -> None:
    value = msgspec.to_builtins(approval_of_quality()) | {"tier": "learned"}
    assert refused(enveloped(refusal(), canonical_bytes(value))) == "schema"


@pytest.mark.parametrize("stage", Stage)
def test_an_approval_out_of_memory_cannot_be_made(stage: Stage) -> None:
    with pytest.raises(ValueError, match="never approves"):
        refusal(stage=stage, verdict=ReviewVerdict.APPROVE, tier=SignedTier.LEARNED, findings=(), spec_id=NAME)


def test_a_refusal_of_compliance_needs_neither_spec_nor_claim() -> None:
    review = refusal(stage=Stage.SPEC_COMPLIANCE, tier=SignedTier.STRUCTURAL)
    assert verify(signed(review).raw, Review, TRUST).record == review


@pytest.mark.parametrize("anchor", [DeleteAnchor(), OpaqueAnchor(old="a" * 40, new=None)])
def test_a_change_without_bytes_is_an_edit(anchor: DeleteAnchor | OpaqueAnchor) -> None:
    made = Edit(path="a", prior=NAME, anchor=anchor, replacement=None)
    assert msgspec.convert(msgspec.to_builtins(made), Edit) == made


def test_a_whole_file_is_an_edit() -> None:
    made = Edit(path="a", prior=None, anchor=FileAnchor(), replacement=Replacement("a" * 64, 0))
    assert msgspec.convert(msgspec.to_builtins(made), Edit) == made


def test_a_record_names_the_heads_its_writer_saw() -> None:
    assert named_by(refusal(prev=(NAME,))) == (NAME,)
    assert named_by(checkpoint(heads=(NAME, OTHER))) == (NAME, OTHER)
    assert named_by(OP) == named_by(SPEC) == ()


def test_a_defect_is_the_same_however_its_quote_is_spaced() -> None:
    spaced, plain = finding_fingerprint("S16", "a", " b\t\nc "), finding_fingerprint("S16", "a", "b c")
    assert spaced == plain == hashlib.sha256(b'["S16","a","b c"]').hexdigest()
    assert len({plain, finding_fingerprint("S17", "a", "b c"), finding_fingerprint("S16", "b", "b c")}) == 3


@settings(max_examples=500)
@given(
    stage=st.sampled_from(Stage),
    verdict=st.sampled_from(ReviewVerdict),
    tier=st.sampled_from(SignedTier),
    has_findings=st.booleans(),
    has_induced=st.booleans(),
    has_spec=st.booleans(),
    has_claims=st.booleans(),
)
def test_whatever_can_be_made_keeps_the_rules(
    stage: Stage,
    verdict: ReviewVerdict,
    tier: SignedTier,
    has_findings: bool,
    has_induced: bool,
    has_spec: bool,
    has_claims: bool,
) -> None:
    """The rules once more, as one expression."""
    approves, compliance = verdict is ReviewVerdict.APPROVE, stage is Stage.SPEC_COMPLIANCE
    allowed = (
        not (approves and (has_findings or has_induced or tier is SignedTier.LEARNED))
        and (approves or has_findings)
        and (compliance or not (has_spec or has_claims))
        and not (approves and compliance and not (has_spec and has_claims))
    )
    try:
        refusal(
            stage=stage,
            verdict=verdict,
            tier=tier,
            findings=refusal().findings if has_findings else (),
            induced=(NAME,) if has_induced else (),
            spec_id=NAME if has_spec else None,
            claimed=("C1",) if has_claims else (),
        )
    except ValueError:
        assert not allowed
    else:
        assert allowed
