"""`rubout daemon`: started by the hook client, for one project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("root", metavar="ROOT", help="the project's root")


def run(args: Namespace, _out: TextIO, _err: TextIO) -> ExitCode:
    """Serve until nobody asks any more."""
    if not os.path.isdir(args.root):  # noqa: PTH112 - pathlib takes longer to load than the first hook waits
        raise UsageError(f"there is no folder `{args.root}`", where="daemon", fix="give the root of a project")
    from rubout.serve.daemon import serve

    serve(os.path.realpath(args.root))
    return ExitCode.HELD
