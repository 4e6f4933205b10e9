"""What starts the files of each language, by the rules of its module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.rule_modules import MODULES, rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.measure.resolve.world import World


def language_flags(world: World) -> Mapping[str, int]:
    """Entry flags by path, by `flags(world) -> Mapping[str, int]` of the modules of the world's languages."""
    found: dict[str, int] = {}
    for name in sorted({MODULES[language] for language in set(world.languages.values()) & MODULES.keys()}):
        for path, bits in rules("entries", name).flags(world).items():
            found[path] = found.get(path, 0) | bits
    return found
