"""What git makes of a file that two sides changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.sources import git, spawn

if TYPE_CHECKING:
    from pathlib import Path

_MOST_CONFLICTS = 127  # git's own bound; past it stand failures


def merged_by_lines(base: Path, ours: Path, theirs: Path) -> bytes | None:
    """The lines of both sides, with marks around those that conflict; None where git cannot say."""
    labels = ("-L", "ours", "-L", "base", "-L", "theirs")
    argv = ("git", "merge-file", "-p", *labels, str(ours), str(base), str(theirs))
    try:
        answer = spawn.start(argv, git.environment())()
    except FileNotFoundError:
        return None
    return answer.out if 0 <= answer.code <= _MOST_CONFLICTS else None
