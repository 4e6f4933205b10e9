"""`rubout explain`: how one finding came about."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from rubout.cli.measuring import judged, project_at, tree_of
from rubout.cli.options import add_measuring, add_path, whole
from rubout.errors import ExitCode, UsageError
from rubout.gate.check import check
from rubout.gate.families import FAMILIES
from rubout.report.explain import FORMULAS, explain, has_row
from rubout.report.render import report_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.gate.families import Family
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run
    from rubout.report.record import Report


CHURN = "score:churn"  # an axis that a check has with days alone


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("id", metavar="ID", help="the id of a finding, FAMILY:DIGEST")
    add_path(parser, "a folder or file of the project")
    parser.add_argument(
        "--days",
        type=whole(1),
        metavar="N",
        help="of an id of check: judge the last N days, too (default: none; of score:churn [churn] days)",
    )
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Print the formula of a finding with its numbers put in.

    Raises:
        UsageError: no family, or no finding, of that name, or days for a family that takes none here.
    """
    family, separator, _ = args.id.partition(":")
    if not separator or family not in FORMULAS:
        known = ", ".join(f"{name}:" for name in sorted(FORMULAS))
        raise UsageError(f"`{args.id}` is no id of a finding", where="explain", fix=f"ids begin with one of {known}")
    if args.days is not None and family != "score":
        raise UsageError("--days is for ids of `check`", where="explain", fix="leave it out")
    out.write(explain(_report(FAMILIES[family], args, err), args.id))
    return ExitCode.HELD


def _report(family: Family, args: Namespace, err: TextIO) -> Report:
    """The report of a family, with the rows that take longer where no other is the one that is asked for."""
    project, started = project_at(args.path), time.time_ns()
    universe = tree_of(project.anchor) if family.whole else None
    judge = partial(_on_days, days=args.days) if args.days or args.id == CHURN else family.outcome
    found = judged(project, judge, args, err, universe, started)
    report = report_of(found.outcome)
    if family.more is None or has_row(report, args.id):
        return report
    return report_of(family.more(found.run, found.outcome))


def _on_days(run: Run, config: Config, *, days: int | None) -> Outcome:
    """A check of so many days, or as many as a project looks at."""
    return check(run, config, days=days or config.churn.days)
