"""`rubout review demo`: a defect is refused by a model once and by memory ever after; an approval is paid each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ExitCode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """It takes none."""
    del parser


def run(_args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Play the story in a temporary repository and print its ledger."""
    from rubout.report.review_demo import demo_text
    from rubout.review.demo import play

    out.write(demo_text(play()))
    return ExitCode.HELD
