"""What is known of one file: a pure function of its bytes, its language and the facts revision.

Lines are 1-based and inclusive. Columns are little-endian arrays, one item a token or a fingerprint.
"""

from __future__ import annotations

import msgspec


class Function(msgspec.Struct, frozen=True, array_like=True):
    """A function unit and its metrics (docs/methodology/scan.md)."""

    name: str
    start_line: int
    end_line: int
    lines: int
    params: int
    cyclomatic: int
    cognitive: int
    max_nesting: int
    name_ok: bool
    cell: int | None = None  # notebooks: 0-based index of the code cell it starts in


class TopLevel(msgspec.Struct, frozen=True, array_like=True):
    """What stands outside every function unit, measured like a unit body."""

    start_line: int
    end_line: int
    lines: int
    cyclomatic: int
    cognitive: int
    max_nesting: int


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """A function unit or an extra named unit; identity is (path, key, nth)."""

    key: str
    nth: int
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int
    function: bool


class Permit(msgspec.Struct, frozen=True, array_like=True):
    """`rubout:allow(FAMILY) -- reason` in a comment.

    It stands for the places that hold `start_line`..`end_line` of its comment block or that begin on the
    line after it. `reason` is empty when none was given: then it permits nothing and is reported.
    """

    family: str
    reason: str
    line: int  # of the permit itself
    start_line: int  # of the comment block
    end_line: int  # of the comment block, or of the decorators right below it


class Tokens(msgspec.Struct, frozen=True, array_like=True):
    """The token stream and its fingerprints; empty for a file without tokens.

    `codes` u16 (0 where the stream is cut), `raws` u64, `starts` and `ends` u32 lines, one item a token;
    `hashes` u64 and `positions` u32, one item a fingerprint, by position.
    """

    codes: bytes = b""
    raws: bytes = b""
    starts: bytes = b""
    ends: bytes = b""
    hashes: bytes = b""
    positions: bytes = b""
    masked: int = 0


class FileFacts(msgspec.Struct, frozen=True, array_like=True):
    """Everything one parse tells of a file.

    Its token stream is a record of its own (`Tokens`), since most families do without it. `rule` names the
    content rule that keeps the file out of the rows (`generated`, `minified`, `xml`, `large`, `kernel`) or is
    empty; `parsed` is False for a file whose grammar is absent or that no grammar reads.
    """

    language: int
    total_lines: int
    parsed: bool = False
    rule: str = ""
    comment_lines: int = 0
    parse_errors: int = 0
    first_error_line: int = 0
    functions: tuple[Function, ...] = ()
    toplevel: TopLevel | None = None
    units: tuple[Unit, ...] = ()
    permits: tuple[Permit, ...] = ()
    cells: tuple[int, ...] = ()  # notebooks: first line of each code cell in the joined text
