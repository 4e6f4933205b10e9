"""`rubout explain`: how one finding came about."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from rubout.cli.check import add_asked
from rubout.cli.check import judge as check
from rubout.cli.measuring import judged, project_at, tree_of
from rubout.cli.options import add_measuring, add_path
from rubout.errors import ExitCode, UsageError
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


CHECKED = "score:"
CHURN = "score:churn"  # an axis that a check has with days alone


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("id", metavar="ID", help="the id of a finding, FAMILY:DIGEST")
    add_path(parser, "a folder or file of the project")
    about = "what the check was asked that printed it; score:churn takes [churn] days where none are given"
    add_asked(parser.add_argument_group("for an id of check", about))
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Print the formula of a finding with its numbers put in.

    Raises:
        UsageError: no family, or no finding, of that name, or an option of check for one of another family.
    """
    family, separator, _ = args.id.partition(":")
    if not separator or family not in FORMULAS:
        known = ", ".join(f"{name}:" for name in sorted(FORMULAS))
        raise UsageError(f"`{args.id}` is no id of a finding", where="explain", fix=f"ids begin with one of {known}")
    given = [name for name, value in _asked(args).items() if value is not None]
    if given and family != "score":
        what = f"--{given[0].replace('_', '-')} is for ids of `check`"
        raise UsageError(what, where="explain", fix="leave it out")
    out.write(explain(_report(FAMILIES[family], args, err), args.id))
    return ExitCode.HELD


def _report(family: Family, args: Namespace, err: TextIO) -> Report:
    """The report of a family, with the rows that take longer where no other is the one that is asked for."""
    project, started = project_at(args.path), time.time_ns()
    universe = tree_of(project.anchor) if family.whole else None
    judge = partial(_checked, args) if args.id.startswith(CHECKED) else family.outcome
    found = judged(project, judge, args, err, universe, started)
    report = report_of(found.outcome)
    if family.more is None or has_row(report, args.id):
        return report
    return report_of(family.more(found.run, found.outcome))


def _asked(args: Namespace) -> dict[str, Any]:
    """The options of a check."""
    return {name: getattr(args, name) for name in ("fail_under", "days", "base")}


def _checked(args: Namespace, run: Run, config: Config) -> Outcome:
    """The check that printed the id."""
    days = args.days or (config.churn.days if args.id == CHURN else None)
    return check(run, config, **{**_asked(args), "days": days})
