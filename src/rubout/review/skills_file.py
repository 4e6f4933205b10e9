"""The file that skills stand in.

Long     `{"skills": [...], "v": 1}`, members sorted, two spaces to a level, every field of a skill and its id
Short    `{"skills": [{"finding": ..., "marker": ..., "stage": "SpecCompliance" | "Quality"}]}`, written when no skill
         says more than that; either form is read wherever it stands
"""

from __future__ import annotations

import re
from itertools import starmap
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from rubout.review.skill import (
    EVERYWHERE,
    Examples,
    Kind,
    Mode,
    Provenance,
    ReviewSkill,
    SpelledStage,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

PATH = "rubout-review/skills.json"
_SHORT: dict[str, SpelledStage] = {"SpecCompliance": "spec_compliance", "Quality": "quality"}
_SHORT_OF = {long: short for short, long in _SHORT.items()}


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    marker: str | tuple[str, ...]
    stage: Literal["spec_compliance", "quality", "SpecCompliance", "Quality"]
    finding: str
    kind: Kind = "literal"
    lang: str | None = None
    paths: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = EVERYWHERE
    mode: Mode = "present"
    state: State = "active"
    engine: str | None = None
    examples: Examples | None = None
    provenance: Provenance | None = None
    id: str | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    skills: tuple[_Row, ...]
    v: Literal[1] = 1


class _ShortRow(msgspec.Struct):
    finding: str
    marker: str | tuple[str, ...]
    stage: str


class _ShortFile(msgspec.Struct):
    skills: list[_ShortRow]


class _Raws(msgspec.Struct):
    skills: list[msgspec.Raw]


_decode = msgspec.json.Decoder(_File).decode
_encode = msgspec.json.Encoder(order="sorted").encode


def skills_in(source: bytes) -> Iterator[ReviewSkill]:
    """The skills that the bytes of a file say, whether or not they can stand together; raises ValueError."""
    return starmap(_skill, enumerate(_decode(source).skills))


def text_of(skills: Collection[ReviewSkill]) -> str:
    """What the file says, short when nothing but marker, stage and finding is to be said."""
    if all(ReviewSkill(skill.marker, skill.stage, skill.finding) == skill for skill in skills):
        return _formatted(
            _ShortFile([_ShortRow(skill.finding, skill.marker, _SHORT_OF[skill.stage]) for skill in skills])
        )
    return _formatted(_File(tuple(map(_row, skills))))


def _formatted(value: object) -> str:
    return msgspec.json.format(_encode(value), indent=2).decode() + "\n"


def _skill(number: int, row: _Row) -> ReviewSkill:
    skill = ReviewSkill(
        row.marker,
        _SHORT.get(row.stage) or row.stage,  # type: ignore[arg-type]  # the short spellings are gone
        row.finding,
        row.kind,
        row.lang,
        row.paths,
        row.mode,
        row.state,
        row.engine,
        row.examples,
        row.provenance,
    )
    if row.id is not None and row.id != skill.id:
        raise ValueError(f"skill {number}: the id {row.id} is not that of the skill, {skill.id}")
    return skill


def _row(skill: ReviewSkill) -> _Row:
    return _Row(**msgspec.structs.asdict(skill), id=skill.id)


def place_in(source: bytes, words: str) -> tuple[int, int]:
    """Line and column of what is wrong, as near as the words of a reader tell: a byte, or the number of a skill."""
    at = 0
    if byte := re.search(r"\(byte (\d+)\)", words):
        at = int(byte[1])
    elif number := re.search(r"skills\[(\d+)\]|^skill (\d+):", words):
        at = _start_of_skill(source, int(number[1] or number[2]))
    before = source[:at]
    return before.count(b"\n") + 1, at - before.rfind(b"\n")


def _start_of_skill(source: bytes, number: int) -> int:
    """Where the object of a skill begins; the beginning, in what goes on as no JSON."""
    try:
        raws = msgspec.json.decode(source, type=_Raws).skills
    except (msgspec.DecodeError, RecursionError):
        return 0
    at = source.find(b"[", source.find(b'"skills"'))
    for raw in raws[: number + 1]:
        at = source.find(bytes(raw), at)
        start, at = at, at + len(bytes(raw))
    return start
