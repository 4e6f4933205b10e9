"""Which files may a source file lead to that could not be read, or not be parsed?

All of its family of languages; of one whose bytes there are, those whose own name stands in them. A file that says
nothing must not make others dead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.named_paths import key_word, words
from rubout.measure.rule_modules import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.resolve.world import World


def possible(world: World, unread: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The files that these may refer to, each with why; `unread` are paths and names of languages."""
    for path, language in unread:
        source = world.read(path)
        said = None if source is None else words(source)
        for other, its in world.languages.items():
            if _family(its) == _family(language) and (said is None or key_word(other) in said):
                yield other, f"{path}, which could not be read"


def _family(language: str) -> str:
    return MODULES.get(language, language)
