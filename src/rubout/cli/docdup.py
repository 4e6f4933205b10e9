"""`rubout docdup`: documentation that stands in several places."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the folder or file to look for copies in")
    parser.add_argument("--check", action="store_true", help="exit 1 when there is any copy")
    parser.add_argument(
        "--advisory", action="store_true", help="list pairs that are half alike, from 50/100, too; they never gate"
    )


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the documentation under a path that stands there more than once."""
    return measuring.answer("docdup", partial(judge, args=args), args, out, err)


def judge(run: Run, _config: Config, *, args: Namespace) -> Outcome:
    """The outcome of a run."""
    from rubout.gate.docdup import Ask, docdup

    return docdup(run, Ask(advisory=args.advisory, gates=args.check))
