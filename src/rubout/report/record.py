"""What is a report before it has a format?

`Report` is what `--format json` prints, field by field. `Finding` is the same content as the formats that point at
lines (SARIF, annotations, tables) need it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

import rubout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.gate.outcome import Outcome


class _Digested(Protocol):
    """What was found, known by a digest of what it is made of."""

    @property
    def digest(self) -> str: ...


_Found = TypeVar("_Found", bound=_Digested)
_Value = TypeVar("_Value")


class Level(StrEnum):
    """SARIF's words, mildest first."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


ID_DIGITS = 12  # of a digest
_RANK = {level: rank for rank, level in enumerate(Level)}


class Note(msgspec.Struct, frozen=True):
    """What the reader must know beside the rows: what was skipped, missing, unjudged or over a budget."""

    kind: str
    level: Level
    what: str
    path: str | None = None
    line: int | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The envelope of every family; a family's report narrows the types and adds its own tables."""

    schema: str
    version: str
    family: str
    knobs: Any
    counts: Any
    rows: tuple[Any, ...]
    fail: bool
    degraded: bool
    reason: str | None
    notes: tuple[Note, ...] = ()


def envelope(outcome: Outcome, notes: Iterable[Note]) -> dict[str, Any]:
    """What a `Report` has of the verdict, and its notes; counts, rows and tables are the family's own."""
    verdict = outcome.verdict
    return {
        "schema": f"rubout.{outcome.family}/1",
        "version": rubout.__version__,
        "family": outcome.family,
        "knobs": verdict.knobs,
        "fail": verdict.fail,
        "degraded": verdict.degraded,
        "reason": verdict.reason,
        "notes": tuple(notes),
    }


class Span(msgspec.Struct, frozen=True, gc=False):
    """A place: POSIX path relative to the anchor, lines 1-based and inclusive."""

    path: str
    start_line: int
    end_line: int


class ClassRow(Span, frozen=True):
    """Places that repeat one another; path and lines are those of the first, `saves` is what merging them would save.

    Each family narrows the type of its members.
    """

    id: str
    members: tuple[Any, ...]
    saves: int
    digest: str


def class_fields(row_id: str, members: tuple[Span, ...], saves: int, digest: str) -> dict[str, Any]:
    """What a row has of every `ClassRow`; the rest is the family's own."""
    first = members[0]
    return {
        "path": first.path,
        "start_line": first.start_line,
        "end_line": first.end_line,
        "id": row_id,
        "members": members,
        "saves": saves,
        "digest": digest,
    }


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One result: `place` is its first place, `related` are the others, `subject` is what is judged or empty.

    `weight` orders findings of one level: the larger is the worse.
    """

    rule: str
    level: Level
    place: Span
    message: str
    id: str
    subject: str = ""
    related: tuple[Span, ...] = ()
    weight: int = 0


def class_finding(
    row: ClassRow, members: Iterable[Span], message: str, *, level: Level = Level.WARNING, subject: str = ""
) -> Finding:
    """The finding of a class, at the first of `members`, related to the others; its rule is the family's."""
    first, *others = (Span(member.path, member.start_line, member.end_line) for member in members)
    return Finding(
        rule=row.id.partition(":")[0],
        level=level,
        place=first,
        message=message,
        id=row.id,
        subject=subject,
        related=tuple(others),
        weight=row.saves,
    )


class Rule(msgspec.Struct, frozen=True):
    """What a rule asks, for formats that explain themselves."""

    id: str
    short: str
    full: str
    help: str


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """By level, then weight; findings that tie keep their order."""
    return sorted(findings, key=lambda finding: (-_RANK[finding.level], -finding.weight))


def numbered(family: str, digests: Iterable[str]) -> Iterator[str]:
    """`FAMILY:digest` for each digest, with `~2`, `~3` behind it when digests repeat, in order."""
    seen: dict[str, int] = {}
    for digest in digests:
        nth = seen[digest] = seen.get(digest, 0) + 1
        yield f"{family}:{digest}" if nth == 1 else f"{family}:{digest}~{nth}"


def identified(family: str, found: Iterable[_Found]) -> Iterator[tuple[_Found, str]]:
    """Each with its id, made of its digest."""
    found = tuple(found)
    return zip(found, numbered(family, (each.digest[:ID_DIGITS] for each in found)), strict=True)


def unless_none(value: _Value | None) -> _Value | msgspec.UnsetType:
    """What a report leaves out when there is none."""
    return msgspec.UNSET if value is None else value


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def printable(text: str) -> str:
    r"""The text on one line, with what is no printable character written as `\n`, `\x1b`, `\u2028`."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
