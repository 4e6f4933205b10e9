"""Is a signed record what it says it is?

Order     size and members, base64, type, signer's key, signature, canonical bytes, schema and rules; the first that
          fails is the answer
Source    DSSE 1.0.2
"""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.canonical import KINDS, bytes_id, canonical_bytes, pae, payload_type
from rubout.review.crypto import PREFIX, SIGNATURE_BYTES, holds, is_well_formed, sign_message
from rubout.review.records import KIND_OF, SIGNERS, TYPES, Record, signer_of

if TYPE_CHECKING:
    from rubout.review.canonical import Kind
    from rubout.review.crypto import SigningKey
    from rubout.review.trust import Principal, Trust

ENVELOPE_MAX = {"op": 16 << 20, "spec": 16 << 20}  # bytes
ENVELOPE_MAX_OTHER = 2 << 20
KEYID_DIGITS = 16
# Of the nine strings of an envelope. A member that stands twice has more; no value that is accepted holds a quote.
_QUOTES = 18
_URL_SAFE = bytes.maketrans(b"-_", b"+/")

R = TypeVar("R", bound=Record)


class _Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keyid: str
    sig: str


class _Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    payload: str
    payloadType: str  # noqa: N815 - DSSE's name
    signatures: tuple[_Signature, ...]


class Signed(Plain, Generic[R], frozen=True):
    """A record whose signature holds, whoever signed it; `raw` is its envelope."""

    id: str
    record: R
    raw: bytes


class Verified(Signed[R], frozen=True):
    """A record that a principal of the trust file signed."""

    principal: Principal


def sign(record: Record, key: SigningKey) -> bytes:
    """The envelope of a record.

    Raises:
        ValueError: it breaks a rule of its kind, or the key is another's.
        ReviewError: `envelope`, it is too large.
    """
    if signer_of(record) != key.public:
        raise ValueError("the record names another signer")
    kind, payload = KIND_OF[type(record)], canonical_bytes(record)
    _record_in(kind, payload, msgspec.json.decode(payload))
    raw = sealed_envelope(payload_type(kind), payload, key)
    _check_size(raw, ENVELOPE_MAX.get(kind, ENVELOPE_MAX_OTHER))
    return raw


def sealed_envelope(media_type: str, payload: bytes, key: SigningKey) -> bytes:
    """A DSSE envelope with one signature, as one line of JSON."""
    keyid = key.public.removeprefix(PREFIX)[:KEYID_DIGITS]
    signature = _Signature(keyid, _base64(sign_message(key, pae(media_type, payload))))
    return canonical_bytes(_Envelope(_base64(payload), media_type, (signature,))) + b"\n"


def verify(raw: bytes, record_type: type[R], trust: Trust) -> Verified[R]:
    """A record of a given type, fully verified; raises ReviewError."""
    kind, payload, signature = _opened(raw)
    if kind != KIND_OF[record_type]:
        raise _refused("payload_type", f"is of kind {kind}, not {KIND_OF[record_type]}")
    return _verified(raw, kind, payload, signature, trust)


def verify_any(raw: bytes, trust: Trust) -> Verified[Any]:
    """As `verify`, for a record of any type."""
    return _verified(raw, *_opened(raw), trust)


def read_signed(raw: bytes) -> Signed[Any]:
    """A record whose signature holds, by a key that need not be trusted; raises ReviewError."""
    kind, payload, signature = _opened(raw)
    value = _value(payload)
    name, record = _proven(kind, payload, value, _signer(kind, value), signature)
    return Signed(name, record, raw)


def _verified(raw: bytes, kind: Kind, payload: bytes, signature: bytes, trust: Trust) -> Verified[Any]:
    value = _value(payload)
    signer = _signer(kind, value)
    principal = trust.holder(signer)
    if principal is None:
        raise _refused("unknown_key", f"is signed by {signer}, which is not in the trust file")
    if signer in trust.revoked:
        raise _refused("revoked", f"is signed by {signer}, which was revoked")
    if kind == "op" and "author" not in principal.roles:
        raise _refused("no_role", f"is an op by `{principal.id}`, who lacks the role `author`")
    name, record = _proven(kind, payload, value, signer, signature)
    return Verified(name, record, raw, principal)


