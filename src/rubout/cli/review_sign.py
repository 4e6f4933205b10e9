"""`rubout review sign`: a person's review of one stage of a stored op."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rubout.cli.options import span_of
from rubout.cli.review_arguments import add_claims, add_key, add_op_range, add_trust
from rubout.cli.review_options import keep_one, open_store, pin_of, project, required_key, the_claims
from rubout.errors import ExitCode, UsageError
from rubout.report.record import printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.review.proposal import Proposal


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from rubout.review.records import ReviewVerdict, Stage

    parser.add_argument("--op", required=True, metavar="ID", help="the op, by its id or 8 digits of it or more")
    parser.add_argument("--stage", required=True, choices=[stage.value for stage in Stage], help="what is judged")
    parser.add_argument(
        "--verdict", required=True, choices=[verdict.value for verdict in ReviewVerdict], help="what is said of it"
    )
    parser.add_argument(
        "--finding", action="append", default=[], metavar="TEXT", help="what is wrong; a refusal has one at least"
    )
    add_op_range(parser)
    add_claims(parser)
    add_key(parser, "the key of a person who may review")
    parser.add_argument("--confirm", metavar="DIGITS", help="the first 8 digits of the op's id, without being asked")
    add_trust(parser)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Show the change, ask, sign, store.

    Raises:
        UsageError: verdict and findings do not fit, or the change was not confirmed.
        ReviewError: the key may not sign this.
    """
    from rubout.review.by_hand import Desk, sign_by_hand
    from rubout.review.judging import judge_op
    from rubout.review.moment import made_at
    from rubout.review.records import ReviewVerdict, Stage
    from rubout.review.standing import proposal_of, setting_of, stored_op

    refuses = args.verdict == ReviewVerdict.REQUEST_CHANGES
    if bool(args.finding) != refuses:
        raise UsageError("findings and verdict do not fit", where="--finding", fix="name findings with a refusal alone")
    key = required_key(args.key)
    span = span_of(args.range)
    here = open_store(project(), args)
    setting = setting_of(here, stored_op(here, args.op), span, pin_of(args))
    op = stored_op(setting, args.op)
    proposal = proposal_of(setting, op, span)
    claims = the_claims(args, setting) or judge_op(proposal, setting.ledger, setting.rules)[0]
    stage = Stage(args.stage)
    if not refuses and stage is Stage.SPEC_COMPLIANCE and not claims.claimed:
        raise UsageError("the change claims nothing", where="--claim", fix="name the clauses that it satisfies")
    _confirm(args, proposal, out, err)
    review = sign_by_hand(
        proposal, claims, stage, args.finding, Desk(key, setting.ledger, setting.rules, made_at(os.environ))
    )
    keep_one(setting, review)
    out.write(f"signed {review.id}\n")
    return ExitCode.HELD


def _confirm(args: Namespace, proposal: Proposal, out: TextIO, err: TextIO) -> None:
    from rubout.review.by_hand import confirmation

    wanted = confirmation(proposal.id)
    given = args.confirm
    if given is None and sys.stdin is not None and sys.stdin.isatty():
        out.writelines(f"{line}\n" for line in shown(proposal))
        err.write(f"type the first {len(wanted)} digits of the op's id, {proposal.id}: ")
        err.flush()
        given = sys.stdin.readline().strip()
    if given != wanted:
        what = "the change was not confirmed"
        raise UsageError(what, where="review sign", fix=f"look at it, then give --confirm {wanted}")


def shown(proposal: Proposal) -> list[str]:
    """The change as removed and new lines."""
    lines = []
    for edit, text in zip(proposal.op.edits, proposal.texts, strict=True):
        lines.append(f"{printable(edit.path)} ({type(edit.anchor).__name__.removesuffix('Anchor').lower()})")
        lines += [f"  -{printable(line)}" for line in text.replaced.decode("utf-8", "replace").splitlines()]
        lines += [f"  +{printable(line)}" for line in (text.text or b"").decode("utf-8", "replace").splitlines()]
    return lines
