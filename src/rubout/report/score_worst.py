"""Where does an axis get its mass from? The handful of places that weigh most."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rubout.gate.scan_rows import has_rows
from rubout.judge.score import CYCLE_FLOOR, file_penalty, size_line
from rubout.report.record import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from rubout.facts.score import Knobs, Verdict
    from rubout.facts.survey import Survey
    from rubout.report.record import ClassRow
    from rubout.report.scan import ScanRow

    Ids = Mapping[tuple[str, str, int, int, str], str]  # of the rows of `scan`, by rule, place and subject

SHOWN = 5  # places of one axis


class Copies(msgspec.Struct, frozen=True):
    """What a set of files shares: the heaviest class, and how many classes stay within the set.

    `size` counts what `unit` says: "tokens" of a copy, "nodes" of the smallest near-copy, or "words" of a text.
    """

    size: int
    unit: str
    other: Span  # the first copy in another file than the place's
    classes: int


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One place; `weight`, int or "num/den", is its part of the axis' mass.

    `value` is a file's lines, a function's cognitive complexity, the number of files that share a copy or a cycle, or
    the new lines of a file that rewrite what stood there; `id` names the finding about it, None when no limit of `scan`
    is passed, a permit took it out, or the axis has no findings.
    """

    path: str
    start_line: int
    end_line: int
    subject: str = ""
    value: int
    weight: int | str
    id: str | None
    copies: Copies | msgspec.UnsetType = msgspec.UNSET  # axes of copies
    added: int | msgspec.UnsetType = msgspec.UNSET  # churn: all new lines of the file
    others: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # cycle: the next few files of it


class Worst(msgspec.Struct, frozen=True):
    """The places of an axis, the heaviest first; `places` of them weigh in all.

    A `value` past `line` weighs; on the axis of dead files `line` is the most references that one may have, and on that
    of churn the days of the window. `within` counts the classes that stay within one file, and so do not weigh.
    """

    axis: int
    name: str
    line: int
    places: int
    within: int
    shown: tuple[Place, ...]


class Class(NamedTuple):
    """A row of any family of copies, with its size, what that counts, and the paths of its members."""

    row: ClassRow
    size: int
    unit: str
    files: AbstractSet[str]


class Rows(NamedTuple):
    """What the families behind an axis report."""

    sizes: Sequence[ScanRow] = ()
    code: Sequence[Class] = ()
    documents: Sequence[Class] = ()
    dead: Sequence[Place] = ()
    churned: Sequence[Place] = ()
    cycles: Sequence[Place] = ()
    days: int = 0


def worst(verdict: Verdict, survey: Survey, rows: Rows) -> tuple[Worst, ...]:
    """The heaviest places of each judged axis that has any."""
    knobs = verdict.knobs
    line = size_line(verdict.soft_line, knobs)
    ids = {(row.rule, row.path, row.start_line, row.end_line, row.subject): row.id for row in rows.sizes}
    found: dict[str, tuple[int, Iterable[Place]]] = {
        "size": (line, _files(survey, line, knobs, ids)),
        "complexity": (knobs.coc_ceil, _functions(survey, knobs, ids)),
        "clone": (1, _shared(rows.code)),
        "docdup": (1, _shared(rows.documents)),
        "deadcode": (knobs.dead_indeg_ceil, rows.dead),
        "churn": (rows.days, rows.churned),
        "cycle": (CYCLE_FLOOR - 1, rows.cycles),
    }
    within = {"clone": _within(rows.code), "docdup": _within(rows.documents)}
    judged = [(axis, *found[axis.name]) for axis in verdict.axes]
    placed = [(axis, line, sorted(places, key=_heaviest)) for axis, line, places in judged]
    return tuple(
        Worst(axis.axis, axis.name, line, len(places), within.get(axis.name, 0), tuple(places[:SHOWN]))
        for axis, line, places in placed
        if places
    )


def weighed(rows: Iterable[ClassRow], size: Callable[[Any], int], unit: str) -> list[Class]:
    """The rows of a family, by what `size` says of each."""
    return [Class(row, size(row), unit, {member.path for member in row.members}) for row in rows]


def spread(classes: Iterable[Class]) -> int:
    """How many classes stand in several files."""
    return sum(len(one.files) > 1 for one in classes)


def exact(value: Fraction) -> int | str:
    """A rational as JSON holds it: whole, or "num/den"."""
    return value.numerator if value.denominator == 1 else str(value)


def _heaviest(place: Place) -> tuple[Fraction, int]:
    """Ties keep the order of the paths."""
    return -Fraction(place.weight), -place.value


def _files(survey: Survey, line: int, knobs: Knobs, ids: Ids) -> Iterator[Place]:
    for file in survey.files:
        lines = file.facts.total_lines
        if has_rows(file.facts) and lines > line:
            yield Place(
                path=file.path,
                start_line=1,
                end_line=lines,
                value=lines,
                weight=exact(file_penalty(lines, line, knobs)),
                id=ids.get(("file-lines", file.path, 1, 1, file.path)),
            )


def _functions(survey: Survey, knobs: Knobs, ids: Ids) -> Iterator[Place]:
    for file in survey.files:
        if not has_rows(file.facts):
            continue
        for function in file.facts.functions:
            start, end, name = function.start_line, function.end_line, function.name
            if function.cognitive > knobs.coc_ceil:
                yield Place(
                    path=file.path,
                    start_line=start,
                    end_line=end,
                    subject=name,
                    value=function.cognitive,
                    weight=1,
                    id=ids.get(("cognitive", file.path, start, end, name)),
                )


def _shared(classes: Iterable[Class]) -> Iterator[Place]:
    """One place a set of files: its heaviest class stands for all whose files are among the set's.

    Files copied from one another share many classes; listed one by one these would fill the list.
    """
    leaders: dict[str, list[tuple[str, AbstractSet[str]]]] = defaultdict(list)
    weights: dict[str, list[int]] = {}
    order: list[Class] = []
    for one in _spanning(classes):
        first, files = one.row, one.files
        leader = next((other for other, theirs in leaders[first.path] if files <= theirs), None)
        if leader is None:
            leader = first.id
            order.append(one)
            weights[leader] = []
            for path in files:
                leaders[path].append((leader, files))
        weights[leader].append(len(files) - 1)
    for one in order:
        yield Place(
            path=one.row.path,
            start_line=one.row.start_line,
            end_line=one.row.end_line,
            value=len(one.files),
            weight=sum(weights[one.row.id]),
            id=one.row.id,
            copies=Copies(one.size, one.unit, _elsewhere(one.row), len(weights[one.row.id])),
        )


def _spanning(classes: Iterable[Class]) -> list[Class]:
    """The classes over two files or more, most files first, then by what merging would save."""
    return sorted((one for one in classes if len(one.files) > 1), key=lambda one: (-len(one.files), -one.row.saves))


def _within(classes: Sequence[Class]) -> int:
    return len(classes) - spread(classes)


def _elsewhere(row: ClassRow) -> Span:
    return next(Span(one.path, one.start_line, one.end_line) for one in row.members if one.path != row.path)
