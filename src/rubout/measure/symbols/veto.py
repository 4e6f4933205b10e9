"""Which definitions does nothing in a tree mention?

A name is mentioned where it stands as a word outside its own definition, in whatever file, or where a stem begins it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from rubout.measure.symbols.words import SHORTEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.facts.symbols import Definition, FileWords

Told = tuple[str, "Definition"]  # path, definition


def unmentioned(files: Mapping[str, FileWords], asked: Iterable[Told]) -> list[Told]:
    """Those of the definitions, lonely in their files, that no other file mentions, by path and place.

    A definition inside of another that is told is told with it.
    """
    among = list(asked)
    names = {definition.name for _, definition in among}
    holders: Counter[str] = Counter()
    for one in files.values():
        holders.update(names.intersection(one.words.split("\n")))
    begun = set(chain.from_iterable(one.stems for one in files.values()))
    found = [
        (path, definition)
        for path, definition in among
        if holders[definition.name] == 1 and not _is_begun(definition.name, begun)
    ]
    return list(_outermost(sorted(found, key=lambda one: (one[0], one[1].start_line, -one[1].end_line, one[1].name))))


def foreign_types(found: Iterable[Mapping[str, Iterable[str]]]) -> frozenset[str]:
    """The types that are made, over however many steps, from one that the tree does not define.

    `found` are the types of each file, with what they are made from.
    """
    bases: dict[str, set[str]] = {}
    for one in found:
        for name, made_from in one.items():
            bases.setdefault(name, set()).update(made_from)
    known = set(bases)
    # No type is made from itself: one that says so means another of that name, outside.
    foreign = {name for name, made_from in bases.items() if not made_from <= known - {name}}
    while grown := {name for name in known - foreign if not foreign.isdisjoint(bases[name])}:
        foreign |= grown
    return frozenset(foreign)


def _is_begun(name: str, begun: set[str]) -> bool:
    return any(name[:length] in begun for length in range(SHORTEST, len(name)))


def _outermost(found: Iterable[Told]) -> Iterable[Told]:
    path, end_line = "", 0
    for one in found:
        if one[0] == path and one[1].start_line <= end_line and one[1].end_line <= end_line:
            continue
        path, end_line = one[0], one[1].end_line
        yield one
