"""Which places has somebody allowed, and which permits allow nothing?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.source import FileFacts, Permit
    from rubout.facts.survey import Survey

PERMIT_FAMILIES = ("clones", "docdup", "edits", "liveness", "near-miss", "scan", "split")


class PermitProblem(msgspec.Struct, frozen=True):
    """A permit that permits nothing, and why."""

    path: str
    line: int
    what: str


def permitted(facts: FileFacts, family: str, start: int, end: int) -> bool:
    """Whether a permit with a reason takes the place on lines `start`..`end` out of the family's findings."""
    return allows(facts.permits, family, start, end)


def allows(permits: Iterable[Permit], family: str, start: int, end: int) -> bool:
    """As `permitted`, of the permits of a file."""
    return any(permit.family == family and bool(permit.reason) and stands_for(permit, start, end) for permit in permits)


def stands_for(permit: Permit, start: int, end: int) -> bool:
    """Whether a permit stands inside the place, or in a comment block that ends on the line above it.

    A block that runs into the place's first line counts as well: a file's own place is its line 1, and its
    header comment begins there.
    """
    return start <= permit.line <= end or permit.start_line <= start <= permit.end_line + 1


def permit_problems(survey: Survey) -> tuple[PermitProblem, ...]:
    """The permits without a reason or of an unknown family, by path and line."""
    return tuple(_problems(survey))


def _problems(survey: Survey) -> Iterator[PermitProblem]:
    for file in survey.files:
        for permit in file.facts.permits:
            what = _problem(permit)
            if what:
                yield PermitProblem(file.path, permit.line, what)


def _problem(permit: Permit) -> str:
    if permit.family not in PERMIT_FAMILIES:
        known = ", ".join(PERMIT_FAMILIES)
        return f"rubout:allow({permit.family}) permits nothing: the families are {known}"
    if not permit.reason:
        return f"rubout:allow({permit.family}) permits nothing: give a reason after ` -- `"
    return ""
