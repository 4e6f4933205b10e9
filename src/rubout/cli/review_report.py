"""`rubout review report`: what judging cost, and what remembering saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.review_arguments import add_trust
from rubout.cli.review_options import open_store, project
from rubout.errors import ExitCode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

FORMATS = ("text", "json")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--amortisation", action="store_true", help="each skill with what it cost and may have saved")
    add_trust(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="how it is written (default: text)")


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print what the stored records come to."""
    from rubout.report.json import encode
    from rubout.report.review_savings import savings_report, savings_text
    from rubout.review.energy import savings
    from rubout.review.metering import machine_zones
    from rubout.review.running import UNAVAILABLE
    from rubout.review.spending import metered

    setting = open_store(project(), args)
    records = setting.ledger.records.values()
    unmetered = None if machine_zones() else UNAVAILABLE
    report = savings_report(records, savings(records), metered(setting.anchor), unmetered)
    out.write(encode(report) if args.format == "json" else savings_text(report, is_full=args.amortisation))
    return ExitCode.HELD
