"""`rubout eject`: take rubout's own files and hooks out of a project; the configuration and the reviews stay."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rubout.cli.measuring import project_at, tree_of
from rubout.cli.options import add_path
from rubout.errors import ExitCode, RepositoryError, StoreError
from rubout.facts.erase_undo import OPEN
from rubout.measure.sources import git
from rubout.measure.sources.scratch import scratch_folders
from rubout.report.record import printable
from rubout.serve.control import places, shutdown
from rubout.serve.wiring.hosts import HOSTS
from rubout.serve.wiring.plan import carry_out, removal
from rubout.store.erase_journal import read_journal
from rubout.store.names import BASELINE
from rubout.store.removal import remove

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator
    from typing import TextIO


class _Target(NamedTuple):
    """What goes, and how; `take` raises StoreError. `is_tracked` when git has it, too."""

    name: str
    take: Callable[[], None]
    is_tracked: bool = False


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_path(parser, "a path of the project", metavar="ROOT")
    parser.add_argument("--yes", action="store_true", help="remove; without it only what would go is listed")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """List what would go, or remove it; what cannot be removed is named, and the rest goes all the same.

    Raises:
        StoreError: an erase has to end first, or the daemon does not end: nothing is removed.
    """
    anchor = Path(project_at(args.path).anchor)
    failures: list[StoreError] = []
    targets = [*_hooks(anchor, failures), *_files(anchor)]
    open_erase = _open_erase(str(anchor)) if targets else None
    if open_erase:
        if args.yes:
            raise open_erase
        failures.append(open_erase)
    if args.yes and targets:
        _end_daemon(anchor)
    for target in targets:
        try:
            if args.yes:
                target.take()
        except StoreError as error:
            failures.append(error)
        else:
            tracked = ", which git tracks: it is gone for others once that is committed" if target.is_tracked else ""
            out.write(f"{'removed' if args.yes else 'would remove'} {printable(target.name)}{tracked}\n")
    if not args.yes or not targets:
        out.write("nothing was removed; `--yes` removes it\n" if targets else "nothing to remove\n")
    err.writelines(_told(failure) for failure in failures)
    return ExitCode.UNJUDGED if failures else ExitCode.HELD


def _told(failure: StoreError) -> str:
    return f"rubout: {printable(failure.where)}: {printable(failure.what)}\n  fix: {printable(failure.fix)}\n"


def _hooks(anchor: Path, failures: list[StoreError]) -> Iterator[_Target]:
    """What `guard install` put into the hook files of hosts."""
    for host in HOSTS.values():
        for path in host.places:
            try:
                change = removal(anchor, host, path)
            except StoreError as error:
                failures.append(error)
                continue
            if not change.is_none:
                name = path if change.after is None else f"rubout's hooks in {path}"
                yield _Target(name, partial(carry_out, anchor, change))


def _files(anchor: Path) -> Iterator[_Target]:
    """The files and folders that rubout makes of its own accord."""
    for folder in scratch_folders(str(anchor)):
        yield _Target(f"{Path(folder).relative_to(anchor).as_posix()}/", partial(remove, Path(folder)))
    for place in (anchor / BASELINE, *map(Path, places(str(anchor)))):
        if os.path.lexists(place):
            name = place.relative_to(anchor) if anchor in place.parents else place
            yield _Target(name.as_posix(), partial(remove, place), place.name == BASELINE and _is_tracked(anchor))


def _is_tracked(anchor: Path) -> bool:
    """Whether git has the baseline; where git cannot say, nobody is told."""
    try:
        return bool(git.start(str(anchor), "ls-files", "--", BASELINE)())
    except (FileNotFoundError, RepositoryError):
        return False


def _open_erase(anchor: str) -> StoreError | None:
    """Why an erase has to end first; None when there is none, or only one that `rubout erase` would not believe."""
    try:
        journal = read_journal(anchor)
    except StoreError:  # what cannot be used brings nothing back
        return None
    if journal is None or journal.state != OPEN or tree_of(anchor).scratch_tracked:
        return None
    what = "an erase is at work here or was cut short, and what would bring its files back lies in .rubout/"
    return StoreError(what, where=anchor, fix="run `rubout erase`, which rolls it back, and eject then")


def _end_daemon(anchor: Path) -> None:
    if not shutdown(str(anchor)):
        what = "the project's daemon does not end, so nothing was removed"
        raise StoreError(what, where=str(anchor), fix="end the process `rubout daemon` and try again")
