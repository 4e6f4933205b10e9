"""`merge-driver`: one baseline file of two, as git asks for it in a merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import StoreError
from rubout.judge.baseline_merge import conflicts, merged
from rubout.measure.sources.merge import merged_by_lines
from rubout.store.baseline import baseline_bytes, baseline_text, parse_baseline
from rubout.store.files import replace_text

if TYPE_CHECKING:
    from pathlib import Path


class Sides(NamedTuple):
    """Files that git has made: the common ancestor, empty for none, and both sides; `ours` takes the result."""

    base: Path
    ours: Path
    theirs: Path


def merge_files(sides: Sides) -> str | None:
    """Merge two baselines into `ours`; why they cannot be merged, else None, and then git's own conflict is left there.

    Raises:
        StoreError: `ours` cannot be written.
    """
    try:
        source = baseline_bytes(sides.base)
        base = parse_baseline(source, str(sides.base)) if source else None
        ours, theirs = (parse_baseline(baseline_bytes(path) or b"", str(path)) for path in (sides.ours, sides.theirs))
    except StoreError as error:
        return _left_to_git(sides, f"{error.where}: {error.what}")
    result = merged(base, ours, theirs)
    if result is None:
        fields = ", ".join(conflicts(ours.header, theirs.header))
        return _left_to_git(sides, f"the headers differ in {fields}")
    replace_text(sides.ours, baseline_text(result))
    return None


def _left_to_git(sides: Sides, why: str) -> str:
    lines = merged_by_lines(*sides)
    if lines is not None:
        replace_text(sides.ours, lines.decode("utf-8", "replace"))
    return why
