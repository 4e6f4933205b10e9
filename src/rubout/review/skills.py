"""Which causes of refusal have been learned?

A skill is plain data: what to look for, and what to say when it is there. Only refusals are learned, so a skill has no
verdict, no weight and no way to allow anything (docs/methodology/review.md).
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from rubout.review.canonical import content_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

    from rubout.review.firing import Firing, Hit
    from rubout.review.proposal import Proposal

SpelledStage = Literal["spec_compliance", "quality"]
Kind = Literal["literal", "tokens", "ast"]
Mode = Literal["present", "introduced"]
State = Literal["active", "observe", "retired"]

MARKER_BYTES = range(4, 513)
MARKER_LETTERS = 3  # characters that are not white space
MARKER_TOKENS = range(3, 65)
FINDING_LETTERS = range(1, 2001)
SKILLS_MAX = 100_000
EVERYWHERE = ("**",)
_UNSEARCHABLE = frozenset("\ufffd\0\r")


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an admission replay saw: edits of accepted history, and those that the skill would have refused."""

    edits: int
    hits: int


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who taught a skill, on which op and review."""

    taught_by: str
    op_id: str
    review_id: str
    model: str | None
    at: str
    replay: Replay | None = None


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Texts that a skill must fire on, and texts that it must pass."""

    bad: tuple[str, ...]
    good: tuple[str, ...]


class _Identity(msgspec.Struct, frozen=True):
    kind: Kind
    lang: str | None
    marker: str | tuple[str, ...]
    stage: SpelledStage


