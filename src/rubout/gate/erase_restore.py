"""Putting back what an erase took: after one that was cut short, and when somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import RepositoryError, StoreError
from rubout.facts.erase_undo import DONE, OPEN, RESTORED, UNDONE, LogRecord
from rubout.store import erase_log
from rubout.store.clock import now_ms
from rubout.store.erase_journal import only_eraser, read_journal, write_journal
from rubout.store.erased import content_at, put

if TYPE_CHECKING:
    from rubout.facts.erase_undo import Journal, Saved


@dataclass(frozen=True, slots=True)
class Restored:
    """The files that were brought back, and those that were left alone since their content is neither of the two."""

    paths: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def recover(anchor: str) -> Restored | None:
    """Roll back an erase that was cut short; None when there is none.

    Raises:
        StoreError: another process erases here, or a file cannot be written.
    """
    journal = read_journal(anchor)
    if journal is None or journal.state != OPEN:
        return None
    with only_eraser(anchor):
        journal = read_journal(anchor)
        return roll_back(anchor, journal) if journal and journal.state == OPEN else None


def undo(anchor: str) -> Restored:
    """Bring back what the last erase took.

    Raises:
        RepositoryError: there is none that ended, or a file was changed since: nothing is written then.
        StoreError: as `recover`.
    """
    journal = read_journal(anchor)
    if journal is None or journal.state != DONE:
        raise RepositoryError("nothing to undo", where=anchor, fix="`git log` and `git checkout` reach further back")
    with only_eraser(anchor):
        changed = [saved.path for saved in journal.targets if _hash_of(content_at(anchor, saved.path)) != saved.after]
        if changed:
            fix = "put them back as the erase left them, or take what you need from git"
            raise RepositoryError(f"changed since the erase: {', '.join(changed)}", where=anchor, fix=fix)
        # From here on an interrupted undo is an erase to be rolled back.
        write_journal(anchor, msgspec.structs.replace(journal, state=OPEN))
        return roll_back(anchor, journal)


def roll_back(anchor: str, journal: Journal) -> Restored:
    """Bring back every file that holds what the erase left there; the journal is closed. The caller holds the lock."""
    restored, left = [], []
    for saved in journal.targets:
        held = _held(anchor, saved.path)
        if held == saved.before:
            continue
        if held != saved.after:
            left.append(saved.path)
            continue
        put(anchor, saved.path, saved.content, saved.mode)
        restored.append(saved.path)
        erase_log.append(anchor, [_record(journal, saved)])
    write_journal(anchor, msgspec.structs.replace(journal, state=UNDONE))
    return Restored(tuple(restored), tuple(left))


def _held(anchor: str, path: str) -> str | None:
    """The hash of what is there; "" for what is no file."""
    try:
        return _hash_of(content_at(anchor, path))
    except StoreError:
        return ""


def _hash_of(content: bytes | None) -> str | None:
    return None if content is None else sha256(content).hexdigest()


def _record(journal: Journal, saved: Saved) -> LogRecord:
    return LogRecord(
        ts_ms=now_ms(),
        cls=RESTORED,
        path=saved.path,
        span=None,
        provenance="",
        hash=saved.before,
        erased_sha256="",
        plan=journal.plan,
        head=journal.head,
    )
