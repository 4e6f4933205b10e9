"""Source bytes as the arrays of one flattened tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.kernels.flatten import flatten
from rubout.kernels.lines import newline_offsets
from rubout.measure.languages.grammar import PARSE_MICROSECONDS

if TYPE_CHECKING:
    from array import array

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language


class SlowParseError(Exception):
    """The parser gave up at its time limit."""


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
    """Parse and flatten; broken source gives the tree of as much as could be read.

    Raises:
        SlowParseError: it takes longer than a parse may.
    """
    try:
        tree = grammar.parser.parse(source)
    except ValueError as error:
        grammar.parser.reset()  # else it would go on here with the next file
        raise SlowParseError(f"it takes longer than {PARSE_MICROSECONDS // 1_000_000} s") from error
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
