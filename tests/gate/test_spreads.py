"""Over how many files a class is spread, and which near-copies are copies already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts import clones, docdup
from rubout.facts.score import CloneSpread, DocSpread
from rubout.gate.spreads import copies_spread, documents_spread, near_copies_spread, uncopied
from rubout.judge.clones import judge as judge_clones
from rubout.judge.docdup import judge as judge_docdup
from tests.near_misses import near_misses
from tests.scores import documents, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.gate.near_miss import NearMisses

PATHS = ("a.py", "b.py", "c.py")
A, B, C = (("a.py", 10, 19, 40), ("b.py", 20, 29, 40), ("c.py", 30, 39, 38))
TWIN = ("a.py", 40, 49, 40)


def copies(*classes: Sequence[tuple[int, int, int]]) -> clones.Facts:
    """Classes of places: the number of a file, its lines."""
    return clones.Facts(
        PATHS,
        tuple(
            clones.Repeat(50, 9, f"{number:x}" * 16, tuple(clones.Place(*place, 0) for place in places))
            for number, places in enumerate(classes)
        ),
    )


def left_of(found: NearMisses, facts: clones.Facts) -> list[str]:
    """The first digit of the digest of each class that is left."""
    left = uncopied(found, facts, judge_clones(facts))
    assert left.classes is not None
    assert left.classes.clones == sum(one.clones for one in left.classes.classes)
    assert len(left.spots) == len(left.classes.classes)
    return [one.digest[0] for one in left.classes.classes]


def test_a_class_of_copies_has_its_files_once_and_is_alike_all_over() -> None:
    facts = copies(
        [(0, 1, 9), (1, 1, 9)], [(0, 11, 19), (0, 21, 29), (1, 11, 19), (2, 11, 19)], [(2, 1, 9), (2, 41, 49)]
    )
    verdict = judge_clones(facts)
    files = [len({member.file for member in one.members}) for one in verdict.classes]
    assert sorted(files) == [1, 2, 3]
    assert copies_spread(verdict) == [CloneSpread(count, 100, 100) for count in files]


@pytest.mark.parametrize(
    ("places", "left"),
    [
        ([(0, 10, 19), (1, 20, 29)], []),
        ([(0, 1, 99), (1, 1, 99)], []),
        ([(0, 10, 19), (2, 30, 39)], []),
        ([(0, 11, 19), (1, 20, 29)], ["0"]),  # all but its first line
        ([(0, 10, 18), (1, 20, 29)], ["0"]),  # all but its last line
        ([(0, 10, 19), (0, 50, 59)], ["0"]),  # one member, copied elsewhere
        ([(1, 10, 19), (2, 20, 29)], ["0"]),  # the same lines of other files
    ],
)
def test_near_copies_of_which_two_lie_in_one_class_of_copies_are_counted_there(
    places: list[tuple[int, int, int]], left: list[str]
) -> None:
    assert left_of(near_misses((4, [A, B, C])), copies(places)) == left


def test_members_in_two_classes_of_copies_are_not_in_one() -> None:
    facts = copies([(0, 10, 19), (0, 50, 59)], [(1, 20, 29), (1, 50, 59)])
    assert left_of(near_misses((4, [A, B])), facts) == ["0"]


def test_two_members_within_one_copied_stretch_are_copied_with_it() -> None:
    assert left_of(near_misses((4, [A, TWIN, C])), copies([(0, 1, 99), (1, 1, 99)])) == []


def test_only_what_is_copied_goes_and_the_rest_keeps_its_order() -> None:
    found = near_misses((4, [B, C]), (0, [A, TWIN]), (3, [("c.py", 1, 9, 30), TWIN]))
    assert left_of(found, copies([(0, 1, 99), (1, 1, 99)])) == ["0", "2"]


@pytest.mark.parametrize(
    ("ted", "units", "row"),
    [
        (0, [A, B], CloneSpread(2, 40, 40)),
        (6, [A, B, C], CloneSpread(3, 34, 40)),
        (5, [C, ("b.py", 1, 9, 36)], CloneSpread(2, 33, 38)),
        (5, [A, TWIN], CloneSpread(1, 35, 40)),
        (5, [A, TWIN, B], CloneSpread(2, 35, 40)),
    ],
)
def test_near_copies_are_as_alike_as_the_weakest_pair(
    ted: int, units: list[tuple[str, int, int, int]], row: CloneSpread
) -> None:
    assert near_copies_spread(near_misses((ted, units))) == [row]


def test_of_two_pairs_with_the_same_edits_the_smaller_one_is_weaker() -> None:
    small, large = (
        [("a.py", line, line + 9, 30) for line in (1, 11)],
        [("b.py", line, line + 9, 90) for line in (1, 11)],
    )
    assert near_copies_spread(near_misses((4, [*small, *large]))) == [CloneSpread(2, 26, 30)]


@pytest.mark.parametrize(
    ("texts", "pairs", "row"),
    [
        ([text(0, range(60), (0, 1), (1, 1), (1, 9))], [], DocSpread(2, 100, 100, verbatim=True)),
        ([text(0, range(60), (0, 1), (0, 9))], [], DocSpread(1, 100, 100, verbatim=True)),
        (
            [text(0, range(90), (0, 1)), text(1, range(9, 90), (1, 1))],
            [(0, 1, 49)],
            DocSpread(2, 81, 90, verbatim=False),
        ),
        (
            [text(0, range(90), (0, 1)), text(1, range(45, 190), (1, 1))],
            [(0, 1, 50)],
            DocSpread(2, 45, 190, verbatim=True),
        ),
        (
            [text(0, range(90), (0, 1)), text(1, range(90), (1, 1)), text(2, range(45, 190), (2, 1))],
            [(0, 1, 60), (0, 2, 50)],
            DocSpread(3, 45, 190, verbatim=True),
        ),
    ],
)
def test_documentation_is_as_alike_as_the_weakest_link(
    texts: list[docdup.Text], pairs: list[tuple[int, int, int]], row: DocSpread
) -> None:
    assert documents_spread(judge_docdup(documents(PATHS, *texts, pairs=pairs))) == [row]
