"""Source bytes as the arrays of one flattened tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.kernels.flatten import flatten
from rubout.kernels.lines import newline_offsets

if TYPE_CHECKING:
    from array import array

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language


@dataclass(frozen=True, slots=True)
class FlatTree:
    """A parsed file; the arrays are those of `kernels.flatten`, one item a node in preorder."""

    language: Language
    grammar: Loaded
    source: bytes
    kinds: array[int]
    fields: array[int]
    starts: array[int]
    ends: array[int]
    parents: array[int]
    afters: array[int]
    missing: array[int]
    newlines: array[int]  # 'I': byte offset of each 0x0A


def parse(source: bytes, language: Language, grammar: Loaded) -> FlatTree:
    """Parse and flatten; broken source gives the tree of as much as could be read."""
    tree = grammar.parser.parse(source)
    kinds, fields, starts, ends, parents, afters, missing = flatten(
        tree.walk(), tree.root_node.descendant_count, grammar.error_slot
    )
    return FlatTree(
        language=language,
        grammar=grammar,
        source=source,
        kinds=kinds,
        fields=fields,
        starts=starts,
        ends=ends,
        parents=parents,
        afters=afters,
        missing=missing,
        newlines=newline_offsets(source),
    )
