"""The files that a plan would change, as they are now."""

from __future__ import annotations

import os
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources.disk import disk_path, read_regular
from rubout.measure.splices import spliced

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.gate.erase_rows import PlanRow

_OWNER_RUNS = 0o100


class Target(NamedTuple):
    """A file before and after: its path, its mode, its bytes; `after` is None for one that goes whole."""

    path: str
    mode: int  # the permission bits
    before: bytes
    after: bytes | None
    rows: tuple[PlanRow, ...]

    @property
    def is_executable(self) -> bool:
        """As git sees it."""
        return bool(self.mode & _OWNER_RUNS)


def targets(anchor: str, rows: Iterable[PlanRow]) -> tuple[Target, ...]:
    """The files of what may be erased, in plan order, each with the bytes that the plan knows.

    Raises:
        RepositoryError: a file is gone, or another one by now.
    """
    going = (row for row in rows if row.eraseable)
    return tuple(_target(anchor, path, tuple(group)) for path, group in groupby(going, key=lambda row: row.path))


def _target(anchor: str, path: str, rows: Sequence[PlanRow]) -> Target:
    before, mode = current(anchor, path)
    if sha256(before).hexdigest() != rows[0].hash:
        raise changed(path)
    spans = [row.span for row in rows if row.span is not None]
    return Target(path, mode, before, spliced(before, spans) if spans else None, tuple(rows))


def current(anchor: str, path: str) -> tuple[bytes, int]:
    """The bytes and the mode of a file.

    Raises:
        RepositoryError: it is gone, or no file any more.
    """
    try:
        return read_regular(anchor, path), os.stat(disk_path(anchor, path)).st_mode & 0o7777
    except OSError as error:
        raise changed(path) from error


def changed(path: str) -> RepositoryError:
    """What is said of a file that is no longer the planned one."""
    return RepositoryError("content changed since planning", where=path, fix="run rubout erase again")
