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

from rubout.errors import ReviewError
from rubout.review.skills import (
    EVERYWHERE,
    Examples,
    Kind,
    Mode,
    Provenance,
    ReviewSkill,
    ReviewSkills,
    SpelledStage,
    State,
)
from rubout.review.strict_json import decoded
from rubout.store.files import make_parents, replace_text

if TYPE_CHECKING:
    from pathlib import Path

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


def read_skills(path: Path, *, lasting: bool = False) -> ReviewSkills:
    """The skills of a file; none, for no file.

    Raises:
        ReviewError: it cannot be read, or holds anything but skills that can stand together.
    """
    try:
        source = path.read_bytes()
    except FileNotFoundError:
        return ReviewSkills(lasting=lasting)
    except OSError as error:
        what = f"the skills cannot be read: {error.strerror}"
        raise ReviewError(what, where=str(path), fix="make it a readable file", code="bad_skills") from error
    return skills_of(source, str(path), lasting=lasting)


def skills_of(source: bytes, where: str = PATH, *, lasting: bool = False) -> ReviewSkills:
    """The skills that the bytes of a file say; raises ReviewError with the line and the column."""
    try:
        skills = ReviewSkills(starmap(_skill, enumerate(_decode(source).skills)), lasting=lasting)
        if source != text_of(skills).encode():
            decoded(source)  # a member that stands twice is seen by no other reader
    except (ValueError, RecursionError) as error:  # that of msgspec is a ValueError
        line, column = _place(source, str(error))
        fix = "mend the file; `rubout review skills` lists what it holds and `rubout review learn` adds to it"
        raise ReviewError(str(error), where=f"{where}:{line}:{column}", fix=fix, code="bad_skills") from error
    return skills


def write_skills(path: Path, skills: ReviewSkills) -> None:
    """Make `path` hold these skills; raises StoreError."""
    make_parents(path)
    replace_text(path, text_of(skills))


def text_of(skills: ReviewSkills) -> str:
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


def _place(source: bytes, words: str) -> tuple[int, int]:
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
