"""`rubout facts`: what was measured for a family, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.measuring import judged, project_at
from rubout.cli.options import add_family, add_measuring, add_path
from rubout.errors import ExitCode
from rubout.gate.families import FAMILIES
from rubout.report.json import encode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_family(parser, FAMILIES)
    add_path(parser, "the folder or file to measure")
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Print the facts and the knobs in force, which `rubout judge` judges again anywhere."""
    outcome = judged(project_at(args.path), FAMILIES[args.family].outcome, args, err).outcome
    document = {"family": args.family, "facts": outcome.facts, "knobs": outcome.verdict.knobs}
    out.write(encode(document))
    return ExitCode.UNJUDGED if outcome.verdict.degraded else ExitCode.HELD
