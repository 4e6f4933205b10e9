"""Tests of rubout.review.trust and rubout.review.strict_json."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rubout.errors import ReviewError
from rubout.review.canonical import content_id
from rubout.review.strict_json import decoded
from rubout.review.trust import read_trust
from tests.signed import HUMAN, K1, K2, K3, OP, PRINCIPALS, SECOND, STRANGER, TRUST, principal, trust_bytes, trust_of


def refused(data: bytes) -> str:
    with pytest.raises(ReviewError) as caught:
        read_trust(data)
    assert caught.value.code == "bad_trust"
    return caught.value.what


def file_of(**members: Any) -> bytes:
    return json.dumps(json.loads(trust_bytes()) | members).encode()


def with_first(**members: Any) -> bytes:
    return trust_bytes(principal("author", K1) | members, *PRINCIPALS[1:])


def test_example_27_a_key_of_small_order_is_refused_when_the_file_is_read() -> None:
    assert "no point" in refused(with_first(keys=[f"ed25519:01{'00' * 31}"]))


@pytest.mark.parametrize("key", [f"ed25519:{'ff' * 32}", f"ed25519:02{'00' * 31}", f"ed25519:ed{'ff' * 30}7f"])
def test_what_is_no_canonical_point_is_no_key(key: str) -> None:
    assert "no point" in refused(with_first(keys=[key]))


REFUSED = {
    "no JSON": (b"{", ""),
    "a list": (b"[]", "object"),
    "not UTF-8": (b"\xff", "UTF-8"),
    "deep": (b"[" * 100_000, "deep"),
    "too large": (b" " * ((2 << 20) + 1), "larger"),
    "a member twice": (b'{"v":1,"v":1,"principals":[]}', '"v" stands twice'),
    "a number with a fraction": (b'{"v":1.0,"principals":[]}', "no integer"),
    "another version": (file_of(v=2), "v"),
    "no version": (trust_bytes().replace(b'"v": 1, ', b""), "v"),
    "a member more": (file_of(weight=1), "weight"),
    "no principals": (file_of(principals=[]), "principals"),
    "a principal without a key": (with_first(keys=[]), "keys"),
    "a key that is none": (with_first(keys=["ed25519:x"]), "keys"),
    "an unknown kind": (with_first(kind="bot"), "kind"),
    "an unknown role": (with_first(roles=["king"]), "roles"),
    "a member of a principal more": (with_first(weight=1), "weight"),
    "a principal without a name": (with_first(id=""), "id"),
    "one name for two": (trust_bytes(principal("a", K1), principal("a", K2)), "`a` stands twice"),
    "one key for two": (trust_bytes(principal("a", K1), principal("b", K1)), "stands twice"),
    "one key twice": (with_first(keys=[K1.public, K1.public]), "stands twice"),
    "an operator who is nobody": (trust_bytes(principal("a", K1, kind="robot", operator="b")), "`b`"),
    "an operator who is a robot": (
        trust_bytes(principal("a", K1, kind="robot", operator="b"), principal("b", K2, kind="robot")),
        "`b`",
    ),
    "a person with an operator": (trust_bytes(principal("a", K1, operator="b"), principal("b", K2)), "`a`"),
    "a revocation with a member more": (
        file_of(revoked=[{"key": K1.public, "reason": "", "since": "x"}]),
        "since",
    ),
    "a revoked key that is none": (file_of(revoked=[{"key": "x", "reason": ""}]), "revoked"),
}


@pytest.mark.parametrize(("data", "word"), REFUSED.values(), ids=REFUSED.keys())
def test_a_trust_file_that_contradicts_itself_is_refused(data: bytes, word: str) -> None:
    assert word in refused(data)


def test_a_robot_may_be_operated_by_a_person_of_the_file() -> None:
    trust = trust_of(principal("a", K1), principal("b", K2, kind="robot", operator="a", note="n", family="f"))
    assert getattr(trust.named("b"), "operator", None) == "a"


def test_a_trust_file_may_be_as_large_as_is_said() -> None:
    assert read_trust(trust_bytes() + b" " * ((2 << 20) - len(trust_bytes()))).id == TRUST.id


def test_a_key_belongs_to_its_principal_a_revoked_one_too() -> None:
    trust = trust_of(revoked=(K3,))
    assert [getattr(trust.holder(key.public), "id", None) for key in (K1, SECOND, K3, STRANGER)] == [
        "author",
        "author",
        "model",
        None,
    ]
    assert trust.revoked == {K3.public}


def test_a_key_that_leaks_elsewhere_is_revoked_whatever_was_asked_before() -> None:
    assert K2.public not in TRUST.revoked
    assert K2.public in msgspec.structs.replace(TRUST, leaked=frozenset({K2.public})).revoked


def test_principals_are_found_by_name_and_by_address_whatever_its_case() -> None:
    assert TRUST.named("human") is TRUST.holder(HUMAN.public)
    assert TRUST.named("nobody") is None
    assert TRUST.of_emails(["Human@Example.COM", "x@y"]) == {"human"}


def test_the_authors_of_an_op_are_its_signer_and_whom_git_names() -> None:
    claimed = msgspec.structs.replace(OP, claimed_authors=("human@example.com", "x@y"))
    assert TRUST.authors(claimed) == {"author", "human"}
    assert TRUST.authors(msgspec.structs.replace(OP, author=SECOND.public)) == {"author"}
    assert TRUST.authors(msgspec.structs.replace(OP, author=STRANGER.public)) == frozenset()


def test_the_id_of_a_trust_file_does_not_depend_on_its_layout() -> None:
    pretty = json.dumps(json.loads(trust_bytes()), indent=3, sort_keys=True).encode()
    assert read_trust(pretty).id == TRUST.id == content_id("trust", TRUST.file)
    assert trust_of(*PRINCIPALS[:2]).id != TRUST.id


@pytest.mark.parametrize("text", ["1.5", "NaN", "-Infinity", "1e3", '{"a":{"b":1,"b":2}}', "\ufeff1", "", "1 2"])
def test_json_that_leaves_room_for_doubt_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decoded(text.encode())


def test_plain_json_is_read() -> None:
    assert decoded('{"a": [1, "ä", null, true]}'.encode()) == {"a": [1, "ä", None, True]}
