"""Which writes passed before the daemon knew the tree? A person is told of them once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.observe import GuardError
from rubout.serve.client import STARTING
from rubout.store import feed
from rubout.store.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

# A call that starts a daemon gives up long before that knows the tree: what is older has been told by another daemon.
LOOKED_BACK_MS = 60_000
NOTICE = (
    "rubout: a write may have passed unjudged before the guard knew the project; "
    "`rubout doctor` counts such runs, and .rubout/observe.ndjson has them"
)


class Missed:
    """Whether there was one that nobody has been told of."""

    def __init__(self, anchor: str) -> None:
        self._anchor = anchor
        self._is_untold = False

    def add(self) -> None:
        """A write was judged by its sizes alone."""
        self._is_untold = True

    def look_back(self) -> None:
        """Add those whose hook gave up while this daemon was starting: the feed alone knows of them."""
        since = now_ms() - LOOKED_BACK_MS
        if any(line.hook == "probe" and line.ts_ms >= since for line in _given_up(self._anchor)):
            self.add()

    def take(self) -> bool:
        """Whether somebody is to be told; whoever asks tells."""
        was_untold, self._is_untold = self._is_untold, False
        return was_untold


def _given_up(anchor: str) -> Iterator[GuardError]:
    """What clients wrote into the feed while a daemon was starting."""
    for line in feed.recent(anchor) or ():
        if STARTING.encode() in line:
            try:
                yield msgspec.json.decode(line, type=GuardError)
            except msgspec.DecodeError:  # somebody else's line with these words
                continue
