"""From the blocks of a file to the segments that are compared, with a count of everything that is left out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.documents import (
    COMMENT_BLOCK,
    DOCSTRING,
    INLINE_ALLOW,
    LICENSE_HEADER,
    LIVE,
    Documents,
    Omitted,
    Segment,
)
from rubout.measure import notebook
from rubout.measure.docs import code, html, markdown, rst
from rubout.measure.docs.block import decoded
from rubout.measure.docs.strips import prose
from rubout.measure.docs.words import MIN_DOC_WORDS, shingles, words_of
from rubout.measure.languages.grammar import is_installed, load
from rubout.measure.permits import permits_of_line
from rubout.measure.text_lines import lines_of
from rubout.measure.tokens import little_endian
from rubout.measure.tree import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.docs.block import Block, Comment, Found
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Raise it whenever a rule of the segments changes: old rows of the index are then missed.
REVISION = "docs-2"
LICENSE_HEAD_LINES = 5  # a header stands above everything but a shebang, an encoding and the like
_LICENSE_MARKS = (
    "SPDX-License-Identifier",
    "Licensed under the Apache License",
    "Copyright (c)",
    "Permission is hereby granted",
    "MIT License",
)
_MARK = "rubout:allow(docdup)"
_STRIPPED = frozenset({COMMENT_BLOCK, DOCSTRING})
_MARKUP = {"markdown": markdown.paragraphs, "rst": rst.paragraphs}
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Documents)


def is_documented(language: Language) -> bool:
    """Whether there are rules for the documentation of its files, and what they need is installed."""
    return language.name in _MARKUP or is_installed(language)


def encoded(found: Documents) -> bytes:
    """The documents of a file as the index keeps them."""
    return _ENCODER.encode(found)


def read(documents: bytes) -> Documents:
    """What was encoded.

    Raises:
        msgspec.DecodeError: it was not.
    """
    return _DECODER.decode(documents)


def documents(source: bytes, path: str, language: Language) -> Documents:
    """The documentation of a file; none where no rule or installed grammar reads it.

    Raises:
        NotebookError: a notebook that is none.
        SlowParseError: its parse takes longer than one may.
    """
    if language.name in _MARKUP:
        return _documents(_MARKUP[language.name](lines_of(decoded(source))), source, language)
    if notebook.is_notebook(path):
        cells = notebook.code_cells(source)
        source = cells[0] if cells else b""
    grammar = load(language)
    return Documents() if grammar is None else tree_documents(parse(source, language, grammar))


def tree_documents(tree: FlatTree) -> Documents:
    """The documentation of a file that is parsed."""
    found = html.texts(tree) if tree.language.name == "html" else code.blocks(tree)
    return _documents(found, tree.source, tree.language)


def _documents(found: Found, source: bytes, language: Language) -> Documents:
    counts = Counter(found.counts)
    bare: list[int] = []
    segments = []
    header = next((block for block in found.blocks if block.kind == COMMENT_BLOCK), None)
    permits = _permits(found, language) if _MARK.encode() in source else {}
    for block in found.blocks:
        lines = prose(block.lines, language.name, counts) if block.kind in _STRIPPED else block.lines
        words = words_of(lines)
        if len(words) < MIN_DOC_WORDS:
            counts["below_floor"] += 1
            continue
        reasons = permits.get((block.start_line, block.kind), {})
        exempt = INLINE_ALLOW if any(reasons.values()) else LIVE
        if block is header and _is_license(block):
            exempt = LICENSE_HEADER
        bare += [line for line, reason in reasons.items() if not reason]
        hashes = little_endian(shingles(words))
        segments.append(Segment(block.kind, block.start_line, block.end_line, len(words), exempt, hashes))
    return Documents(tuple(segments), Omitted(**counts), tuple(sorted(set(bare))))


def _is_license(block: Block) -> bool:
    marked = (mark in line for line in block.whole for mark in _LICENSE_MARKS)
    return block.start_line <= LICENSE_HEAD_LINES and any(marked)


def _permits(found: Found, language: Language) -> dict[tuple[int, int], dict[int, str]]:
    """By first line and kind of a block: the lines of the permits for it, with the reason of each.

    What Markdown shows as code is a permit that somebody writes about.
    """
    shown = {"markdown": markdown.without_code, "rst": rst.without_literals}.get(language.name, str)
    above: dict[int, list[Comment]] = {}
    for comment in found.comments:
        above.setdefault(comment.end_line + 1, []).append(comment)
    permits = {}
    for block in found.blocks:
        own = enumerate(map(shown, block.whole), block.start_line)
        lines = [line for comment in above.get(block.start_line, ()) for line in comment.lines]
        if reasons := dict(_reasons([*lines, *own])):
            permits[block.start_line, block.kind] = reasons
    return permits


def _reasons(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if _MARK in line:
            for family, reason in permits_of_line(line):
                if family == "docdup":
                    yield number, reason
