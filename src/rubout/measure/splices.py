"""Lines taken out of the bytes of a file: which bytes they are, what remains, and whether code reads as before.

Lines end after each line feed, are 1-based and inclusive, and keep their ends, whatever these are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.languages.grammar import load
from rubout.measure.languages.table import Scope
from rubout.measure.tokens import token_facts
from rubout.measure.tree import error_nodes, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.measure.languages.table import Language

Span = tuple[int, int]


def byte_lines(source: bytes) -> list[bytes]:
    """The lines with their ends; the last one has none when the file does not end with a line feed."""
    lines = source.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def slice_of(lines: Sequence[bytes], span: Span) -> bytes:
    """The bytes of some lines."""
    return b"".join(lines[span[0] - 1 : span[1]])


def spliced(source: bytes, spans: Iterable[Span]) -> bytes:
    """The bytes without some lines, given in any order."""
    lines = byte_lines(source)
    for start, end in sorted(spans, reverse=True):
        del lines[start - 1 : end]
    return b"".join(lines)


def reads_alike(before: bytes, after: bytes, language: Language) -> bool:
    """Whether two texts of a language have the same tokens, imports among them, and parse equally well.

    True of what no grammar reads: there is no code in it.
    """
    grammar = load(language) if language.scope is Scope.JUDGED else None
    if grammar is None:
        return True
    trees = [parse(source, language, grammar) for source in (before, after)]
    errors = [len(error_nodes(tree)) for tree in trees]
    old, new = (token_facts(tree, keep_imports=True) for tree in trees)
    return errors[0] == errors[1] and (old.codes, old.raws) == (new.codes, new.raws)
