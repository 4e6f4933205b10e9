"""The part of the health line about the index: is it there, and would this version measure the same?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.extract import revision
from rubout.measure.languages.all import LANGUAGES
from rubout.store.glance import glance

if TYPE_CHECKING:
    from rubout.store.glance import Glance


class IndexHealth(NamedTuple):
    """`files` is None for an index that is absent or cannot be read (`error`)."""

    files: int | None
    stale: bool = False
    error: str | None = None


def index_health(anchor: str, *, keep_imports: bool) -> IndexHealth:
    """How the index of a project is; it is not opened for writing."""
    try:
        found = glance(anchor)
    except OSError as error:
        return IndexHealth(None, error=str(error))
    return IndexHealth(None) if found is None else IndexHealth(found.files, _is_stale(found, keep_imports=keep_imports))


def _is_stale(found: Glance, *, keep_imports: bool) -> bool:
    cut, kept = (_revisions(keep_imports=imports) for imports in (False, True))
    beside = tuple(f"{name}/" for name in cut | kept)
    facts = {name for name in found.revisions if not name.startswith(beside)}
    return not found.schema or not facts <= (kept if keep_imports else cut)


def _revisions(*, keep_imports: bool) -> set[str]:
    return {revision(path, language, keep_imports=keep_imports) for language in LANGUAGES for path in ("a", "a.ipynb")}
