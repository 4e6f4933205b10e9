"""Which files do globs select?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.sources.globs import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


_WILD = re.compile(r"[*?/]")
_UNPLAIN = re.compile(r"[\[\\]")


def matcher(globs: Iterable[str]) -> Callable[[str], bool]:
    """Whether one of these globs of `.gitignore`'s grammar, none negated, fits a file or a folder above it."""
    listed = list(globs)
    parts = [_expression(glob.encode("utf-8", "surrogateescape")) for glob in listed]
    if not parts:
        return lambda _: False
    fits = re.compile(b"|".join(parts), re.DOTALL).fullmatch
    needles = [_needle(glob) for glob in listed]

    def matches(path: str) -> bool:
        for needle in needles:  # an expression takes ten times as long to say no
            if needle in path:
                return fits(path.encode("utf-8", "surrogateescape")) is not None
        return False

    return matches


class Paths(NamedTuple):
    """Paths that many globs are held against, and the names in them, each once."""

    listed: Sequence[str]
    names: str


def paths_of(paths: Iterable[str]) -> Paths:
    """Paths, made ready for `chosen`."""
    listed = list(paths)
    return Paths(listed, "\0".join({name for path in listed for name in path.split("/")}))


def chosen(paths: Paths, globs: Iterable[str]) -> set[str]:
    """The paths that one of these globs selects."""
    needles = {glob: needle for glob in globs if (needle := _needle(glob)) in paths.names}
    if not needles:  # not worth an expression
        return set()
    near = {path for needle in set(needles.values()) for path in paths.listed if needle in path}
    return set(filter(matcher(needles), near))


def selected(paths: Iterable[str], globs: Sequence[str]) -> list[set[str]]:
    """For each glob the paths that it selects."""
    ready = paths_of(paths) if globs else Paths((), "")
    return [chosen(ready, [glob]) for glob in globs]


def _needle(glob: str) -> str:
    """A text that stands in a name of every path that the glob fits; "" where none is to be seen."""
    return "" if _UNPLAIN.search(glob) else max(_WILD.split(glob), key=len)


def _expression(glob: bytes) -> bytes:
    pattern = glob.removesuffix(b"/")
    anywhere = b"" if b"/" in pattern else b"(?:.*/)?"
    below = b"/.+" if glob.endswith(b"/") else b"(?:/.+)?"
    return b"(?:" + anywhere + translate(pattern.removeprefix(b"/")) + below + b")"
