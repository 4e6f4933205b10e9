"""The trees of all units of a project, equal ones known as equal (docs/methodology/near-miss.md)."""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.kernels.postorder import leaves_below
from rubout.measure.unit_trees import DIGEST_BYTES, UnitTrees, tree_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.source import Unit


class _Views(msgspec.Struct, frozen=True, array_like=True):
    """`UnitTrees`, field by field, as views of the encoded record instead of copies."""

    labels: memoryview
    sizes: memoryview
    lines: memoryview
    roots: memoryview
    digests: memoryview
    operators: memoryview
    operator_lines: memoryview
    operator_starts: memoryview
    operator_ends: memoryview


if _Views.__struct_fields__ != UnitTrees.__struct_fields__:  # pragma: no cover - a slip of ours
    raise TypeError(UnitTrees.__struct_fields__)

OVER_CAP = -1
_VIEWS = msgspec.msgpack.Decoder(_Views)


class FileTrees(NamedTuple):
    """A file: its path and language, the units of its facts, and their trees as the index keeps them."""

    path: str
    language: int
    units: tuple[Unit, ...]
    trees: bytes


class Place(NamedTuple):
    """A unit: its file, itself among the file's units, and how many nodes it has."""

    file: int
    unit: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Tree:
    """One of the different trees of a language: where it stands first, and the numbers of the units that have it."""

    number: int
    language: int
    digest: bytes
    first: int  # of its nodes, among those of the forest
    nodes: int
    units: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Forest:
    """The admitted units by (path, key, nth), and the trees of those that are judged, by their first units.

    By node: `labels` 'H', the kind, and `sizes` 'I', of the subtree. By file: its columns, encoded, and by unit its
    number of `nodes` and the position of its root among the nodes of the file, both 'I'. By unit: `tree_of` 'i', the
    number of its tree, `OVER_CAP` for one of too many nodes.
    """

    labels: array[int]
    sizes: array[int]
    files: tuple[_Views, ...]
    nodes: tuple[array[int], ...]
    roots: tuple[array[int], ...]
    units: tuple[Place, ...]
    tree_of: array[int]
    trees: tuple[Tree, ...]


def forest(files: Sequence[FileTrees], least: int, most: int) -> Forest:
    """Join the trees of files, in ascending order of path; units of `least` to `most` nodes are judged."""
    views = [_VIEWS.decode(file.trees) for file in files]
    sizes = _column("I", (view.sizes for view in views))
    bases = list(accumulate((len(view.sizes) // 4 for view in views), initial=0))
    roots = tuple(_column("I", (view.roots,)) for view in views)
    nodes = tuple(array("I", [sizes[base + root] for root in ends]) for base, ends in zip(bases, roots, strict=False))
    units = [
        Place(file, unit, count)
        for file, counts in enumerate(nodes)
        for unit, count in enumerate(counts)
        if count >= least
    ]
    tree_of, trees = array("i"), dict[tuple[int, bytes], Tree]()
    for number, (file, unit, count) in enumerate(units):
        if count > most:
            tree_of.append(OVER_CAP)
            continue
        digest = bytes(views[file].digests[DIGEST_BYTES * unit : DIGEST_BYTES * (unit + 1)])
        key = files[file].language, digest
        tree = trees.get(key)
        if tree is None:
            first = bases[file] + roots[file][unit] + 1 - count
            tree = trees[key] = Tree(len(trees), files[file].language, digest, first, count)
        tree.units.append(number)
        tree_of.append(tree.number)
    return Forest(
        labels=_column("H", (view.labels for view in views)),
        sizes=sizes,
        files=tuple(views),
        nodes=nodes,
        roots=roots,
        units=tuple(units),
        tree_of=tree_of,
        trees=tuple(trees.values()),
    )


def columns(wood: Forest, tree: Tree) -> tuple[array[int], array[int]]:
    """A tree as its labels 'I' and the leftmost leaf below each node 'I', in postorder."""
    end = tree.first + tree.nodes
    return array("I", wood.labels[tree.first : end]), leaves_below(wood.sizes, end - 1)


def is_whole(wood: Forest, tree: Tree) -> bool:
    """Whether a tree is the one that its digest was made of."""
    labels = wood.labels[tree.first : tree.first + tree.nodes]
    sizes = wood.sizes[tree.first : tree.first + tree.nodes]
    if sys.byteorder == "big":
        labels.byteswap()
        sizes.byteswap()
    return tree_digest(labels.tobytes(), sizes.tobytes(), 0, tree.nodes) == tree.digest


def lines_of(wood: Forest, unit: int) -> array[int]:
    """The first line of each node of a unit, 'I', in postorder."""
    place = wood.units[unit]
    root = wood.roots[place.file][place.unit]
    return _column("I", (wood.files[place.file].lines[4 * (root + 1 - place.nodes) : 4 * (root + 1)],))


def operators_of(wood: Forest, unit: int) -> tuple[array[int], array[int]]:
    """The code 'H' and the line 'I' of each operator of a unit, in the order of the source."""
    place = wood.units[unit]
    view = wood.files[place.file]
    here = slice(4 * place.unit, 4 * place.unit + 4)
    (start,), (end,) = _column("I", (view.operator_starts[here],)), _column("I", (view.operator_ends[here],))
    codes = _column("H", (view.operators[2 * start : 2 * end],))
    return codes, _column("I", (view.operator_lines[4 * start : 4 * end],))


def _column(typecode: str, parts: Iterable[memoryview]) -> array[int]:
    # A copy, not a view: an encoded record puts its bytes anywhere, and compiled loops want numbers aligned.
    column = array(typecode, b"".join(parts))
    if sys.byteorder == "big":
        column.byteswap()
    return column
