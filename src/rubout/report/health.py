"""The line that says how the guard is: its modes, the index, the daemon."""

from __future__ import annotations

from rubout.report.record import printable

ABSENT = "absent (first run builds it)"
UNREADABLE = "unreadable (degraded)"
NOT_RUNNING = "not running (starts on first check)"
UNREACHABLE = "unreachable (DEGRADED: size checks only, guard fails open)"


def health_line(version: str, guard: str, stop: str, index: str, daemon: str) -> str:
    """The line, without an end; `guard` and `stop` are the resolved modes."""
    return printable(f"[rubout {version} | guard: {guard}, stop: {stop} | index: {index} | daemon: {daemon}]")


def index_of(files: int, *, stale: bool = False) -> str:
    """The part about an index that can be read; a stale one has facts that this version would measure otherwise."""
    return f"{files} files (stale: next run rebuilds it)" if stale else f"{files} files"


def warm(milliseconds: int) -> str:
    """The part about a daemon that answers."""
    return f"warm ({milliseconds} ms)"
