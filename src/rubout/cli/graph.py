"""`rubout graph`: which file refers to which."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.measuring import Judge
    from rubout.errors import ExitCode

FORMATS = ("text", "json")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser, FORMATS)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--sites", action="store_true", help="list what each file refers to as it is written")
    what.add_argument("--cycles", action="store_true", help="list the cycles of imports alone, and where to cut them")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the graph; nothing in it fails a gate."""
    return measuring.answer_by("graph", judging, args, out, err, measuring.Extent.TREE)


def judging(args: Namespace) -> Judge:
    """What judges a run."""
    from rubout.gate.graph import Show, graph

    show = Show.SITES if args.sites else Show.CYCLES if args.cycles else Show.EDGES
    return partial(graph, show=show)
