"""Does a text name a file: by its path, the end of it, or its module?

A name that many files share (`index.ts`, `__init__.py`) counts with the folder before it alone. A module of one part is
a word like any other, so it counts where a command or a quotation says that it is meant, and in what is no code alone.
"""

from __future__ import annotations

import posixpath
import re

_SHARED = frozenset(
    {"__init__", "__main__", "index", "main", "lib", "mod", "init", "setup", "conftest", "doc", "types"}
)
_WORD = re.compile(rb"\w+")
_PARTS = 2  # of a path, below which it is a word


def path_pattern(path: str) -> re.Pattern[bytes]:
    """Where any text names the path; what goes before and after it is no part of a longer name."""
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    spelled = {path} if folder else set()
    if stem not in _SHARED or not folder:
        spelled.add(name)
    whole = [*filter(None, folder.split("/")), name]
    spelled.update(_ends(whole), _ends([*whole[:-1], stem]))
    if stem in _SHARED:
        spelled.update(_ends(whole[:-1]))
    return re.compile(rb"(?<![\w-])(?:%s)(?!\w)" % _any_of(spelled))


def module_pattern(path: str) -> re.Pattern[bytes]:
    """Where a text that is no code means the module of that name."""
    return re.compile(rb"(?:-m |\bimport |\bfrom |[\"'`])%s(?![\w-])" % re.escape(_own_name(path)))


def is_shared(path: str) -> bool:
    """Whether many files have its name, so that an import spells another: that of the folder, or an alias."""
    return posixpath.splitext(posixpath.basename(path))[0] in _SHARED


def key_word(path: str) -> bytes:
    """A word that every text holds in which one of the patterns is found; empty where there is none to look for."""
    runs = words(_own_name(path))
    return max(runs, key=lambda run: (len(run), run), default=b"")


def words(source: bytes) -> set[bytes]:
    """The runs of ASCII letters, digits and `_`."""
    return set(_WORD.findall(source))


def _own_name(path: str) -> bytes:
    """The last part of the path that is its own, without a suffix."""
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    return (posixpath.basename(folder) or stem if stem in _SHARED else stem).encode("utf-8", "surrogateescape")


def _ends(parts: list[str]) -> set[str]:
    """The last two parts, as a path and as a dotted name."""
    tail = parts[-_PARTS:]
    return {sign.join(tail) for sign in "/."} if len(tail) == _PARTS else set()


def _any_of(spelled: set[str]) -> bytes:
    return b"|".join(re.escape(one.encode("utf-8", "surrogateescape")) for one in sorted(spelled))
