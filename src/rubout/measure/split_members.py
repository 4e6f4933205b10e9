"""What ties the members of a type together? The names that they say of their own object.

A name is said of it behind a receiver (`self.x`, `this.x`, `$this->x`, `@x`) or behind the type's own name; in
languages that leave the receiver out, as a word, too. What is only ever called, and defined by no member, is inherited:
a cut takes it from neither side. Source: docs/methodology/split.md
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.split_names import SHORTEST_NAME, bare_name, implemented, is_function, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.measure.edit_units import Placed

# Languages in which a member says the others without a receiver.
IMPLICIT = frozenset({"java", "csharp", "kotlin", "cpp", "ruby"})
# Whose parameters can be fields.
CONSTRUCTORS = frozenset({"constructor", "__construct"})

_CALL = r"(\w+)(\s*\()?"
_WORD = re.compile(r"(?<![\w.])" + _CALL)
_ACCESS = r"(?<![\w.$])\$?(?:self|this|cls|Self|static|{})(?:\s*(?:\??\.|\??->|::)\s*|:(?=\w))[#$]?" + _CALL
_INSTANCE_VARIABLE = re.compile(r"(?<![\w@])@{1,2}" + _CALL)  # Ruby's
_COMMENT = re.compile(r"\s*(?:\*|/[/*]|#(?!\w)|--)")
# What a line that is no comment and in no member declares: the word before its `:`, `=` or `;`.
_DECLARED = re.compile(r"(\w+)\s*(?:[:=](?![:=])|;|\?:)")
_PROPERTY = re.compile(r"\b(?:val|var)\s+(\w+)")  # Kotlin's, of which a line may have several


class Ties(NamedTuple):
    """Pairs (i, j) of members such that i says the method j, and (a, b, name) of those that share a name, ascending."""

    mentions: Sequence[tuple[int, int]]
    shared: Sequence[tuple[int, int, str]]


def members(units: Iterable[Placed], holder: Placed) -> list[Placed]:
    """The units inside a type, or inside the implementations that were taken for a part of it, nested ones too."""
    return [
        unit for unit in units if holder.start_line <= unit.start_line <= holder.end_line and not _is_of(unit, holder)
    ]


def _is_of(unit: Placed, holder: Placed) -> bool:
    """Whether the unit is the holder itself, or an implementation of it."""
    if is_function(unit.key):
        return False
    names = {holder.key, implemented(holder.key)}
    return (unit.key == holder.key and unit.start_line == holder.start_line) or implemented(unit.key) in names - {""}


def member_ties(lines: Sequence[str], held: Sequence[Placed], holder: Placed, language: str) -> Ties:
    """What ties the members of a type, given by lines; what is declared between two belongs to the one behind."""
    definers: defaultdict[str, list[int]] = defaultdict(list)
    for number, unit in enumerate(held):
        definers[plain_name(unit.key)].append(number)
    own_name = bare_name(holder.key)
    definers.pop(own_name, None)  # constructors, which no member calls
    access = [re.compile(_ACCESS.format(re.escape(own_name))), *((_INSTANCE_VARIABLE,) if language == "ruby" else ())]
    pieces = list(_pieces(lines, held, holder))
    said = [_said(piece.own, access) for piece in pieces]
    declared = [{*_declared(piece.between)} - {own_name} for piece in pieces]
    fields = {name for own in said for name in own.values}
    if language in IMPLICIT:
        fields.update(*declared)
        bare = {name for name in (*definers, *fields) if len(name.encode()) >= SHORTEST_NAME}
        said = [own.with_bare(_said(piece.own, [_WORD]), bare) for own, piece in zip(said, pieces, strict=True)]
    for unit, names, piece in zip(held, declared, pieces, strict=True):
        if plain_name(unit.key) in CONSTRUCTORS:
            names.update(_said(piece.own, [_WORD]).values)
        names &= fields  # noqa: PLW2901 - in place
    for own, names in zip(said, declared, strict=True):
        own.values.update(names)
    methods = definers.keys() - set().union(*declared)
    mentions, several = _mentions(said, definers, methods), {name for name in definers if len(definers[name]) > 1}
    return Ties(mentions, sorted(_shared(said, definers, {*fields - methods, *several})))


class _Said(NamedTuple):
    """The names that a member says of its own object: of what it calls, and of what it takes as a value."""

    calls: set[str]
    values: set[str]

    def with_bare(self, words: _Said, known: set[str]) -> _Said:
        """Together with those of some words that are known."""
        return _Said(self.calls | words.calls & known, self.values | words.values & known)


def _said(text: str, patterns: Iterable[re.Pattern[str]]) -> _Said:
    found = _Said(set(), set())
    for pattern in patterns:
        for name, call in pattern.findall(text):
            (found.calls if call else found.values).add(name)
    return found


class _Piece(NamedTuple):
    """The lines of a member, comments left out, and those between it and the one before."""

    own: str
    between: Sequence[str]


def _pieces(lines: Sequence[str], held: Sequence[Placed], holder: Placed) -> Iterator[_Piece]:
    reached = holder.start_line - 1  # its head too, which may declare properties
    for unit in held:
        between = lines[reached : unit.start_line - 1]
        own = lines[unit.start_line - 1 : unit.end_line]
        reached = unit.end_line
        yield _Piece("\n".join(_code(own)), list(_code(between)))


def _code(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if not _COMMENT.match(line))


def _mentions(
    said: Sequence[_Said], definers: Mapping[str, Sequence[int]], methods: AbstractSet[str]
) -> list[tuple[int, int]]:
    """Of methods alone of their name: called, or, where no field has that name, taken as a value, as properties are."""
    one = {name: found[0] for name, found in definers.items() if len(found) == 1}
    return [
        (number, other)
        for number, own in enumerate(said)
        for other in sorted({one[name] for name in own.calls | own.values & methods if name in one} - {number})
    ]


def _shared(
    said: Sequence[_Said], definers: Mapping[str, Sequence[int]], names: AbstractSet[str]
) -> Iterator[tuple[int, int, str]]:
    """Users of each name that follow one another; of a method alone of its name, only those of its field."""
    for name in names:
        defined = definers.get(name, ())
        users = {
            number for number, own in enumerate(said) if name in own.values or (name in own.calls and len(defined) != 1)
        }
        yield from ((a, b, name) for a, b in pairwise(sorted(users.union(defined if len(defined) > 1 else ()))))


def _declared(lines: Iterable[str]) -> Iterator[str]:
    """The words that lines declare."""
    for line in lines:
        yield from _PROPERTY.findall(line) or _DECLARED.findall(line)[:1]
