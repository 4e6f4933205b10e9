"""`rubout baseline`: what `rubout check` holds the project against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.measuring import judged, project_at, tree_of
from rubout.cli.options import add_measuring, add_path
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.baseline import Settled
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run

SHORTEST_REASON = 10  # characters


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_path(parser, "the root of the project", metavar="ROOT")
    parser.add_argument(
        "--accept",
        metavar="REASON",
        help="start anew from the tree as it is, and write down why, in 10 characters or more",
    )
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Establish the baseline, or tighten it; a tree that fails against it changes nothing.

    Raises:
        UsageError: a reason that says nothing.
    """
    import time

    from rubout.gate.baseline import settle
    from rubout.report.baseline_text import text

    reason = None if args.accept is None else _reason(args.accept)
    project = project_at(args.path, whole=True)
    settled: list[Settled] = []

    def judge(run: Run, config: Config) -> Outcome:
        settled.append(settle(run, config, reason))
        return settled[0].outcome

    started = time.time_ns()
    judged(project, judge, args, err, tree_of(project.anchor), started)
    out.write(text(settled[0]))
    return settled[0].outcome.exit_code


def _reason(given: str) -> str:
    reason = given.strip()
    if len(reason) < SHORTEST_REASON or not reason.isprintable():
        what = f"`{given}` is no reason: one line of at least {SHORTEST_REASON} characters is"
        raise UsageError(what, where="baseline", fix="say for the next reader why this growth is right")
    return reason
