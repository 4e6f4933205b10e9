"""`rubout review verify`: do the stored records approve a change? Contacts nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.cli.options import FINDING_FORMATS
from rubout.cli.review_arguments import add_change, add_claims, add_report_format, add_trust
from rubout.cli.review_options import op_of_file, project, show, the_change, the_claims, worst

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.review_options import Change
    from rubout.errors import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_change(parser)
    add_claims(parser)
    parser.add_argument(
        "--store",
        metavar="PLACE",
        action="append",
        default=[],
        help="where records are: a folder or a ref (default: the project's own)",
    )
    add_trust(parser)
    add_report_format(parser, FINDING_FORMATS)


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Judge a change by its records."""
    changes = the_change(args, project(), places=args.store)
    return worst([_one(args, change, out) for change in changes])


def _one(args: Namespace, change: Change, out: TextIO) -> ExitCode:
    from rubout.review.ops import draft
    from rubout.review.recorded import verified, verified_op
    from rubout.review.told import outcome_of

    source = change.source
    drafted = draft(source.base, source.head, source.authors, change.setting.rules.trust)
    claims = the_claims(args, change.setting)
    if args.op:
        ran = verified_op(change.setting, op_of_file(args, change, drafted), claims)
    else:
        ran = verified(change.setting, drafted, change.context, claims)
    outcome = outcome_of(ran)
    show(outcome, args, out)
    return outcome.exit_code
