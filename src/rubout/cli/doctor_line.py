"""What `rubout doctor` says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a thing is; only BROKEN makes the command fail."""

    FINE = "ok"
    WARNING = "warn"
    BROKEN = "FAIL"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at."""

    state: State
    subject: str
    what: str
