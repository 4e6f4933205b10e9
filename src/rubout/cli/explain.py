"""`rubout explain`: how one finding came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.measuring import judged, project_at
from rubout.cli.options import add_measuring, add_path
from rubout.errors import ExitCode, UsageError
from rubout.gate.families import FAMILIES
from rubout.report.explain import explain
from rubout.report.render import report_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("id", metavar="ID", help="the id of a finding, FAMILY:DIGEST")
    add_path(parser, "a folder or file of the project")
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Print the formula of a finding with its numbers put in.

    Raises:
        UsageError: no family, or no finding, of that name.
    """
    family, separator, _ = args.id.partition(":")
    if not separator or family not in FAMILIES:
        known = ", ".join(f"{name}:" for name in FAMILIES)
        raise UsageError(f"`{args.id}` is no id of a finding", where="explain", fix=f"ids begin with one of {known}")
    outcome = judged(project_at(args.path), FAMILIES[family].outcome, args, err).outcome
    out.write(explain(report_of(outcome), args.id))
    return ExitCode.HELD
