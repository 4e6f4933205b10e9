"""Which files may a source file lead to that could not be read, or not be parsed?

All of its family of languages; of one whose bytes there are, those whose own name stands in them. A file that says
nothing must not make others dead.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from rubout.measure.named_paths import is_shared, key_word, words
from rubout.measure.rule_modules import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.resolve.world import World


_UNTOLD = b""


def possible(world: World, unread: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The files that these may refer to, each with why; `unread` are paths and names of languages."""
    by_word: defaultdict[str, defaultdict[bytes, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path, language in unread:
        if not by_word:
            for other, its in world.languages.items():
                by_word[_family(its)][_word(other)].append(other)
        source = world.read(path)
        kin = by_word[_family(language)]
        # In UTF-16 there are no words to be seen.
        said = kin.keys() if source is None or b"\0" in source else {_UNTOLD, *words(source)}
        why = f"{path}, which could not be read"
        yield from ((other, why) for word in kin.keys() & said for other in kin[word])


def _word(path: str) -> bytes:
    """A word that names a file; `_UNTOLD` where an import may spell another one, or none that we see."""
    return _UNTOLD if is_shared(path) else key_word(path) or _UNTOLD


def _family(language: str) -> str:
    return MODULES.get(language, language)
