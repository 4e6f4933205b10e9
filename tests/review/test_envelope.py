"""Tests of rubout.review.envelope: each rule of an envelope has an envelope that breaks it."""

from __future__ import annotations

import base64
import json
from typing import Any

import msgspec
import pytest

from rubout.errors import ReviewError
from rubout.review.canonical import canonical_bytes, id_of_payload, pae, payload_type
from rubout.review.crypto import SigningKey, sign_message
from rubout.review.envelope import (
    read_signed,
    sealed_envelope,
    sign,
    verify,
    verify_any,
)
from rubout.review.records import Op, Record, Review
from tests.refusals import review_code
from tests.signed import (
    HUMAN,
    K1,
    K2,
    K3,
    OP,
    PRINCIPALS,
    SPEC,
    STRANGER,
    TRUST,
    checkpoint,
    op_of,
    principal,
    refusal,
    signed,
    trust_of,
)

OP_RAW = signed(OP).raw


def code_of(raw: bytes, trust: Any = TRUST) -> str:
    return review_code(verify_any, raw, trust)


def edited(raw: bytes = OP_RAW, **members: Any) -> bytes:
    """An envelope with other members; None leaves one out."""
    value = json.loads(raw) | members
    return json.dumps({name: held for name, held in value.items() if held is not None}).encode()


def resigned(payload: bytes, kind: str = "op", key: SigningKey = K1) -> bytes:
    return sealed_envelope(f"application/vnd.rubout.{kind}.v1+json", payload, key)


def signature(raw: bytes = OP_RAW) -> bytes:
    return base64.b64decode(json.loads(raw)["signatures"][0]["sig"])


def with_signature(data: bytes) -> bytes:
    return edited(signatures=[{"keyid": "", "sig": base64.b64encode(data).decode()}])


PAYLOAD = canonical_bytes(OP)
URL_SAFE = str.maketrans("+/", "-_")
TEXT = json.loads(OP_RAW)["payload"]
SIGNATURES = json.loads(OP_RAW)["signatures"]
UNPADDED = base64.b64encode(PAYLOAD + b" ").decode().rstrip("=")
BROKEN_ENVELOPES = {
    "nothing": b"",
    "no JSON": b"{",
    "no object": b"[]",
    "not UTF-8": OP_RAW.replace(b"8a88e3dd7409f195", b"\xff" * 16),
    "more behind it": OP_RAW + b"{}",
    "a byte-order mark": b"\xef\xbb\xbf" + OP_RAW,
    "deep": b"[" * 100_000,
    "deep in a member": b'{"payload":' + b"[" * 100_000,
    "deep in a member more": b'{"note":' + b"[" * 100_000,
    "deep in a signature": b'{"signatures":[{"note":' + b'{"a":' * 100_000,
    "a number for a text": edited(payload=1),
    "no payload": edited(payload=None),
    "no type": edited(payloadType=None),
    "no signatures": edited(signatures=None),
    "one member more": edited(note="x"),
    "an empty list of signatures": edited(signatures=[]),
    "two signatures": edited(signatures=SIGNATURES * 2),
    "a signature without keyid": edited(signatures=[{"sig": SIGNATURES[0]["sig"]}]),
    "a signature without sig": edited(signatures=[{"keyid": ""}]),
    "a signature with one member more": edited(signatures=[SIGNATURES[0] | {"alg": "x"}]),
    "a payload that stands twice": OP_RAW.replace(b'{"payload":', b'{"payload":"","payload":', 1),
    "a type that stands twice": OP_RAW.replace(b'"payloadType":', b'"payloadType":"x","payloadType":', 1),
    "a type that stands twice, once escaped": OP_RAW.replace(b'"payloadT', b'"payload\\u0054ype":"x","payloadT', 1),
    "a signature that stands twice": OP_RAW.replace(b'"sig":', b'"sig":"","sig":', 1),
    "base64 with a line end": edited(payload=f"{TEXT[:40]}\n{TEXT[40:]}"),
    "base64 with a space": edited(payload=f" {TEXT}"),
    "base64 without padding": edited(payload=UNPADDED),
    "base64 with padding inside": edited(payload=f"{TEXT[:4]}===={TEXT[4:]}"),
    "base64 that is cut": edited(payload=TEXT[:-1]),
    "base64 of two alphabets": edited(payload=f"{TEXT}+/-_"),
    "base64 with bits left over": edited(payload="QR=="),
    "a letter beyond ASCII": edited(payload=f"{TEXT[:-4]}äääö"),
}


@pytest.mark.parametrize("raw", BROKEN_ENVELOPES.values(), ids=BROKEN_ENVELOPES.keys())
def test_what_is_no_envelope_is_refused(raw: bytes) -> None:
    assert code_of(raw) == "envelope"


