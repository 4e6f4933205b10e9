"""The files of a tree that git does not answer for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.measure.sources.disk import disk_path, printable

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from rubout.measure.sources.layers import Layers

# Git's own folder, and ours, which a run may leave behind and must not count.
_UNSEEN = frozenset((b".git", b".rubout"))


def walk(
    anchor: str, scope: str, layers: Layers, excluded: Counter[str], problems: list[tuple[str, str]]
) -> Iterator[str]:
    """Paths of everything below `scope` that is no folder and lies in folders that are in, in no particular order.

    A folder that is out is not entered and counts once in `excluded`; one that cannot be listed goes to
    `problems`. No symlink is followed, so a loop of them ends nothing.
    """
    pending = []
    if not os.path.isdir(disk_path(anchor, scope)):
        yield scope
    elif drop := layers.folder(scope):
        excluded[drop.rule] += 1
    else:
        pending.append(scope)
    while pending:
        folder = pending.pop()
        base = f"{folder}/" if folder else ""
        try:
            entries = list(os.scandir(disk_path(anchor, folder)))
        except OSError as error:
            problems.append((printable(folder or "."), f"folder not listed: {error.strerror}"))
            continue
        for entry in entries:
            path = base + entry.name.decode("utf-8", "surrogateescape")
            if not entry.is_dir(follow_symlinks=False):
                yield path
            elif entry.name in _UNSEEN:
                continue
            elif drop := layers.folder(path):
                excluded[drop.rule] += 1
            else:
                pending.append(path)
