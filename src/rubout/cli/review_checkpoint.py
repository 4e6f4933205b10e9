"""`rubout review checkpoint`: sign what the store holds now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.cli.review_arguments import add_key, add_trust
from rubout.cli.review_options import keep_one, open_store, project, required_key
from rubout.errors import ExitCode
from rubout.report.record import counted

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_key(parser, "the key that vouches for the store")
    add_trust(parser)


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Gather the heads of the store under one record.

    Raises:
        ReviewError: something is wrong with the store.
    """
    from rubout.review.checkpoints import new_checkpoint
    from rubout.review.moment import made_at

    key = required_key(args.key)
    setting = open_store(project(), args)
    signed = new_checkpoint(setting.ledger, key, made_at(os.environ))
    keep_one(setting, signed)
    out.write(f"{signed.id}  {counted(signed.record.count, 'record')}, root {signed.record.root}\n")
    return ExitCode.HELD
