"""Carrying out a plan: behind its preconditions, file by file, and proved afterwards, or else rolled back."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import RuboutError
from rubout.facts.erase_undo import DONE, OPEN, Journal, LogRecord, Saved
from rubout.gate.erase_again import broken, findings, not_gone, planned_again
from rubout.gate.erase_ready import ready
from rubout.gate.erase_restore import Restored, roll_back
from rubout.gate.erase_targets import changed, current, targets
from rubout.measure.languages.all import BY_CODE
from rubout.measure.splices import byte_lines, reads_alike
from rubout.store import erase_log
from rubout.store.clock import now_ms
from rubout.store.erase_journal import only_eraser, write_journal
from rubout.store.erased import put, take_away

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.config.records import Config
    from rubout.gate.erase import Planned
    from rubout.gate.erase_rows import PlanRow
    from rubout.gate.erase_targets import Target
    from rubout.gate.survey import Run

INTERRUPTED = "interrupted"
_NOTHING = Restored()


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of an apply: `wrong` is empty, or why everything was put back.

    `further` are rows that may be erased now and could not before; they were left.
    """

    head: str
    paths: tuple[str, ...]
    wrong: str = ""
    restored: Restored = _NOTHING
    further: tuple[PlanRow, ...] = ()


def apply(run: Run, config: Config, planned: Planned) -> Applied:
    """Take out what a plan may erase, of which there is something.

    Raises:
        RepositoryError: a precondition does not hold, so nothing was written.
        StoreError: as that, or a roll back could not write: the journal stays open for the next run.
    """
    anchor = run.request.anchor
    head, files = ready(anchor, planned.plan)
    paths = tuple(file.path for file in files)
    with only_eraser(anchor):
        erase_log.append(anchor, ())
        journal = _journal(planned, head, files)
        write_journal(anchor, journal)
        try:
            for file in files:
                _write(run, file, journal)
            further = _proved(run, config, planned, files)
            write_journal(anchor, msgspec.structs.replace(journal, state=DONE))
        except (RuboutError, KeyboardInterrupt) as error:
            restored = roll_back(anchor, journal)
            if restored == _NOTHING and isinstance(error, RuboutError):
                raise  # nothing was written
            return Applied(head, paths, _words(error), restored)
    return Applied(head, paths, further=further)


class _UnprovedError(RuboutError):
    """What was written does not hold."""


def _journal(planned: Planned, head: str, files: Sequence[Target]) -> Journal:
    saved = tuple(
        Saved(
            path=file.path,
            mode=file.mode,
            content=file.before,
            before=sha256(file.before).hexdigest(),
            after=None if file.after is None else sha256(file.after).hexdigest(),
        )
        for file in files
    )
    return Journal(state=OPEN, plan=planned.plan.digest, head=head, targets=saved)


def _write(run: Run, file: Target, journal: Journal) -> None:
    """Change one file, if it is still what was planned on, and log each row."""
    anchor = run.request.anchor
    before, mode = current(anchor, file.path)
    if (before, mode) != (file.before, file.mode):
        raise changed(file.path)
    code = next((one.code for one in run.universe.files if one.path == file.path), None)
    if file.after is None:
        take_away(anchor, file.path)
    elif code is not None and not reads_alike(file.before, file.after, BY_CODE[code]):
        raise _UnprovedError("its code would read otherwise", where=file.path, fix="report it")
    else:
        put(anchor, file.path, file.after, file.mode)
    records = (_record(row, digest, journal) for row, (_, _, digest) in zip(file.rows, findings(file), strict=True))
    erase_log.append(anchor, records)


def _record(row: PlanRow, digest: str, journal: Journal) -> LogRecord:
    return LogRecord(
        ts_ms=now_ms(),
        cls=row.cls,
        path=row.path,
        span=row.span,
        provenance=row.provenance,
        hash=row.hash,
        erased_sha256=digest,
        plan=journal.plan,
        head=journal.head,
    )


def _proved(run: Run, config: Config, planned: Planned, files: tuple[Target, ...]) -> tuple[PlanRow, ...]:
    """What may go next; raises _UnprovedError when something misses what went, or it may go still."""
    again = planned_again(run, config)
    gone = frozenset(file.path for file in files if file.after is None)
    if lost := broken(planned.built, again.built, gone):
        raise _UnprovedError(f"no longer resolved: {'; '.join(lost)}", where="erase", fix="report it")
    left = targets(run.request.anchor, again.plan.rows)
    lines = {file.path: byte_lines(file.before) for file in left}
    if stays := not_gone(files, again, lines):
        raise _UnprovedError(f"still eraseable: {', '.join(stays)}", where="erase", fix="report it")
    return again.plan.eraseable


def _words(error: BaseException) -> str:
    return error.what if isinstance(error, RuboutError) else INTERRUPTED
