"""What speaks against taking out a text that stands word for word elsewhere?

A copy of words may do what its twin does not: document the code below it, steer a tool, grant a licence, be the target
of a link, hold a list together. Only a text that stands by itself, and says nothing but what it says, is no loss.
"""

from __future__ import annotations

import re
from struct import iter_unpack
from typing import TYPE_CHECKING

from rubout.facts.documents import COMMENT_BLOCK, DOCSTRING, MD_PARA
from rubout.measure.languages.grammar import load
from rubout.measure.splices import reads_alike, slice_of, spliced
from rubout.measure.tokens import token_facts
from rubout.measure.tree import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.measure.languages.table import Language
    from rubout.measure.splices import Span

DOCSTRING_PAIR = "docstring_pair"
MARKUP_PAIR = "markup_pair"
SHARES_LINE = "comment_shares_line"
DOCUMENTS_CODE = "comment_documents_code"
HEADS_FILE = "comment_heads_file"
DIRECTIVE = "tool_directive"
LICENCE = "licence_text"
LINK_TARGET = "link_target"
NOT_ALONE = "paragraph_not_alone"

_LICENCE = re.compile(rb"copyright|licen[cs]|\bspdx\b|warrant(?:y|ies)|all rights reserved", re.IGNORECASE)
# Comments that a compiler, a linter or a generator reads.
_DIRECTIVE = re.compile(
    rb"^\W*(?:go:\w|\+build\b|export \w+\s*$|#(?:include|define|cgo)\b|extern\b|!/|-\*-|vim?:|coding[:=]|pragma\b|"
    rb"@(?:ts-|jsx|flow|format|generated|preserve|license|jest|vitest|type\b|typedef\b|import\b)|eslint|prettier|stylelint"
    rb"|istanbul|c8 |v8 |webpack|vite|biome|deno-|noqa\b|type:|mypy:|pyright:|pylint:|ruff:|fmt:|isort:|flake8|yapf:"
    rb"|nolint|lint:|rubocop:|frozen_string_literal|sorbet|typed:|shellcheck|ktlint|suppress|noinspection|spotless"
    rb"|swiftlint|clang-format|rubout:|unordered output:|output:|>>>|\$ )",
    re.IGNORECASE | re.MULTILINE,
)
_DOC_MARKS = (b"/**", b"///", b"//!", b"/*!", b"-- |", b"--|", b"{-|", b"---", b"#:", b"##")
_TARGET = re.compile(rb"^\s{0,3}\[[^\]]+\]:|<[a-z]|\{[#:]|\{\{|\{%|^:::|^!!!|^\W*\[\^", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(rb"\w")


def bar(source: bytes, language: Language, lines: Sequence[bytes], span: Span, kind: int) -> str | None:
    """The name of what speaks against it; None when nothing does.

    Args:
        source: the bytes of the file.
        language: its row of the table.
        lines: the lines of the file.
        span: those of the text.
        kind: of the text, by position in `documents.KINDS`.
    """
    if kind not in {MD_PARA, COMMENT_BLOCK}:
        return DOCSTRING_PAIR if kind == DOCSTRING else MARKUP_PAIR
    text = slice_of(lines, span)
    found = _bar_of_comment(source, language, text, span) if kind == COMMENT_BLOCK else None
    if found is None and _LICENCE.search(text):
        found = LICENCE
    if found is None and kind == MD_PARA:
        found = _bar_of_paragraph(lines, text, span)
    if found is None and not reads_alike(source, spliced(source, [span]), language):
        found = DOCUMENTS_CODE
    return found


def _bar_of_comment(source: bytes, language: Language, text: bytes, span: Span) -> str | None:
    grammar = load(language)
    if grammar is None:
        return MARKUP_PAIR
    tokens = token_facts(parse(source, language, grammar), keep_imports=True)
    columns = (iter_unpack("<I", column) for column in (tokens.starts, tokens.ends))
    places = [(first, last) for (first,), (last,) in zip(*columns, strict=True)]
    start, end = span
    if any(first <= end and last >= start for first, last in places):
        return SHARES_LINE
    is_inside = text.startswith((b" ", b"\t"))
    if is_inside or text.startswith(_DOC_MARKS) or any(first == end + 1 or last == start - 1 for first, last in places):
        return DOCUMENTS_CODE
    if not any(last < start for _, last in places):
        return HEADS_FILE
    return DIRECTIVE if _DIRECTIVE.search(text) else None


def _bar_of_paragraph(lines: Sequence[bytes], text: bytes, span: Span) -> str | None:
    if _TARGET.search(text):
        return LINK_TARGET
    start, end = span
    around = [lines[at] for at in (start - 2, end) if 0 <= at < len(lines)]
    own = lines[start - 1 : end]
    is_plain = all(_WORD.search(line) for line in own) and not own[0].startswith((b" ", b"\t"))
    return None if is_plain and not any(line.strip() for line in around) else NOT_ALONE


def parted_by_code(lines: Sequence[bytes], one: Span, other: Span) -> bool:
    """Whether anything stands between two comments of a file."""
    return any(line.strip() for line in _between(lines, one, other))


def parted_by_heading(lines: Sequence[bytes], one: Span, other: Span) -> bool:
    """Whether two paragraphs of a document stand under different headings; a line of dashes parts them, too."""
    between = _between(lines, one, other)
    return any(line.startswith(b"#") or _is_rule(line) for line in between)


def _between(lines: Sequence[bytes], one: Span, other: Span) -> Sequence[bytes]:
    return lines[min(one[1], other[1]) : max(one[0], other[0]) - 1]


def _is_rule(line: bytes) -> bool:
    bare = line.strip()
    return len(bare) > 1 and not bare.strip(bare[:1]) and bare[:1] in b"=-*_"
