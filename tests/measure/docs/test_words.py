"""Words, and the hashes of five in a row."""

from __future__ import annotations

import unicodedata
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.hashing import fnv1a64, rolling
from rubout.measure.docs.words import shingles, words_of


def words_by_character(lines: list[str]) -> list[str]:
    """The rule, character by character."""
    words = []
    for line in lines:
        word = ""
        for char in f"{line}\n":
            kind = unicodedata.category(char)[0]
            if kind in "LN":
                word += char.lower()
            elif kind == "M" and word:
                word += char
            elif word:
                words.append(unicodedata.normalize("NFC", word))
                word = ""
    return words


WORDS = {
    "Hello, WORLD-42! it's foo_bar x2": "hello world 42 it s foo bar x2",
    "café naïve": "café naïve",
    "cafe\u0301 nai\u0308ve": "café naïve",
    "ΟΔΟΣ": "οδοσ",
    "\u0301abc": "abc",
    "\u0301": "",
    "a\u2028b\x0cc\ufffdd": "a b c d",
    "½ Ⅷ 二": "½ ⅷ 二",
    "ⓐb": "b",
    "": "",
}


@pytest.mark.parametrize("line", WORDS)
def test_example_1_words(line: str) -> None:
    assert words_of([line]) == WORDS[line].split()


@pytest.mark.parametrize(
    ("word", "expected"),
    [("hello", 0xA430D84680AABD0B), ("world", 0x4F59FF5E730C8AF3), ("café", 0x48E8823ACFA40D89)],
)
def test_example_1_a_word_hashes_to_its_bytes(word: str, expected: int) -> None:
    assert fnv1a64(word.encode()) == expected
    assert shingles([word] * 5) == rolling(array("Q", [expected] * 5), 5)


def test_the_end_of_a_line_ends_a_word() -> None:
    assert words_of(["one tw", "o"]) == ["one", "tw", "o"]


def test_example_8_five_words_in_a_row_are_a_shingle() -> None:
    assert rolling(array("Q", range(8)), 5).tolist() == [
        1000011000042000058,
        16003839205390896819,
        12560923337030241964,
        9118007468669587109,
    ]
    assert fnv1a64(b"".join(code.to_bytes(8, "little") for code in (1, 2, 3, 4))) == 0x898F7E1CE6964921


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=12), max_size=3))
def test_words_are_those_of_the_rule(lines: list[str]) -> None:
    assert words_of(lines) == words_by_character(lines)


@given(st.lists(st.sampled_from(["a", "bc", "É", "é"]), max_size=12))
def test_there_are_four_shingles_fewer_than_words(words: list[str]) -> None:
    found = shingles(words)
    assert len(found) == max(len(words) - 4, 0)
    assert found.tolist() == [value for i in range(len(found)) for value in shingles(words[i : i + 5])]
