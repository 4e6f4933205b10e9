"""What ties the units of a long file together?

A name is said where it stands as a word, in a string or a comment too: real references within a file are not known.
Source: docs/methodology/split.md
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.split import Cochange, Facts, LongFile, Mention, Shared, Span, Unit
from rubout.measure.edit_units import Placed
from rubout.measure.split_members import Ties, member_ties, members
from rubout.measure.split_names import SHORTEST_NAME, implemented, is_function, looked_for
from rubout.measure.statements import ABSTRACT
from rubout.measure.symbols.words import occurrences, words
from rubout.measure.units import ANONYMOUS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from rubout.measure.split_names import Name
    from rubout.measure.statements import Statement

    UnitId = tuple[str, int]  # key, rank

# A commit that changes more units than these changes the file and ties none of them to another: generated again,
# formatted, or new. History leaves out commits of more files than as many (`cochange_file_cap`).
MOST_UNITS = 20

# Statements that are units here alone.
TYPES = frozenset({"type_alias_declaration", "type_declaration"})

_WORD = re.compile(r"\w+")


class LongText(NamedTuple):
    """What is known of a file past the soft line.

    `units` are all of its units, nested ones too; `statements` are in order; `copies` the first and last lines of
    places that are copied; `changes` the units that each commit of the window added lines to; `language` its name.
    """

    total: int
    lines: Sequence[str]
    units: Sequence[Placed]
    statements: Sequence[Statement] = ()
    copies: Collection[tuple[int, int]] = ()
    changes: Collection[Collection[UnitId]] = ()
    language: str = ""


class Seams(NamedTuple):
    """The units between which a file may be cut, by lines; `inside` is the type whose members they are, if any."""

    units: Sequence[Placed]
    inside: Placed | None = None


def split_facts(texts: Iterable[LongText]) -> Facts:
    """The tables of files, which are numbered in the order given."""
    files, units, mentions = list[LongFile](), list[Unit](), list[Mention]()
    clones, cochange, shared = list[Span](), list[Cochange](), list[Shared]()
    for file, text in enumerate(texts):
        found = seams(text)
        ties = _ties(text, found)
        files.append(LongFile(file, text.total))
        units += [Unit(file, number, unit.start_line, unit.end_line) for number, unit in enumerate(found.units)]
        mentions += [Mention(file, *pair) for pair in ties.mentions]
        clones += [Span(file, *span) for span in within(text.copies, text.total)]
        holding = holders(text.units, found.units)
        cochange += [Cochange(file, *pair) for pair in changed_together(text.changes, holding)]
        shared += [Shared(file, *row) for row in ties.shared]
    return Facts(tuple(files), tuple(units), tuple(mentions), tuple(clones), tuple(cochange), tuple(shared))


def seams(text: LongText) -> Seams:
    """The units that no other holds, or the members of a type that holds all there is, at whatever depth."""
    top = held = top_units(text)
    level = 0
    while len(held) == 1 and (inside := _type(held[0], text)):
        level += 1
        held = _outermost(members(text.units, inside), _statements(text, level), inside.end_line)
        if len(held) > 1:
            return Seams(held, inside)
    return Seams(top)


def _ties(text: LongText, found: Seams) -> Ties:
    if found.inside is None:
        return Ties(mentioned(text.lines, found.units), ())
    return member_ties(text.lines, found.units, found.inside, text.language)


def _type(unit: Placed, text: LongText) -> Placed | None:
    """The type that a unit is, which its members can leave; None of a function, an object or a call."""
    if any((unit.key, unit.start_line) == (own.key, own.start_line) for own in text.units):
        return None if is_function(unit.key) else unit
    around = (each for each in text.statements if each.start_line <= unit.start_line <= each.end_line)
    return next((unit._replace(start_line=each.start_line) for each in around if each.kind in ABSTRACT), None)


def top_units(text: LongText) -> list[Placed]:
    """The units that begin behind the one before, by lines; none ends behind the last line of the file."""
    return _outermost((*text.units, *_types(text)), _statements(text, 0), text.total)


def _statements(text: LongText, level: int) -> list[Statement]:
    return [statement for statement in text.statements if statement.level == level]


def _outermost(units: Iterable[Placed], statements: Sequence[Statement], last: int) -> list[Placed]:
    """The units that begin behind the one before; none begins or ends behind the `last` line.

    Units of one statement are one, and so are a type and the implementations right behind it: no file could be cut
    between the former, and none should between the latter. It ends with the last of them.
    """
    top: list[Placed] = []
    reached, defined = 0, ""
    starts = [statement.start_line for statement in statements]
    for unit in sorted(units, key=lambda unit: (unit.start_line, -unit.end_line)):
        if reached < unit.start_line <= last:
            around = bisect_right(starts, unit.start_line) - 1
            whole = _whole(unit, statements[around]) if around >= 0 else unit
            reached = min(whole.end_line, last)
            if defined and implemented(unit.key) == defined:
                top[-1] = top[-1]._replace(end_line=reached)
            else:
                defined = unit.key
                top.append(whole._replace(end_line=reached))
    return top


def _types(text: LongText) -> Iterator[Placed]:
    """Declarations of types that are no units elsewhere, of more than one line."""
    for statement in text.statements:
        if statement.kind in TYPES and statement.name:
            yield Placed(statement.name, 0, statement.start_line, statement.end_line)


def _whole(unit: Placed, statement: Statement) -> Placed:
    """The unit with the rest of the statement that it is the first of, and its name if it has none of its own there."""
    if statement.end_line < unit.start_line:
        return unit
    is_nameless = statement.start_line < unit.start_line or unit.key.startswith(ANONYMOUS)
    key = statement.name if is_nameless and statement.name else unit.key
    return unit._replace(key=key, end_line=max(unit.end_line, statement.end_line))


def mentioned(lines: Sequence[str], top: Sequence[Placed]) -> list[tuple[int, int]]:
    """The pairs (i, j) of different units such that the lines of i say the name of j, ascending."""
    names = looked_for(top)
    # A name of several words is looked for only where its first word stands.
    by_word: defaultdict[str | None, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        if name.text != ANONYMOUS and len(name.text.encode()) >= SHORTEST_NAME:
            first = _WORD.search(name.text)
            by_word[first[0] if first else None].append(number)
    found = []
    for number, unit in enumerate(top):
        text = "\n".join(lines[unit.start_line - 1 : unit.end_line])
        near = {other for word in by_word.keys() & {None, *words(text)} for other in by_word[word]}
        found += [(number, other) for other in sorted(near - {number}) if _says(text, names[other])]
    return found


def _says(text: str, name: Name) -> bool:
    found = occurrences(text, name.text)
    return any(text[at - 1 : at] == "." for at in found) if name.is_method else next(found, None) is not None


def within(spans: Iterable[tuple[int, int]], total: int) -> list[tuple[int, int]]:
    """The distinct spans, cut to the lines of the file, ascending."""
    clamped = {(max(1, start), min(end, total)) for start, end in spans}
    return sorted((start, end) for start, end in clamped if start <= end)


def holders(units: Iterable[Placed], top: Sequence[Placed]) -> dict[UnitId, int]:
    """For each unit that lies in one of `top`, which."""
    starts = [unit.start_line for unit in top]
    found = {}
    for unit in units:
        number = bisect_right(starts, unit.start_line) - 1
        if number >= 0 and unit.start_line <= top[number].end_line:
            found[unit.key, unit.nth] = number
    return found


def changed_together(changes: Iterable[Collection[UnitId]], holding: Mapping[UnitId, int]) -> list[tuple[int, int]]:
    """The pairs of top-level units that one change touched both of, ascending; units that are gone drop out."""
    found: set[tuple[int, int]] = set()
    for change in changes:
        held = sorted({holding[unit] for unit in change if unit in holding})
        if len(held) <= MOST_UNITS:
            found.update(combinations(held, 2))
    return sorted(found)
