"""`rubout merge-driver`: what git runs to merge two baselines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.errors import ExitCode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("base", metavar="BASE", help="the common ancestor, git's %%O")
    parser.add_argument("ours", metavar="OURS", help="our side, git's %%A, which takes the result")
    parser.add_argument("theirs", metavar="THEIRS", help="their side, git's %%B")


def run(args: Namespace, _out: TextIO, err: TextIO) -> ExitCode:
    """Merge row by row; git is left a conflict where that cannot be done."""
    from rubout.gate.baseline_merge import Sides, merge_files

    why = merge_files(Sides(Path(args.base), Path(args.ours), Path(args.theirs)))
    if why is None:
        return ExitCode.HELD
    err.write(f"rubout: the baselines were not merged: {why}\n")
    return ExitCode.FAILED
