"""Facts, knobs and verdict of `erase`: what may go without anybody deciding anything (docs/methodology/erase.md)."""

from __future__ import annotations

import msgspec

# Written into facts and verdicts by position, so a position never changes.
CLASSES = ("dead_file", "verbatim_doc", "t1_twin")
DEAD_FILE, VERBATIM_DOC, T1_TWIN = range(len(CLASSES))
REASONS = (
    "eraseable",
    "language_unresolved",
    "not_full_segment",
    "bytes_differ",
    "copy_not_dead",
    "unit_not_covered",
)
ERASEABLE, LANGUAGE_UNRESOLVED, NOT_FULL_SEGMENT, BYTES_DIFFER, COPY_NOT_DEAD, UNIT_NOT_COVERED = range(len(REASONS))


class Facts(msgspec.Struct, frozen=True):
    """A row a candidate: five whole numbers, of which the first is the class.

    `[0, verdict, unresolved, 0, 0]` a dead file: its code of liveness, and the references that could mean it.
    `[1, verbatim, words of the survivor, words of the candidate, bytes_equal]` a repeated text.
    `[2, unit_covered, bytes_equal, copy_file_dead, unresolved]` a copy of code.
    """

    rows: tuple[tuple[int, ...], ...] = ()


class Knobs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None: what would loosen "safe" would be a leave to guess."""


class Answer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Whether a row may be erased, and the reason by position: 0 with it, else the first fact that fails."""

    eraseable: bool
    reason: int


class Verdict(msgspec.Struct, frozen=True):
    """`rows` answers the facts in order; a degraded verdict answers nothing. It fails when anything is eraseable."""

    rows: tuple[Answer, ...]
    fail: bool
    degraded: bool
    reason: str | None
    knobs: Knobs
