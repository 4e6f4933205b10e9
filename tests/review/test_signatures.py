"""Do other libraries agree about keys, signatures and envelopes, and is a changed byte noticed?"""

from __future__ import annotations

import ast
import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope
from securesystemslib.signer._crypto_signer import CryptoSigner
from securesystemslib.signer._key import SSlibKey

import rubout
from rubout.errors import ReviewError
from rubout.review.canonical import canonical_bytes, content_id, pae, payload_type
from rubout.review.crypto import holds, is_point, sign_message, signing_key
from rubout.review.envelope import read_signed, sealed_envelope, verify_any
from rubout.review.records import KIND_OF, signer_of
from rubout.review.trust import read_trust
from tests.signed import CODE, K1, KEYS, OP, SPEC, TRUST, checkpoint, clearance, refusal, signed, skill_event

if TYPE_CHECKING:
    from rubout.review.records import Record

PACKAGE = Path(rubout.__file__).parent
OP_RAW = signed(OP).raw
MESSAGE = pae(payload_type("op"), canonical_bytes(OP))
SIGNATURE = base64.b64decode(json.loads(OP_RAW)["signatures"][0]["sig"])
RECORDS: tuple[Record, ...] = (OP, SPEC, refusal(), clearance(), skill_event(), checkpoint())
FORGED = bytes([1, *bytes(31)]) + bytes(32)  # R the identity, s zero
ORDER = 2**252 + 27742317777372353535851937790883648493  # of the group
IDENTITY = f"ed25519:01{'00' * 31}"
# The eight points of small order, those of them that have two spellings in both.
SMALL_ORDER = (
    IDENTITY,
    f"ed25519:{'00' * 32}",
    f"ed25519:{'00' * 31}80",
    "ed25519:26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "ed25519:26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "ed25519:c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ed25519:c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    f"ed25519:ec{'ff' * 30}7f",
    f"ed25519:ed{'ff' * 30}7f",
    f"ed25519:ee{'ff' * 30}7f",
    f"ed25519:01{'00' * 30}80",
)


def test_one_module_knows_the_library() -> None:
    naming = [path for path in PACKAGE.rglob("*.py") if b"nacl" in path.read_bytes()]
    knowing = {path.name for path in naming if "nacl" in imported(path)}
    assert knowing == {"crypto.py"}


def imported(path: Path) -> set[str]:
    """The packages that a module imports, wherever it does."""
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}


def test_without_the_library_a_person_is_told_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "nacl.py").write_text("raise ImportError\n")
    script = "from rubout.review.crypto import signing_key; signing_key(bytes(32))"
    path = os.pathsep.join((str(tmp_path), str(PACKAGE.parent)))
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "pip install 'rubout[review]'" in ran.stderr


def test_the_second_spelling_of_a_signature_is_refused_by_both_libraries() -> None:
    scalar = int.from_bytes(SIGNATURE[32:], "little") + ORDER
    second = SIGNATURE[:32] + scalar.to_bytes(32, "little")
    assert not holds(K1.public, MESSAGE, second)
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(K1.public[8:])).verify(second, MESSAGE)


@pytest.mark.parametrize("key", SMALL_ORDER)
@pytest.mark.parametrize("message", [b"", b"anything", CODE])
def test_under_a_key_of_small_order_nothing_is_signed(key: str, message: bytes) -> None:
    assert not holds(key, message, FORGED)
    assert not is_point(key)


def test_the_other_library_takes_what_this_one_refuses_under_the_identity() -> None:
    """Why it is a cross-check of honest keys and no more."""
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(IDENTITY[8:])).verify(FORGED, b"anything")


@pytest.mark.parametrize("key", [f"ed25519:{'02' + '00' * 31}", f"ed25519:{'ff' * 32}"])
def test_what_is_no_point_is_no_key(key: str) -> None:
    assert not is_point(key)


@settings(max_examples=500)
@given(seed=st.binary(min_size=32, max_size=32), message=st.binary(max_size=200))
def test_an_honest_signature_is_the_same_in_the_second_library(seed: bytes, message: bytes) -> None:
    key, other = signing_key(seed), Ed25519PrivateKey.from_private_bytes(seed)
    assert bytes.fromhex(key.public[8:]) == other.public_key().public_bytes_raw()
    assert sign_message(key, message) == other.sign(message)
    assert holds(key.public, message, other.sign(message))
    assert not holds(key.public, message + b"x", other.sign(message))
    assert is_point(key.public)


@pytest.mark.parametrize("record", RECORDS)
def test_a_second_library_verifies_an_envelope_and_makes_one(record: Record) -> None:
    value = json.loads(signed(record).raw)
    [signature] = value["signatures"]
    key = next(key for key in KEYS.values() if key.public[8:].startswith(signature["keyid"]))
    public = SSlibKey(signature["keyid"], "ed25519", "ed25519", {"public": key.public[8:]})
    theirs = Envelope.from_dict(value)
    assert theirs.verify([public], 1)
    made = Envelope(theirs.payload, theirs.payload_type, {})
    made.sign(CryptoSigner(Ed25519PrivateKey.from_private_bytes(key.seed), public))
    assert verify_any(json.dumps(made.to_dict()).encode(), TRUST).record == record


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=500)
@given(raw=st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
def test_whatever_bytes_come_they_are_refused_by_name(raw: bytes) -> None:
    for read in (lambda: verify_any(raw, TRUST), lambda: read_signed(raw), lambda: read_trust(raw)):
        with pytest.raises(ReviewError):
            read()


@settings(max_examples=500)
@given(record=st.sampled_from(RECORDS), data=st.data())
def test_whatever_stands_in_a_signed_payload_is_refused_by_name_or_is_the_record(
    record: Record, data: st.DataObject
) -> None:
    """One member, at any depth, is replaced by anything; then it is signed again."""
    value = msgspec.to_builtins(record)
    place = value
    while True:
        name = data.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[name], dict) or not place[name] or data.draw(st.booleans()):
            break
        place = place[name]
    place[name] = data.draw(JSON)
    payload = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    raw = sealed_envelope(payload_type(KIND_OF[type(record)]), payload, KEYS[signer_of(record)])
    try:
        verified = verify_any(raw, TRUST)
    except ReviewError:
        return
    assert canonical_bytes(verified.record) == payload


@settings(max_examples=1000)
@given(record=st.sampled_from(RECORDS), data=st.data())
def test_p5_a_changed_byte_is_noticed_or_changes_neither_id_nor_meaning(record: Record, data: st.DataObject) -> None:
    whole = signed(record)
    raw = bytearray(whole.raw)
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    try:
        verified = verify_any(bytes(raw), TRUST)
    except ReviewError:
        return
    assert (verified.record, verified.id) == (record, whole.id)


def test_p5_exhaustively_for_one_bit_of_each_byte_and_what_is_free_is_the_hint_and_the_alphabet() -> None:
    start = OP_RAW.index(b'"keyid":"') + len(b'"keyid":"')
    for at in range(len(OP_RAW)):
        for mask in (1, 2, 4, 8, 16, 32, 64, 128):
            raw = bytearray(OP_RAW)
            raw[at] ^= mask
            try:
                verified = verify_any(bytes(raw), TRUST)
            except ReviewError:
                continue
            assert verified.id == content_id("op", OP)
            # The last byte is the line end, in place of which another white space may stand.
            assert start <= at < start + 16 or at == len(OP_RAW) - 1
