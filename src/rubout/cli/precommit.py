"""`rubout precommit`: the copies that a commit would bring in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.measuring import project_at
from rubout.cli.options import add_format, add_measuring, add_path, say, screen
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.errors import ExitCode


PUSH = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF")  # where the framework `pre-commit` says what is pushed
BRANCH = "PRE_COMMIT_LOCAL_BRANCH"  # and that alone, when the first commit of all is among it


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_path(parser, "the root of the project", metavar="ROOT")
    parser.add_argument(
        "--pushed", action="store_true", help=f"judge the commits from {PUSH[0]} to {PUSH[1]}, not what is staged"
    )
    add_format(parser)
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Judge what is staged, or pushed; only the tier `deny` of `[guard] mode` makes it fail.

    Raises:
        RepositoryError: no git, no repository, or git refused.
        UsageError: `--pushed` without word of what is.
    """
    import gc

    from rubout.config.read import read_config
    from rubout.gate.audit import Means, pushed_audit, staged_audit
    from rubout.gate.precommit import logged, outcome_of
    from rubout.report.render import render, report_of

    gc.disable()  # records make no cycles
    anchor = project_at(args.path, whole=True).anchor
    config = read_config(Path(anchor))
    means = Means(lambda line: say(err, line), jobs=args.jobs, cache=not args.no_cache)
    audited = pushed_audit(anchor, config, *_pushed(), means) if args.pushed else staged_audit(anchor, config, means)
    outcome = outcome_of(audited, "pushed" if args.pushed else "staged")
    if not args.no_cache:
        logged(anchor, audited)
    color, width = screen(args, out)
    out.write(render(report_of(outcome), args.format, color=color, width=width))
    return outcome.exit_code


def _pushed() -> tuple[str, str]:
    """The two ends of what is pushed; of a history that is new as a whole, nothing and its branch."""
    start, end, branch = (os.environ.get(name, "") for name in (*PUSH, BRANCH))
    if start and end:
        return start, end
    if branch:
        return "", branch
    what = f"--pushed without {' and '.join(PUSH)}"
    raise UsageError(what, where="precommit", fix="run it as a pre-push hook of `pre-commit`")
