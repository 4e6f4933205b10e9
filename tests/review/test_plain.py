"""What the records of a review are, that no file holds."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import pytest

import rubout.review
from rubout.facts.plain import Plain
from rubout.review.crypto import signing_key
from tests.signed import K3, TRUST

if TYPE_CHECKING:
    from collections.abc import Iterator


def defined(parent: type[Plain] = Plain) -> Iterator[type[Plain]]:
    """Every record of rubout.review."""
    for child in parent.__subclasses__():
        yield child
        yield from defined(child)


@pytest.fixture(scope="module")
def records() -> list[type[Plain]]:
    """All of them, whatever has been loaded so far."""
    for module in pkgutil.iter_modules(rubout.review.__path__, "rubout.review."):
        importlib.import_module(module.name)
    return [each for each in defined() if each.__module__.startswith("rubout.review.")]


def test_nothing_that_decides_can_be_changed_afterwards(records: list[type[Plain]]) -> None:
    assert {"Verdict", "Trust", "Policy", "Case", "Signed", "Verified"} <= {each.__name__ for each in records}
    assert [each for each in records if not each.__struct_config__.frozen] == []


def test_what_is_worked_out_once_has_a_place_to_be_kept(records: list[type[Plain]]) -> None:
    keeping = [
        each
        for each in records
        if any(isinstance(member, cached_property) for base in each.__mro__ for member in vars(base).values())
    ]
    assert len(keeping) > 1
    assert [each for each in keeping if not each.__dictoffset__] == []


def test_a_record_that_replaces_another_works_everything_out_afresh() -> None:
    assert TRUST.revoked == frozenset()
    leaked = msgspec.structs.replace(TRUST, leaked=frozenset({K3.public}))
    assert leaked.revoked == {K3.public}
    assert leaked != TRUST


def test_a_private_key_is_not_shown() -> None:
    key = signing_key(bytes([9]) * 32)
    assert key.public in repr(key)
    assert all(repr(key.seed) not in shown for shown in (repr(key), str(key), repr([key])))
