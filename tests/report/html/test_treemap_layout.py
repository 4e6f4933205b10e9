"""A map has room for every file, by its size, and no two in one place."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.report.html.treemap_layout import Box, Item, Placed, layout, squarified, tree_of

if TYPE_CHECKING:
    from random import Random

WHOLE = Box(0.0, 0.0, 1000.0, 560.0)
SIZES = st.lists(st.integers(1, 5000), min_size=1, max_size=40).map(lambda sizes: sorted(sizes, reverse=True))
PATHS = st.lists(st.sampled_from("abcde"), min_size=1, max_size=4).map("/".join)
FILES = st.dictionaries(PATHS.map("{}.py".format), st.integers(0, 3000), min_size=1, max_size=25).map(
    lambda files: sorted(files.items())
)
SLACK = 1e-6


def is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - SLACK
        and inner.y >= outer.y - SLACK
        and inner.x + inner.width <= outer.x + outer.width + SLACK
        and inner.y + inner.height <= outer.y + outer.height + SLACK
    )


def overlap(a: Box, b: Box) -> bool:
    width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return width > SLACK and height > SLACK


@given(SIZES, st.floats(1, 2000), st.floats(1, 2000))
def test_areas_are_as_the_sizes_and_add_up(sizes: list[int], width: float, height: float) -> None:
    box = Box(3.0, 5.0, width, height)
    boxes = squarified(sizes, box)
    assert isclose(sum(one.area for one in boxes), box.area, rel_tol=1e-9)
    for size, one in zip(sizes, boxes, strict=True):
        assert isclose(one.area, box.area * size / sum(sizes), rel_tol=1e-6)


@given(SIZES)
def test_boxes_lie_inside_and_none_over_another(sizes: list[int]) -> None:
    boxes = squarified(sizes, WHOLE)
    assert all(is_inside(one, WHOLE) for one in boxes)
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))


def test_the_example_of_the_paper() -> None:
    boxes = squarified([6, 6, 4, 3, 2, 2, 1], Box(0, 0, 6, 4))
    expected = [
        (0, 0, 3, 2),
        (0, 2, 3, 2),
        (3, 0, 12 / 7, 7 / 3),
        (3 + 12 / 7, 0, 9 / 7, 7 / 3),
        (3, 7 / 3, 6 / 5, 5 / 3),
        (3 + 6 / 5, 7 / 3, 6 / 5, 5 / 3),
        (3 + 12 / 5, 7 / 3, 3 / 5, 5 / 3),
    ]
    for found, exact in zip(boxes, expected, strict=True):
        assert found == pytest.approx(exact)


def placed(files: list[tuple[str, int]]) -> list[Placed]:
    return list(layout(tree_of(files), WHOLE))


@given(FILES)
def test_every_file_has_one_tile_inside_its_folders(files: list[tuple[str, int]]) -> None:
    found = placed(files)
    tiles = [one for one in found if one.item.number is not None]
    assert sorted(one.item.path for one in tiles) == [path for path, _ in files]
    folders = {one.item.path: one.box for one in found if one.item.number is None}
    for one in found:
        assert is_inside(one.box, WHOLE)
        assert all(is_inside(one.box, box) for path, box in folders.items() if one.item.path.startswith(f"{path}/"))


@given(FILES)
def test_no_tile_lies_over_another(files: list[tuple[str, int]]) -> None:
    tiles = [one.box for one in placed(files) if one.item.number is not None]
    assert not any(overlap(a, b) for a, b in combinations(tiles, 2))


@given(FILES, st.randoms())
def test_the_order_of_the_files_makes_no_difference(files: list[tuple[str, int]], random: Random) -> None:
    drawn = list(files)
    random.shuffle(drawn)
    places = {(one.item.path, one.box) for one in placed(files)}
    assert {(one.item.path, one.box) for one in placed(drawn)} == places


def test_a_folder_that_holds_one_folder_alone_is_one_with_it() -> None:
    tree = tree_of([("src/a/x.py", 1), ("src/a/y.py", 2)])
    assert [(item.path, item.name, item.size) for item in tree.items] == [("src/a", "src/a", 3)]


def test_an_empty_file_still_has_a_tile() -> None:
    tiles = [one for one in placed([("a.py", 0), ("b.py", 9)]) if one.item.number == 0]
    assert tiles[0].box.area > 0


def test_nothing_has_no_boxes() -> None:
    assert squarified([], WHOLE) == []
    assert list(layout(Item("", ""), WHOLE)) == []
