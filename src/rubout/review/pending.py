"""Which learned refusals does a write break that has not happened yet?

Only what was learned is looked at, nothing is signed or stored: this shapes what is written, it is no gate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.review.line_edits import swaps
from rubout.review.proposal import EditText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.pending import Outlook
    from rubout.review.skill import ReviewSkill
    from rubout.review.skills import ReviewSkills


class PendingHit(NamedTuple):
    """A skill that fires on a file; `line` is that of the text to come. `is_proven`: it may deny, not only be heard."""

    path: str
    line: int
    skill: ReviewSkill
    is_proven: bool


def pending_hits(skills: ReviewSkills, looks: Iterable[Outlook]) -> list[PendingHit]:
    """The hits in the order of the files, then of the skills; a text that is not known has none."""
    return [hit for look in looks if look.after is not None for hit in _hits(skills, look.path, look)]


def _hits(skills: ReviewSkills, path: str, look: Outlook) -> Iterator[PendingHit]:
    before, after = _bytes(look.before or ""), _bytes(look.after or "")
    changes = swaps(before, after)
    edits = [EditText(path, before, *swap) for swap in changes]
    grown = 0
    starts = []
    for swap in changes:
        starts.append(swap.start + grown)
        grown += len(swap.text) - (swap.end - swap.start)
    hits = skills.firing.fired(edits).hits
    if not hits:
        return
    from rubout.review.learning import may_deny  # noqa: PLC0415 - most writes break nothing

    for hit in hits:
        if hit.skill.state != "retired":
            line = after.count(b"\n", 0, starts[hit.edit] + hit.span[0]) + 1
            yield PendingHit(path, line, hit.skill, hit.skill.state == "active" and may_deny(hit.skill))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
