"""Where does an axis get its mass from? The handful of places that weigh most."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rubout.gate.scan_rows import has_rows
from rubout.judge.score import file_penalty, size_line
from rubout.report.record import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rubout.facts.score import Knobs, Verdict
    from rubout.facts.survey import Survey
    from rubout.report.clones import ClassRow
    from rubout.report.scan import ScanRow

    Ids = Mapping[tuple[str, str, int, int, str], str]  # of the rows of `scan`, by rule, place and subject

SHOWN = 5  # places of one axis


class Copies(msgspec.Struct, frozen=True):
    """What a set of files shares: the heaviest class, and how many classes stay within the set."""

    tokens: int
    other: Span  # the first copy in another file than the place's
    classes: int


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One place; `weight`, int or "num/den", is its part of the axis' mass.

    `value` is a file's lines, a function's cognitive complexity, or the number of files that share a copy;
    `id` names the finding about it, None when no limit of `scan` is passed or a permit took it out.
    """

    path: str
    start_line: int
    end_line: int
    subject: str = ""
    value: int
    weight: int | str
    id: str | None
    copies: Copies | msgspec.UnsetType = msgspec.UNSET  # clone axis


class Worst(msgspec.Struct, frozen=True):
    """The places of an axis, the heaviest first; a `value` past `line` weighs, and `places` of them do in all."""

    axis: int
    name: str
    line: int
    places: int
    shown: tuple[Place, ...]


def worst(verdict: Verdict, survey: Survey, sizes: Iterable[ScanRow], classes: Iterable[ClassRow]) -> tuple[Worst, ...]:
    """The heaviest places of each judged axis that has any, given the rows of the families behind it."""
    knobs = verdict.knobs
    line = size_line(verdict.soft_line, knobs)
    ids = {(row.rule, row.path, row.start_line, row.end_line, row.subject): row.id for row in sizes}
    found: dict[str, tuple[int, list[Place]]] = {
        "size": (line, sorted(_files(survey, line, knobs, ids), key=_heaviest)),
        "complexity": (knobs.coc_ceil, sorted(_functions(survey, knobs, ids), key=_heaviest)),
        "clone": (1, sorted(_shared(classes), key=_heaviest)),
    }
    judged = ((axis, *found.get(axis.name, (0, []))) for axis in verdict.axes)
    return tuple(
        Worst(axis.axis, axis.name, line, len(places), tuple(places[:SHOWN])) for axis, line, places in judged if places
    )


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


def _shared(classes: Iterable[ClassRow]) -> Iterator[Place]:
    """One place a set of files: its heaviest class stands for all whose files are among the set's.

    Files copied from one another share many classes; listed one by one these would fill the list.
    """
    leaders: dict[str, list[tuple[ClassRow, set[str]]]] = defaultdict(list)
    weights: dict[str, list[int]] = {}
    order: list[tuple[ClassRow, set[str]]] = []
    for row, files in _spanning(classes):
        leader = next((one for one, theirs in leaders[row.path] if files <= theirs), None)
        if leader is None:
            leader = row
            order.append((row, files))
            weights[row.id] = []
            for path in files:
                leaders[path].append((row, files))
        weights[leader.id].append(len(files) - 1)
    for row, files in order:
        yield Place(
            path=row.path,
            start_line=row.start_line,
            end_line=row.end_line,
            value=len(files),
            weight=sum(weights[row.id]),
            id=row.id,
            copies=Copies(row.tokens, _elsewhere(row), len(weights[row.id])),
        )


def _spanning(classes: Iterable[ClassRow]) -> list[tuple[ClassRow, set[str]]]:
    """The classes over two files or more with their files, most files first, then by what merging would save."""
    spread = ((row, {member.path for member in row.members}) for row in classes)
    found = [(row, files) for row, files in spread if len(files) > 1]
    return sorted(found, key=lambda pair: (-len(pair[1]), -pair[0].saves))


def _elsewhere(row: ClassRow) -> Span:
    return next(Span(one.path, one.start_line, one.end_line) for one in row.members if one.path != row.path)
