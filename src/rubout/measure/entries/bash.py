"""Which shell scripts does something outside the code start or collect?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.entries.bits import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.measure.resolve.world import World


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some: a script says in its first line what starts it."""
    scripts = (path for path, language in world.languages.items() if language == "bash")
    return {path: MAIN for path in scripts if "shebang" in world.scope[path].marks}
