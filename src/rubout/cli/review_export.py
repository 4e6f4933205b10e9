"""`rubout review export`: the stored records as they are, or what other tools read of an approval."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.cli.options import add_range, span_of
from rubout.cli.review_arguments import add_key, add_landing, add_trust
from rubout.cli.review_options import open_store, project, required_key, the_change
from rubout.errors import ExitCode, ReviewError, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--dsse", action="store_true", help="every stored envelope, one a line")
    form.add_argument("--in-toto", action="store_true", help="signed statements about --range, when it is approved")
    add_range(parser, "the change; B is what the statements are about")
    add_landing(parser)
    add_key(parser, "the key that signs the statements")
    add_trust(parser)
    parser.set_defaults(op=None)


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print what is stored.

    Raises:
        UsageError: no range for statements.
        ReviewError: the change is not approved; then nothing is printed.
    """
    from rubout.review.export import attestations, envelopes, subject_of
    from rubout.review.moment import made_at
    from rubout.review.ops import draft
    from rubout.review.recorded import verified

    if args.dsse:
        setting = open_store(project(), args)
        out.writelines(envelope.decode() for envelope in envelopes(setting.ledger))
        return ExitCode.HELD
    span = span_of(args.range)
    if span is None:
        raise UsageError("no change is named", where="review export", fix="give --range A..B")
    key, anchor = required_key(args.key), project()
    ((source, setting, context),) = the_change(args, anchor)
    ran = verified(setting, draft(source.base, source.head, source.authors, setting.rules.trust), context)
    if ran.verdict is None or ran.outcome != "approved":
        why = ran.reason or ran.outcome
        fix = "export what is approved; absence says the rest"
        raise ReviewError(f"is not approved ({why})", where=args.range, fix=fix, code="not_approved")
    subject = subject_of(anchor, source.base.revision or "HEAD", span[1], context.repo)
    reviews = (each for each in setting.ledger.records.values() if each.id in ran.verdict.counted)
    statements = attestations(subject, ran.verdict, reviews, setting.rules, key=key, made_at=made_at(os.environ))
    out.writelines(statement.decode() for statement in statements)
    return ExitCode.HELD
