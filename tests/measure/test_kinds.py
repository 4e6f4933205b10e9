from __future__ import annotations

import pytest

from rubout.kernels.hashing import fnv1a64
from rubout.measure import kinds


def test_the_list_is_that_of_the_pinned_grammars() -> None:
    assert kinds.names() == kinds.installed_names()


def test_names_are_sorted_by_their_bytes_without_repetition() -> None:
    spelled = [name.encode() for name in kinds.names()]
    assert spelled == sorted(set(spelled))


def test_every_code_fits_sixteen_bits() -> None:
    assert 0 < len(kinds.names()) + 3 < 65_536


@pytest.mark.parametrize("name", ["ERROR", "identifier", "\n", "\\", "→", "", "return"])
def test_a_code_is_the_place_in_the_list_behind_the_three_marks(name: str) -> None:
    assert kinds.names()[kinds.code_of(name) - 3] == name


def test_a_name_that_no_grammar_has_has_no_code() -> None:
    with pytest.raises(KeyError):
        kinds.code_of("no such kind")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (kinds.CUT, 0),
        (kinds.IDENTIFIER, 0xD165891867CC2B21),
        (kinds.LITERAL, 0x8469B08F2306BDF6),
        (kinds.code_of("("), 0xAF63A54C86018F17),
        (kinds.code_of("return"), 0xC5C7B983377CAD5F),
    ],
)
def test_example_1_a_class_hashes_to_its_mark_or_its_name(code: int, expected: int) -> None:
    assert kinds.code_hashes()[code] == expected


def test_every_code_has_the_hash_of_its_name() -> None:
    hashes = kinds.code_hashes()
    assert hashes.typecode == "Q"
    assert hashes[3:].tolist() == [fnv1a64(name.encode()) for name in kinds.names()]
    assert len(set(hashes)) == len(hashes)
