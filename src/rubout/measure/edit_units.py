"""Which units does one side of a change hold, and can two of equal key be a stack?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.languages import markdown
from rubout.measure.languages.grammar import load
from rubout.measure.nodes import kind_name
from rubout.measure.permits import permits
from rubout.measure.tree import SlowParseError, parse
from rubout.measure.units import ANONYMOUS, function_nodes, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.source import Permit, Unit
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Languages in which two top-level functions may share name and arity: they differ in the types of their parameters,
# or are the equations of one function.
OVERLOADING = frozenset({"cpp", "haskell", "kotlin"})
# What holds a function as one of its members, and may be no unit itself: every object has its own `run`.
HOLDERS = frozenset({"class_body", "object", "pair"})
# Headings below are repeated by the form of a document, as a changelog does with "Added" and "Fixed".
DEEPEST_SECTION = 2

_HEADING = re.compile(r"[ \t]*(#+)(?:[ \t]+(.*))?$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")


class Placed(NamedTuple):
    """A unit by its key; lines 1-based and inclusive."""

    key: str
    nth: int
    start_line: int
    end_line: int


class Named(NamedTuple):
    """A unit by its key, with what can be said of its side alone; lines 1-based and inclusive."""

    key: str
    nth: int
    start_line: int
    end_line: int
    stackable: bool


def named_units(source: bytes, lines: Sequence[str], language: Language) -> tuple[Named, ...]:
    """The units by key and then by place; of a language without a grammar here, or a file that does not parse, few."""
    if language is markdown.LANGUAGE:
        return tuple(_sections(lines))
    tree = _tree(source, language)
    if tree is None:
        return ()
    found = units(tree)
    inner, members = _inner(found), _members(tree)
    return tuple(
        Named(
            unit.key,
            unit.nth,
            unit.start_line,
            unit.end_line,
            unit not in inner and (unit.start_byte, unit.end_byte) not in members and _may_stack(unit, language),
        )
        for unit in found
    )


def placed_units(source: bytes, lines: Sequence[str], language: Language) -> tuple[Placed, ...]:
    """As `named_units`, in a third less time."""
    if language is markdown.LANGUAGE:
        return tuple(Placed(*section[:-1]) for section in _sections(lines))
    tree = _tree(source, language)
    if tree is None:
        return ()
    return tuple(Placed(unit.key, unit.nth, unit.start_line, unit.end_line) for unit in units(tree))


def side_permits(source: bytes, language: Language) -> tuple[Permit, ...]:
    """The permits of one side; none where nothing parses it."""
    tree = _tree(source, language)
    return () if tree is None else permits(tree)


def _tree(source: bytes, language: Language) -> FlatTree | None:
    """None without a grammar, or when the parser gives up: nothing here needs a tree."""
    grammar = load(language)
    if grammar is None:
        return None
    try:
        return parse(source, language, grammar)
    except SlowParseError:
        return None


def _may_stack(unit: Unit, language: Language) -> bool:
    if unit.function:
        return language.name not in OVERLOADING and not unit.key.startswith(f"{ANONYMOUS}/")
    return unit.key != ANONYMOUS and not unit.key.startswith("impl ")


def _members(tree: FlatTree) -> set[tuple[int, int]]:
    """The bytes of the functions that something else than the file holds."""
    held = (index for index in function_nodes(tree) if kind_name(tree, tree.parents[index]) in HOLDERS)
    return {(tree.starts[index], tree.ends[index]) for index in held}


def _inner(found: Iterable[Unit]) -> set[Unit]:
    """The units whose lines another one holds, and more besides."""
    inner: set[Unit] = set()
    reached = reached_here = start_line = 0
    for unit in sorted(found, key=lambda unit: (unit.start_line, -unit.end_line)):
        if unit.start_line != start_line:
            reached = max(reached, reached_here)
            start_line, reached_here = unit.start_line, unit.end_line
        if reached >= unit.end_line or reached_here > unit.end_line:
            inner.add(unit)
    return inner


def _sections(lines: Sequence[str]) -> Iterator[Named]:
    headings = list(_headings(lines))
    ends = [line - 1 for line, _, _ in (*headings, (len(lines) + 1, 0, ""))][1:]
    seen: dict[str, int] = {}
    placed = []
    for (line, level, key), end in zip(headings, ends, strict=True):
        nth = seen[key] = seen.get(key, -1) + 1
        placed.append(Named(key, nth, line, end, bool(key) and level <= DEEPEST_SECTION))
    return iter(sorted(placed))


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Line, level and text of each heading that marks begin and that no fence holds."""
    fence = ""
    for number, line in enumerate(lines, start=1):
        marks = _FENCE.match(line)
        if fence:
            if marks and marks[1].startswith(fence) and not marks[2].strip():
                fence = ""
        elif marks and not (marks[1][0] == "`" and "`" in marks[2]):
            fence = marks[1]
        elif heading := _HEADING.match(line):
            key = _CLOSING_MARKS.sub("", heading[2] or "").strip()
            yield number, len(heading[1]), key.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
