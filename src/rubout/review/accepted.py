"""What did the commits of the mainline change? What was accepted is presumed good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.sources import changes, git
from rubout.review.line_edits import swaps
from rubout.review.proposal import EditText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_AT_ONCE = 20  # commits whose blobs are held together
_DIFF = ("diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--relative")


def accepted_edits(anchor: str, revision: str, commits: int) -> Iterator[list[EditText]]:
    """The edits of the last first-parent commits, the newest first, each cut as an op would be.

    A commit without a parent, or whose parent is not in a shallow clone, is left out.

    Raises:
        RepositoryError: git refuses.
    """
    listed = git.start(anchor, "rev-list", "--first-parent", "--parents", f"-{commits}", "--end-of-options", revision)()
    pairs = [line.split(" ")[:2] for line in listed.decode("ascii").splitlines() if " " in line]
    for start in range(0, len(pairs), _AT_ONCE):
        asked = "".join(f"{commit} {parent}\n" for commit, parent in pairs[start : start + _AT_ONCE])
        said = git.records(git.start(anchor, *_DIFF, stdin=asked.encode("ascii"))())
        found = list(_by_commit(said))
        ids = {side.blob for pairs_ in found for pair in pairs_ for side in pair if side and side.blob}
        held = changes.blobs(anchor, ids)
        yield from ([edit for pair in pairs_ for edit in _edits(pair, held)] for pairs_ in found)


def _by_commit(said: Sequence[str]) -> Iterator[list[changes.Change]]:
    """The pairs of each commit: its id, then its rows, each followed by a path."""
    at = 0
    while at < len(said):
        end = at + 1
        while end < len(said) and said[end].startswith(":"):
            end += 2
        yield changes.read_raw(said[at + 1 : end]).pairs
        at = end


def _edits(change: changes.Change, held: dict[str, bytes]) -> Iterator[EditText]:
    before = held.get(change.before.blob or "", b"") if change.before else b""
    if change.after is None:
        yield EditText(change.path, before, 0, len(before), None)
        return
    after = held.get(change.after.blob or "")
    if after is not None:  # a submodule, and what a partial clone lacks, holds no text
        yield from (EditText(change.path, before, *swap) for swap in swaps(before, after))
