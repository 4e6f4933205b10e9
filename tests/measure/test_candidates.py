"""The join of all units: what it counts and what it leaves to judge, against all pairs."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.source import Unit
from rubout.kernels.tree_distance import distance
from rubout.measure.candidates import Candidates, candidates
from rubout.measure.forest import FileTrees, Forest, columns, forest
from rubout.measure.pool import MOST_TASKS
from rubout.measure.unit_trees import UnitTrees, encoded, tree_digest

RATIO = (85, 100)
Chain = list[int]  # labels from the leaf up


def file_of(path: str, language: int, units: list[tuple[Chain, int, int]]) -> FileTrees:
    """A file of units that are chains, each with its first and last line."""
    labels, sizes, roots, digests = array("H"), array("I"), array("I"), b""
    rows = []
    for number, (chain, start, end) in enumerate(units):
        labels.extend(chain)
        sizes.extend(range(1, len(chain) + 1))
        roots.append(len(labels) - 1)
        digests += tree_digest(labels.tobytes(), sizes.tobytes(), len(labels) - len(chain), len(labels))
        rows.append(Unit(f"f{number:03}/0", 0, start, end, 0, 0, function=True))
    columns = UnitTrees(labels.tobytes(), sizes.tobytes(), bytes(4 * len(labels)), roots.tobytes(), digests)
    return FileTrees(path, language, tuple(rows), encoded(columns))


def apart(*chains: Chain) -> list[FileTrees]:
    """A file a unit."""
    return [file_of(f"{number:03}.py", 0, [(chain, 1, 9)]) for number, chain in enumerate(chains)]


def joined(files: list[FileTrees], least: int = 1, jobs: int = 1) -> tuple[Forest, Candidates]:
    wood = forest(files, least, 4096)
    return wood, candidates(wood, files, RATIO, jobs)


def sent(wood: Forest, found: Candidates) -> int:
    equal = found.equal(wood)
    return equal + sum(found.units(wood, pair) for pair in found.pairs)


def test_11_the_window() -> None:
    wood, found = joined(apart([0] * 100, [0] * 100, [1] * 100, [0] * 84))
    assert (found.windowed, found.cut, sent(wood, found)) == (3, 2, 1)


def test_11_two_chains_of_one_label() -> None:
    wood, found = joined(apart([0] * 100, [0] * 90))
    assert (found.windowed, sent(wood, found)) == (1, 1)
    a, b = (columns(wood, wood.trees[tree]) for tree in found.pairs[0])
    assert distance(*a, *b, 100) == 10


def test_small_units_are_not_admitted_and_large_ones_not_joined() -> None:
    wood, found = joined(apart([0] * 23, [0] * 24, [0] * 24, [0] * 4097), least=24)
    assert ([place.nodes for place in wood.units], found.windowed) == ([24, 24, 4097], 1)


def test_equal_spans_count_as_nested() -> None:
    _, found = joined([file_of("a.py", 0, [([0] * 30, 3, 3), ([0] * 30, 3, 3)])])
    assert (found.windowed, found.nested, found.nested_units) == (1, 1, frozenset({(0, 1)}))


UNITS = st.tuples(
    st.lists(st.integers(0, 2), min_size=1, max_size=12), st.integers(1, 6), st.integers(0, 4)
).map(lambda unit: (unit[0], unit[1], unit[1] + unit[2]))  # fmt: skip
FILES = st.lists(st.tuples(st.integers(0, 1), st.lists(UNITS, max_size=5)), min_size=1, max_size=4)


@given(FILES)
def test_the_counts_are_those_of_all_pairs(drawn: list[tuple[int, list[tuple[Chain, int, int]]]]) -> None:
    files = [file_of(f"{number}.py", language, units) for number, (language, units) in enumerate(drawn)]
    wood, found = joined(files)
    expected: Counter[str] = Counter()
    pairs = set()
    listed = [(file, *unit) for file, (_, units) in enumerate(drawn) for unit in units]
    for (file, chain, start, end), (file_2, chain_2, start_2, end_2) in combinations(listed, 2):
        small, large = sorted((len(chain), len(chain_2)))
        if drawn[file][0] != drawn[file_2][0] or small * 100 < 85 * large:
            continue
        expected["windowed"] += 1
        inside = (start <= start_2 and end_2 <= end) or (start_2 <= start and end <= end_2)
        if file == file_2 and inside:
            expected["nested"] += 1
        elif (Counter(chain) & Counter(chain_2)).total() * 100 < 85 * large:
            expected["cut"] += 1
        else:
            expected["sent"] += 1
            pairs.add((drawn[file][0], *sorted((tuple(chain), tuple(chain_2)))))
    counts = {"windowed": found.windowed, "nested": found.nested, "cut": found.cut, "sent": sent(wood, found)}
    assert counts == {name: expected[name] for name in counts}
    different = {
        (wood.trees[a].language, *sorted(tuple(columns(wood, wood.trees[tree])[0]) for tree in (a, b)))
        for a, b in found.pairs
        if found.units(wood, (a, b))
    }
    assert different == {pair for pair in pairs if pair[1] != pair[2]}


@given(FILES, FILES, st.sampled_from([0, 2, 9]))
def test_what_was_joined_before_changes_nothing(
    drawn: list[tuple[int, list[tuple[Chain, int, int]]]],
    added: list[tuple[int, list[tuple[Chain, int, int]]]],
    most: int,
) -> None:
    """Some files stay, some go and some come."""
    files = [file_of(f"{number}.py", language, units) for number, (language, units) in enumerate([*drawn, *added])]
    _, before = joined(files[: len(drawn)])
    after = files[len(drawn) // 2 :]
    wood, afresh = joined(after)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rubout.measure.candidates.MOST_FRESH", most)
        assert candidates(wood, after, RATIO, 1, before.joined) == afresh


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_project_of_many_languages_is_joined_in_as_many_tasks_as_the_pool_takes(jobs: int) -> None:
    chains = [[number] + [0] * 30 for number in range(70)]
    files = [
        file_of(f"{language:02}.x", language, [(chain, n, n) for n, chain in enumerate(chains, 1)])
        for language in range(17)
    ]
    assert MOST_TASKS < 17 * 70
    wood, found = joined(files, jobs=jobs)
    assert found.windowed == sent(wood, found) == 17 * 70 * 69 // 2
