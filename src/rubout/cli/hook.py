"""`rubout hook`: what a host runs; the command line comes here before any parser sees it, and it always exits 0."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.serve import client

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments, for `--help` and completion."""
    entries = ", ".join(client.ENTRIES)
    parser.add_argument(
        "entry", choices=client.ENTRIES, metavar="ENTRY", help=f"what the host is about to do: {entries}"
    )
    parser.add_argument("--host", default="claude", metavar="HOST", help="whose events these are (default: claude)")


def run(args: Namespace, _out: TextIO, _err: TextIO) -> ExitCode:
    """Answer the event on the standard input."""
    return hook([args.entry, "--host", args.host])


def hook(argv: Sequence[str]) -> ExitCode:
    """Answer one event through the daemon, or here with `RUBOUT_DAEMON=off` and where there are no Unix sockets."""
    if os.environ.get("RUBOUT_DAEMON") == "off":
        client.run(list(argv), _here)
    else:
        client.run(list(argv))
    return ExitCode.HELD


def _here(anchor: str, entry: str, host: bytes, folder: bytes, envelope: bytes) -> bytes:
    """The same work in this process: slower, same decision."""
    from rubout.serve.desk import MOVED, Desk

    for _ in range(2):  # the event may be another project's
        desk = Desk(anchor)
        desk.load()
        answer = desk.hook(entry, host.decode(), os.fsdecode(folder), envelope)
        if not answer.startswith(MOVED):
            return answer
        anchor = os.fsdecode(answer.removeprefix(MOVED))
    return b""
