"""What the measuring commands share: the project, the answer given before, or a new one."""

from __future__ import annotations

import gc
import os
import time
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from rubout.cli.options import (
    FINDING_FORMATS,
    PICTURES,
    add_format,
    add_measuring,
    add_path,
    say,
    screen,
    terminal_width,
    wants_color,
)
from rubout.errors import ExitCode, UsageError
from rubout.gate.remembered import Said, question, recall, remember
from rubout.measure.sources.anchor import find_anchor, relative_path

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run
    from rubout.measure.sources.universe import Universe

    Judge = Callable[[Run, Config], Outcome]

# What changes how a run works and not one byte of what it says.
_SILENT = frozenset({"path", "jobs", "no_cache", "color"})
PATIENCE_SECONDS = 1.0
# What was judged last: let go here, a large tree's records would be freed one by one; the system frees them at once.
_LAST: list[object] = []


class Extent(Enum):
    """What a command looks at."""

    BELOW = auto()  # what lies below the path
    ROOT = auto()  # as TREE, and a path below its root is refused
    TREE = auto()  # the project, the files without a language too, and the path narrows the report


class Project(NamedTuple):
    """Where a run happens: the anchor, absolute, and what lies under the given path, "" for all of it."""

    anchor: str
    scope: str


class Judged(NamedTuple):
    """An outcome, and what a later run needs to know that it still holds."""

    outcome: Outcome
    config: Config
    run: Run


def configure(
    parser: ArgumentParser, meaning: str, *, metavar: str = "PATH", formats: Sequence[str] = FINDING_FORMATS
) -> None:
    """Declare the arguments that every measuring command takes."""
    add_path(parser, meaning, metavar=metavar)
    add_format(parser, formats)
    add_measuring(parser)


def configure_whole(parser: ArgumentParser, formats: Sequence[str] = FINDING_FORMATS) -> None:
    """Declare the arguments of a command that measures the whole project, whatever is asked about."""
    meaning = "the project; a folder or file in it narrows what is shown"
    configure(parser, meaning, metavar="ROOT", formats=formats)


def project_at(path: str, *, whole: bool = False) -> Project:
    """The project of a path; `whole` refuses a path below the anchor.

    Raises:
        UsageError: there is nothing at the path, or it lies below the anchor and must not.
    """
    if not os.path.exists(path):  # noqa: PTH110 - pathlib takes longer to load than git to list a tree
        raise UsageError(f"there is no `{path}`", where="command line", fix="give a folder or a file that is there")
    anchor = find_anchor(path)
    scope = relative_path(anchor, os.path.realpath(path)) or ""
    if whole and scope:
        what = f"`{path}` lies below the project's root, and only the whole can be judged"
        raise UsageError(what, where="command line", fix=f"give the root: {anchor}")
    return Project(anchor, scope)


def answer(
    command: str, judge: Judge, args: Namespace, out: TextIO, err: TextIO, extent: Extent = Extent.BELOW
) -> ExitCode:
    """Write what `judge` finds, or what was said before of the same tree."""
    gc.disable()  # as in `judged`, for the listing
    project = project_at(args.path, whole=extent is Extent.ROOT)
    color, width = screen(args, out)
    asked = sorted((name, value) for name, value in vars(args).items() if name not in _SILENT)
    about = question(project.anchor, project.scope, command, asked, color, width)
    if extent is not Extent.BELOW:
        about = about._replace(scope="", others=True)
    started = time.time_ns()
    said, universe = (None, None) if args.no_cache else recall(about)
    if said is None:
        if extent is not Extent.BELOW and universe is None:
            universe = tree_of(project.anchor)
        outcome, config, run = judged(project, judge, args, err, universe, started)
        said = Said(_rendered(outcome, args.format, color=color, width=width), outcome.exit_code)
        _LAST[:] = outcome, run
        if run.request.cache:
            remember(about, config.exclude, run.universe, outcome.survey, run.started, said)
    out.write(said.out)
    return ExitCode(said.exit_code)


