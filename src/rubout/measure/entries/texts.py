"""The words of texts that are no code and still name classes: descriptors, markup, templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.entries.mentions import LARGEST
from rubout.measure.manifests.reading import named

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from rubout.measure.resolve.world import World


def words_in(world: World, patterns: Sequence[str], word: re.Pattern[bytes]) -> frozenset[str]:
    """Every match of `word` in the files out of scope whose paths fit a pattern, in which `*` crosses slashes."""
    found: set[bytes] = set()
    for path in filter(named(*patterns), world.walked):
        if path not in world.scope:
            source = world.read(path)
            if source is not None and len(source) <= LARGEST:
                found.update(word.findall(source))
    return frozenset(one.decode(errors="replace") for one in found)
