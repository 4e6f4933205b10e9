"""Which files of the tree fit a glob?"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from rubout.measure.resolve.ecma_files import SOURCES, SUFFIXES
from rubout.measure.sources.globs import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")
_SPECIAL = re.compile(r"[*?\[{]")


def spelled_out(glob: str) -> Iterator[str]:
    """The globs that `{a,b}` stands for, each without braces."""
    match = _ALTERNATIVES.search(glob)
    if match is None:
        yield glob
        return
    for alternative in match[1].split(","):
        yield from spelled_out(glob[: match.start()] + alternative + glob[match.end() :])


def matcher(globs: Sequence[str]) -> Callable[[str], bool]:
    """Whether a whole path fits one of the globs, in which `*` crosses no slash and `**` does."""
    plain = [one for glob in globs for one in spelled_out(glob)]
    fits = re.compile(b"|".join(translate(glob.encode()) for glob in plain) or b"(?!)", re.DOTALL).fullmatch
    return lambda path: fits(path.encode()) is not None


def fitting(paths: Sequence[str], glob: str) -> tuple[str, ...]:
    """The files, of ascending paths, that a glob means: a suffix may be left out, or be that of the compiled file."""
    before, dot, suffix = glob.rpartition(".")
    globs = [glob, *(before + source for source in SOURCES.get(dot + suffix, ()))]
    if not dot or "/" in suffix or "*" in suffix:
        globs += [stem + end for stem in (glob, f"{glob}/index") for end in SUFFIXES]
    fits = matcher(globs)
    special = _SPECIAL.search(glob)
    literal = glob[: special.start()] if special else glob
    start = bisect_left(paths, literal)
    found = []
    for index in range(start, len(paths)):
        if not paths[index].startswith(literal):
            break
        if fits(paths[index]):
            found.append(paths[index])
    return tuple(found)
