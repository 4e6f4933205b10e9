"""How strongly may a rule object?

Formula   rank = place in `TIERS`, an unknown tier is 0; the tier of a class is `[guard] mode` where that is set, else
          the class's own. A mode that is no tier, or a configuration that cannot be read, observes
Order     of tiers given together does not matter
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

OBSERVE, WARN, ASK, DENY = TIERS = ("observe", "warn", "ask", "deny")
SHOWN = 80  # characters of what is wrong with a configuration


@dataclass(frozen=True, slots=True)
class Mode:
    """A tier, and `text`, in which one that a mistake has brought about says so."""

    tier: str
    text: str


def resolved(mode: str | None, default: str, error: str | None = None) -> Mode:
    """The tier of a class.

    Args:
        mode: as written in the configuration; None when it is not.
        default: the class's own tier.
        error: why the configuration cannot be read.
    """
    if error is not None:
        return _disarmed(_shortened(error))
    if mode is None:
        return Mode(default, default)
    if mode not in TIERS:
        return _disarmed(f'unknown guard mode "{_shortened(mode)}", expected {" | ".join(TIERS)}')
    return Mode(mode, mode)


def rank(tier: str) -> int:
    """How strong a tier is; an unknown one does nothing."""
    return TIERS.index(tier) if tier in TIERS else 0


def strongest(tiers: Iterable[str]) -> str:
    """The strongest of the tiers, `OBSERVE` without any."""
    return TIERS[max(map(rank, tiers), default=0)]


def at_most(tier: str, cap: str) -> str:
    """The tier, or `cap` where that is weaker."""
    return TIERS[min(rank(tier), rank(cap))]


def _disarmed(wrong: str) -> Mode:
    return Mode(OBSERVE, f"{OBSERVE} (rubout.toml ERROR: {wrong})")


def _shortened(text: str) -> str:
    """The beginning on one line, since the mode stands in lines that people and programs read."""
    line = " ".join(text.split())
    return "".join(char for char in line if char.isprintable())[:SHOWN]
