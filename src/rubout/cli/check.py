"""`rubout check`: one score, and what fails."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import whole
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the root of the project", metavar="ROOT")
    parser.add_argument("--fail-under", type=whole(0), metavar="F", help="exit 1 when the score is below F")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Judge the whole project."""
    return measuring.answer("check", partial(judge, fail_under=args.fail_under), args, out, err, measuring.Extent.ROOT)


def judge(run: Run, config: Config, *, fail_under: int | None = None) -> Outcome:
    """The outcome of a run.

    Raises:
        UsageError: a floor above the scale, which no score could pass.
    """
    from rubout.config.knobs import score_knobs
    from rubout.gate.check import Limits, check

    scale = config.score.score_scale
    if fail_under is not None and fail_under > scale:
        what = f"--fail-under {fail_under} is above the scale: no score could pass"
        raise UsageError(what, where="check", fix=f"give 0 to {scale}")
    limits = Limits(scan=config.thresholds, clones=config.clones, score=score_knobs(config, fail_under=fail_under))
    return check(run, limits)
