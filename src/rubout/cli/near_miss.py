"""`rubout near-miss`: units whose syntax trees are almost the same."""

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
    measuring.configure(parser, "the folder or file to look for near-copies in")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--units", action="store_true", help="list every unit with its size, and judge nothing")
    what.add_argument(
        "--advisory", action="store_true", help="list pairs from 70 of 100 nodes, too; they count nowhere"
    )


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the near-copies under a path; nothing in it fails a gate."""
    return measuring.answer("near-miss", partial(judge, args=args), args, out, err)


def judge(run: Run, _config: Config, *, args: Namespace) -> Outcome:
    """The outcome of a run."""
    from rubout.gate.near_miss import Ask, near_miss

    return near_miss(run, Ask(units=args.units, advisory=args.advisory))
