"""Which files of a language does a glob in its code mean?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.resolve.ecma_patterns import fitting
from rubout.measure.resolve.world import Answer, Refusal, Target, What, joined, refused

if TYPE_CHECKING:
    from collections.abc import Sequence

_RUNG = 5


def pattern_answer(paths: Sequence[str], folder: str, pattern: str) -> Answer:
    """Those of ascending paths that fit: from the folder, and from the root if no dot or slash begins the pattern."""
    starts = [folder] if pattern.startswith((".", "/")) else [folder, ""]
    globs = [glob for start in starts if (glob := joined(start, pattern.lstrip("/"))) is not None]
    found = dict.fromkeys(path for glob in globs for path in fitting(paths, glob))
    if not found:
        return refused(Refusal.DYNAMIC)
    return Answer(What.FILE, _RUNG, tuple(map(Target, sorted(found))))
