"""What a run looked at: the files in scope with their facts, and what stayed out."""

from __future__ import annotations

import msgspec

from rubout.facts.source import FileFacts


class Problem(msgspec.Struct, frozen=True):
    """A file that is in scope and could not be used; the run went on without it."""

    path: str
    what: str


class SurveyedFile(msgspec.Struct, frozen=True, array_like=True):
    """One file in scope: POSIX path relative to the anchor, git blob id, facts."""

    path: str
    blob: str
    facts: FileFacts


class Survey(msgspec.Struct, frozen=True):
    """`files` in ascending order of their paths' UTF-8 bytes; `excluded` counts files by rule."""

    files: tuple[SurveyedFile, ...]
    excluded: dict[str, int]
    problems: tuple[Problem, ...] = ()
    missing_grammars: tuple[str, ...] = ()  # languages whose files are size-only for want of a grammar
    notes: tuple[str, ...] = ()  # words about the tree as a whole, such as git's own warnings
    scope: str = ""  # the walked folder relative to the anchor, "" for all of it
    consulted: dict[str, str] = {}  # frozen; blob ids of what shaped the answer and is none of `files`
