"""`rubout why`: what keeps a path in or out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.options import add_format
from rubout.config.read import read_config
from rubout.errors import ExitCode
from rubout.measure.sources.anchor import find_anchor, has_mark, relative_path
from rubout.measure.sources.why import why
from rubout.report.why import RENDERERS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", help="the file or folder to ask about")
    add_format(parser, ("text", "json"))


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Say which rule decides about a path."""
    anchor = _anchor(args.path)
    answer = why(anchor, args.path, read_config(Path(anchor)).exclude)
    out.write(RENDERERS[args.format](answer))
    return ExitCode.UNJUDGED if answer.rule == "absent" else ExitCode.HELD


def _anchor(path: str) -> str:
    """Where the project of a path begins; without a mark of one, here, as for the other commands.

    A link is asked about itself, so it is its own place that counts.
    """
    here = find_anchor(".")
    asked = Path(path).absolute().parent if Path(path).is_symlink() else Path(path)
    return here if relative_path(here, path) is not None and not has_mark(asked) else find_anchor(asked)
