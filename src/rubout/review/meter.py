"""How much energy did this machine take, where it has a counter that may be read?

Counter   RAPL, as Linux shows it: the zones `package-N`, and `dram` inside them. Not `core` and `uncore`, which are
          part of a package, nor `psys`, which overlaps them
Wrapped   a difference below zero gets the counter's range once; without a range, or when that is not enough, the
          sample is void
Scope     the whole machine: what other processes took is in it
Shortest  a window of WINDOW_MIN_MS, since the counter moves about once a millisecond
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from rubout.review.energy import Reading
from rubout.review.running import BELOW_RESOLUTION, UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WINDOW_MIN_MS = 1_000
SAMPLE_SECONDS = 20.0  # a counter of 32 bits wraps after about a minute under load


@dataclass(frozen=True, slots=True)
class Zone:
    """One counter: microjoules so far, and where it starts anew; None where that cannot be read."""

    path: Path
    range_uj: int | None

    def now(self) -> int | None:
        """The counter; None when it cannot be read."""
        return _number(self.path / "energy_uj")


def zones(root: Path) -> tuple[Zone, ...]:
    """The counters that together are the machine's, by name; none where there are none."""
    try:
        folders = sorted(root.iterdir())
    except OSError:
        return ()
    packages = [folder for folder in folders if _name(folder).startswith("package-") and folder.name.count(":") == 1]
    drams = [
        folder
        for folder in folders
        if _name(folder) == "dram" and any(folder.name.startswith(f"{package.name}:") for package in packages)
    ]
    return tuple(Zone(folder, _number(folder / "max_energy_range_uj")) for folder in (*packages, *drams))


def difference(before: int, after: int, range_uj: int | None) -> int | None:
    """What a counter went up by; None is void."""
    delta = after - before
    if delta < 0 and range_uj is not None:
        delta += range_uj
    return None if delta < 0 else delta


@dataclass
class Meter:
    """Measures what happens while it is open, sampling often enough that no counter wraps twice."""

    zones: Sequence[Zone]
    _last: list[int | None] = field(default_factory=list)
    _sum: int = 0
    _is_void: bool = False
    _started: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Start."""
        self._started = time.monotonic()
        self._last = [zone.now() for zone in self.zones]
        self._is_void = not self.zones or None in self._last
        if not self._is_void:
            self._thread = threading.Thread(target=self._keep_sampling, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop sampling."""
        self._over.set()
        if self._thread:
            self._thread.join()

    def sample(self) -> None:
        """Take in what the counters went up by."""
        with self._lock:
            now = [zone.now() for zone in self.zones]
            for zone, before, after in zip(self.zones, self._last, now, strict=True):
                delta = None if before is None or after is None else difference(before, after, zone.range_uj)
                if delta is None:
                    self._is_void = True
                else:
                    self._sum += delta
            self._last = now

    def reading(self) -> tuple[Reading | None, str | None]:
        """What was measured, or why nothing was: `meter_unavailable` or `below_resolution`."""
        self.sample()
        if self._is_void:
            return None, UNAVAILABLE
        window = int((time.monotonic() - self._started) * 1000)
        if window < WINDOW_MIN_MS:
            return None, BELOW_RESOLUTION
        return Reading(uj=self._sum, energy_class="meter", source="rapl", scope="machine", window_ms=window), None

    def _keep_sampling(self) -> None:
        while not self._over.wait(SAMPLE_SECONDS):
            self.sample()


def _name(folder: Path) -> str:
    try:
        return (folder / "name").read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path) -> int | None:
    try:
        text = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
