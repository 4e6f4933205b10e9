"""Which lines and units does one pair of texts come to, or why is it left out?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.kernels.linediff import changed_lines
from rubout.measure import notebook
from rubout.measure.edit_units import Named, named_units, side_permits
from rubout.measure.extract import FOREIGN_KERNEL
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.table import Scope
from rubout.measure.pool import uncollected
from rubout.measure.sources.content import content_rule
from rubout.measure.sources.extensions import language_code
from rubout.measure.text_lines import content_of, lines_of, numbered, text_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from rubout.facts.source import Permit
    from rubout.measure.languages.table import Language

Sides = tuple[str | None, bytes | None, str | None, bytes | None]

LOOKED_AT_FOR_NUL = 8000  # bytes, as git looks at


class MeasuredPair(msgspec.Struct, frozen=True, array_like=True):
    """A pair before its contents and keys are numbered; `skipped` says why it has none."""

    before_path: str | None
    after_path: str | None
    skipped: str = ""
    lines_before: int = 0
    lines_after: int = 0
    removed: tuple[tuple[int, bytes], ...] = ()  # line, content
    added: tuple[tuple[int, bytes], ...] = ()
    units_before: tuple[Named, ...] = ()
    units_after: tuple[Named, ...] = ()
    degraded: bool = False

    @property
    def path(self) -> str:
        """Where the file lies, or lay."""
        return self.after_path or self.before_path or ""


class RefusedError(Exception):
    """A side cannot be looked at, for this reason."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[MeasuredPair])


def judged_language(path: str) -> Language | None:
    """The language of a file whose edits are looked at; None for others."""
    code = language_code(path)
    language = None if code is None else BY_CODE[code]
    return language if language and language.scope is Scope.JUDGED else None


def permits_of(path: str, source: bytes) -> tuple[Permit, ...]:
    """The permits in the text of a file that is judged; none in a notebook that has become unreadable."""
    language = judged_language(path)
    try:
        return () if language is None else side_permits(_code(path, source), language)
    except RefusedError:
        return ()


def measure_chunk(chunk: Sequence[Sides], *, bound: int, cap: int, units: bool = True) -> bytes:
    """Measure pairs, one answer each."""
    with uncollected():
        return _ENCODER.encode([_measured(sides, bound, cap, units=units) for sides in chunk])


def read_answers(encoded: bytes) -> list[MeasuredPair]:
    """What `measure_chunk` said."""
    return _DECODER.decode(encoded)


def _measured(sides: Sides, bound: int, cap: int, *, units: bool) -> MeasuredPair:
    before_path, before, after_path, after = sides
    try:
        old, new = compared(before_path, before, cap), compared(after_path, after, cap)
    except RefusedError as error:
        return MeasuredPair(before_path, after_path, skipped=str(error))
    old_lines, new_lines = lines_of(text_of(old)), lines_of(text_of(new))
    removed, added, degraded = changed_lines(*numbered(old_lines, new_lines), bound)
    changed = units and bool(removed or added)  # without a changed line no unit is ever asked for
    return MeasuredPair(
        before_path=before_path,
        after_path=after_path,
        lines_before=len(old_lines),
        lines_after=len(new_lines),
        removed=_rows(removed, old_lines),
        added=_rows(added, new_lines),
        units_before=_units(before_path, old, old_lines) if changed else (),
        units_after=_units(after_path, new, new_lines) if changed else (),
        degraded=degraded,
    )


def compared(path: str | None, source: bytes | None, cap: int) -> bytes:
    """What is compared: the bytes, or the code cells of a notebook.

    Raises:
        RefusedError: the side is too large, no text, made by a program, or no notebook of ours.
    """
    if path is None or source is None:
        return b""
    if len(source) > cap:
        raise RefusedError("large")
    if b"\0" in source[:LOOKED_AT_FOR_NUL]:
        raise RefusedError("binary")
    language = judged_language(path)
    code = _code(path, source)
    rule = content_rule(code, language) if language else ""
    if rule:
        raise RefusedError(rule)
    return code


def _code(path: str, source: bytes) -> bytes:
    if not notebook.is_notebook(path):
        return source
    try:
        book = notebook.code_cells(source)
    except notebook.NotebookError as error:
        raise RefusedError("notebook") from error
    if book is None:
        raise RefusedError(FOREIGN_KERNEL)
    return book[0]


def _units(path: str | None, source: bytes, lines: Sequence[str]) -> tuple[Named, ...]:
    language = judged_language(path) if path is not None else None
    return named_units(source, lines, language) if language else ()


def _rows(numbers: array[int], lines: Sequence[str]) -> tuple[tuple[int, bytes], ...]:
    return tuple((line, content_of(lines[line - 1]).encode("utf-8", "surrogateescape")) for line in numbers)
