"""Which signature holds? The one place that knows libsodium.

libsodium refuses the keys of small order, under which OpenSSL accepts one fixed signature for every message.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeGuard

from rubout.errors import ReviewError
from rubout.facts.plain import Plain

if TYPE_CHECKING:
    from types import ModuleType

SEED_BYTES = 32
SIGNATURE_BYTES = 64
PREFIX = "ed25519:"
_KEY = re.compile(r"ed25519:[0-9a-f]{64}")


class SigningKey(Plain, frozen=True):
    """A private key: `public` is `ed25519:` and 64 hex digits, `seed` the 32 bytes that it comes from."""

    public: str
    seed: bytes

    def __repr__(self) -> str:
        """Without what nobody is to see."""
        return f"SigningKey(public={self.public!r})"


def signing_key(seed: bytes) -> SigningKey:
    """The key of a seed of 32 bytes."""
    public, _ = _libsodium().crypto_sign_seed_keypair(seed)
    return SigningKey(PREFIX + public.hex(), seed)


def sign_message(key: SigningKey, message: bytes) -> bytes:
    """The 64 bytes that stand for a message under a key, the same every time."""
    _, secret = _libsodium().crypto_sign_seed_keypair(key.seed)
    signed: bytes = _libsodium().crypto_sign(message, secret)
    return signed[:SIGNATURE_BYTES]


def holds(public: str, message: bytes, signature: bytes) -> bool:
    """Whether the holder of a well-formed key signed a message."""
    bindings = _libsodium()
    try:
        bindings.crypto_sign_open(signature + message, bytes.fromhex(public[len(PREFIX) :]))
    except _bad_signature():
        return False
    return True


def is_well_formed(public: object) -> TypeGuard[str]:
    """Whether a value is spelt as a public key."""
    return isinstance(public, str) and _KEY.fullmatch(public) is not None


def is_point(public: str) -> bool:
    """Whether a well-formed key is a canonical point of the prime-order group: not of small order, nor outside it."""
    point: bool = _libsodium().crypto_core_ed25519_is_valid_point(bytes.fromhex(public[len(PREFIX) :]))
    return point


@cache
def _libsodium() -> ModuleType:
    try:
        from nacl import bindings  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise ReviewError(
            "signing needs PyNaCl, which is not installed",
            where="rubout review",
            fix="pip install 'rubout[review]'",
            code="extra_missing",
        ) from error
    return bindings


@cache
def _bad_signature() -> type[Exception]:
    from nacl.exceptions import BadSignatureError  # noqa: PLC0415 - as above

    return BadSignatureError


def stretched(passphrase: bytes, salt: bytes, passes: int, memory: int) -> bytes:
    """The 32 bytes that Argon2id makes of a passphrase, over `memory` bytes."""
    _libsodium()
    from nacl.pwhash import argon2id  # noqa: PLC0415 - only a sealed key needs it

    key: bytes = argon2id.kdf(SEED_BYTES, passphrase, salt, opslimit=passes, memlimit=memory)
    return key


def sealed(key: bytes, secret: bytes) -> bytes:
    """A secret that only the same key opens, with its nonce before it."""
    _libsodium()
    from nacl.secret import SecretBox  # noqa: PLC0415 - as above

    return bytes(SecretBox(key).encrypt(secret))


def unsealed(key: bytes, box: bytes) -> bytes | None:
    """The secret that was sealed; None for another key, or a box that was changed."""
    _libsodium()
    from nacl.exceptions import CryptoError  # noqa: PLC0415 - as above
    from nacl.secret import SecretBox  # noqa: PLC0415 - as above

    try:
        return bytes(SecretBox(key).decrypt(box))
    except (CryptoError, ValueError):
        return None
