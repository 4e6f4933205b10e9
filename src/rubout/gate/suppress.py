"""Has this session been given this warning before?

A warning is given once for each (event, file, session); asking and refusing always repeat. Not suppressed: without a
session, and when the feed cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.store.feed import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable

_WARNED = b'"emitted":"warn"'  # as the feed is written


class _File(msgspec.Struct, frozen=True):
    file: str


class _Heard(msgspec.Struct, frozen=True):
    """What counts of a line of the feed."""

    event: str = ""
    session_id: str | None = None
    emitted: str | None = None
    file: str | None = None
    files: tuple[_File, ...] = ()


_decode = msgspec.json.Decoder(_Heard).decode


def warned_files(lines: Iterable[bytes] | None, session: str | None, event: str) -> frozenset[str]:
    """The files, as the feed spells them, that the session was warned about by lines of this event.

    Args:
        lines: the end of the feed before this event's own lines are added; None when it cannot be read.
        session: None or "" when the host names none.
        event: `probe`, `budget`, `zone` or `shell_write`.
    """
    if not lines or not session:
        return frozenset()
    heard = (_heard(line) for line in lines if _WARNED in line)
    return frozenset(
        file
        for one in heard
        if (one.event, one.session_id, one.emitted) == (event, escaped(session), "warn")
        for file in (one.file, *(changed.file for changed in one.files))
        if file is not None
    )


def _heard(line: bytes) -> _Heard:
    """A line that is no record, or of another schema's shape, tells nothing."""
    try:
        return _decode(line)
    except msgspec.DecodeError:
        return _Heard()
