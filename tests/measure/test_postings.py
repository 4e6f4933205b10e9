"""Common runs of one stream with a tree, against every pair of tokens compared."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.fingerprints import WIDTH, WINDOW, fingerprints
from rubout.measure.postings import CommonRun, Postings, Stream, self_runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FLOOR = WIDTH + WINDOW - 1  # tokens from which on every run is found
FEW = 7

# Pieces long enough to be found, and others to part them; few, so that they meet.
PIECES = [
    [*range(1, FLOOR + 5)],
    [*range(60, 60 + FLOOR)],
    [3, 4, 5] * (FLOOR // 2),
    [9] * FLOOR,
    [*range(30, 55)],
    [200],
    [201, 202],
    [0],
]
STREAMS = st.lists(st.sampled_from(PIECES), max_size=4).map(lambda pieces: [code for piece in pieces for code in piece])
TREES = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), STREAMS, max_size=4)


def stream(codes: Sequence[int]) -> Stream:
    """Tokens that stand on a line each, from line 11."""
    column = array("H", codes)
    lines = array("I", range(11, 11 + len(codes)))
    return Stream(column, lines, lines, *fingerprints(column))


def postings(tree: Mapping[str, Sequence[int]]) -> Postings:
    made = Postings()
    for path, codes in tree.items():
        made.put(path, stream(codes))
    return made


def by_comparison(tree: Mapping[str, Sequence[int]], own: Sequence[int]) -> list[CommonRun]:
    """Every longest stretch on which two streams agree."""
    found = []
    for path, other in tree.items():
        for a in range(len(own)):
            for b in range(len(other)):
                starts = a == 0 or b == 0 or own[a - 1] == 0 or own[a - 1] != other[b - 1]
                length = 0
                while a + length < len(own) and b + length < len(other) and own[a + length] == other[b + length] != 0:
                    length += 1
                distinct = len(set(own[a : a + length]))
                if starts and length >= FLOOR and distinct >= FEW:
                    lines = (b + 11, b + length + 10, a, a + 11, a + length + 10)
                    found.append(CommonRun(path, b, length, *lines, distinct))
    return sorted(found)


@given(TREES, STREAMS)
def test_every_run_from_the_guaranteed_length_on_is_found(tree: dict[str, list[int]], own: list[int]) -> None:
    assert postings(tree).runs(stream(own), FLOOR, FEW) == by_comparison(tree, own)


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.none() | STREAMS), max_size=8), STREAMS, st.booleans())
def test_a_tree_that_changed_is_the_tree_it_became(
    changes: list[tuple[str, list[int] | None]], own: list[int], early: bool
) -> None:
    made = Postings()
    tree: dict[str, list[int]] = {}
    for number, (path, codes) in enumerate(changes):
        if codes is None:
            made.remove(path)
            tree.pop(path, None)
        else:
            made.put(path, stream(codes))
            tree[path] = codes
        if early and number % 2:
            made.settle()
        assert (path in made) == (path in tree)
        assert [each is not None for each in map(made.stream, "abc")] == [each in tree for each in "abc"]
    assert made.runs(stream(own), FLOOR, FEW) == by_comparison(tree, own)
    assert made.runs(stream(own), FLOOR, FEW, ("b",)) == by_comparison(
        {path: codes for path, codes in tree.items() if path != "b"}, own
    )


def test_many_changes_are_sorted_once_and_for_all() -> None:
    made = postings({f"{number}": [*range(1, 200)] for number in range(300)})
    made.runs(stream([]), FLOOR, FEW)
    assert made._settled.size == 300 * 200
    made.put("7", stream([*range(1, 60)]))
    lengths = [run.length for run in made.runs(stream([*range(1, 200)]), FLOOR, FEW)]
    assert (len(lengths), min(lengths)) == (300, 59)


def test_a_place_needs_different_tokens() -> None:
    tree = {"a": [1, 2, 3, 4, 5, 6] * 20}
    assert postings(tree).runs(stream(tree["a"]), FLOOR, 7) == []
    assert postings(tree).runs(stream(tree["a"]), FLOOR, 6) != []


def test_runs_of_a_stream_with_itself_do_not_overlap() -> None:
    piece = [*range(1, 71)]
    (run,) = self_runs(stream([*piece, 200, *piece]), FLOOR, FEW)
    assert run == (0, 71, 70, (11, 80), (82, 151))
    assert self_runs(stream(piece), FLOOR, FEW) == []
