"""Which hook files would change, from what to what, and what happens when somebody agrees?

A file that is a link is followed within the project and never out of it; one that was set read-only is left alone.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.errors import StoreError
from rubout.measure.sources.disk import IrregularFileError, read_regular
from rubout.serve.wiring import merge, script
from rubout.serve.wiring.json_text import ShapeError
from rubout.store.files import make_parents, replace_text
from rubout.store.removal import remove, remove_empty_folders

if TYPE_CHECKING:
    from rubout.serve.wiring.hosts import Host
    from rubout.serve.wiring.program import Words


@dataclass(frozen=True, slots=True)
class Change:
    """A hook file's text before and after; None is no file."""

    path: str  # below the anchor
    before: str | None
    after: str | None

    @property
    def is_none(self) -> bool:
        """Whether the file stays as it is."""
        return self.before == self.after


def installation(anchor: Path, host: Host, scope: str, program: Words, *, strict: bool) -> Change:
    """What wiring `host` would change.

    Raises:
        StoreError: its file cannot be read, or holds something else than a hook file.
    """
    path = host.files[scope]
    before = read_hook_file(anchor, path)
    if host.handler is None:
        if before is not None and not script.is_ours(before):
            raise _unusable(anchor, path, 1, "is not a file that rubout wrote")
        return Change(path, before, script.plugin(program))
    try:
        return Change(path, before, merge.wired(host, before, program, strict=strict))
    except ShapeError as error:
        raise _unusable(anchor, path, error.line, error.what) from error


def removal(anchor: Path, host: Host, path: str) -> Change:
    """What taking rubout out of a file of `host` would change; raises as `installation` does."""
    before = read_hook_file(anchor, path)
    if before is None:
        return Change(path, None, None)
    if host.handler is None:
        return Change(path, before, None if script.is_ours(before) else before)
    try:
        after = merge.unwired(host, before)
    except ShapeError as error:
        raise _unusable(anchor, path, error.line, error.what) from error
    if after is None and (anchor / path).is_symlink():
        after = "{}\n"  # a person made the link: what it leads to stays
    return Change(path, before, after)


def difference(change: Change) -> str:
    """The change as a unified diff."""
    old = "/dev/null" if change.before is None else f"a/{change.path}"
    new = "/dev/null" if change.after is None else f"b/{change.path}"
    lines = unified_diff(_lines(change.before), _lines(change.after), old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def carry_out(anchor: Path, change: Change) -> None:
    """Write or remove the file.

    Raises:
        StoreError: it cannot be written, or is no longer what the change was made from.
    """
    place = anchor / change.path
    if read_hook_file(anchor, change.path) != change.before:
        raise StoreError("it has changed meanwhile", where=str(place), fix="run the command again")
    if change.before is not None and not place.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise StoreError("it is read-only", where=str(place), fix=f"`chmod u+w {change.path}`, or change it by hand")
    if change.after is None:
        remove(place)
        remove_empty_folders(place.parent, anchor)
        return
    make_parents(place)
    replace_text(place, change.after)


def read_hook_file(anchor: Path, path: str) -> str | None:
    """The text of a hook file; None when there is none. Raises StoreError."""
    place = anchor / path
    real = Path(os.path.realpath(place))
    if Path(os.path.realpath(anchor)) not in real.parents:
        raise StoreError(f"leads out of the project, to {real}", where=str(place), fix="wire that file by hand")
    try:
        content = read_regular(str(real.parent), real.name)
        return content.decode()
    except FileNotFoundError:
        if place.is_symlink():
            raise StoreError(f"leads to {real}, which is not there", where=str(place), fix="remove the link") from None
        return None
    except UnicodeDecodeError as error:
        raise _unusable(anchor, path, content.count(b"\n", 0, error.start) + 1, "is not UTF-8") from error
    except IrregularFileError as error:
        raise StoreError("is no regular file", where=str(place), fix="move it away") from error
    except OSError as error:
        raise StoreError(f"cannot be read: {error.strerror}", where=str(place), fix="make it readable") from error


def _lines(text: str | None) -> list[str]:
    return StringIO(text or "", newline="\n").readlines()


def _unusable(anchor: Path, path: str, line: int, what: str) -> StoreError:
    fix = "mend it, or move it away; nothing was written"
    return StoreError(what, where=f"{anchor / path}:{line}", fix=fix)
