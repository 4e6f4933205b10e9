"""Where in a tree do scratch folders of rubout lie?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.measure.sources.anchor import CONFIG
from rubout.measure.sources.ignore import BUILTIN_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = ".rubout"
_FOREIGN = frozenset({CONFIG, ".git"})  # an entry of these names makes a folder below the anchor another project


def scratch_folders(anchor: str) -> Iterator[str]:
    """The scratch folders of the project, links of that name too, by path.

    Not entered: `.git`, folders of builds and of other people's code, other projects, links, and what cannot be read.
    """
    yield from _below(anchor, is_anchor=True)


def _below(folder: str, *, is_anchor: bool) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    if not is_anchor and any(entry.name in _FOREIGN for entry in entries):
        return
    for entry in entries:
        if entry.name == NAME:
            yield entry.path
        elif entry.name != ".git" and entry.name not in BUILTIN_FOLDERS and entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, is_anchor=False)
