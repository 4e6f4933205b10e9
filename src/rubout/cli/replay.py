"""`rubout replay`: what the guard would have refused in a history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.measuring import project_at
from rubout.cli.options import whole
from rubout.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.gate.ledger import Ledger

DEFAULT_COMMITS = 400


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--commits",
        type=whole(1),
        default=DEFAULT_COMMITS,
        metavar="N",
        help=f"how many of the newest commits a new record begins with (default: {DEFAULT_COMMITS})",
    )
    parser.add_argument("--repo", default=".", metavar="PATH", help="the repository (default: here)")
    parser.add_argument(
        "--arbitration",
        metavar="FILE",
        help="where the record is kept: a replay goes on from it, and people write their verdicts into it",
    )
    parser.add_argument(
        "--deny",
        action="store_true",
        help='everything that `[guard] mode = "deny"` would refuse (default: what more than a warning would be, as the'
        " project is set up)",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Replay the first-parent history of a repository, and print the record.

    Raises:
        RepositoryError: no repository, or git refused.
        UsageError: the file is no record, or one of another history or of other rules.
        StoreError: the file cannot be written.
    """
    import msgspec

    from rubout.config.read import read_config
    from rubout.gate.replay import replay
    from rubout.report import replay as report

    anchor = project_at(args.repo, whole=True).anchor
    file = Path(args.arbitration) if args.arbitration else None
    keeper = _Keeper(file, err)
    config = read_config(Path(anchor))
    if args.deny:
        config = msgspec.structs.replace(config, guard=msgspec.structs.replace(config.guard, mode="deny"))
    ledger = replay(anchor, config, keeper.read(), args.commits, keeper.keep)
    out.write(report.json(ledger) if args.format == "json" else report.text(ledger))
    return ExitCode.HELD


class _Keeper:
    """The arbitration file, and the progress that a terminal sees."""

    def __init__(self, file: Path | None, err: TextIO) -> None:
        self._file = file
        self._err = err

    def read(self) -> Ledger | None:
        """What the file holds; None without one."""
        from rubout.gate.ledger import read_ledger

        if self._file is None or not self._file.exists():
            return None
        try:
            text = self._file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(str(error), where=str(self._file), fix="give a readable text file") from error
        return read_ledger(text, str(self._file))

    def keep(self, ledger: Ledger, left: int) -> None:
        """Write the record so far."""
        from rubout.gate.ledger import write_ledger
        from rubout.store.files import replace_text

        if self._file is not None:
            replace_text(self._file, write_ledger(ledger))
        if self._err.isatty():
            self._err.write(f"\r\x1b[Kreplaying: {left} commits left" if left else "\r\x1b[K")
            self._err.flush()
