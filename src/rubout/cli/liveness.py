"""`rubout liveness`, also `rubout deadcode`: files that nothing starts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.measuring import Judge
    from rubout.errors import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser)
    parser.add_argument("--check", action="store_true", help="exit 1 when a dead file of an audited language is left")
    parser.add_argument("--production", action="store_true", help="let tests start nothing, and list no test")
    parser.add_argument("--symbols", action="store_true", help="list the names that nothing mentions, too: advice")
    parser.add_argument("--unresolved", action="store_true", help="list the references that could not be resolved, too")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the files that no entry leads to."""
    return measuring.answer_by("liveness", judging, args, out, err, measuring.Extent.TREE)


def judging(args: Namespace) -> Judge:
    """What judges a run."""
    from rubout.gate.liveness import Ask, liveness

    ask = Ask(production=args.production, unresolved=args.unresolved, symbols=args.symbols, gates=args.check)
    return partial(liveness, ask=ask)
