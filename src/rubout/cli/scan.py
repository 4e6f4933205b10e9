"""`rubout scan`: sizes and complexity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli import measuring

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Surveyed


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the folder or file to judge")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Grade the files and functions under a path."""
    return measuring.answer("scan", judge, args, out, err)


def judge(surveyed: Surveyed, config: Config) -> Outcome:
    """The outcome for a survey."""
    from rubout.gate.scan import scan

    return scan(surveyed.survey, config.thresholds)
