"""Tests of rubout.review.keys."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rubout.errors import ReviewError, UsageError
from rubout.review.crypto import signing_key
from rubout.review.keys import (
    KeyStatus,
    environment_key,
    keys_folder,
    list_keys,
    load_key,
    new_key,
    principal_entry,
)
from rubout.review.trust import read_trust
from tests.signed import K1, K2

if TYPE_CHECKING:
    from collections.abc import MutableMapping

LEAST_MEMORY = 8 << 10
PASSPHRASE = "päss"  # noqa: S105 - of a key that lives as long as the test


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rubout" / "keys"


def write(folder: Path, name: str, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.key"
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def content(**members: Any) -> bytes:
    secret = base64.b64encode(K1.seed).decode()
    return json.dumps({"v": 1, "alg": "ed25519", "public": K1.public, "secret": secret} | members).encode()


def code_of(name: str, folder: Path, passphrase: str | None = None) -> str:
    with pytest.raises(ReviewError) as caught:
        load_key(name, folder, None if passphrase is None else lambda: passphrase)
    return caught.value.code


def test_a_new_key_is_opened_again(folder: Path) -> None:
    key = new_key("me", folder)
    assert load_key("me", folder) == key
    assert list_keys(folder) == [KeyStatus("me", key.public, sealed=False, problem=None)]
    assert new_key("you", folder).public != key.public


def test_the_file_holds_what_is_said_and_nothing_else(folder: Path) -> None:
    key = new_key("me", folder)
    secret = base64.b64encode(key.seed).decode()
    assert json.loads((folder / "me.key").read_bytes()) == {
        "alg": "ed25519",
        "public": key.public,
        "secret": secret,
        "v": 1,
    }


def test_a_sealed_key_needs_its_passphrase_and_its_file_does_not_hold_the_secret(folder: Path) -> None:
    key = new_key("me", folder, passphrase=PASSPHRASE, memory=LEAST_MEMORY)
    assert load_key("me", folder, lambda: PASSPHRASE) == key
    assert code_of("me", folder, "pass") == "passphrase"
    assert code_of("me", folder) == "passphrase"
    data = (folder / "me.key").read_bytes()
    assert base64.b64encode(key.seed) not in data
    assert key.seed.hex().encode() not in data
    assert list_keys(folder)[0].sealed


def test_a_key_is_not_printed(folder: Path) -> None:
    key = new_key("me", folder)
    assert repr(key.seed) not in repr(key)
    assert key.seed.hex() not in repr(key)


def test_a_name_that_has_a_key_keeps_it(folder: Path) -> None:
    key = new_key("me", folder)
    with pytest.raises(UsageError, match="there is a key `me`"):
        new_key("me", folder)
    assert load_key("me", folder) == key


@pytest.mark.parametrize("name", ["", ".me", "a/b", "../me", "a b", "ä", "a" * 65, "a\n"])
def test_a_name_that_could_lead_elsewhere_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot name a key"):
        new_key(name, folder)
    with pytest.raises(UsageError, match="cannot name a key"):
        load_key(name, folder)


def test_a_key_that_is_not_there_is_asked_for_by_those_that_are(folder: Path) -> None:
    new_key("you", folder)
    with pytest.raises(UsageError, match=r"there is no key `me`[^$]*\(you\)"):
        load_key("me", folder)


def test_no_key_is_made_inside_a_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    with pytest.raises(ReviewError) as caught:
        new_key("me", tmp_path / "config" / "rubout" / "keys")
    assert caught.value.code == "key_place"
    assert not (tmp_path / "config").exists()


def test_no_key_is_made_in_a_repository_that_a_link_leads_into(tmp_path: Path) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    (tmp_path / "repository" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "config").symlink_to(tmp_path / "repository")
    with pytest.raises(ReviewError, match="inside a repository"):
        new_key("me", tmp_path / "config" / "rubout" / "keys")


def sealed(**members: Any) -> bytes:
    box = {"kdf": "argon2id", "passes": 1, "memory": 8192, "salt": "AAAAAAAAAAAAAAAAAAAAAA==", "box": "AAAA"}
    return content(secret=box | members)


BAD = {
    "no JSON": b"{",
    "a list": b"[]",
    "another version": content(v=2),
    "another algorithm": content(alg="rsa"),
    "a member more": content(note="x"),
    "a member twice": content().replace(b'"v": 1', b'"v": 1, "v": 1'),
    "a public key that is none": content(public="x"),
    "another's public key": content(public=K2.public),
    "a secret that is no base64": content(secret="?"),  # noqa: S106 - that is the point
    "a secret that is too short": content(secret="AAAA"),  # noqa: S106 - as above
    "a seal that asks for all memory": sealed(memory=1 << 40),
    "a seal that asks for all time": sealed(passes=1 << 20),
    "a seal of another kind": sealed(kdf="scrypt"),
    "a seal with a short salt": sealed(salt="AAAA"),
    "a seal whose box is no base64": sealed(box="?"),
    "a seal with a member more": sealed(hint="x"),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_key_is_refused(folder: Path, data: bytes) -> None:
    write(folder, "me", data)
    assert code_of("me", folder, "x") == "bad_key"


def test_a_box_that_holds_nothing_is_not_opened(folder: Path) -> None:
    write(folder, "me", sealed())
    assert code_of("me", folder, "x") == "passphrase"


def test_a_key_that_others_can_read_is_listed_with_what_is_wrong(folder: Path) -> None:
    new_key("me", folder)
    (folder / "me.key").chmod(0o644)
    (folder / "notes.txt").write_text("no key")
    assert code_of("me", folder) == "key_permissions"
    [status] = list_keys(folder)
    assert status.public is None
    assert "0644" in (status.problem or "")


def test_a_folder_that_is_not_there_holds_no_keys(folder: Path) -> None:
    assert list_keys(folder) == []


@pytest.mark.parametrize("variable", ["RUBOUT_KEY", "RUBOUT_KEY_FILE"])
def test_ci_hands_a_key_over_and_no_later_process_sees_it(folder: Path, variable: str) -> None:
    path = write(folder, "ci", content())
    values = {"RUBOUT_KEY": f" {base64.b64encode(K1.seed).decode()}\n", "RUBOUT_KEY_FILE": str(path)}
    environ = {variable: values[variable], "PATH": "x"}
    assert environment_key(environ) == K1
    assert environ == {"PATH": "x"}


def test_without_either_variable_there_is_no_key() -> None:
    assert environment_key({}) is None


@pytest.mark.parametrize(
    ("environ", "error"),
    [
        ({"RUBOUT_KEY": "a", "RUBOUT_KEY_FILE": "b"}, "both set"),
        ({"RUBOUT_KEY": "AAAA"}, "not base64 of 32 bytes"),
        ({"RUBOUT_KEY": ""}, "not base64 of 32 bytes"),
        ({"RUBOUT_KEY_FILE": "/nowhere"}, "no such file"),
    ],
)
def test_a_key_that_ci_spoils_is_refused_and_does_not_stay(environ: MutableMapping[str, str], error: str) -> None:
    with pytest.raises((UsageError, ReviewError), match=error):
        environment_key(environ)
    assert environ == {}


def test_keys_lie_in_the_users_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert keys_folder({"XDG_CONFIG_HOME": "/x"}) == Path("/x/rubout/keys")
    assert keys_folder({}) == keys_folder({"XDG_CONFIG_HOME": ""}) == tmp_path / ".config/rubout/keys"


@pytest.mark.parametrize("kind", ["human", "robot"])
def test_what_is_printed_for_a_new_key_fits_the_trust_file(kind: Any) -> None:
    key = signing_key(bytes(32))
    trust = read_trust(json.dumps({"v": 1, "principals": [principal_entry("me", kind, key.public)]}).encode())
    assert getattr(trust.holder(key.public), "kind", None) == kind
