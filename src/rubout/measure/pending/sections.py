"""Files after the sections of a patch, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.pending.hunks import hunked
from rubout.measure.pending.text import SilentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.measure.pending.patch import Section


def applied(sections: Iterable[Section], before: Mapping[str, str | None]) -> dict[str, str | None]:
    """Path to text, None for no file; `before` holds every path of the sections.

    Raises:
        SilentError: one of them cannot happen, and so none does.
    """
    now = dict(before)
    for section in sections:
        if section.content is not None:
            now[section.path] = section.content
            continue
        text = now[section.path]
        if text is None:
            raise SilentError("missing_file")
        if section.hunks:
            now[section.target or section.path] = hunked(text, section.hunks)
        if section.target or not section.hunks:
            now[section.path] = None
    return now
