"""Which references without an answer could mean a file?

An import of a module that is not in the tree spells its name, so it means no file whose name its own file never
spells. Whatever is put together at run time, leads to several things or takes all names speaks for every file.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.measure.named_paths import is_shared, key_word, words
from rubout.measure.resolve.world import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.facts.graph import Graph, Unresolved
    from rubout.gate.erase_sources import Sources

# A file of one of these may be meant by a reference in any other.
TOGETHER = (
    frozenset({"typescript", "tsx", "javascript", "vue", "svelte", "html"}),
    frozenset({"c", "cpp"}),
    frozenset({"java", "kotlin"}),
)
# Those whose imports spell the name of the file they load; a page loads bundles, which are named for no source.
_SPELLING = frozenset({"python", "typescript", "tsx", "javascript"})
_IMPORTS = frozenset({"import", "import_from", "export_from", "require"})
_PATTERN = "pattern"
_ALL_NAMES = b"*"
# What a bundler loads as it is called: a pattern that ends so means nothing else.
_DATA = (".json", ".md", ".mdx", ".yml", ".yaml", ".svg", ".png", ".txt")


@dataclass(slots=True)
class References:
    """The references without an answer: `by_language` counts all that may mean files of it."""

    sources: Sources
    by_language: Mapping[str, int] = field(default_factory=dict)
    _sites: dict[str, list[Unresolved]] = field(default_factory=lambda: defaultdict(list))
    _words: dict[str, set[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, graph: Graph, sources: Sources) -> References:
        """Those of a graph, where `sources` are its files."""
        found = cls(sources, _by_language(graph.unresolved))
        for site in graph.unresolved:
            found._sites[site.lang].append(site)
        return found

    def meaning(self, path: str, language: str) -> int:
        """How many of them could mean a file of that language."""
        kin = next((group for group in TOGETHER if language in group), frozenset({language}))
        return sum(self._could_mean(site, path) for name in kin for site in self._sites[name])

    def _could_mean(self, site: Unresolved, path: str) -> bool:
        if site.lang not in _SPELLING or is_shared(path):
            return True
        if site.kind == _PATTERN:
            ending = posixpath.splitext(site.spec)[1]
            return ending not in _DATA or ending in posixpath.basename(path)
        if site.kind not in _IMPORTS or site.reason != Refusal.OUT_OF_SCOPE or site.path not in self.sources.files:
            return True
        is_whole = _ALL_NAMES in self.sources.lines(site.path)[site.line - 1]
        return is_whole or not key_word(path) or key_word(path) in self._spelled(site.path)

    def _spelled(self, path: str) -> set[bytes]:
        if path not in self._words:
            self._words[path] = words(self.sources.source(path))
        return self._words[path]


def _by_language(unresolved: Iterable[Unresolved]) -> Mapping[str, int]:
    own = Counter(one.lang for one in unresolved)
    found: dict[str, int] = defaultdict(int, own)
    for group in TOGETHER:
        found.update(dict.fromkeys(group, sum(own[name] for name in group)))
    return found
