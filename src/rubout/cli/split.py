"""`rubout split`: where long files could be cut, and what that costs."""

from __future__ import annotations

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


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the long files; nothing in it fails a gate."""
    return measuring.answer_on_commit("split", judging, args, out, err)


def judging(_args: Namespace) -> Judge:
    """What judges a run."""
    from rubout.gate.split import split

    return split
