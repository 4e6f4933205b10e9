"""Which lines of a comment or docstring are no prose?

Fenced code, headings of sections (`Args:`, `@param`), rules, and lines so long that they are data. The first that
holds counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.text_lines import content_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable

DOC_LINE_CAP = 200  # characters; prose that is wrapped at all stays near 120
FENCES = ("```", "~~~")
_DASHED = frozenset({"haskell", "lua"})  # their comments begin with dashes
_FENCE_LEAD = "#/*! "
_SKELETON_LEAD = "#/*!\"' "
_SKELETON = (
    "Args:",
    "Arguments:",
    "Returns:",
    "Raises:",
    "Yields:",
    "Parameters",
    "Attributes:",
    "Example:",
    "Examples:",
    "Note:",
    ":param ",
    ":return",
    ":rtype",
    "@param",
    "@returns",
    "@throws",
)


def prose(lines: Iterable[str], language: str, counts: Counter[str]) -> list[str]:
    """The lines that stay; the others are added to `counts`, by rule."""
    kept = []
    fenced = False
    for line in lines:
        trimmed = content_of(line)
        text = _without_dashes(trimmed) if language in _DASHED else trimmed
        marker = text.lstrip(_FENCE_LEAD).startswith(FENCES)
        if fenced or marker:
            fenced ^= marker
            counts["fenced_code_line"] += 1
        elif _is_skeleton(text):
            counts["skeleton_line"] += 1
        elif len(trimmed) > DOC_LINE_CAP:
            counts["overlong_line"] += 1
        else:
            kept.append(line)
    return kept


def _is_skeleton(text: str) -> bool:
    rest = text.lstrip(_SKELETON_LEAD)
    return rest.startswith(_SKELETON) or (rest.startswith("---") and not rest.strip("-"))


def _without_dashes(trimmed: str) -> str:
    """Without the mark of a comment; a line of nothing but dashes is a rule."""
    return trimmed.lstrip("-") or trimmed
