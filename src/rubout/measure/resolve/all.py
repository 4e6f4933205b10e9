"""The ladder of any language that has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubout.measure import rule_modules
from rubout.measure.rule_modules import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer, World

# A module has a class `Ladder(world)`, whose `answer(path, site) -> Answer` is for the sites of its languages, and may
# have `manifest_arcs(world)` and `part_arcs(world)`, `-> Sequence[tuple[str, str]]`.
MODULES = rule_modules.MODULES | {"markdown": "markdown"}


def ladders(world: World) -> Mapping[str, Callable[[str, Site], Answer]]:
    """By language name what answers its sites, for the languages of the world; those of one module share it."""
    found = _made(world, "Ladder")
    return {language: found[name].answer for language, name in MODULES.items() if name in found}


def manifest_arcs(world: World) -> Iterator[tuple[str, str]]:
    """Pairs of files of which a manifest says that who builds the one builds the other."""
    for pairs in _made(world, "manifest_arcs").values():
        yield from pairs


def part_arcs(world: World) -> Iterator[tuple[str, str]]:
    """Pairs of files of which the language says that the first is loaded with the second."""
    for pairs in _made(world, "part_arcs").values():
        yield from pairs


def _made(world: World, name: str) -> dict[str, Any]:
    """By module what its function of that name makes of the world, where its languages are there and it has one."""
    modules = {MODULES[language] for language in set(world.languages.values()) & MODULES.keys()}
    functions = {module: getattr(rules("resolve", module), name, None) for module in sorted(modules)}
    return {module: world.once(function) for module, function in functions.items() if function}
