"""How many of the lines that were added lately are still there? Git's blame is asked, file by file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.churn import Survival
from rubout.measure import pool
from rubout.measure.sources import git
from rubout.measure.sources.entries import tree_entries

if TYPE_CHECKING:
    from collections.abc import Iterable

_TIME = b"committer-time "
# Whatever a person has configured to be passed over.
_BLAME = ("-c", "blame.ignoreRevsFile=", "blame", "--incremental", "HEAD", "--")
_HUNK = re.compile(rb"([0-9a-f]{40,}) \d+ \d+ (\d+)")  # commit, line before, line after, lines


def survival(anchor: str, paths: Iterable[str], cutoff: int, added: int, jobs: int) -> Survival:
    """Lines at HEAD that were committed at `cutoff` or later, and the rest of the `added` ones.

    Args:
        anchor: where git is asked.
        paths: the files that were touched; one that HEAD does not hold has no line.
        cutoff: Unix seconds.
        added: lines that were added in all.
        jobs: how many processes; 0: one a processor.

    Raises:
        RepositoryError: git refused.
    """
    wanted = sorted({entry.path for entry in tree_entries(anchor, "HEAD")} & set(paths))
    at_once = jobs or pool.processors()
    surviving = 0
    for start in range(0, len(wanted), at_once):
        asked = [git.start(anchor, *_BLAME, path) for path in wanted[start : start + at_once]]
        surviving += sum(young_lines(answer(), cutoff) for answer in asked)
    return Survival(surviving, max(0, added - surviving))


def young_lines(blamed: bytes, cutoff: int) -> int:
    """The lines of `git blame --incremental` whose commit was made at `cutoff` or later."""
    times: dict[bytes, int] = {}
    lines: dict[bytes, int] = {}
    commit = b""
    for line in blamed.split(b"\n"):
        if hunk := _HUNK.fullmatch(line):
            commit = hunk[1]
            lines[commit] = lines.get(commit, 0) + int(hunk[2])
        elif line.startswith(_TIME):
            times[commit] = int(line.removeprefix(_TIME))
    return sum(count for commit, count in lines.items() if times[commit] >= cutoff)
