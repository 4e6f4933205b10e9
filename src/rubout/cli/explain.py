"""`rubout explain`: how one finding came about."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rubout.cli.measuring import judged, project_at, tree_of
from rubout.cli.options import add_measuring, add_path
from rubout.errors import ExitCode, UsageError
from rubout.gate.families import FAMILIES
from rubout.report.explain import FORMULAS, explain, has_row
from rubout.report.render import report_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.gate.families import Family
    from rubout.report.record import Report


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
    if not separator or family not in FORMULAS:
        known = ", ".join(f"{name}:" for name in sorted(FORMULAS))
        raise UsageError(f"`{args.id}` is no id of a finding", where="explain", fix=f"ids begin with one of {known}")
    out.write(explain(_report(FAMILIES[family], args, err), args.id))
    return ExitCode.HELD


def _report(family: Family, args: Namespace, err: TextIO) -> Report:
    """The report of a family, with the rows that take longer where no other is the one that is asked for."""
    project, started = project_at(args.path), time.time_ns()
    universe = tree_of(project.anchor) if family.whole else None
    found = judged(project, family.outcome, args, err, universe, started)
    report = report_of(found.outcome)
    if family.more is None or has_row(report, args.id):
        return report
    return report_of(family.more(found.run, found.outcome))
