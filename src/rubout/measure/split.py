"""What ties the units of a long file together?

A name is said where it stands as a word, in a string or a comment too: real references within a file are not known.
Source: docs/methodology/split.md
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.split import Cochange, Facts, LongFile, Mention, Span, Unit
from rubout.measure.symbols.words import occurrences, words
from rubout.measure.units import ANONYMOUS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rubout.measure.edit_units import Placed
    from rubout.measure.statements import Statement

    UnitId = tuple[str, int]  # key, rank

SHORTEST_NAME = 3  # bytes; `new`, `run` and `id` would tie everything to everything at less

# A commit that changes more units than these changes the file and ties none of them to another: generated again,
# formatted, or new. History leaves out commits of more files than as many (`cochange_file_cap`).
MOST_UNITS = 20

_WORD = re.compile(r"\w+")
_FUNCTION = re.compile(r"(.+)/\d+", re.DOTALL)
_METHOD = re.compile(r"\([^()]+\) (\w+)")
_SCOPE = re.compile(r"::|[.:]")
_IMPLEMENTATION = "impl "


class LongText(NamedTuple):
    """What is known of a file past the soft line.

    `units` are all of its units, nested ones too; `statements` are in order; `copies` the first and last lines of
    places that are copied; `changes` the units that each commit of the window added lines to.
    """

    total: int
    lines: Sequence[str]
    units: Sequence[Placed]
    statements: Sequence[Statement] = ()
    copies: Collection[tuple[int, int]] = ()
    changes: Collection[Collection[UnitId]] = ()


def split_facts(texts: Iterable[LongText]) -> Facts:
    """The tables of files, which are numbered in the order given."""
    files, units, mentions, clones, cochange = [], [], [], [], []
    for file, text in enumerate(texts):
        top = top_units(text)
        files.append(LongFile(file, text.total))
        units += [Unit(file, number, unit.start_line, unit.end_line) for number, unit in enumerate(top)]
        mentions += [Mention(file, *pair) for pair in mentioned(text.lines, top)]
        clones += [Span(file, *span) for span in within(text.copies, text.total)]
        cochange += [Cochange(file, *pair) for pair in changed_together(text.changes, holders(text.units, top))]
    return Facts(tuple(files), tuple(units), tuple(mentions), tuple(clones), tuple(cochange))


def top_units(text: LongText) -> list[Placed]:
    """The units that begin behind the one before, by lines; none ends behind the last line of the file.

    Units of one statement are one, and so are a type and the implementations right behind it: no file could be cut
    between the former, and none should between the latter. It ends with the last of them.
    """
    top: list[Placed] = []
    reached, defined = 0, ""
    starts = [statement.start_line for statement in text.statements]
    for unit in sorted(text.units, key=lambda unit: (unit.start_line, -unit.end_line)):
        if reached < unit.start_line <= text.total:
            around = bisect_right(starts, unit.start_line) - 1
            whole = _whole(unit, text.statements[around]) if around >= 0 else unit
            reached = min(whole.end_line, text.total)
            if defined and implemented(unit.key) == defined:
                top[-1] = top[-1]._replace(end_line=reached)
            else:
                defined = unit.key
                top.append(whole._replace(end_line=reached))
    return top


def _whole(unit: Placed, statement: Statement) -> Placed:
    """The unit with the rest of the statement that it is the first of, and its name if it has none of its own there."""
    if statement.end_line < unit.start_line:
        return unit
    is_nameless = statement.start_line < unit.start_line or unit.key.startswith(ANONYMOUS)
    key = statement.name if is_nameless and statement.name else unit.key
    return unit._replace(key=key, end_line=max(unit.end_line, statement.end_line))


def implemented(key: str) -> str:
    """The bare name of the type that an implementation is of; "" for another unit."""
    if not key.startswith(_IMPLEMENTATION):
        return ""
    named = _WORD.findall(key.removeprefix(_IMPLEMENTATION).rpartition(" for ")[2].partition("<")[0])
    return named[-1] if named else ""


def mentioned(lines: Sequence[str], top: Sequence[Placed]) -> list[tuple[int, int]]:
    """The pairs (i, j) of different units such that the lines of i say the name of j, ascending."""
    names = _looked_for(top)
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


def bare_name(key: str) -> str:
    """The key without its number of parameters; that of a heading ends before its first `/`."""
    function = _FUNCTION.fullmatch(key)
    return function[1] if function else key.partition("/")[0]


class _Name(NamedTuple):
    """What is looked for, "" for nothing; a method's name stands behind a dot."""

    text: str
    is_method: bool = False


def _looked_for(top: Iterable[Placed]) -> list[_Name]:
    """The name of each unit by which its file says it: without receiver and scope."""
    named = [_name(unit.key) for unit in top]
    # Of which type a method is that several types have, its name does not say.
    receivers = Counter(name.text for name in named if name.is_method)
    return [_NOTHING if name.is_method and receivers[name.text] > 1 else name for name in named]


def _name(key: str) -> _Name:
    name = bare_name(key)
    if name.startswith(_IMPLEMENTATION):  # it says the name of its type, and who needs it says that name, too
        return _NOTHING
    if name == key:  # no function
        return _Name(name)
    method = _METHOD.fullmatch(name)
    if method:
        return _Name(method[1], is_method=True)
    return _Name(_SCOPE.split(name)[-1] or name)


def _says(text: str, name: _Name) -> bool:
    found = occurrences(text, name.text)
    return any(text[at - 1 : at] == "." for at in found) if name.is_method else next(found, None) is not None


_NOTHING = _Name("")


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