@pytest.mark.parametrize(
    "media_type", ["", "application/json", "application/vnd.rubout.op.v2+json", f"{payload_type('op')} "]
)
def test_an_unknown_type_is_refused(media_type: str) -> None:
    assert code_of(edited(payloadType=media_type)) == "payload_type"


@pytest.mark.parametrize("kind", ["policy", "trust", "change", "skill"])
def test_what_is_named_and_never_signed_is_no_record(kind: str) -> None:
    assert code_of(resigned(PAYLOAD, kind)) == "payload_type"


def test_a_record_of_another_kind_is_refused() -> None:
    with pytest.raises(ReviewError) as caught:
        verify(OP_RAW, Review, TRUST)
    assert caught.value.code == "payload_type"


def test_an_op_does_not_pass_for_a_spec() -> None:
    assert code_of(edited(payloadType=payload_type("spec"))) == "bad_signature"
    assert code_of(resigned(PAYLOAD, "spec")) == "schema"


@pytest.mark.parametrize(("record", "limit"), [(OP, 16 << 20), (SPEC, 16 << 20), (refusal(), 2 << 20)])
def test_an_envelope_is_as_large_as_is_said_and_no_larger(record: Record, limit: int) -> None:
    raw = signed(record).raw
    assert verify_any(raw + b" " * (limit - len(raw)), TRUST).record == record
    assert code_of(raw + b" " * (limit - len(raw) + 1)) == "envelope"


@pytest.mark.parametrize(
    "author",
    ["", "ed25519:", K1.public.upper(), K1.public + "0", K1.public + "\n", K1.public[8:], None, 1, [K1.public]],
)
def test_a_signer_that_is_no_key_is_refused(author: Any) -> None:
    assert code_of(resigned(canonical_bytes(msgspec.to_builtins(OP) | {"author": author}))) == "unknown_key"


@pytest.mark.parametrize("payload", [b"[]", b"1", b"null", b'""'])
def test_a_payload_that_is_no_object_names_no_signer(payload: bytes) -> None:
    assert code_of(resigned(payload)) == "unknown_key"


@pytest.mark.parametrize("payload", [b"", b"{", b"\xff", b"[" * 100_000, b"nul", b"{} {}"])
def test_a_payload_that_is_no_json_is_refused(payload: bytes) -> None:
    assert code_of(resigned(payload)) == "not_canonical"


def test_a_key_that_nobody_vouches_for_is_refused_whatever_it_signed() -> None:
    op = msgspec.structs.replace(OP, author=STRANGER.public)
    assert code_of(signed(op).raw) == "unknown_key"


def test_a_revoked_key_counts_no_longer() -> None:
    assert code_of(signed(refusal()).raw, trust_of(revoked=(K3,))) == "revoked"
    assert verify_any(OP_RAW, trust_of(revoked=(K3,))).record == OP


def test_an_op_needs_the_role_of_an_author_and_nothing_else_does() -> None:
    reviewer = trust_of(principal("author", K1, roles=["review"]), *PRINCIPALS[1:])
    assert code_of(OP_RAW, reviewer) == "no_role"
    assert verify_any(signed(SPEC).raw, reviewer).record == SPEC


@pytest.mark.parametrize("data", [b"", b"x", signature()[:-1], signature() + b"\0", bytes(64)])
def test_a_signature_of_another_length_or_of_nothing_is_refused(data: bytes) -> None:
    assert code_of(with_signature(data)) == "bad_signature"


def test_another_keys_signature_is_refused() -> None:
    other = sign_message(K2, pae(payload_type("op"), PAYLOAD))
    assert code_of(with_signature(other)) == "bad_signature"


def test_what_was_signed_with_more_before_it_is_no_signature() -> None:
    longer = sign_message(K1, b"x" + pae(payload_type("op"), PAYLOAD)) + b"x"
    assert code_of(with_signature(longer)) == "bad_signature"


def test_a_signature_over_the_bytes_without_their_type_is_refused() -> None:
    assert code_of(with_signature(sign_message(K1, PAYLOAD))) == "bad_signature"


NOT_CANONICAL = {
    "white space": PAYLOAD.replace(b",", b", ", 1),
    "a line end": PAYLOAD + b"\n",
    "members out of order": b'{"v":1,' + PAYLOAD[1:].replace(b',"v":1', b""),
    "a member twice": PAYLOAD.replace(b'"alg":"ed25519",', b'"alg":"ed25519","alg":"ed25519",'),
    "an escape that is not needed": PAYLOAD.replace(b"persist", b"\\u0070ersist"),
    "a slash that is escaped": PAYLOAD.replace(b"src/s.rs", b"src\\/s.rs"),
    "a number with an exponent": PAYLOAD.replace(b'"size":25', b'"size":25e0'),
    "a number with a fraction": PAYLOAD.replace(b'"size":25', b'"size":25.0'),
    "a zero with a sign": PAYLOAD.replace(b'"start":0', b'"start":-0'),
    "a large number": PAYLOAD.replace(b'"size":25', b'"size":9007199254740992'),
    "a name beyond ASCII": b'{"a\xc3\xa4":1,' + PAYLOAD[1:],
    "half of a surrogate pair": PAYLOAD.replace(b"persist", b"\\ud800"),
}


