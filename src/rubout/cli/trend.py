"""`rubout trend`: whether the score rises or falls over the last commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.errors import ExitCode

FORMATS = ("text", "json")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the root of the project", metavar="ROOT", formats=FORMATS)
    parser.add_argument(
        "--commits", type=whole(1), default=30, metavar="N", help="how many of the newest commits (default: 30)"
    )
    parser.add_argument(
        "--batch", type=whole(1), metavar="N", help="measure N commits at most and leave the rest to later runs"
    )
    parser.add_argument(
        "--pin-config",
        action="store_true",
        help="judge every commit by the present configuration, not by that of its own tree",
    )


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Judge the history of the whole project."""
    from functools import partial

    from rubout.gate.trend import Ask, trend

    ask = Ask(commits=args.commits, batch=args.batch, pin_config=args.pin_config)
    return measuring.answer_anew(partial(trend, ask=ask), args, out, err, whole=True)
