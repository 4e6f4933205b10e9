"""What does this machine take while a model is asked?

A run that asks none is shorter than a counter can tell: its cost is an estimate, and its report the same bytes again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.review.running import UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.review.meter import Zone
    from rubout.review.running import Run

POWERCAP = Path("/sys/class/powercap")


def metered(work: Callable[[], Run], counters: Sequence[Zone] | None = None) -> Run:
    """The run, with what the counters went up by when it asked a model, or why that is not known."""
    found = machine_zones() if counters is None else counters
    if not found:
        ran = work()
        return msgspec.structs.replace(ran, unmetered=UNAVAILABLE) if _has_asked(ran) else ran
    from rubout.review.meter import Meter  # noqa: PLC0415 - most machines have nothing to read

    with Meter(found) as meter:
        ran = work()
        reading, why = meter.reading()
    return msgspec.structs.replace(ran, metered=reading, unmetered=why) if _has_asked(ran) else ran


def machine_zones() -> Sequence[Zone]:
    """The counters of this machine; none where there are none."""
    if not POWERCAP.is_dir():
        return ()
    from rubout.review.meter import zones  # noqa: PLC0415 - as above

    return zones(POWERCAP)


def _has_asked(run: Run) -> bool:
    return run.climb is not None and run.climb.escalated
