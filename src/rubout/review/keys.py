"""Where are the keys that sign, and how is one made or opened?

Place     `rubout/keys/NAME.key` in the user's configuration folder, never inside a repository
Content   `{"alg": "ed25519", "public": ..., "secret": ..., "v": 1}`; `secret` is base64 of the 32 bytes, or, under a
          passphrase, those bytes sealed by XSalsa20-Poly1305 under a key that Argon2id makes of it
CI        RUBOUT_KEY_FILE names such a file, RUBOUT_KEY holds the base64; both leave the environment when read
"""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec

from rubout.errors import ReviewError, RuboutError, UsageError
from rubout.measure.sources.anchor import in_work_tree
from rubout.review.canonical import canonical_bytes
from rubout.review.crypto import SEED_BYTES, sealed, signing_key, stretched, unsealed
from rubout.review.fields import PublicKey
from rubout.review.strict_json import decoded
from rubout.store.keys import create_private, private_names, read_private

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping

    from rubout.review.crypto import SigningKey

SUFFIX = ".key"
KEY_VARIABLE = "RUBOUT_KEY"
FILE_VARIABLE = "RUBOUT_KEY_FILE"
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}")

# libsodium's "moderate" limits: about a second, out of reach of a cheap attack on a lost laptop.
PASSES = 3
MEMORY = 256 << 20  # bytes
_SALT_BYTES = 16


class Sealed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A secret under a passphrase; `memory` in bytes, `salt` and `box` in base64."""

    kdf: Literal["argon2id"] = "argon2id"
    passes: Annotated[int, msgspec.Meta(ge=1, le=16)]
    memory: Annotated[int, msgspec.Meta(ge=8 << 10, le=1 << 30)]
    salt: str
    box: str


class KeyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a key's file holds."""

    v: Literal[1]
    alg: Literal["ed25519"]
    public: PublicKey
    secret: str | Sealed


class KeyStatus(NamedTuple):
    """One file of the keys' folder: what it can sign for, whether a passphrase is needed, what is wrong with it."""

    name: str
    public: str | None
    sealed: bool
    problem: str | None


def keys_folder(environ: Mapping[str, str]) -> Path:
    """The folder of this user's keys."""
    variable, usual = ("APPDATA", "AppData/Roaming") if os.name == "nt" else ("XDG_CONFIG_HOME", ".config")
    base = Path(environ[variable]) if environ.get(variable) else Path.home() / usual
    return base.absolute() / "rubout" / "keys"


def new_key(name: str, folder: Path, *, passphrase: str | None = None, memory: int = MEMORY) -> SigningKey:
    """A fresh key, stored under a name that no key has.

    Raises:
        UsageError: the name cannot be used, or has a key.
        ReviewError: the folder is inside a repository, or open to others.
        StoreError: the disk refuses.
    """
    path = _path(name, folder)
    if in_work_tree(str(folder.resolve())):
        raise ReviewError(
            "lies inside a repository, and a private key must not",
            where=str(folder),
            fix="point XDG_CONFIG_HOME to a folder outside of every repository",
            code="key_place",
        )
    import secrets  # noqa: PLC0415 - as in `sealed`, most runs only open keys

    key = signing_key(secrets.token_bytes(SEED_BYTES))
    secret: str | Sealed = _base64(key.seed) if passphrase is None else _sealed(key.seed, passphrase, memory)
    content = KeyFile(v=1, alg="ed25519", public=key.public, secret=secret)
    try:
        create_private(str(path), canonical_bytes(content) + b"\n")
    except FileExistsError as error:
        raise UsageError(f"there is a key `{name}`", where=str(path), fix="choose another name") from error
    return key


def load_key(name: str, folder: Path, ask: Callable[[], str] | None = None) -> SigningKey:
    """The key of a name, its secret proven to be that of its public half.

    Args:
        name: as it was made.
        folder: the keys'.
        ask: asks for the passphrase of a sealed key; without it such a key cannot be opened.

    Raises:
        UsageError: there is no such key.
        ReviewError: `key_permissions`, `bad_key` or `passphrase`.
        StoreError: it cannot be read.
    """
    path = _path(name, folder)
    try:
        return _opened(read_key_file(path), str(path), ask)
    except FileNotFoundError as error:
        known = ", ".join(status.name for status in list_keys(folder)) or "none"
        fix = f"name one that there is ({known}), or make one: `rubout review keys new {name} --kind human`"
        raise UsageError(f"there is no key `{name}`", where=str(path), fix=fix) from error


