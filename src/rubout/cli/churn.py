"""`rubout churn`: how the lines of a project changed in the last days of its history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import add_days

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.errors import ExitCode

FORMATS = ("text", "json")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser, FORMATS)
    add_days(parser)
    parser.add_argument(
        "--survival", action="store_true", help="how many added lines are still there, too; takes a blame a file"
    )


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the history; nothing in it fails a gate."""
    from functools import partial

    from rubout.gate.churn import Ask, churn

    return measuring.answer_anew(partial(churn, ask=Ask(days=args.days, survival=args.survival)), args, out, err)
