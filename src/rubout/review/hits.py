"""Where may a skill fire, and where did it?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.review.proposal import EditText
    from rubout.review.skill import ReviewSkill


class Hit(NamedTuple):
    """A skill that fires: on which edit, and on which bytes of its replacement."""

    skill: ReviewSkill
    edit: int
    span: tuple[int, int]


def covered(skill: ReviewSkill, texts: Sequence[EditText]) -> list[tuple[int, EditText]]:
    """The edits of the paths that a skill covers, with their numbers."""
    covers = _path_test(skill.paths)
    return [(number, edit) for number, edit in enumerate(texts) if covers is None or covers(edit.path)]


@cache
def _path_test(globs: tuple[str, ...]) -> Callable[[str], bool] | None:
    """None for every path."""
    if "**" in globs:
        return None
    from rubout.measure.entries.globs import matcher  # noqa: PLC0415 - most skills cover every path

    return matcher(globs)
