"""`rubout structure`: whether the tree of folders is in order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.measuring import Judge
    from rubout.errors import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser)
    parser.add_argument(
        "--days", type=whole(1), metavar="N", help="judge stale documents, too, by so many days of history before HEAD"
    )
    parser.add_argument("--deep", action="store_true", help="judge where copies and unused files pile up, too")
    parser.add_argument("--split-candidates", action="store_true", help="list the long files, too, as `split` does")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the tree; nothing in it fails a gate."""
    if args.days is not None:  # the tree alone does not decide it
        return measuring.answer_anew(judging(args), args, out, err)
    # Which units of a long file were changed together it does not decide either.
    return measuring.answer_on_commit("structure", judging, args, out, err, history=args.split_candidates)


def judging(args: Namespace) -> Judge:
    """What judges a run."""
    from rubout.gate.structure import Ask, structure

    return partial(structure, ask=Ask(days=args.days, deep=args.deep, split=args.split_candidates))
