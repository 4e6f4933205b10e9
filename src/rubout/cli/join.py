"""`rubout join`: pairs of alike files, with their references and their history."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import add_days

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.measuring import Judge
    from rubout.errors import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser)
    add_days(parser)
    parser.add_argument("--no-churn", action="store_true", help="without the history: quicker, and no hotspots")
    parser.add_argument("--tier", choices=("f", "u"), default="f", help="pairs of files, or of units, too (default: f)")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the pairs of a project; nothing in it fails a gate."""
    return measuring.answer_on_commit("join", judging, args, out, err, history=not args.no_churn)


def judging(args: Namespace) -> Judge:
    """What judges a run."""
    from rubout.gate.join import Ask, join

    return partial(join, ask=Ask(days=args.days, history=not args.no_churn, units=args.tier == "u"))
