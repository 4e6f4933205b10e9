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
    from rubout.gate.survey import Run


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the folder or file to judge")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Grade the files and functions under a path."""
    return measuring.answer("scan", judge, args, out, err)


def judge(run: Run, config: Config) -> Outcome:
    """The outcome of a run."""
    from rubout.gate.scan import scan

    return scan(run.survey().survey, config.thresholds)
