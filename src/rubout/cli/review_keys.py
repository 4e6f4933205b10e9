"""`rubout review keys`: the keys that sign, in the user's configuration folder."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rubout.cli.review_options import ask_passphrase
from rubout.errors import ExitCode, UsageError
from rubout.report.json import encode
from rubout.report.record import printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path
    from typing import TextIO

ACTIONS = ("new", "list", "show", "export-public", "check")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", nargs="?", default="list", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("name", nargs="?", metavar="NAME", help="of the key")
    parser.add_argument("--kind", choices=("human", "robot"), help="new: who will sign with it")
    parser.add_argument("--passphrase", action="store_true", help="new: ask for a passphrase that seals it")


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Make, list or show keys; a secret is never printed.

    Raises:
        UsageError: no name where one is needed, or no such key.
        ReviewError: a key cannot be used.
    """
    from rubout.review.keys import keys_folder

    folder = keys_folder(os.environ)
    if args.action == "list":
        return _list(folder, out)
    if args.action == "check" and args.name is None:
        return _check(folder, out)
    if args.name is None:
        raise UsageError("no key is named", where=f"review keys {args.action}", fix="give its name")
    if args.action == "new":
        return _new(args, folder, out)
    from rubout.review.keys import load_key

    key = load_key(args.name, folder, ask_passphrase())
    out.write(f"{key.public}\n" if args.action == "export-public" else f"{args.name}  {key.public}\n")
    return ExitCode.HELD


def _new(args: Namespace, folder: Path, out: TextIO) -> ExitCode:
    from rubout.review.keys import new_key, principal_entry

    if args.kind is None:
        raise UsageError("whose key is it?", where="--kind", fix="human or robot")
    key = new_key(args.name, folder, passphrase=_passphrase() if args.passphrase else None)
    out.write(f"wrote {folder / args.name}.key\nfor the trust file:\n")
    out.write(encode(principal_entry(args.name, args.kind, key.public)))
    return ExitCode.HELD


def _list(folder: Path, out: TextIO) -> ExitCode:
    from rubout.review.keys import list_keys

    for status in list_keys(folder):
        sealed = "  (passphrase)" if status.sealed else ""
        shown = status.public or f"unusable: {printable(status.problem or '')}"
        out.write(f"{printable(status.name)}  {shown}{sealed}\n")
    return ExitCode.HELD


def _check(folder: Path, out: TextIO) -> ExitCode:
    """Whether every key can be used."""
    from rubout.review.keys import list_keys

    bad = [status for status in list_keys(folder) if status.problem]
    out.writelines(f"{printable(status.name)}: {printable(status.problem or '')}\n" for status in bad)
    return ExitCode.UNJUDGED if bad else ExitCode.HELD


def _passphrase() -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("nobody can be asked for a passphrase", where="--passphrase", fix="run it on a terminal")
    from getpass import getpass

    first, second = getpass("passphrase: "), getpass("again: ")
    if first != second or not first:
        raise UsageError("the two differ, or are empty", where="--passphrase", fix="type the same one twice")
    return first
