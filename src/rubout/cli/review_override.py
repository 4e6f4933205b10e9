"""`rubout review override`: clear a refusal, with a reason that stays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.cli.review_arguments import add_key, add_trust
from rubout.cli.review_options import keep_one, open_store, project, required_key
from rubout.errors import ExitCode, ReviewError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.review.envelope import Verified
    from rubout.review.records import Clearance, Review
    from rubout.review.setting import Setting


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--op", required=True, metavar="ID", help="the op, by its id or 8 digits of it or more")
    parser.add_argument("--target", required=True, metavar="REVIEW", help="the refusal, likewise")
    parser.add_argument(
        "--skill",
        action="append",
        default=[],
        metavar="ID",
        help="a skill that is wrong here (default: all that the refusal names)",
    )
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why, in ten characters at least")
    add_key(parser, "the key of somebody who may clear it")
    add_trust(parser)


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Sign and store a clearance; the ladder has to be climbed again.

    Raises:
        UsageError: there is no such op or refusal.
        ReviewError: this key may not clear it.
    """
    from rubout.review.by_hand import clear
    from rubout.review.standing import stored_op, stored_review

    key = required_key(args.key)
    setting = open_store(project(), args)
    op, refusal = stored_op(setting, args.op), stored_review(setting, args.target)
    record = _clearance(args, setting, refusal, key.public, op.id)
    try:
        signed = clear(record, key)
    except ValueError as error:
        raise _useless("schema", str(error), refusal) from error
    _require_effect(setting, signed.raw, refusal)
    keep_one(setting, signed)
    out.write(f"cleared {refusal.id} by {signed.id}\n")
    return ExitCode.HELD


def _clearance(args: Namespace, setting: Setting, refusal: Verified[Review], by: str, op_id: str) -> Clearance:
    from rubout.review.checkpoints import previous
    from rubout.review.clearing import kind_of, skills_of
    from rubout.review.moment import made_at
    from rubout.review.records import Clearance, SignedTier

    is_learned = refusal.record.tier is SignedTier.LEARNED
    skills = sorted(set(args.skill) or skills_of(refusal.record)) if is_learned else []
    return Clearance(
        by=by,
        op_id=op_id,
        kind=kind_of(refusal.record.tier),
        targets=(refusal.id,),
        skills=tuple(skills),
        reason=args.reason,
        prev=previous(setting.ledger),
        made_at=made_at(os.environ),
    )


def _require_effect(setting: Setting, raw: bytes, refusal: Verified[Review]) -> None:
    """Refuse to store what clears nothing."""
    from rubout.review.clearing import Bench, clearance_fault
    from rubout.review.envelope import verify
    from rubout.review.records import Clearance
    from rubout.review.standing import stored_op

    clearance = verify(raw, Clearance, setting.rules.trust)
    op = stored_op(setting, clearance.record.op_id)
    bench = Bench(op.id, setting.rules.trust.authors(op.record), setting.rules.policy)
    why = clearance_fault(clearance, refusal, bench)
    if why is not None and why != "skills":
        raise _useless(why, "it would clear nothing", refusal)


def _useless(code: str, what: str, refusal: Verified[Review]) -> ReviewError:
    from rubout.report.review_reasons import told

    fix = "docs/review.md says who may clear what; a check that cannot be wrong is cleared by changing the op"
    return ReviewError(f"{what}: {told(code)}", where=refusal.id, fix=fix, code=code)
