"""`rubout why`: what keeps a path in or out, what keeps it alive, and who mentions a name."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.measuring import Project, judged, tree_of
from rubout.cli.options import add_format, add_measuring
from rubout.config.read import read_config
from rubout.errors import ExitCode
from rubout.gate.liveness import liveness
from rubout.gate.mentions import Asked, mentions
from rubout.gate.proof import proof
from rubout.measure.sites.read import Part, part_of
from rubout.measure.sources.anchor import find_anchor, has_mark, relative_path
from rubout.measure.sources.why import why
from rubout.report.why import RENDERERS
from rubout.report.why_symbol import SYMBOL_RENDERERS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.measuring import Judged
    from rubout.gate.mentions import SymbolWhy
    from rubout.gate.proof import Proof

_NAME = re.compile(r"[$@#]?[^\W\d]\w*[?!]?")  # of a language, as it may be written


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path", metavar="PATH|SYMBOL", help="a file or folder; or a name, or PATH:KEY of a function, class or constant"
    )
    add_format(parser, ("text", "json"))
    add_measuring(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Say which rule decides about a path, and of a file of the graph what keeps it alive; or who mentions a name."""
    if (asked := symbol_of(args.path)) and (said := _said(asked, args, err)):
        out.write(SYMBOL_RENDERERS[args.format](said))
        return ExitCode.HELD
    anchor = _anchor(args.path)
    answer = why(anchor, args.path, read_config(Path(anchor)).exclude)
    is_node = bool(answer.language) and part_of(answer.path, answer.language) is Part.NODE
    out.write(RENDERERS[args.format](answer, _proof(anchor, answer.path, args, err) if is_node else None))
    return ExitCode.UNJUDGED if answer.rule == "absent" else ExitCode.HELD


def symbol_of(asked: str) -> Asked | None:
    """The name that is asked about, its path as it was given; None for a path."""
    if os.path.lexists(asked):
        return None
    path, _, key = asked.partition(":")
    if key and Path(path).is_file():
        return Asked("", path, key)
    return Asked(asked) if _NAME.fullmatch(asked) else None


def _said(asked: Asked, args: Namespace, err: TextIO) -> SymbolWhy | None:
    anchor = _anchor(asked.path) if asked.path else find_anchor(".")
    relative = relative_path(anchor, asked.path) if asked.path else ""
    if relative is None:
        return None
    found = _judged(anchor, args, err)
    return mentions(found.run, found.outcome.options["built"], asked._replace(path=relative))


def _judged(anchor: str, args: Namespace, err: TextIO) -> Judged:
    started = time.time_ns()
    return judged(Project(anchor, ""), liveness, args, err, tree_of(anchor), started)


def _proof(anchor: str, path: str, args: Namespace, err: TextIO) -> Proof | None:
    return proof(_judged(anchor, args, err).outcome.options["built"], path)


def _anchor(path: str) -> str:
    """Where the project of a path begins; without a mark of one, here, as for the other commands.

    A link is asked about itself, so it is its own place that counts.
    """
    here = find_anchor(".")
    asked = Path(path).absolute().parent if Path(path).is_symlink() else Path(path)
    return here if relative_path(here, path) is not None and not has_mark(asked) else find_anchor(asked)
