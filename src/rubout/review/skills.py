"""Which causes of refusal have been learned?"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.errors import ReviewError
from rubout.review.skill import ReviewSkill, fault
from rubout.review.skills_file import PATH, place_in, skills_in, text_of
from rubout.review.strict_json import decoded
from rubout.store.files import make_parents, replace_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

    from rubout.review.firing import Firing
    from rubout.review.hits import Hit
    from rubout.review.proposal import Proposal

SKILLS_MAX = 100_000


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
        from rubout.review.firing import Firing  # noqa: PLC0415 - a listing of skills looks for none

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
        try:
            source = Path(path).read_bytes()
        except FileNotFoundError:
            return cls()
        except OSError as error:
            what = f"the skills cannot be read: {error.strerror}"
            raise ReviewError(what, where=str(path), fix="make it a readable file", code="bad_skills") from error
        return skills_of(source, str(path))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the file: short when nothing but marker, stage and finding is to be said; raises StoreError."""
        make_parents(Path(path))
        replace_text(Path(path), text_of(self))


def skills_of(source: bytes, where: str = PATH, *, lasting: bool = False) -> ReviewSkills:
    """The skills that the bytes of a file say; raises ReviewError with the line and the column."""
    try:
        skills = ReviewSkills(skills_in(source), lasting=lasting)
        if source != text_of(skills).encode():
            decoded(source)  # a member that stands twice is seen by no other reader
    except (ValueError, RecursionError) as error:  # that of msgspec is a ValueError
        line, column = place_in(source, str(error))
        fix = "mend the file; `rubout review skills` lists what it holds and `rubout review learn` adds to it"
        raise ReviewError(str(error), where=f"{where}:{line}:{column}", fix=fix, code="bad_skills") from error
    return skills
