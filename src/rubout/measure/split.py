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
from rubout.measure.sites.read import MARKDOWN
from rubout.measure.split_links import tied
from rubout.measure.split_members import Ties, member_ties, members
from rubout.measure.split_names import NOTHING, SHORTEST_NAME, bare_name, implemented, is_function, looked_for
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
    places that are copied; `changes` the units that each commit of the window added lines to; `language` its name;
    `soft_line` the lines past which it is long.
    """

    total: int
    lines: Sequence[str]
    units: Sequence[Placed]
    statements: Sequence[Statement] = ()
    copies: Collection[tuple[int, int]] = ()
    changes: Collection[Collection[UnitId]] = ()
    language: str = ""
    soft_line: int = 300


class Seams(NamedTuple):
    """The units between which a file may be cut, by lines; those of `members` are the members of the type `inside`."""

    units: Sequence[Placed]
    inside: Placed | None = None
    members: range = range(0)

    def within(self, seam: int) -> Placed | None:
        """The type that a seam lies inside of."""
        return self.inside if seam in self.members and seam + 1 in self.members else None

    def seen(self, number: int, other: int) -> Placed:
        """The unit by itself as another one sees it: from beside a type that is the type, and not its member."""
        is_beside = number in self.members and other not in self.members
        return self.inside if self.inside and is_beside else self.units[number]


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
        changed = _changed(changed_together(text.changes, holding), found.members)
        cochange += [Cochange(file, *pair) for pair in changed]
        shared += [Shared(file, *row) for row in ties.shared]
    return Facts(tuple(files), tuple(units), tuple(mentions), tuple(clones), tuple(cochange), tuple(shared))


def seams(text: LongText) -> Seams:
    """The units that no other holds, or the members of a type that holds all there is, at whatever depth.

    The members, too, of a type that has more lines than all the rest and would be long in a file of its own.
    """
    top = held = top_units(text)
    level = 0
    while len(held) == 1 and (inside := _type(held[0], text)):
        level += 1
        held = _outermost(members(text.units, inside), _statements(text, level), inside.end_line)
        if len(held) > 1:
            return Seams(held, inside, range(len(held)))
    return _looked_into(top, text) or Seams(top)


def _looked_into(top: list[Placed], text: LongText) -> Seams | None:
    """The units, with its members in place of a type that holds most of the file."""
    for number, unit in enumerate(top):
        lines = unit.end_line - unit.start_line + 1
        if lines > text.soft_line and 2 * lines > text.total and (inside := _type(unit, text)):
            held = _outermost(members(text.units, inside), _statements(text, 1), inside.end_line)
            if len(held) > 1:
                held[-1] = held[-1]._replace(end_line=unit.end_line)  # no seam before its brace
                found = range(number, number + len(held))
                return Seams([*top[:number], *held, *top[number + 1 :]], inside, found)
    return None


def _ties(text: LongText, found: Seams) -> Ties:
    if text.language == MARKDOWN:
        return Ties(tied(text.lines, found.units), ())
    if found.inside is None:
        return Ties(mentioned(text.lines, found.units), ())
    first, last = found.members.start, found.members.stop
    own = member_ties(text.lines, found.units[first:last], found.inside, text.language)
    if len(found.members) == len(found.units):
        return own
    mentions = {(first + i, first + j) for i, j in own.mentions}
    mentions.update(_mentioned_around(text.lines, found, found.inside))
    # What lies beside the type would have to know two: so a cut behind it comes first.
    shared = {(first, last - 1, bare_name(found.inside.key))}
    shared.update((first + a, first + b, name) for a, b, name in own.shared)
    return Ties(sorted(mentions), sorted(shared))


def _mentioned_around(lines: Sequence[str], found: Seams, inside: Placed) -> Iterator[tuple[int, int]]:
    """The mentions of what lies beside a type, and those of the type there: by its name its first member is said.

    What stands in front of a member is said with it. However many members say a name, any seam severs it once.
    """
    first, last = found.members.start, found.members.stop
    names = looked_for([*found.units[:first], inside, *found.units[last:]])
    names[first + 1 : first + 1] = [NOTHING] * (last - first - 1)
    units = list(found.units)
    starts = [inside.start_line, *(unit.end_line + 1 for unit in units[first : last - 1])]
    units[first:last] = [unit._replace(start_line=start) for unit, start in zip(units[first:last], starts, strict=True)]
    yield from once_beside(mentioned(lines, units, names), found.members)


def _changed(pairs: Sequence[tuple[int, int]], members: range) -> list[tuple[int, int]]:
    inside = (pair for pair in pairs if pair[0] in members and pair[1] in members)
    return sorted([*inside, *once_beside(pairs, members)])


def once_beside(pairs: Iterable[tuple[int, int]], members: range) -> Iterator[tuple[int, int]]:
    """Of the pairs of a unit beside a type and a member of it the farthest apart, and all pairs of two beside it."""
    farthest: dict[tuple[int, bool], tuple[int, int]] = {}
    for pair in pairs:
        beside = [number for number in pair if number not in members]
        if len(beside) == len(pair):
            yield pair
        elif beside:
            name = beside[0], pair[0] in members
            farthest[name] = max(pair, farthest.get(name, pair), key=lambda pair: abs(pair[0] - pair[1]))
    yield from farthest.values()


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


def mentioned(
    lines: Sequence[str], top: Sequence[Placed], names: Sequence[Name] | None = None
) -> list[tuple[int, int]]:
    """The pairs (i, j) of different units such that the lines of i say the name of j, ascending."""
    names = looked_for(top) if names is None else names
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
