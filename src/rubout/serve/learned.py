"""What reviews have learned, for writes that have not happened yet.

The file of the work tree is read anew when it has changed. One that cannot be used matches nothing and is a line of
the feed once: no failure of ours may become a refusal.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.facts.observe import GuardError
from rubout.gate.writes import NOTHING_LEARNED, Learned
from rubout.store import feed
from rubout.store.clock import now_ms

if TYPE_CHECKING:
    from rubout.facts.pending import Outlook
    from rubout.review.skills import ReviewSkills

FILE = "rubout-review/skills.json"

_Stamp = tuple[int, int, int]


class LearnedSkills:
    """The skills of one project."""

    def __init__(self, anchor: str) -> None:
        self._anchor = anchor
        self._stamp: _Stamp | None = None
        self._skills: ReviewSkills | None = None

    def matched(self, look: Outlook) -> Learned:
        """What of it matches the text to come."""
        skills = self._current()
        if skills is None or look.after is None or look.silent:
            return NOTHING_LEARNED
        from rubout.review.pending import pending_hits  # noqa: PLC0415 - most projects have learned nothing

        hits = pending_hits(skills, [look])
        return Learned(len(hits), tuple(hit.skill.finding for hit in hits if hit.is_proven))

    def _current(self) -> ReviewSkills | None:
        """The skills as they are on disk; None for none."""
        path = os.path.join(self._anchor, FILE)
        try:
            found = os.stat(path, follow_symlinks=False)
        except OSError:
            self._stamp = self._skills = None
            return None
        stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        if stamp != self._stamp:
            self._stamp, self._skills = stamp, self._read()
        return self._skills

    def _read(self) -> ReviewSkills | None:
        from rubout.errors import RuboutError  # noqa: PLC0415 - as below
        from rubout.measure.sources.disk import read_regular  # noqa: PLC0415 - as below
        from rubout.review.skills import skills_of  # noqa: PLC0415 - most projects have learned nothing

        try:
            return skills_of(read_regular(self._anchor, FILE), lasting=True)
        except (OSError, RuboutError) as error:
            why = f"{FILE}: {error}".replace("\n", " ")[:200]
            feed.append(self._anchor, GuardError(ts_ms=now_ms(), hook="probe", why=why))
            return None
