"""`python -m bench.near_miss_variants CLONES`: how far the pairs of docs/samples/near-miss are apart by other trees.

Trees without comments, and trees in which an operator is part of the kind of its expression.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.pinned import rows
from bench.sample_near_miss import REPOSITORIES, TARGET
from rubout.kernels.tree_distance import columns, distance
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.nodes import children, is_named, kind_name
from rubout.measure.tree import FlatTree, parse
from rubout.measure.units import unit_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

OPERATOR_CHARACTERS = frozenset("+-*/%<>=!&|^~")
NO_OPERATORS = frozenset({"=>", "->", "</", "/>"})
OPERATOR_WORDS = frozenset({"and", "or", "not", "xor", "in", "not in", "is", "is not", "instanceof", "!in", "!is"})


@dataclass(frozen=True, slots=True)
class Variant:
    """Which nodes a tree has, and what its labels say; the product's own keeps comments and no operators."""

    name: str
    comments: bool = True
    operators: bool = False


VARIANTS = (Variant("product"), Variant("no_comments", comments=False), Variant("operators", operators=True))


def main() -> None:
    """Print a row a pair."""
    parser = argparse.ArgumentParser("python -m bench.near_miss_variants", description=__doc__)
    parser.add_argument("clones", type=Path, metavar="CLONES", help="a folder with the clones: requests, cobra, ...")
    args = parser.parse_args()
    for pair in rows(TARGET / "pairs.jsonl"):
        found = {variant.name: apart(args.clones, pair, variant) for variant in VARIANTS}
        sys.stdout.write(f"{json.dumps({'id': pair['id'], **found})}\n")


def apart(clones: Path, pair: dict[str, Any], variant: Variant) -> dict[str, int]:
    """The distance of a pair of the sample, and the sizes of both trees."""
    folder = next(clones / one.folder for one in REPOSITORIES if one.name == pair["corpus"])
    numbers: dict[int, int] = {}
    labels: dict[str, int] = {}
    a, b = (
        columns([labels.setdefault(label, len(labels)) for label in lab], lld, numbers)
        for lab, lld in (_side(folder, pair["commit"], pair[side], variant) for side in "ab")
    )
    n1, n2 = len(a[0]), len(b[0])
    return {"ted": distance(*a, *b, n1 + n2), "n1": n1, "n2": n2}


def _side(folder: Path, commit: str, unit: dict[str, Any], variant: Variant) -> tuple[list[str], list[int]]:
    tree = _parsed(folder, commit, unit["path"])
    root = next(node for found, node in unit_nodes(tree) if (found.key, found.nth) == (unit["key"], unit["nth"]))
    return labelled(tree, root, variant)


def labelled(tree: FlatTree, root: int, variant: Variant) -> tuple[list[str], list[int]]:
    """Labels and leftmost leaves of a unit's named nodes, in postorder."""
    labels: list[str] = []
    leftmost: list[int] = []
    open_nodes: list[tuple[int, int]] = []  # a node, and how many were listed before it
    for index in _walked(tree, root, variant):
        _close(tree, open_nodes, index, labels, leftmost, variant)
        open_nodes.append((index, len(labels)))
    _close(tree, open_nodes, tree.afters[root], labels, leftmost, variant)
    return labels, leftmost


def _walked(tree: FlatTree, root: int, variant: Variant) -> Iterator[int]:
    index = root
    while index < tree.afters[root]:
        if not variant.comments and kind_name(tree, index) in tree.language.comments:
            index = tree.afters[index]
            continue
        if is_named(tree, index):
            yield index
        index += 1


def _close(
    tree: FlatTree,
    open_nodes: list[tuple[int, int]],
    index: int,
    labels: list[str],
    leftmost: list[int],
    variant: Variant,
) -> None:
    while open_nodes and tree.afters[open_nodes[-1][0]] <= index:
        node, before = open_nodes.pop()
        labels.append(_label(tree, node, variant))
        leftmost.append(before)


def _label(tree: FlatTree, index: int, variant: Variant) -> str:
    kind = kind_name(tree, index)
    if not variant.operators:
        return kind
    inside = (kind_name(tree, child) for child in children(tree, index) if not is_named(tree, child))
    return " ".join((kind, *filter(is_operator, inside)))


def is_operator(kind: str) -> bool:
    """Whether an anonymous kind says what is done, not only where a part ends."""
    if kind in NO_OPERATORS:
        return False
    return kind in OPERATOR_WORDS or (not any(map(str.isalnum, kind)) and bool(OPERATOR_CHARACTERS & set(kind)))


@cache
def _parsed(folder: Path, commit: str, path: str) -> FlatTree:
    language = next(one for one in LANGUAGES if path.endswith(one.extensions))
    grammar = load(language)
    if grammar is None:
        raise SystemExit(f"the grammar for {path} is not installed")
    command = ("git", "show", f"{commit}:{path}")
    return parse(subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout, language, grammar)


if __name__ == "__main__":
    main()
