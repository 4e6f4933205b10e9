"""`rubout erase`: what may go without anybody deciding anything."""

from __future__ import annotations

import time
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import wants_color
from rubout.errors import ExitCode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable
    from typing import TextIO

    from rubout.cli.measuring import Judged
    from rubout.gate.erase_restore import Restored
    from rubout.measure.sources.universe import Universe


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the root of the project", metavar="ROOT")
    told = "name all that stays, and unused imports, dead names, tombstones"
    parser.add_argument("--advisory", action="store_true", help=told)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="exit 1 when anything may go")
    what.add_argument("--apply", action="store_true", help="take out what may go, and prove that nothing misses it")
    what.add_argument("--undo", action="store_true", help="bring back what the last --apply took")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Plan, carry out what was planned, or bring it back; an erase that was cut short is rolled back first."""
    from rubout.gate.erase import Ask, erase

    anchor = measuring.project_at(args.path, whole=True).anchor
    started = time.time_ns()
    universe = _recovered(anchor, err)
    if args.undo:
        return _undo(anchor, universe, out, err)
    judge = partial(erase, ask=Ask(advisory=args.advisory, gates=args.check))
    project = measuring.Project(anchor, "")
    found = measuring.judged(project, judge, args, err, universe, started)
    return _apply(found, args, out, err) if args.apply else _tell(found, args, out, err)


def _recovered(anchor: str, err: TextIO) -> Universe:
    """The files of the tree, once an erase that was cut short is rolled back."""
    from rubout.gate.erase_restore import recover

    universe = measuring.tree_of(anchor)
    # Where git tracks the folder, its undo file may be another's word.
    restored = None if universe.scratch_tracked else recover(anchor)
    if restored is None:
        return universe
    _say_restored(restored, "unfinished erase", err)
    return measuring.tree_of(anchor)


def _undo(anchor: str, universe: Universe, out: TextIO, err: TextIO) -> ExitCode:
    from rubout.errors import RepositoryError
    from rubout.gate.erase_restore import undo

    if universe.scratch_tracked:
        what = ".rubout/ is tracked by git, so no undo file in it is believed"
        raise RepositoryError(what, where=anchor, fix="`git checkout` brings back what was erased")
    _say_restored(undo(anchor), "undone", out, err)
    return ExitCode.HELD


def _apply(found: Judged, args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Take out what was planned, if there is anything."""
    from rubout.gate.erase_apply import apply
    from rubout.report.erase import applied_report
    from rubout.report.erase_text import applied_lines
    from rubout.report.render import render, report_of

    planned = found.outcome.options["planned"]
    if found.outcome.verdict.degraded or not planned.plan.eraseable:
        return _tell(found, args, out, err)
    applied = apply(found.run, found.config, planned)
    if applied.wrong:
        _say_restored(applied.restored, "rolled back", err)
    if args.format != "text":
        out.write(render(applied_report(report_of(found.outcome), applied), args.format))
    if applied.wrong or args.format != "json":  # which says it all, but for a failure that a person must see
        _write_lines(err if applied.wrong or args.format != "text" else out, applied_lines(planned.plan, applied))
    return ExitCode.FAILED if applied.wrong else ExitCode.HELD


def _tell(found: Judged, args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """The diff on `out` and the rest on `err`, or the whole report in one of the other formats."""
    from rubout.gate.erase_targets import targets
    from rubout.report.erase import report as report_of
    from rubout.report.erase_diff import diff
    from rubout.report.erase_text import checked, text
    from rubout.report.render import render
    from rubout.report.text import Style

    report = report_of(found.outcome)
    if args.format == "text":
        _write(out, diff(targets(found.run.request.anchor, found.outcome.options["planned"].plan.rows)))
        said = checked if args.check and not args.advisory else text
        err.write(said(report, Style(color=wants_color(args.color, err))))
    else:
        out.write(render(report, args.format))
    return found.outcome.exit_code


def _say_restored(restored: Restored, why: str, out: TextIO, err: TextIO | None = None) -> None:
    from rubout.report.erase_text import restored_lines

    _write_lines(out, restored_lines(restored.paths, why))
    _write_lines(err or out, (f"left alone, since it was changed: {path}" for path in restored.left))


def _write_lines(out: TextIO, lines: Iterable[str]) -> None:
    out.writelines(f"{line}\n" for line in lines)


def _write(out: TextIO, diff: bytes) -> None:
    """The bytes as they are: a diff of what is no UTF-8 must still apply."""
    if isinstance(out, TextIOWrapper):
        out.flush()
        out.buffer.write(diff)
        out.buffer.flush()
    else:
        out.write(diff.decode("utf-8", "surrogateescape"))