def _proven(kind: Kind, payload: bytes, value: object, signer: str, signature: bytes) -> tuple[str, Record]:
    message = pae(payload_type(kind), payload)
    if not holds(signer, message, signature):
        raise _refused("bad_signature", "is not what was signed")
    try:
        record = _record_in(kind, payload, value)
    except ValueError as error:
        raise _refused("schema" if canonical_or_none(value) == payload else "not_canonical", str(error)) from error
    return bytes_id(message), record


def _opened(raw: bytes) -> tuple[Kind, bytes, bytes]:
    """Kind, payload and signature of an envelope."""
    _check_size(raw, max(ENVELOPE_MAX.values()))
    try:
        envelope = _read_envelope(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _refused("envelope", f"is no envelope: {error}") from error
    if len(envelope.signatures) != 1:
        raise _refused("envelope", f"has {len(envelope.signatures)} signatures instead of one")
    if raw.count(b'"') != _QUOTES:
        raise _refused("envelope", "has a member that stands twice")
    kind = _KIND_OF_TYPE.get(envelope.payloadType)
    _check_size(raw, ENVELOPE_MAX.get(kind or "review", ENVELOPE_MAX_OTHER))
    payload, signature = _bytes(envelope.payload), _bytes(envelope.signatures[0].sig)
    if kind is None:
        raise _refused("payload_type", f"is of the unknown type {envelope.payloadType[:80]!r}")
    if len(signature) != SIGNATURE_BYTES:
        raise _refused("bad_signature", f"has a signature of {len(signature)} bytes")
    return kind, payload, signature


_read_envelope = msgspec.json.Decoder(_Envelope).decode
_read_value = msgspec.json.Decoder().decode
_KIND_OF_TYPE = {payload_type(kind): kind for kind in KINDS if kind in TYPES}


def _check_size(raw: bytes, most: int) -> None:
    if len(raw) > most:
        raise _refused("envelope", f"is {len(raw)} bytes long, of which {most} are allowed")


def _bytes(text: str) -> bytes:
    """What base64 of one alphabet stands for, in its one spelling."""
    try:
        ascii_text = text.encode("ascii")
        if b"-" in ascii_text or b"_" in ascii_text:
            if b"+" in ascii_text or b"/" in ascii_text:
                raise _refused("envelope", "mixes two alphabets of base64")
            ascii_text = ascii_text.translate(_URL_SAFE)
        data = binascii.a2b_base64(ascii_text)
    except ValueError as error:
        raise _refused("envelope", f"is not base64: {error}") from error
    # Decoding passes over what is no base64, and over bits that stand for nothing.
    if binascii.b2a_base64(data, newline=False) != ascii_text:
        raise _refused("envelope", "is not base64 in its one spelling")
    return data


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode()


def _value(payload: bytes) -> object:
    """The one time that a payload is parsed."""
    try:
        return _read_value(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _refused("not_canonical", f"holds no JSON: {error}") from error


def _signer(kind: Kind, value: object) -> str:
    signer = value.get(SIGNERS[kind]) if isinstance(value, dict) else None
    if not is_well_formed(signer):
        raise _refused("unknown_key", f"names no key as its `{SIGNERS[kind]}`")
    return signer


def _record_in(kind: Kind, payload: bytes, value: object) -> Record:
    """The record that a parsed payload is; raises ValueError unless these are its canonical bytes, none missing."""
    record = msgspec.convert(value, TYPES[kind])
    if canonical_bytes(record) != payload:
        raise ValueError("the bytes are not the canonical ones of the whole record")
    return record


def canonical_or_none(value: object) -> bytes | None:
    """The canonical bytes of parsed JSON; None for what has none."""
    try:
        return canonical_bytes(value)
    except ValueError:
        return None


def _refused(code: str, what: str) -> ReviewError:
    return ReviewError(
        f"the record {what}", where="record", fix="take the record as its signer wrote it, or leave it out", code=code
    )
