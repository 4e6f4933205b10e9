"""What of a file other files' answers depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rubout.facts.references import Declared, Kind, Mode, Reexport, References, Site
from rubout.measure.resolve.all import ladders
from rubout.measure.sites.surface import surface, surface_hash
from tests.gate.test_false_alarms import ALIVE
from tests.worlds import world

if TYPE_CHECKING:
    from rubout.measure.resolve.world import World

WORDS = st.sampled_from(["", "a", "b"])
SITES = st.builds(
    Site, st.integers(1, 3), st.just(0), st.sampled_from(list(Kind)), WORDS, WORDS, st.sampled_from(list(Mode)), WORDS
)
REFERENCES = st.builds(
    References,
    sites=st.lists(SITES, max_size=2).map(tuple),
    declared=st.lists(st.builds(Declared, WORDS, st.integers(1, 3), WORDS), max_size=2).map(tuple),
    reexports=st.lists(st.builds(Reexport, WORDS, WORDS, WORDS, st.integers(1, 3)), max_size=1).map(tuple),
    bindings=st.lists(WORDS, max_size=1).map(tuple),
    namespace=WORDS,
    slugs=st.lists(WORDS, max_size=1).map(tuple),
)


@given(REFERENCES, REFERENCES, st.sampled_from(["python", "typescript"]))
def test_two_files_have_one_hash_when_they_have_one_surface(one: References, two: References, language: str) -> None:
    same = surface(one, language) == surface(two, language)
    assert (surface_hash(one, language) == surface_hash(two, language)) == same


@given(REFERENCES, st.sampled_from(["python", "rust", "typescript", "markdown"]))
def test_where_something_stands_is_no_surface(found: References, language: str) -> None:
    moved = replace(
        found,
        sites=tuple(replace(site, line=site.line + 1, nth=2, owner="f/0") for site in found.sites),
        declared=tuple(replace(name, line=name.line + 1) for name in found.declared),
        reexports=tuple(replace(name, line=name.line + 1) for name in found.reexports),
    )
    assert surface_hash(moved, language) == surface_hash(found, language)


@pytest.mark.parametrize(
    ("language", "kind", "told"),
    [
        ("typescript", "function", False),
        ("typescript", "module", True),
        ("go", "function", False),
        ("python", "function", True),
        ("java", "class", True),
    ],
)
def test_a_new_name_is_of_the_surface_where_the_ladders_look_names_up(language: str, kind: str, told: bool) -> None:
    named = References(declared=(Declared("added", 3, kind, exported=True),))
    assert (surface_hash(named, language) != surface_hash(References(), language)) == told


@pytest.mark.parametrize("kind", ALIVE)
def test_a_ladder_consults_nothing_of_another_file_but_its_surface(kind: str) -> None:
    tree = world(ALIVE[kind][0])
    for path in tree.scope:
        narrowed = _narrowed(tree, path)
        full, less = ladders(tree), ladders(narrowed)
        for site in tree.scope[path].sites:
            language = tree.languages[path]
            assert less[language](path, site) == full[language](path, site)


def _narrowed(tree: World, own: str) -> World:
    """The tree with the surfaces alone of all files but one."""
    scope = {path: found if path == own else surface(found, tree.languages[path]) for path, found in tree.scope.items()}
    return type(tree)(scope, tree.languages, tree.walked, tree.read)
