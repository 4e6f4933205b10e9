"""What the feed is told only once the host has its answer: the lines of a write, with what the write resembles."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from rubout.gate.resemblance import counted
from rubout.gate.writes import with_counts
from rubout.store import feed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.observe import Record
    from rubout.gate.project import Project
    from rubout.gate.resemblance import Resemblance
    from rubout.gate.writes import Said


PAUSE_SECONDS = 0.25  # without another event before a count begins, which would slow its answer down


class Untold:
    """The last write of a project, until its lines are told; whoever comes next does not wait for a count."""

    def __init__(self, anchor: str) -> None:
        self._anchor = anchor
        self._said: Said | None = None
        self._told = threading.Event()  # what was held
        self._known: tuple[Project, Resemblance] | None = None
        self._telling = threading.Lock()
        self._counting = threading.Lock()

    def hold(self, said: Said) -> None:
        """Keep the lines of a write until `finish`."""
        self._said, self._told = said, threading.Event()

    def tell(self) -> None:
        """Put what is held into the feed as it is."""
        with self._telling:
            said, self._said = self._said, None
            self._told.set()
            if said and said.lines:
                feed.append(self._anchor, *said.lines)

    def finish(self, project: Project | None) -> None:
        """Count what the write resembles, unless somebody tells its lines before, and tell them."""
        said, told = self._said, self._told
        if project is None or not self.knows(project):
            self.tell()
        if said is None or told.wait(PAUSE_SECONDS):
            return
        with self._counting:
            lines = self._with_counts(said)
        with self._telling:
            if self._said is said:
                self._said = None
                feed.append(self._anchor, *lines)

    def knows(self, project: Project) -> bool:
        """Whether what writes to this project may resemble is known."""
        return self._known is not None and self._known[0] is project

    def learn(self, project: Project) -> None:
        """Take in what writes to this project may resemble; raises RepositoryError."""
        known = project.resemblance()
        with self._counting:
            self._known = (project, known)

    def _with_counts(self, said: Said) -> Sequence[Record]:
        if self._known is None:
            return said.lines
        project, known = self._known
        counts = {
            look.path: counted(known.counting(look, project.differing(known.blobs())), lambda: self._said is said)
            for look in said.looks
        }
        return [with_counts(line, counts) for line in said.lines]
