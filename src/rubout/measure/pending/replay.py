"""What a pending call would make of the files it names.

Texts are decoded as UTF-8 with `surrogateescape`, so that any bytes are a text; each CRLF counts as one LF. A call that
cannot happen changes nothing, and its outlook says why.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from rubout.facts.pending import CellEdit, Edit, Outlook, Patch, Pending, Write
from rubout.measure.notebook import is_notebook
from rubout.measure.pending.cells import cells_text, edited
from rubout.measure.pending.patch import sections
from rubout.measure.pending.sections import applied
from rubout.measure.pending.text import SilentError, replaced

if TYPE_CHECKING:
    from collections.abc import Callable


def outlooks(pending: Pending, read: Callable[[str], bytes | None], cwd: str) -> tuple[Outlook, ...]:
    """One outlook for each file that the call names, in its order.

    A patch that is none names no file: its one outlook is silent, of the path "".

    Args:
        pending: the call.
        read: the bytes of a file on disk, None for no file; an OSError makes the call silent.
        cwd: where relative paths start; the paths of the outlooks are joined to it.
    """
    if isinstance(pending, Patch):
        return _of_patch(pending, read, cwd)
    path = joined(cwd, pending.path)
    try:
        return (_of_file(pending, path, read(path)),)
    except (SilentError, OSError) as error:
        return (_silent(path, error),)


def joined(cwd: str, path: str) -> str:
    """A path from the working folder; a `..` stays, since what is in front of it may be a link."""
    return str(PurePath(cwd, path))


def _of_file(pending: Write | Edit | CellEdit, path: str, disk: bytes | None) -> Outlook:
    if isinstance(pending, CellEdit):
        if not is_notebook(path):
            raise SilentError("bad_notebook")
        return _notebook(path, disk, edited(disk, pending))
    before = _text(disk)
    after = pending.content if isinstance(pending, Write) else replaced(before, pending.replacements)
    return _outlook(path, disk, before, after)


def _of_patch(patch: Patch, read: Callable[[str], bytes | None], cwd: str) -> tuple[Outlook, ...]:
    """All its sections, or none."""
    paths: list[str] = [""]
    try:
        found = [section.at(lambda path: joined(cwd, path)) for section in sections(patch.text)]
        paths = list(dict.fromkeys(path for section in found for path in section.paths()))
        disk = {path: read(path) for path in paths}
        before = {path: _text(content) for path, content in disk.items()}
        after = applied(found, before)
        return tuple(_outlook(path, disk[path], before[path], after[path]) for path in paths)
    except (SilentError, OSError) as error:
        return tuple(_silent(path, error) for path in paths)


def _outlook(path: str, disk: bytes | None, before: str | None, after: str | None) -> Outlook:
    if is_notebook(path):
        return _notebook(path, disk, None if after is None else after.encode("utf-8", "surrogateescape"))
    return Outlook(path, before, after)


def _notebook(path: str, disk: bytes | None, after: bytes | None) -> Outlook:
    """What is no notebook yet has no text to compare with."""
    try:
        before = cells_text(disk) if disk is not None else None
    except SilentError:
        before = None
    return Outlook(path, before, cells_text(after) if after is not None else None, notebook=True)


def _silent(path: str, error: Exception) -> Outlook:
    why = "unreadable" if isinstance(error, OSError) else str(error)
    return Outlook(path, None, None, why, is_notebook(path))


def _text(disk: bytes | None) -> str | None:
    return None if disk is None else disk.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
