"""Source bytes as the arrays of one flattened tree."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rubout.kernels.flatten import ALL
from rubout.kernels.lines import newline_offsets
from rubout.kernels.select import select
from rubout.measure.languages.grammar import PARSE_MICROSECONDS

if TYPE_CHECKING:
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


def parse(source: bytes, language: Language, grammar: Loaded, wanted: bytes | None = None) -> FlatTree:
    """Parse and flatten; broken source gives the tree of as much as could be read.

    Args:
        source: the bytes of a file.
        language: its row of the table.
        grammar: that of the language.
        wanted: by node kind, as `kernels.flatten` takes it; None for everything.

    Raises:
        SlowParseError: it takes longer than a parse may.
    """
    ended = as_parsed(source, language)
    columns = grammar.parse(ended, wanted or _everything(grammar))
    if columns is None:
        raise SlowParseError(f"it takes longer than {PARSE_MICROSECONDS // 1_000_000} s")
    kinds, fields, starts, ends, parents, afters, missing = columns
    return FlatTree(
        language=language,
        grammar=grammar,
        source=source,
        kinds=kinds,
        fields=fields,
        starts=starts if ended is source else _within(source, starts),
        ends=ends if ended is source else _within(source, ends),
        parents=parents,
        afters=afters,
        missing=missing,
        newlines=newline_offsets(source),
    )


def as_parsed(source: bytes, language: Language) -> bytes:
    """The bytes that the parser is given for a source: the same object unless the language needs a last newline."""
    return source + b"\n" if language.needs_last_newline and not source.endswith(b"\n") else source


def _within(source: bytes, offsets: array[int]) -> array[int]:
    """Byte offsets of which none lies behind the end."""
    return array("I", (min(offset, len(source)) for offset in offsets))


def error_nodes(tree: FlatTree) -> tuple[int, ...]:
    """The indices of the nodes that stand for what could not be parsed, or was missing there."""
    return (*select(tree.kinds, _errors(tree.grammar)), *tree.missing)


@cache
def _everything(grammar: Loaded) -> bytes:
    return bytes([ALL]) * (grammar.error_slot + 1)


@cache
def _errors(grammar: Loaded) -> bytes:
    """By kind id: 1 for ERROR's slot."""
    return bytes(grammar.error_slot) + b"\1"