class ReviewSkill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause of refusal.

    `marker` is a string that occurs in a replacement, of kind `tokens` the texts of tokens in a row (`$IDENT`, `$STR`
    and `$NUM` stand for any), of kind `ast` a pattern of ast-grep. `paths` are globs of `.gitignore`'s grammar.
    """

    marker: str | tuple[str, ...]
    stage: SpelledStage
    finding: str
    kind: Kind = "literal"
    lang: str | None = None
    paths: tuple[str, ...] = EVERYWHERE
    mode: Mode = "present"
    state: State = "active"
    engine: str | None = None
    examples: Examples | None = None
    provenance: Provenance | None = None

    @property
    def id(self) -> str:
        """What makes it another skill than all others: two skills of one id never stand in one file."""
        return content_id("skill", _Identity(self.kind, self.lang, self.marker, self.stage))

    def matches(self, op: Proposal) -> bool:
        """Whether it fires on a change, whatever its state."""
        return bool(ReviewSkills((msgspec.structs.replace(self, state="active"),)).hits(op))


def fault(skill: ReviewSkill) -> tuple[str, str] | None:
    """Why a skill can stand in no file: the reason that `learn` gives, and words; None when it can."""
    if len(skill.finding) not in FINDING_LETTERS:
        return "bad_finding", "a finding has 1 to 2000 characters"
    if skill.kind == "literal":
        return _literal_fault(skill)
    if skill.lang is None:
        return "bad_pattern", f"a skill of kind {skill.kind} names its language"
    if skill.kind == "tokens":
        return _tokens_fault(skill.marker)
    return _text_fault(skill.marker) if isinstance(skill.marker, str) else ("bad_pattern", "a pattern is one string")


def _literal_fault(skill: ReviewSkill) -> tuple[str, str] | None:
    if not isinstance(skill.marker, str):
        return "bad_pattern", "a literal marker is one string"
    if skill.lang is not None:
        return "bad_pattern", "a literal marker has no language"
    if skill.examples or skill.engine:
        return "bad_pattern", "a literal marker needs no engine and no examples"
    return _text_fault(skill.marker)


def _tokens_fault(marker: str | tuple[str, ...]) -> tuple[str, str] | None:
    if isinstance(marker, str) or not all(marker):
        return "bad_pattern", "a marker of kind tokens is a list of the texts of tokens"
    if len(marker) < MARKER_TOKENS.start:
        return "too_short", "a marker has 3 tokens at least"
    if len(marker) >= MARKER_TOKENS.stop:
        return "too_long", "a marker has 64 tokens at most"
    return _letters_fault("".join(marker))


def _text_fault(marker: str) -> tuple[str, str] | None:
    if bad := _letters_fault(marker):
        return bad
    size = len(marker.encode())
    if size < MARKER_BYTES.start or len("".join(marker.split())) < MARKER_LETTERS:
        return "too_short", "a marker has 4 bytes at least, and 3 characters that are not white space"
    if size >= MARKER_BYTES.stop:
        return "too_long", "a marker has 512 bytes at most"
    return None


def _letters_fault(text: str) -> tuple[str, str] | None:
    if not _UNSEARCHABLE.isdisjoint(text):
        return "bad_chars", "a marker holds no U+FFFD, no NUL and no carriage return"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "bad_chars", "a marker holds no half of a surrogate pair"
    return None


class ReviewSkills:
    """Skills in the order in which they were learned.

    Args:
        skills: no two of one id, none that `fault` names.
        lasting: many changes will be asked about.

    Raises:
        ValueError: of the first skill that cannot stand here.
    """

    def __init__(self, skills: Iterable[ReviewSkill] = (), *, lasting: bool = False) -> None:
        self._skills: list[ReviewSkill] = []
        self._ids: dict[str, int] = {}
        self._lasting = lasting
        for number, skill in enumerate(skills):
            if wrong := fault(skill):
                raise ValueError(f"skill {number}: {wrong[1]}")
            if self._ids.setdefault(skill.id, number) != number:
                raise ValueError(f"skill {number}: {skill.id} stands here already")
            self._skills.append(skill)

    def __iter__(self) -> Iterator[ReviewSkill]:
        """In the order in which they were learned."""
        return iter(self._skills)

    def __len__(self) -> int:
        """How many there are, retired ones too."""
        return len(self._skills)

    def __eq__(self, other: object) -> bool:
        """Whether the same skills stand in the same order."""
        return isinstance(other, ReviewSkills) and self._skills == other._skills

    __hash__ = None  # type: ignore[assignment]  # it can learn

    def __contains__(self, skill_id: object) -> bool:
        """Whether a skill of this id is there."""
        return skill_id in self._ids

    def get(self, skill_id: str) -> ReviewSkill | None:
        """The skill of an id."""
        number = self._ids.get(skill_id)
        return None if number is None else self._skills[number]

    def matching(self, op: Proposal) -> list[ReviewSkill]:
        """The skills that refuse a change, in their order."""
        return [hit.skill for hit in self.hits(op)]

    def hits(self, op: Proposal) -> tuple[Hit, ...]:
        """Where the skills that refuse a change fire: of each the first place."""
        return tuple(hit for hit in self.firing.fired(op.texts).hits if hit.skill.state == "active")

    @cached_property
    def firing(self) -> Firing:
        """The skills, ready to be looked for; retired ones left out."""
        from rubout.review.firing import Firing  # noqa: PLC0415 - it names the skills in its records

        return Firing([skill for skill in self._skills if skill.state != "retired"], lasting=self._lasting)

    def learn(self, skill: ReviewSkill) -> bool:
        """Add a skill unless one of its id is there, or it can stand in no set; `learning.learn` says why not."""
        if fault(skill) or skill.id in self._ids or len(self) >= SKILLS_MAX:
            return False
        self._ids[skill.id] = len(self)
        self._skills.append(skill)
        self.__dict__.pop("firing", None)
        return True

    @classmethod
    def load(cls, path: str | PathLike[str]) -> ReviewSkills:
        """The skills of a file, none for no file; raises ReviewError."""
        from rubout.review.skills_file import read_skills  # noqa: PLC0415 - it makes these

        return read_skills(Path(path))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the file: short when nothing but marker, stage and finding is to be said; raises StoreError."""
        from rubout.review.skills_file import write_skills  # noqa: PLC0415 - as `load`

        write_skills(Path(path), self)
