"""The syntax trees of a file's units (docs/methodology/near-miss.md): the kinds of the named nodes, never their text.

A unit inside another one is a subtree of it, so a file's trees are one list of nodes in postorder, in which every unit
ends at its root.
"""

from __future__ import annotations

from array import array
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.kernels.postorder import postorder
from rubout.measure import kinds
from rubout.measure.tokens import little_endian

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.tree import FlatTree

DIGEST_BYTES = 32


class UnitTrees(msgspec.Struct, frozen=True, array_like=True):
    """Little-endian columns.

    By node: `labels` u16, `sizes` of subtrees u32, first `lines` u32. By unit, in the order of `FileFacts.units`:
    `roots` u32, the position of its last node, and `digests`, 32 bytes each.
    """

    labels: bytes = b""
    sizes: bytes = b""
    lines: bytes = b""
    roots: bytes = b""
    digests: bytes = b""


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
    labels, sizes, lines, by_place = postorder(nodes, tree.newlines, _codes(tree.grammar), wanted)
    root_of = dict(zip(wanted, by_place, strict=True))
    roots = array("I", [root_of[index] for index in found])
    label_bytes, size_bytes = little_endian(labels), little_endian(sizes)
    return UnitTrees(
        labels=label_bytes,
        sizes=size_bytes,
        lines=little_endian(lines),
        roots=little_endian(roots),
        digests=b"".join(tree_digest(label_bytes, size_bytes, root - sizes[root] + 1, root + 1) for root in roots),
    )


def tree_digest(labels: memoryview | bytes, sizes: memoryview | bytes, start: int, end: int) -> bytes:
    """SHA-256 of the nodes start..end of the little-endian columns, which are one tree.

    The size of a subtree says where its leftmost leaf is, and does not depend on what stands before the tree.
    """
    digest = sha256(labels[2 * start : 2 * end])
    digest.update(sizes[4 * start : 4 * end])
    return digest.digest()


@cache
def _codes(grammar: Loaded) -> array[int]:
    """By kind id the code of its name; 0 for a kind that is no named one."""
    pairs = zip(grammar.kind_names, grammar.kind_named, strict=True)
    return array("H", [kinds.code_of(name) if named else 0 for name, named in pairs])