def answer_by(
    command: str,
    judging: Callable[[Namespace], Judge],
    args: Namespace,
    out: TextIO,
    err: TextIO,
    extent: Extent = Extent.BELOW,
) -> ExitCode:
    """As `answer`, by what `judging` makes of the arguments; it loads its family only when nothing was said before."""

    def judge(run: Run, config: Config) -> Outcome:
        return judging(args)(run, config)

    return answer(command, judge, args, out, err, extent)


def answer_on_commit(
    command: str,
    judging: Callable[[Namespace], Judge],
    args: Namespace,
    out: TextIO,
    err: TextIO,
    *,
    history: bool = True,
) -> ExitCode:
    """As `answer_by` of the whole project; with `history`, of HEAD too: on another commit a tree has another one."""
    from rubout.gate.history import tip

    args.tip = tip(project_at(args.path).anchor) if history else None
    return answer_by(command, judging, args, out, err, Extent.TREE)


def answer_anew(judge: Judge, args: Namespace, out: TextIO, err: TextIO, *, whole: bool = False) -> ExitCode:
    """Write what `judge` finds where the tree alone does not decide it, so that nothing said before would do.

    `whole` refuses a path below the project's root.
    """
    outcome = judged(project_at(args.path, whole=whole), judge, args, err).outcome
    color = args.format == "text" and wants_color(args.color, out)
    out.write(_rendered(outcome, args.format, color=color, width=terminal_width(out)))
    return outcome.exit_code


def judged(
    project: Project,
    judge: Judge,
    args: Namespace,
    err: TextIO,
    universe: Universe | None = None,
    started: int = 0,
) -> Judged:
    """Judge a project; what the index had to do is said on `err`.

    `universe`, listed at `started`, saves listing the files again; it fits the configuration.
    """
    from pathlib import Path

    from rubout.config.read import read_config
    from rubout.gate.survey import Request, Run
    from rubout.measure.sources.universe import candidates

    gc.disable()  # records make no cycles, and collections cost a large tree a tenth of its run
    config = read_config(Path(project.anchor))
    if universe is None:
        started = time.time_ns()
        universe = candidates(project.anchor, project.scope, config.exclude)
    if universe.scratch_tracked:
        say(
            err,
            ".rubout/ is tracked by git, so nothing in it is believed: take it out with `git rm -r --cached .rubout`",
        )
    request = Request(
        anchor=project.anchor,
        scope=project.scope,
        keep_imports=getattr(args, "keep_imports", False) or config.clones.keep_imports,
        jobs=args.jobs,
        cache=not (args.no_cache or universe.scratch_tracked),
        progress=_Progress(err) if err.isatty() else None,
    )
    run = Run(request, universe, started, lambda line: say(err, line))
    return Judged(judge(run, config), config, run)


def tree_of(anchor: str) -> Universe:
    """Every walked file of a project; raises ConfigError and RepositoryError."""
    from pathlib import Path

    from rubout.config.read import read_config
    from rubout.measure.sources.universe import candidates

    return candidates(anchor, exclude=read_config(Path(anchor)).exclude, others=True)


class _Progress:
    """A line on the terminal that counts, once a run has lasted long enough for a person to wonder."""

    def __init__(self, err: TextIO) -> None:
        self._err = err
        self._started = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self._started >= PATIENCE_SECONDS:
            self._err.write(f"\r\x1b[Kmeasuring: {done} of {total} files" if done < total else "\r\x1b[K")
            self._err.flush()


def _rendered(outcome: Outcome, output_format: str, *, color: bool, width: int) -> str:
    from dataclasses import replace

    from rubout.report.render import render, report_of

    # Text names the worst alone, so that a report need not list what only documents hold.
    outcome = replace(outcome, options={**outcome.options, "listed": output_format != "text"})
    if output_format == PICTURES:
        from rubout.report.html.page import html

        return html(outcome)
    return render(report_of(outcome), output_format, color=color, width=width)
