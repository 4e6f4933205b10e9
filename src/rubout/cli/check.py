"""`rubout check`: one score, and what fails."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import FINDING_FORMATS, PICTURES, whole
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ActionsContainer
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    formats = (*FINDING_FORMATS, PICTURES)
    measuring.configure(parser, "the root of the project", metavar="ROOT", formats=formats)
    add_asked(parser)


def add_asked(parser: _ActionsContainer) -> None:
    """Declare what a check may be asked; the parser may be a group of one."""
    parser.add_argument("--fail-under", type=whole(0), metavar="F", help="exit 1 when the score is below F")
    parser.add_argument(
        "--days", type=whole(1), metavar="N", help="judge the last N days of history before HEAD, too (default: none)"
    )
    parser.add_argument(
        "--base", metavar="REV", help="hold the tree against that of a commit, and not against the baseline file"
    )


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Judge the whole project."""
    from rubout.gate.baseline_stamp import stamp

    anchor = measuring.project_at(args.path).anchor
    args.stamp = stamp(anchor, args.base)
    args.tip = None
    has_pictures = args.format == PICTURES
    if args.days is not None or has_pictures:  # the same tree on another commit has another history
        from rubout.gate.history import tip

        args.tip = tip(anchor)
    judged = partial(judge, fail_under=args.fail_under, days=args.days, base=args.base, has_pictures=has_pictures)
    return measuring.answer("check", judged, args, out, err, measuring.Extent.ROOT)


def judge(
    run: Run,
    config: Config,
    *,
    fail_under: int | None = None,
    days: int | None = None,
    base: str | None = None,
    has_pictures: bool = False,
) -> Outcome:
    """The outcome of a run; `has_pictures` adds what they are drawn from.

    Raises:
        UsageError: a floor above the scale, which no score could pass.
    """
    from rubout.gate.check import check

    scale = config.score.score_scale
    if fail_under is not None and fail_under > scale:
        what = f"--fail-under {fail_under} is above the scale: no score could pass"
        raise UsageError(what, where="check", fix=f"give 0 to {scale}")
    against = None
    if base is not None:
        from rubout.gate.base_tree import against_revision

        against = against_revision(run, base)
    outcome = check(run, config, fail_under=fail_under, days=days, against=against)
    if not has_pictures:
        return outcome
    from rubout.gate.pictured import pictured

    return pictured(outcome, run, config)
