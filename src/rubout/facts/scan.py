"""Facts, knobs and verdict of `scan`: sizes, complexity, names (docs/methodology/scan.md)."""

from __future__ import annotations

import msgspec


class Facts(msgspec.Struct, frozen=True):
    """`rows` are [rule code, value], in the order of the files and their functions."""

    rows: tuple[tuple[int, int], ...]


class Knobs(msgspec.Struct, frozen=True):
    """The limits of `[thresholds]`; a fail limit of 0 is no hard line."""

    file_lines_warn: int = 300
    file_lines_fail: int = 750
    fn_lines_warn: int = 50
    fn_lines_fail: int = 75
    params_warn: int = 5
    params_fail: int = 0
    cyclomatic_warn: int = 15
    cyclomatic_fail: int = 0
    cognitive_warn: int = 15
    cognitive_fail: int = 0
    nesting_warn: int = 4
    nesting_fail: int = 0
    parse_errors_fail: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """`levels` answers each row of the facts: 0 clean, 1 warn, 2 fail."""

    levels: tuple[int, ...]
    grades: tuple[tuple[int, int, int], ...]  # [rule code, warn, fail] in force
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
