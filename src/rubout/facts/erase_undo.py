"""What an erase leaves behind to be undone by, and the line that its log gets (docs/methodology/erase.md)."""

from __future__ import annotations

import msgspec

UNDO_SCHEMA = "rubout.erase-undo/1"
LOG_SCHEMA = "rubout.erase-log/1"
OPEN, DONE, UNDONE = "open", "done", "undone"
RESTORED = "restored"  # the class of a line that tells of a file brought back


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was, its mode in its permission bits; hashes are SHA-256 in hex.

    `after` is None for a file that went whole. JSON holds `content` in base64.
    """

    path: str
    mode: int
    content: bytes
    before: str
    after: str | None


class Journal(msgspec.Struct, frozen=True, kw_only=True):
    """One apply: `open` until it is proved and has ended, then `done`, and `undone` once everything was put back.

    `plan` names what was carried out, `head` is the commit it was carried out on.
    """

    schema: str = UNDO_SCHEMA
    state: str
    plan: str
    head: str
    targets: tuple[Saved, ...]


class LogRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One row that was erased, or one file that was brought back; times are Unix milliseconds."""

    schema: str = LOG_SCHEMA
    ts_ms: int
    cls: str = msgspec.field(name="class")
    path: str
    span: tuple[int, int] | None
    provenance: str
    hash: str
    erased_sha256: str
    plan: str
    head: str
