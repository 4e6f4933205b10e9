"""Replacements of text, one after the other, as the hosts carry them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.pending import Replacement

_MARK = "\ufeff"  # a byte order mark in front is no text


class SilentError(Exception):
    """The call fails on its own, or what it comes to cannot be known; the text is the reason of the `Outlook`."""


def replaced(text: str | None, steps: Sequence[Replacement]) -> str | None:
    """The text after all the steps; None for no file.

    Raises:
        SilentError: one of them cannot happen, and so none does.
    """
    if not steps:
        raise SilentError("no_change")
    for step in steps:
        text = _step(text, step)
    return text


def _step(text: str | None, step: Replacement) -> str:
    if not step.old:
        if not step.new or (text is not None and text.removeprefix(_MARK).strip()):
            raise SilentError("exists")
        return step.new
    if text is None:
        raise SilentError("missing_file")
    if step.old == step.new:
        raise SilentError("no_change")
    hits = text.count(step.old)
    if not hits:
        raise SilentError("no_match")
    if hits > 1 and not step.everywhere:
        raise SilentError("ambiguous")
    return text.replace(step.old, step.new)
