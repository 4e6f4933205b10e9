"""Files that others may lead to which say nothing."""

from __future__ import annotations

from rubout.facts.references import References
from rubout.measure.entries.unread import possible
from rubout.measure.resolve.world import World
from tests.tables import cases

LANGUAGES = {
    "a/one.py": "python",
    "a/two.py": "python",
    "b/__init__.py": "python",
    "c.ts": "typescript",
    "é.ts": "typescript",
    "d.js": "javascript",
}


def kept(path: str, language: str, source: bytes | None) -> str:
    scope = {name: References() for name in LANGUAGES}
    tree = World(scope, LANGUAGES, frozenset(LANGUAGES), lambda _: source)
    return " ".join(sorted(name for name, _ in possible(tree, [(path, language)])))


@cases(
    "language source found",
    """
    python => import one => a/one.py b/__init__.py
    python => from b import x, two => a/two.py b/__init__.py
    python => import ones => b/__init__.py
    python => o\0n\0e\0 => a/one.py a/two.py b/__init__.py
    javascript => require('./c') => c.ts é.ts
    rust => use one; =>
    """,
)
def test_what_could_not_be_parsed_keeps_what_its_words_may_mean(language: str, source: str, found: str) -> None:
    assert kept("bad", language, source.replace("\\0", "\0").encode()) == found


def test_what_could_not_be_read_keeps_its_whole_family() -> None:
    assert kept("bad.ts", "typescript", None) == "c.ts d.js é.ts"
    assert kept("bad.go", "go", None) == ""
