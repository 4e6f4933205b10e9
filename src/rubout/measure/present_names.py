"""Under which name do the older lines of a file gather, when it was renamed since?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def present_names(renames: Iterable[Iterable[tuple[str, str]]]) -> Iterator[Mapping[str, str]]:
    """For each commit, newest first, the names that changed after it, as {name in it: name at the end}.

    Args:
        renames: of each commit, newest first, (name before, name after).
    """
    present: dict[str, str] = {}
    for commit in renames:
        yield present
        # All at once: two files may have changed names with each other.
        renamed = {before: present.get(after, after) for before, after in commit}
        present = present | renamed if renamed else present
