"""Tests of rubout.review.canonical."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope

from rubout.review.canonical import (
    DEPTH_MAX,
    INT_MAX,
    KINDS,
    bytes_id,
    canonical_bytes,
    content_id,
    pae,
    payload_type,
)
from rubout.review.records import change_id
from tests.signed import OP, SPEC

if TYPE_CHECKING:
    from rubout.review.canonical import Kind

NAMES = st.text("abcXYZ_019", min_size=1, max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-INT_MAX, INT_MAX) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=20
)


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


@settings(max_examples=500)
@given(VALUES)
def test_the_canonical_form_is_that_of_rfc_8785(value: Any) -> None:
    assert canonical_bytes(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("codepoints", [range(0x300), range(0x2000, 0x2100), (0xFEFF, 0xFFFF, 0x1F600, 0x10FFFF)])
def test_every_character_is_spelt_as_rfc_8785_spells_it(codepoints: range | tuple[int, ...]) -> None:
    for codepoint in codepoints:
        assert canonical_bytes(chr(codepoint)) == rfc8785.dumps(chr(codepoint))


@pytest.mark.parametrize("records", [OP, SPEC])
def test_a_record_has_the_bytes_of_the_data_it_holds(records: Any) -> None:
    assert canonical_bytes(records) == rfc8785.dumps(msgspec.to_builtins(records))


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        math.nan,
        INT_MAX + 1,
        -INT_MAX - 1,
        {"ä": 1},
        {"": 1},
        {"a" * 65: 1},
        {1: 1},
        "\ud800",
        b"a",
        {1},
        nested(33),
    ],
)
def test_what_is_outside_the_subset_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical_bytes([value] if not isinstance(value, list) else value)


def test_values_nest_as_deeply_as_is_said() -> None:
    assert canonical_bytes(nested(DEPTH_MAX)).count(b"[") == DEPTH_MAX


def test_example_1_the_encoding_that_is_signed_counts_bytes() -> None:
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )
    assert pae("tüpe", b"").startswith(b"DSSEv1 5 ")


@settings(max_examples=500)
@given(st.text(), st.binary())
def test_the_encoding_that_is_signed_is_that_of_dsse(media_type: str, body: bytes) -> None:
    assert pae(media_type, body) == Envelope(body, media_type, {}).pae()


@pytest.mark.parametrize("kind", KINDS)
def test_an_id_is_the_digest_of_type_and_canonical_bytes(kind: Kind) -> None:
    media_type = f"application/vnd.rubout.{kind}.v1+json"
    body = rfc8785.dumps({"a": "ä", "b": [1]})
    said = b"DSSEv1 %d %b %d %b" % (len(media_type), media_type.encode(), len(body), body)
    assert payload_type(kind) == media_type
    assert content_id(kind, {"b": [1], "a": "ä"}) == f"sha256:{hashlib.sha256(said).hexdigest()}"


def test_the_same_value_has_another_id_as_another_kind() -> None:
    assert len({content_id(kind, {}) for kind in KINDS}) == len(KINDS)


def test_plain_bytes_are_named_by_their_digest_alone() -> None:
    assert bytes_id(b"a") == f"sha256:{hashlib.sha256(b'a').hexdigest()}"


def test_example_2_the_op_and_its_change_have_the_ids_of_the_specification() -> None:
    assert len(canonical_bytes(OP)) == 417
    assert content_id("op", OP) == "sha256:f711519f39776fc33657cbb986d57782e581f09be99c053f653896221c4a2589"
    assert change_id(OP) == "sha256:21ac1b5cc0f94932222365dd4ecfb17eadfeefecb1c828456ebcd320454f9bfa"


def test_the_spec_of_the_examples_has_its_id() -> None:
    assert content_id("spec", SPEC) == "sha256:276f7ace082fb99b87e511001a95dbef96c4d3c45540a159d6e3ea23a18e8346"
