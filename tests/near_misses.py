"""Units of the worked examples of docs/methodology/near-miss.md, and near-misses without any source."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.facts.source import FileFacts, Unit
from rubout.facts.survey import SurveyedFile
from rubout.gate.near_miss import NearMisses
from rubout.gate.near_miss_classes import Classes, CloneClass, ClonePair
from rubout.measure.forest import Place, forest

if TYPE_CHECKING:
    from collections.abc import Sequence

    At = tuple[str, int, int, int]  # a unit: its path, its lines, its nodes

TOTAL = """\
def total(items, rate):
    out = 0
    for x in items:
        if x.price > 0:
            out += x.price * rate
    return out
"""
AND = TOTAL.replace("x.price > 0", "x.price > 0 and x.ok")  # 4 edits
OPERATORS = TOTAL.replace("out += x.price * rate", "out -= x.price / rate")  # none
COMMENTED = TOTAL.replace("        if", "        # of each\n        if")  # 1
SEEN = AND.replace("    return", "            seen = True\n    return")  # 8, which is 3 too many
TS_LOOP = """\
export function f(a: number[]) {
  let o = 0;
  for (const x of a) { if (x > 0) { o += x; } }
  return o;
}
"""


def as_method(name: str, function: str) -> str:
    """A class that holds a function as its only method."""
    body = "".join(f"    {line}\n" for line in function.replace("(items", "(self, items").splitlines())
    return f"class {name}:\n{body}"


CLASSES = as_method("Cart", TOTAL) + as_method("Bag", SEEN)


def near_misses(*classes: tuple[int, Sequence[At]]) -> NearMisses:
    """Classes of units of which each is so many edits from the next; their digests count from 0."""
    units = sorted({unit for _, members in classes for unit in members})
    paths = sorted({path for path, *_ in units})
    by_file = [[unit for unit in units if unit[0] == path] for path in paths]
    number = {unit: place for place, unit in enumerate(units)}
    return NearMisses(
        files=tuple(SurveyedFile(path, "0" * 40, _file_of(own)) for path, own in zip(paths, by_file, strict=True)),
        forest=replace(
            forest([], 1, 1),
            nodes=tuple(array("I", [nodes for *_, nodes in own]) for own in by_file),
            units=tuple(Place(file, nth, unit[3]) for file, own in enumerate(by_file) for nth, unit in enumerate(own)),
            tree_of=array("i", [0] * len(units)),
        ),
        classes=Classes(
            tuple(_class_of(ted, [number[unit] for unit in own], f"{nth:x}") for nth, (ted, own) in enumerate(classes)),
            clones=sum(len(own) - 1 for _, own in classes),
            permitted=0,
        ),
        spots=(None,) * len(classes),
    )


def _file_of(units: Sequence[At]) -> FileFacts:
    found = (Unit(f"f{nth}/0", 0, start, end, 0, 0, function=True) for nth, (_, start, end, _) in enumerate(units))
    return FileFacts(0, 999, parsed=True, units=tuple(found))


def _class_of(ted: int, units: Sequence[int], digit: str) -> CloneClass:
    pairs = tuple(ClonePair(a, b, ted) for a, b in pairwise(units))
    return CloneClass(tuple(units), pairs, len(pairs), 30 * (len(units) - 1), digit * 16)
