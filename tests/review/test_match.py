"""Which markers occur: four ways to find the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.review.match import CHUNK, CROWDED, FEW_MARKERS, PLAIN, SMALL_TEXT, WINDOW, Literals

# Few letters, so that what is drawn occurs; one of them of two bytes, and bytes that are no text.
LETTERS = st.text("ab(é", min_size=1, max_size=12)
TEXTS = st.lists(
    st.one_of(LETTERS.map(str.encode), st.sampled_from([b"\xff", b"\xc3", b"\xa9", b"ab\0ab", b""])), max_size=8
)
MANY = st.lists(LETTERS, unique=True, max_size=12)


def by_loop(markers: list[str], texts: list[bytes]) -> list[int]:
    found = []
    for number, marker in enumerate(markers):
        size = len(marker.encode())
        if any(text[at : at + size] == marker.encode() for text in texts for at in range(len(text))):
            found.append(number)
    return found


def by_text(markers: list[str], texts: list[bytes]) -> list[int]:
    lossy = [text.decode("utf-8", "replace") for text in texts]
    return [number for number, marker in enumerate(markers) if any(marker in text for text in lossy)]


@settings(max_examples=500)
@given(MANY, TEXTS.map(b"".join).map(lambda text: [text]) | TEXTS)
def test_all_ways_find_the_same(markers: list[str], texts: list[bytes]) -> None:  # P9
    literals = Literals([marker.encode() for marker in markers], lasting=True)
    plain = Literals([marker.encode() for marker in markers])
    expected = by_loop(markers, texts)
    joined = b"\0".join(texts)
    assert by_text(markers, texts) == expected
    assert literals.occurring(texts) == expected
    assert plain.occurring(texts) == expected
    assert literals.sifted(joined) == expected
    assert not markers or literals.walked(joined) == expected


@pytest.mark.parametrize("at", [CHUNK - 5, CHUNK - 3, CHUNK - 1, CHUNK])
def test_a_marker_across_two_chunks_is_found(at: int) -> None:
    assert Literals([b"needle"]).walked(b"x" * at + b"needle" + b"x" * CHUNK) == [0]


def test_markers_inside_markers_inside_markers_take_no_more_room_than_one_by_one() -> None:
    markers = [b"a" * size for size in range(4, 4 + 2 * CROWDED)]
    literals = Literals(markers)
    assert literals.walked(b"a" * 600) == [*range(len(markers))]
    assert literals.walked(b"a" * (4 * CHUNK)) == [*range(len(markers))]


def test_texts_do_not_run_into_each_other() -> None:
    assert Literals([b"abcd", b"cd"]).occurring([b"ab", b"cd"]) == [1]


def test_no_markers_occur_nowhere() -> None:
    assert Literals([]).occurring([b"anything"]) == []


@pytest.mark.parametrize(
    ("markers", "size", "lasting", "builds"),
    [
        (1, PLAIN, False, False),
        (1, PLAIN + 1, False, True),
        (1, 10, True, True),
        (FEW_MARKERS, SMALL_TEXT, False, True),
        (FEW_MARKERS + 1, SMALL_TEXT, False, False),
        (FEW_MARKERS + 1, SMALL_TEXT + 1, False, True),
        (FEW_MARKERS + 1, 10, True, True),
    ],
)
def test_an_automaton_is_built_where_it_pays(markers: int, size: int, lasting: bool, builds: bool) -> None:
    literals = Literals([b"marker %d" % number for number in range(markers)], lasting=lasting)
    literals.occurring([b"m" * size])
    assert ("_automaton" in vars(literals)) is builds


class Counting:
    """An automaton that counts the bytes it walks."""

    def __init__(self, automaton: Any) -> None:
        self._automaton = automaton
        self.walked = 0

    def find_matches_as_indexes(self, text: bytes, *, overlapping: bool) -> list[tuple[int, int, int]]:
        self.walked += len(text)
        found: list[tuple[int, int, int]] = self._automaton.find_matches_as_indexes(text, overlapping=overlapping)
        return found


def counting(literals: Literals) -> Counting:
    """The automaton of these markers, counting."""
    literals.walked(b"x")
    counts = Counting(vars(literals)["_automaton"])
    vars(literals)["_automaton"] = counts
    return counts


def test_an_automaton_that_is_there_is_used() -> None:
    literals = Literals([b"marker %d" % number for number in range(FEW_MARKERS + 1)])
    counts = counting(literals)
    text = b"marker 7" * 128
    assert len(text) * len(literals.markers) > PLAIN
    assert literals.occurring([text]) == [7]
    assert counts.walked == len(text)


def test_a_marker_as_short_as_a_window_is_looked_for() -> None:
    markers = [b"x" * size for size in range(1, WINDOW + 2)]
    assert Literals(markers).sifted(b"x" * WINDOW) == [*range(WINDOW)]


@pytest.mark.parametrize("markers", [10, 1_000, 20_000])
def test_a_text_is_walked_once_whatever_the_number_of_markers(markers: int) -> None:
    text = b"marker 00007 " * 5_000
    literals = Literals([b"marker %05d" % number for number in range(markers)], lasting=True)
    counts = counting(literals)
    assert literals.occurring([text]) == [7]
    overlaps = (len(text) - 1) // CHUNK * (len(b"marker 00007") - 1)
    assert counts.walked == len(text) + overlaps


def test_without_the_extra_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rubout.review.match.find_spec", lambda _: None)
    literals = Literals([b"eval(", b"exec("], lasting=True)
    assert literals.occurring([b"x = exec(y)"]) == [1]
    assert "_automaton" not in vars(literals)
