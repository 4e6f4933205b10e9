"""The manifests of a tree that can be read."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.measure.resolve.world import World

Read = TypeVar("Read")


@cache
def named(*patterns: str) -> Callable[[str], re.Match[str] | None]:
    """What finds the names, or paths, that fit one of these patterns with `*`, which crosses slashes, and `?`."""
    return re.compile("|".join(map(translate, patterns))).match


def manifests_named(world: World, reader: Callable[[str], Read], *patterns: str) -> dict[str, Read]:
    """By path, ascending, what a reader makes of the walked files whose name fits one of the patterns."""
    paths = sorted(path for name in filter(named(*patterns), world.by_name) for path in world.by_name[name])
    read = ((path, world.manifest(path, reader)) for path in paths)
    return {path: found for path, found in read if found is not None}
