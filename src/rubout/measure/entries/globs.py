"""Which files do globs select?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.measure.sources.globs import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def matcher(globs: Iterable[str]) -> Callable[[str], bool]:
    """Whether one of these globs of `.gitignore`'s grammar, none negated, fits a file or a folder above it."""
    parts = [_expression(glob.encode("utf-8", "surrogateescape")) for glob in globs]
    if not parts:
        return lambda _: False
    fits = re.compile(b"|".join(parts), re.DOTALL).fullmatch
    return lambda path: fits(path.encode("utf-8", "surrogateescape")) is not None


def selected(paths: Iterable[str], globs: Sequence[str]) -> list[set[str]]:
    """For each glob the paths that it selects."""
    listed = list(paths)
    return [set(filter(matcher([glob]), listed)) for glob in globs]


def _expression(glob: bytes) -> bytes:
    pattern = glob.removesuffix(b"/")
    anywhere = b"" if b"/" in pattern else b"(?:.*/)?"
    below = b"/.+" if glob.endswith(b"/") else b"(?:/.+)?"
    return b"(?:" + anywhere + translate(pattern.removeprefix(b"/")) + below + b")"
