"""What a host is about to do to files, free of the host's own names: the calls, and what they come to.

Texts are decoded as UTF-8 with `surrogateescape`, every CRLF turned into LF. Paths are as the host spelled them.
"""

from __future__ import annotations

import msgspec


class Write(msgspec.Struct, frozen=True, tag="write"):
    """The whole new text of a file."""

    path: str
    content: str


class Replacement(msgspec.Struct, frozen=True):
    """One text put in the place of another."""

    old: str
    new: str
    everywhere: bool = False


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """Replacements in one file, one after the other: all of them or none."""

    path: str
    replacements: tuple[Replacement, ...]


class CellEdit(msgspec.Struct, frozen=True, tag="cell"):
    """A change of one cell of a notebook; `cell` is its id, None for the first one."""

    path: str
    cell: str | None
    source: str
    kind: str | None = None  # "code" or "markdown"; None keeps what it is
    mode: str = "replace"  # or "insert", "delete"


class Patch(msgspec.Struct, frozen=True, tag="patch"):
    """The text of an apply-patch call, which may name many files; relative ones from the working folder."""

    text: str


Pending = Write | Edit | CellEdit | Patch


class Outlook(msgspec.Struct, frozen=True):
    """What a call would make of one file.

    `before` is the text on disk, None for no file. `after` is the text to come, None when the file goes away or
    when `silent` says why nothing can be known: `exists`, `missing_file`, `no_change`, `no_match`, `ambiguous`,
    `bad_notebook`, `bad_patch`, `unreadable`. Of a notebook both texts are its code cells, joined.
    """

    path: str
    before: str | None
    after: str | None
    silent: str | None = None
    notebook: bool = False