@pytest.mark.parametrize("payload", NOT_CANONICAL.values(), ids=NOT_CANONICAL.keys())
def test_bytes_that_are_not_the_canonical_ones_are_refused_though_signed(payload: bytes) -> None:
    assert payload != PAYLOAD
    assert code_of(resigned(payload)) == "not_canonical"


def test_the_first_failure_is_the_answer() -> None:
    stranger = canonical_bytes(msgspec.structs.replace(OP, author=STRANGER.public))
    steps: list[tuple[bytes, str]] = [
        (edited(payload="!", payloadType="x", note=1), "envelope"),
        (edited(payload="!", payloadType="x"), "envelope"),
        (edited(payloadType="x"), "payload_type"),
        (resigned(stranger + b" "), "unknown_key"),
        (edited(payload=base64.b64encode(PAYLOAD + b" ").decode()), "bad_signature"),
        (resigned(canonical_bytes(msgspec.to_builtins(OP) | {"more": 1}) + b" "), "not_canonical"),
        (resigned(canonical_bytes(msgspec.to_builtins(OP) | {"more": 1})), "schema"),
    ]
    assert [code_of(raw) for raw, _ in steps] == [code for _, code in steps]


def envelope_with(letters: str) -> dict[str, Any]:
    """An op's envelope whose payload has these letters of `+/` in base64 and no other of them."""
    for length in range(1, 100):  # `>` and `?` become the two letters, where they end a group
        text = letters.translate(str.maketrans("+/", ">?"))
        value: dict[str, Any] = json.loads(signed(op_of(path="a".join(text * length) + "a" * length)).raw)
        if set(value["payload"]) & set("+/") == set(letters):
            return value
    raise AssertionError(letters)


@pytest.mark.parametrize("letters", ["+", "/", "+/"])
def test_both_alphabets_of_base64_are_read_and_give_one_id(letters: str) -> None:
    value = envelope_with(letters)
    other = value | {"payload": value["payload"].translate(URL_SAFE)}
    assert other != value
    assert verify_any(json.dumps(other).encode(), TRUST).id == verify_any(json.dumps(value).encode(), TRUST).id


@pytest.mark.parametrize(("letter", "other"), ["+-", "/_"])
def test_one_text_does_not_mix_the_alphabets(letter: str, other: str) -> None:
    value = envelope_with("+/")
    assert code_of(edited(json.dumps(value).encode(), payload=value["payload"].replace(letter, other))) == "envelope"


@pytest.mark.parametrize("keyid", ["", "0" * 16, K2.public, "é"])
def test_the_hint_decides_nothing(keyid: str) -> None:
    assert verify_any(edited(signatures=[SIGNATURES[0] | {"keyid": keyid}]), TRUST).record == OP


def test_an_envelope_may_be_laid_out_by_hand() -> None:
    assert verify_any(json.dumps(json.loads(OP_RAW), indent=4).encode(), TRUST).record == OP


def test_the_record_that_comes_back_is_the_one_that_was_signed() -> None:
    verified = verify(OP_RAW, Op, TRUST)
    assert verified.record == OP
    assert verified.raw == OP_RAW
    assert verified.principal.id == "author"
    assert verified.id == id_of_payload("op", PAYLOAD)


def test_anybodys_record_can_be_read_without_counting() -> None:
    raw = signed(refusal(reviewer=STRANGER.public)).raw
    assert read_signed(raw).record.reviewer == STRANGER.public
    with pytest.raises(ReviewError) as caught:
        read_signed(edited(raw, payload=TEXT, payloadType=payload_type("op")))
    assert caught.value.code == "bad_signature"


def test_nobody_signs_for_another() -> None:
    with pytest.raises(ValueError, match="another signer"):
        sign(OP, K2)


def test_what_would_be_refused_is_not_signed() -> None:
    with pytest.raises(ValueError, match="intent"):
        sign(msgspec.structs.replace(OP, intent="x" * 4001), K1)


def test_the_hint_is_the_start_of_the_key() -> None:
    assert [signature["keyid"] for signature in SIGNATURES] == [K1.public[8:24]]


def test_what_would_be_too_large_is_not_signed() -> None:
    many = checkpoint(heads=tuple(f"sha256:{number:064x}" for number in range(25_000)))
    with pytest.raises(ReviewError, match="bytes long"):
        sign(many, HUMAN)
    assert sign(checkpoint(heads=many.heads[:20_000]), HUMAN)


def test_signing_twice_gives_the_same_bytes() -> None:
    assert sign(OP, K1) == OP_RAW


def test_example_2_the_signature_begins_as_in_the_specification() -> None:
    assert signature().hex().startswith("20f01bcc753dc660")
