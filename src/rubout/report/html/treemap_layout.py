"""Where does each file of a tree lie in a rectangle whose areas are sizes?

Method  squarified treemap: rows along the shorter side, each filled while that makes its boxes squarer
Source  Bruls, Huizing & van Wijk, Squarified Treemaps, 2000
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HEADER = 15.0  # room for the name of a folder
_LEAST_WIDTH, _LEAST_HEIGHT = 44.0, 40.0  # of a folder with a header
GAP = 1.5  # between a folder's edge and what it holds


class Box(NamedTuple):
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Of the rectangle."""
        return self.width * self.height


@dataclass(slots=True)
class Item:
    """A file, or a folder with what it holds; `path` names it from the root on."""

    path: str
    name: str
    size: int = 0
    number: int | None = None  # of a file, as it was given
    items: list[Item] = field(default_factory=list)


class Placed(NamedTuple):
    """An item in its box, `depth` folders below the root; a folder comes before what it holds."""

    item: Item
    box: Box
    depth: int
    has_header: bool


def tree_of(files: Iterable[tuple[str, int]]) -> Item:
    """The folders of files, (path, size); a folder that holds one folder alone is one with it."""
    root = Item("", "")
    folders = {"": root}
    for number, (path, size) in enumerate(files):
        above = path.rpartition("/")[0]
        _folder(above, folders).items.append(Item(path, path.rpartition("/")[2], max(1, size), number))
    _settle(root)
    return root


def layout(root: Item, box: Box) -> Iterator[Placed]:
    """Everything below the root."""
    yield from _inside(root, box, 0)


def squarified(sizes: Sequence[float], box: Box) -> list[Box]:
    """A box each, in the order of the sizes, which descend and are positive."""
    scale = box.area / sum(sizes) if sizes else 0.0
    areas = [size * scale for size in sizes]
    boxes: list[Box] = []
    start = 0
    while start < len(areas):
        side = min(box.width, box.height)
        end, row = start + 1, areas[start]
        while end < len(areas) and _worst(areas[start], areas[end], row + areas[end], side) <= _worst(
            areas[start], areas[end - 1], row, side
        ):
            row += areas[end]
            end += 1
        box = _row(areas[start:end], row, box, boxes, is_last=end == len(areas))
        start = end
    return boxes


def _worst(largest: float, smallest: float, total: float, side: float) -> float:
    """The worst ratio of sides in a row; 0 where there is no room at all."""
    if side <= 0 or smallest <= 0:
        return 0.0
    length = total / side
    return max(length * length / smallest, largest / (length * length))


def _row(areas: Sequence[float], total: float, box: Box, boxes: list[Box], *, is_last: bool) -> Box:
    """Place a row along the shorter side; what is left of the box."""
    x, y, width, height = box
    lies_left = width >= height
    side, room = (height, width) if lies_left else (width, height)
    length = room if is_last else min(room, total / side if side else 0.0)
    at = 0.0
    for number, area in enumerate(areas):
        extent = side - at if number == len(areas) - 1 else min(side - at, area / length if length else 0.0)
        boxes.append(Box(x, y + at, length, extent) if lies_left else Box(x + at, y, extent, length))
        at += extent
    return Box(x + length, y, width - length, height) if lies_left else Box(x, y + length, width, height - length)


def _inside(folder: Item, box: Box, depth: int) -> Iterator[Placed]:
    items = sorted(folder.items, key=lambda item: (-item.size, item.path))
    for item, own in zip(items, squarified([item.size for item in items], box), strict=True):
        if item.number is not None:
            yield Placed(item, own, depth, has_header=False)
            continue
        has_header = own.width >= _LEAST_WIDTH and own.height >= _LEAST_HEIGHT
        yield Placed(item, own, depth, has_header)
        yield from _inside(item, _content(own, has_header=has_header), depth + 1)


def _content(box: Box, *, has_header: bool) -> Box:
    gap = min(GAP, box.width / 8, box.height / 8)
    top = HEADER if has_header else gap
    return Box(box.x + gap, box.y + top, box.width - 2 * gap, box.height - top - gap)


def _folder(path: str, folders: dict[str, Item]) -> Item:
    if path not in folders:
        above, _, name = path.rpartition("/")
        folders[path] = Item(path, name)
        _folder(above, folders).items.append(folders[path])
    return folders[path]


def _settle(folder: Item) -> None:
    """Sum the sizes up, and make one of folders that hold nothing else."""
    for number, item in enumerate(folder.items):
        if item.number is not None:
            continue
        _settle(item)
        if len(item.items) == 1 and item.items[0].number is None:
            only = item.items[0]
            folder.items[number] = Item(only.path, f"{item.name}/{only.name}", only.size, None, only.items)
    folder.size = sum(item.size for item in folder.items)
