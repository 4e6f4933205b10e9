"""`rubout edits`: what a change replaced, moved, or stacked on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import add_range, span_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.errors import ExitCode

FORMATS = ("text", "json")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure_whole(parser, FORMATS)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--base", metavar="REV", help="what changed since REV, committed or not (default: HEAD)")
    which.add_argument("--staged", action="store_true", help="what would be committed")
    which.add_argument("--commit", metavar="REV", help="what one commit changed of its first parent")
    add_range(which, "what B changed since it parted from A (also A...B)")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report a change; nothing in it fails a gate.

    Raises:
        UsageError: `--range` is no range.
    """
    from functools import partial

    from rubout.gate.edits import Ask, edits

    ask = Ask(base=args.base, staged=args.staged, commit=args.commit, span=span_of(args.range))
    return measuring.answer_anew(partial(edits, ask=ask), args, out, err)
