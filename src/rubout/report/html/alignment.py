"""Which lines of two places belong together, and which words of them differ?

Code is matched by the shapes of its lines, in which every name and every constant looks the same, since copies with
other names are what is compared; text by its words, whatever lines they are broken into. Both with the line
difference of `rubout.kernels.linediff`; how far a line is indented makes no difference.
"""

from __future__ import annotations

import re
from array import array
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rubout.kernels.linediff import changed_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_EDITS = 1000  # beyond them all that lies between the common ends differs
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_CONSTANT = re.compile(r""""[^"]*"|'[^']*'|\b\d\w*""")
_NAME = re.compile(r"\b[^\W\d]\w*")


class Line(NamedTuple):
    """A line by its place in the text, from 0 on, in pieces: the text, and whether it differs from the other side."""

    at: int
    pieces: tuple[tuple[str, bool], ...]


class Row(NamedTuple):
    """Two lines side by side; None where a side has nothing."""

    left: Line | None
    right: Line | None


def aligned_code(left: Sequence[str], right: Sequence[str]) -> list[Row]:
    """Every line of both sides once, in order."""
    removed, added, _ = changed_lines(*_numbered(map(_shape, left), map(_shape, right)), MOST_EDITS)
    rows: list[Row] = []
    for a, b in _pairs(len(left), len(right), set(removed), set(added)):
        here, there = _tokens(left[a] if a is not None else ""), _tokens(right[b] if b is not None else "")
        gone, new = _differing(here, there)
        rows.append(
            Row(
                None if a is None else Line(a, _pieces(here, gone)),
                None if b is None else Line(b, _pieces(there, new)),
            )
        )
    return rows


def aligned_text(left: Sequence[str], right: Sequence[str]) -> list[Row]:
    """As `aligned_code`; the nth lines stand side by side."""
    here, there = [_tokens(line) for line in left], [_tokens(line) for line in right]
    gone, new = _differing([one for line in here for one in line], [one for line in there for one in line])
    sides = (_lines(here, gone), _lines(there, new))
    return [Row(*both) for both in zip_longest(*sides)]


def _tokens(line: str) -> list[str]:
    return _TOKEN.findall(line)


def _shape(line: str) -> str:
    return " ".join(_tokens(_NAME.sub("a", _CONSTANT.sub("0", line.strip()))))


def _numbered(*streams: Iterable[str]) -> tuple[array[int], array[int]]:
    """The same number for the same string on either side."""
    known: dict[str, int] = {}
    left, right = (array("I", [known.setdefault(one, len(known)) for one in stream]) for stream in streams)
    return left, right


def _differing(left: Sequence[str], right: Sequence[str]) -> tuple[set[int], set[int]]:
    """The places of the tokens that have no partner, spaces aside."""
    here = [index for index, token in enumerate(left) if not token.isspace()]
    there = [index for index, token in enumerate(right) if not token.isspace()]
    removed, added, _ = changed_lines(
        *_numbered((left[index] for index in here), (right[index] for index in there)), MOST_EDITS
    )
    return {here[place - 1] for place in removed}, {there[place - 1] for place in added}


def _pairs(n: int, m: int, removed: set[int], added: set[int]) -> Iterator[tuple[int | None, int | None]]:
    """Partners, from 0 on; between two matches the lines without one pair up in order."""
    a = b = 0
    while a < n or b < m:
        olds, news = [], []
        while a + 1 in removed:
            olds.append(a)
            a += 1
        while b + 1 in added:
            news.append(b)
            b += 1
        yield from zip_longest(olds, news)
        if a < n and b < m:
            yield a, b
            a, b = a + 1, b + 1


def _pieces(tokens: Sequence[str], differing: set[int]) -> tuple[tuple[str, bool], ...]:
    """Neighbours that differ make one piece, with the spaces between them."""
    pieces: list[tuple[str, bool]] = []
    for index, token in enumerate(tokens):
        differs = index in differing or (token.isspace() and index - 1 in differing and index + 1 in differing)
        if pieces and pieces[-1][1] == differs:
            pieces[-1] = (pieces[-1][0] + token, differs)
        else:
            pieces.append((token, differs))
    return tuple(pieces)


def _lines(lines: Sequence[Sequence[str]], differing: set[int]) -> Iterator[Line]:
    before = 0
    for index, tokens in enumerate(lines):
        own = {place - before for place in differing if before <= place < before + len(tokens)}
        yield Line(index, _pieces(tokens, own))
        before += len(tokens)