def environment_key(environ: MutableMapping[str, str], ask: Callable[[], str] | None = None) -> SigningKey | None:
    """The key that the environment hands over; None for none. No process that is started later sees it there.

    Raises:
        UsageError: both variables are set, or RUBOUT_KEY_FILE names no file.
        ReviewError: as `load_key`.
        StoreError: it cannot be read.
    """
    path, text = environ.pop(FILE_VARIABLE, None), environ.pop(KEY_VARIABLE, None)
    if path is not None and text is not None:
        raise UsageError(f"{FILE_VARIABLE} and {KEY_VARIABLE} are both set", where="environment", fix="set one of them")
    if text is not None:
        return signing_key(_seed(text, KEY_VARIABLE))
    if path is None:
        return None
    try:
        return _opened(read_key_file(Path(path)), path, ask)
    except FileNotFoundError as error:
        raise UsageError("there is no such file", where=f"{FILE_VARIABLE}: {path}", fix="name a key file") from error


def read_key_file(path: Path) -> KeyFile:
    """What a key's file holds; raises FileNotFoundError, ReviewError and StoreError."""
    try:
        return msgspec.convert(decoded(read_private(str(path))), KeyFile)
    except ValueError as error:
        raise _bad_key(f"holds no key: {error}", str(path)) from error


def list_keys(folder: Path) -> list[KeyStatus]:
    """Every key of a folder by name, those that cannot be used too."""
    return [_status(name.removesuffix(SUFFIX), folder) for name in private_names(str(folder)) if name.endswith(SUFFIX)]


def principal_entry(name: str, kind: Literal["human", "robot"], public: str) -> dict[str, object]:
    """What to add to the trust file for a new key."""
    roles = ["author", "review", "spec", "teach"] if kind == "human" else ["review", "teach"]
    return {"id": name, "kind": kind, "keys": [public], "roles": roles}


def _status(name: str, folder: Path) -> KeyStatus:
    try:
        content = read_key_file(folder / f"{name}{SUFFIX}")
    except RuboutError as error:
        return KeyStatus(name, None, sealed=False, problem=error.what)
    except FileNotFoundError:
        return KeyStatus(name, None, sealed=False, problem="is gone")
    return KeyStatus(name, content.public, isinstance(content.secret, Sealed), None)


def _opened(content: KeyFile, where: str, ask: Callable[[], str] | None) -> SigningKey:
    secret = content.secret
    seed = _seed(secret, where) if isinstance(secret, str) else _unsealed(secret, where, ask)
    key = signing_key(seed)
    if key.public != content.public:
        raise _bad_key("holds a secret that is not that of its public key", where)
    return key


def _sealed(seed: bytes, passphrase: str, memory: int) -> Sealed:
    import secrets  # noqa: PLC0415 - as above

    salt = secrets.token_bytes(_SALT_BYTES)
    box = sealed(stretched(passphrase.encode(), salt, PASSES, memory), seed)
    return Sealed(passes=PASSES, memory=memory, salt=_base64(salt), box=_base64(box))


def _unsealed(secret: Sealed, where: str, ask: Callable[[], str] | None) -> bytes:
    salt, box = _decoded(secret.salt), _decoded(secret.box)
    if salt is None or len(salt) != _SALT_BYTES or box is None:
        raise _bad_key("holds a seal that is none", where)
    if ask is None:
        raise ReviewError(
            "needs its passphrase",
            where=where,
            fix="run this on a terminal, or use a key without one",
            code="passphrase",
        )
    seed = unsealed(stretched(ask().encode(), salt, secret.passes, secret.memory), box)
    if seed is None or len(seed) != SEED_BYTES:
        raise ReviewError("is not opened by this passphrase", where=where, fix="try again", code="passphrase")
    return seed


def _seed(text: str, where: str) -> bytes:
    seed = _decoded(text.strip())
    if seed is None or len(seed) != SEED_BYTES:
        raise _bad_key(f"is not base64 of {SEED_BYTES} bytes", where)
    return seed


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return None


def _path(name: str, folder: Path) -> Path:
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"`{name}` cannot name a key", where="rubout review keys", fix="use letters, digits, `_`, `-` and `.`"
        )
    return folder / f"{name}{SUFFIX}"


def _bad_key(what: str, where: str) -> ReviewError:
    return ReviewError(what, where=where, fix="make another key and add it to the trust file", code="bad_key")
