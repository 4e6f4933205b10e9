"""The syntax trees of a file's units (docs/methodology/near-miss.md): the kinds of the named nodes, never their text.

A unit inside another one is a subtree of it, so a file's trees are one list of nodes in postorder, in which every unit
ends at its root. Beside the trees stand their operators: nodes without a name that are no bracket, separator, quote or
constant, keywords among them. They are no part of a tree and tell equal ones apart.
"""

from __future__ import annotations

from array import array
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.kernels.postorder import operators, postorder
from rubout.measure import kinds
from rubout.measure.tokens import little_endian

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.tree import FlatTree

# Raise it whenever a rule of the trees changes: old rows of the index are then missed.
REVISION = "trees-3"
DIGEST_BYTES = 32
_NO_OPERATORS = frozenset("()[]{},;\"'`\n")  # nor is what is made of these alone
_CONSTANTS = frozenset({"true", "false", "null"})  # without a name in Rust, C# and Kotlin


class UnitTrees(msgspec.Struct, frozen=True, array_like=True):
    """Little-endian columns.

    By node: `labels` u16, `sizes` of subtrees u32, first `lines` u32. By unit, in the order of `FileFacts.units`:
    `roots` u32, the position of its last node, and `digests`, 32 bytes each. By operator, in the order of the source:
    `operators` u16 and `operator_lines` u32. By unit again: `operator_starts` and `operator_ends` u32, the first one in
    it and the first one behind it.
    """

    labels: bytes = b""
    sizes: bytes = b""
    lines: bytes = b""
    roots: bytes = b""
    digests: bytes = b""
    operators: bytes = b""
    operator_lines: bytes = b""
    operator_starts: bytes = b""
    operator_ends: bytes = b""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(UnitTrees)


def encoded(trees: UnitTrees) -> bytes:
    """The trees of a file as the index keeps them."""
    return _ENCODER.encode(trees)


def decoded(trees: bytes) -> UnitTrees:
    """What was encoded."""
    return _DECODER.decode(trees)


def unit_trees(tree: FlatTree, found: Iterable[int]) -> UnitTrees:
    """The trees of the units at the nodes `found`."""
    found = tuple(found)
    wanted = array("I", sorted(found))
    nodes = (tree.kinds, tree.afters, tree.starts)
    named, signs = _codes(tree.grammar)
    labels, sizes, lines, ends = postorder(nodes, tree.newlines, named, wanted)
    codes, operator_lines, firsts, behinds = operators(nodes, tree.newlines, signs, wanted)
    place_of = {index: place for place, index in enumerate(wanted)}
    order = [place_of[index] for index in found]
    roots = array("I", [ends[place] for place in order])
    label_bytes, size_bytes = little_endian(labels), little_endian(sizes)
    return UnitTrees(
        labels=label_bytes,
        sizes=size_bytes,
        lines=little_endian(lines),
        roots=little_endian(roots),
        digests=b"".join(tree_digest(label_bytes, size_bytes, root - sizes[root] + 1, root + 1) for root in roots),
        operators=little_endian(codes),
        operator_lines=little_endian(operator_lines),
        operator_starts=little_endian(array("I", [firsts[place] for place in order])),
        operator_ends=little_endian(array("I", [behinds[place] for place in order])),
    )


def tree_digest(labels: memoryview | bytes, sizes: memoryview | bytes, start: int, end: int) -> bytes:
    """SHA-256 of the nodes start..end of the little-endian columns, which are one tree.

    The size of a subtree says where its leftmost leaf is, and does not depend on what stands before the tree.
    """
    digest = sha256(labels[2 * start : 2 * end])
    digest.update(sizes[4 * start : 4 * end])
    return digest.digest()


@cache
def _codes(grammar: Loaded) -> tuple[array[int], array[int]]:
    """By kind id the code of its name for a named kind, and for an operator; 0 for the others."""
    pairs = list(zip(grammar.kind_names, grammar.kind_named, strict=True))
    return (
        array("H", [kinds.code_of(name) if named else 0 for name, named in pairs]),
        array("H", [kinds.code_of(name) if not named and _is_operator(name) else 0 for name, named in pairs]),
    )


def _is_operator(name: str) -> bool:
    return name not in _CONSTANTS and not _NO_OPERATORS.issuperset(name)
