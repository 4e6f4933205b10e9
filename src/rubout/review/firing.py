"""Where do skills fire on a change?

Present      the marker occurs in a replacement whose path the skill covers
Introduced   it occurs more often in all those replacements than in the bytes that they replace, counted from the left
             without overlaps
Place        the first one, by edit and then by byte
Structure    skills of tokens and of patterns look at each file after the edit, and fire where a match touches new bytes
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from rubout.facts.plain import Plain
from rubout.review.hits import Hit, covered
from rubout.review.match import Literals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.review.proposal import EditText
    from rubout.review.skill import ReviewSkill


class Fired(Plain, frozen=True):
    """The hits in the order of the skills; `unevaluable` could not be looked for."""

    hits: tuple[Hit, ...]
    unevaluable: tuple[ReviewSkill, ...] = ()


class Firing:
    """Skills, ready to be looked for; their state is not asked."""

    def __init__(self, skills: Sequence[ReviewSkill], *, lasting: bool = False) -> None:
        self._order = skills
        self._literal: dict[bytes, list[int]] = defaultdict(list)
        self._structural: list[int] = []
        for number, skill in enumerate(skills):
            if skill.kind == "literal" and isinstance(skill.marker, str):
                self._literal[skill.marker.encode()].append(number)
            else:
                self._structural.append(number)
        self._literals = Literals(tuple(self._literal), lasting=lasting)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._order)

    def fired(self, texts: Sequence[EditText]) -> Fired:
        """The skills that fire on a change."""
        hits = dict(self._literal_hits(texts))
        unevaluable: tuple[ReviewSkill, ...] = ()
        if self._structural:
            from rubout.review.structure import structural_hits  # noqa: PLC0415 - most files of skills have none

            found, unevaluable = structural_hits([self._order[number] for number in self._structural], texts)
            hits.update((self._structural[at], hit) for at, hit in found.items())
        return Fired(tuple(hits[number] for number in sorted(hits)), unevaluable)

    def edits_hit(self, texts: Sequence[EditText]) -> Counter[str]:
        """By id of a literal skill that fires, how many edits hold it."""
        hits = self.fired(texts).hits
        return Counter({hit.skill.id: _edits_with(hit.skill, texts) for hit in hits if hit.skill.kind == "literal"})

    def _literal_hits(self, texts: Sequence[EditText]) -> Iterator[tuple[int, Hit]]:
        found = self._literals.occurring(edit.text for edit in texts if edit.text)
        for marker in map(self._literals.markers.__getitem__, found):
            for number in self._literal[marker]:
                skill = self._order[number]
                edits = covered(skill, texts)
                place = _first_place(marker, edits)
                if place and (skill.mode == "present" or _is_introduced(marker, edits)):
                    yield number, Hit(skill, *place)


def _edits_with(skill: ReviewSkill, texts: Sequence[EditText]) -> int:
    marker = str(skill.marker).encode()
    return sum(1 for _, edit in covered(skill, texts) if edit.text and marker in edit.text)


def _first_place(marker: bytes, edits: Sequence[tuple[int, EditText]]) -> tuple[int, tuple[int, int]] | None:
    for number, edit in edits:
        at = edit.text.find(marker) if edit.text else -1
        if at >= 0:
            return number, (at, at + len(marker))
    return None


def _is_introduced(marker: bytes, edits: Sequence[tuple[int, EditText]]) -> bool:
    come = sum(edit.text.count(marker) for _, edit in edits if edit.text)
    return come > sum(edit.replaced.count(marker) for _, edit in edits)
