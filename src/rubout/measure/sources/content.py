"""What a file's bytes say about how it is to be treated, and reading those bytes."""

from __future__ import annotations

import os
from hashlib import sha1
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.sources.disk import open_regular, read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.table import Language

LARGE_BYTES = 4 << 20  # a larger file is not parsed
MARKED_LINES = 20  # how far down a generator's mark is looked for
MARKED_BYTES = 1 << 20  # and how far at most, where lines are endless
MINIFIED_BYTES_A_LINE = 500
MINIFIABLE = frozenset({"javascript", "css", "html"})
# Qt's translations are called `.ts` as well; nothing in TypeScript begins like this.
XML_STARTS = (b"<?xml", b"<!DOCTYPE TS")

_CHUNK = 1 << 20


class Bulk(NamedTuple):
    """What is known of a large file without holding it; `rule` is that of `content_rule`."""

    blob: str
    total_lines: int
    rule: str


def content_rule(source: bytes, language: Language) -> str:
    """`xml`, `generated`, `minified` or `large`, the first that holds, else "".

    A licence header is a comment and decides nothing here.
    """
    return _rule(source, len(source), total_lines(source), language)


def git_blob_id(source: bytes) -> str:
    """The id git gives these bytes where objects are named by SHA-1, whatever this repository uses."""
    return sha1(b"blob %d\0" % len(source) + source, usedforsecurity=False).hexdigest()


def read_source(anchor: str, path: str) -> bytes | None:
    """The file's bytes; None when it has vanished.

    Raises:
        OSError: it cannot be read, or is no regular file any more.
    """
    try:
        return read_regular(anchor, path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def read_bulk(anchor: str, path: str, language: Language) -> Bulk | None:
    """A file over LARGE_BYTES, read in pieces, however large it is; None when it has vanished.

    Raises:
        OSError: it cannot be read, is no regular file any more, or changed meanwhile.
    """
    try:
        descriptor, size = open_regular(anchor, path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with os.fdopen(descriptor, "rb") as file:
        return _measure(iter(lambda: file.read(_CHUNK), b""), size, language)


def bulk_of(source: bytes, language: Language) -> Bulk:
    """As `read_bulk`, of bytes that are held."""
    return _measure(iter((source,)), len(source), language)


def is_decodable(source: bytes) -> bool:
    """Whether the bytes are well-formed UTF-8."""
    try:
        source.decode()
    except UnicodeDecodeError:
        return False
    return True


def _measure(chunks: Iterator[bytes], size: int, language: Language) -> Bulk:
    """The id begins with the size, so there must be `size` bytes."""
    digest = sha1(b"blob %d\0" % size, usedforsecurity=False)
    head = last = b""
    seen = newlines = 0
    for chunk in chunks:
        if seen < MARKED_BYTES:
            head += chunk
        last = chunk[-1:]
        seen += len(chunk)
        newlines += chunk.count(b"\n")
        digest.update(chunk)
    if seen != size:
        raise OSError(0, "changed while it was read")
    lines = _total_lines(newlines, last)
    return Bulk(digest.hexdigest(), lines, _rule(head, size, lines, language))


def _rule(head: bytes, size: int, lines: int, language: Language) -> str:
    if language.name == "typescript" and head[:20].removeprefix(b"\xef\xbb\xbf").startswith(XML_STARTS):
        return "xml"
    marked = head[:MARKED_BYTES].split(b"\n", MARKED_LINES)[:MARKED_LINES]
    if any(map(_is_marked, marked)):
        return "generated"
    if language.name in MINIFIABLE and size > MINIFIED_BYTES_A_LINE * lines:
        return "minified"
    return "large" if size > LARGE_BYTES else ""


def _is_marked(line: bytes) -> bool:
    if b"@generated" in line:
        return True
    folded = line.lower()
    return b"generated" in folded and b"do not edit" in folded


def total_lines(source: bytes) -> int:
    """Lines as an editor counts them: what follows the last line feed is one when it is not empty."""
    return _total_lines(source.count(b"\n"), source[-1:])


def _total_lines(newlines: int, last_byte: bytes) -> int:
    return newlines + (last_byte not in (b"", b"\n"))
