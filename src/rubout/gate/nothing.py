"""A run over nothing is no pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure.sources.anchor import in_work_tree

if TYPE_CHECKING:
    from collections.abc import Collection

    from rubout.facts.survey import Survey


def require_repository(anchor: str) -> None:
    """Refuse to judge a change where git keeps none; raises RepositoryError."""
    if not in_work_tree(anchor):
        raise RepositoryError("no repository", where=anchor, fix="run it in a repository of git")


def require_files(surveyed: Survey, files: Collection[object]) -> None:
    """Refuse to judge when no file is in scope for a family.

    Raises:
        RepositoryError: `files` is empty; it says what was left out, by rule.
    """
    if files:
        return
    left_out = ", ".join(f"{count} {rule}" for rule, count in surveyed.excluded.items())
    raise RepositoryError(
        "nothing to judge" + (f" (left out: {left_out})" if left_out else ""),
        where=surveyed.scope or ".",
        fix="give a folder with source files in it; `rubout why PATH` says what keeps a file out",
    )
