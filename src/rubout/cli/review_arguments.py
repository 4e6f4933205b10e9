"""The arguments that commands of `rubout review` share, declared without loading what acts on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.options import add_format, add_range

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

PIN_VARIABLE = "RUBOUT_TRUST_ROOT"


def add_change(parser: ArgumentParser, *, more: bool = False) -> None:
    """Which change; with `more` what only a run of the ladder takes."""
    which = parser.add_mutually_exclusive_group()
    add_range(which, "what B changed since it parted from A")
    if more:
        which.add_argument("--patch", metavar="F", help="what a patch makes of --base; - is the standard input")
        which.add_argument("--staged", action="store_true", help="what would be committed")
        parser.add_argument(
            "--per-commit", action="store_true", help="with --range: every commit of the mainline is a change"
        )
    which.add_argument("--op", metavar="F", help="a signed op, its bytes in the folder F.bytes, named by SHA-256")
    parser.add_argument("--base", metavar="REV", default="HEAD", help="what --op or --patch changes (default: HEAD)")
    add_landing(parser)


def add_landing(parser: ArgumentParser) -> None:
    """Where the change is to land."""
    parser.add_argument("--repo", metavar="NAME", help="the repository it lands in (default: as `origin` names it)")
    parser.add_argument("--target", metavar="REF", help="the ref it lands on (default: that of A)")


def add_op_range(parser: ArgumentParser) -> None:
    """Where a stored op is found in history."""
    add_range(parser, "the commits that the op is about (default: its target..HEAD)")


def add_claims(parser: ArgumentParser) -> None:
    """What the change is held against."""
    parser.add_argument("--spec", metavar="F", help="a spec, as a file or an id (default: the newest one stored)")
    parser.add_argument("--claim", metavar="C", action="append", default=[], help="a clause that the change satisfies")


def add_trust(parser: ArgumentParser) -> None:
    """Which trust file may be relied on."""
    parser.add_argument(
        "--trust-root", metavar="ID", help=f"the id of the first trust file (default: that of {PIN_VARIABLE})"
    )


def add_key(parser: ArgumentParser, meaning: str) -> None:
    """`--as`."""
    parser.add_argument("--as", dest="key", metavar="KEY", help=f"{meaning} (default: that of the environment)")


def add_report_format(parser: ArgumentParser, formats: Sequence[str]) -> None:
    """`--format` and `--color`."""
    add_format(parser, formats)
