"""`rubout review`: may a change land? Asks the cheapest tier that can answer, stores what was signed, counts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from rubout.cli.main import REVIEW
from rubout.cli.options import FINDING_FORMATS
from rubout.cli.review_arguments import add_change, add_claims, add_key, add_report_format, add_trust
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.cli.review_options import Change
    from rubout.errors import ExitCode
    from rubout.review.crypto import SigningKey
    from rubout.review.late import LateReviewer
    from rubout.review.ops import Draft
    from rubout.review.proposal import Proposal

TIERS = ("structural", "semantic")
WRITERS = ("L0", "L1", "L2", "L3", "human")


class Keys(NamedTuple):
    """Who signs; None is nobody."""

    author: SigningKey | None
    reviewer: SigningKey | None
    model: SigningKey | None


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    commands = ", ".join(REVIEW)
    parser.add_argument(
        "command", nargs="?", choices=tuple(REVIEW), metavar="COMMAND", help=f"{commands}; none judges a change"
    )
    add_change(parser, more=True)
    parser.add_argument("--pending", action="store_true", help="a write, as a host's hook has it, on standard input")
    parser.add_argument("--host", default="claude", metavar="HOST", help="whose hook --pending is (default: claude)")
    add_claims(parser)
    parser.add_argument("--intent", default="", metavar="TEXT", help="what the change is for")
    parser.add_argument("--tier", choices=WRITERS, default="human", help="what wrote it, as its author says")
    parser.add_argument("--author", metavar="KEY", help="the key that signs the op (default: the op that is stored)")
    add_key(parser, "the key that signs what was learned and checked")
    parser.add_argument("--model-key", metavar="KEY", help="the key that signs what a model said (default: as --as)")
    parser.add_argument("--tiers", choices=TIERS, default="semantic", help="the last tier that is asked")
    parser.add_argument("--dry-run", action="store_true", help="store nothing; such a run never approves")
    add_trust(parser)
    add_report_format(parser, FINDING_FORMATS)


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Judge each change named; the exit status is what all stored reviews of it come to.

    Raises:
        RuboutError: the arguments, the configuration, the store or the input cannot be used.
    """
    if args.command:
        raise UsageError(f"`{args.command}` stands too late", where="review", fix="put the command before all options")
    if args.pending:
        from rubout.cli.review_pending import run_pending

        return run_pending(args, out)
    import gc

    gc.disable()  # records make no cycles
    from rubout.cli.review_options import project, the_change, worst

    keys = _keys(args)
    codes = [_one(args, change, keys, out, err) for change in the_change(args, project())]
    judged = [code for code in codes if code is not None]
    if not judged:
        raise UsageError("no commit there changes anything", where=args.range, fix="name commits that do")
    return worst(judged)


def _keys(args: Namespace) -> Keys:
    """The keys, all of them out of the environment before any other process is started."""
    from rubout.cli.review_options import key_of

    reviewer = key_of(args.key)
    author = key_of(args.author) if args.author else None
    return Keys(author, reviewer, key_of(args.model_key) if args.model_key else reviewer)


def _one(args: Namespace, change: Change, keys: Keys, out: TextIO, err: TextIO) -> ExitCode | None:
    """What all stored reviews of a change come to; None for a commit of records, which is passed over."""
    from rubout.cli.review_options import show
    from rubout.review.metering import metered
    from rubout.review.moment import seconds
    from rubout.review.ops import draft
    from rubout.review.proposing import require_op, unsigned
    from rubout.review.running import Hands
    from rubout.review.running import run as climb
    from rubout.review.setting import claims_of
    from rubout.review.spending import log_run
    from rubout.review.told import outcome_of

    setting, source = change.setting, change.source
    drafted = draft(source.base, source.head, source.authors, setting.rules.trust)
    if args.range and args.per_commit and drafted.is_records_alone:
        err.write(f"rubout: {source.head.revision} brings records alone and is passed over\n")
        return None
    claims = claims_of(setting, args.spec, args.claim)
    found = _op(args, change, drafted, keys)
    model = None
    if args.dry_run or keys.reviewer is None:
        if not args.dry_run:
            err.write("rubout: no key signs, so this is a rehearsal and approves nothing\n")
        from rubout.review.rehearsal import rehearse

        ran = rehearse(setting, found or unsigned(drafted, change.context, args.intent, args.tier), claims)
    else:
        model = _model(args, change, keys)
        hands = Hands(reviewer=keys.reviewer, semantic=model)
        op, at = require_op(found), seconds(os.environ)
        ran = metered(lambda: climb(setting, op, claims, hands, at))
    asked = model.asked if model else None
    log_run(setting.anchor, ran, asked)
    outcome = outcome_of(ran, asked.detail if asked else "")
    show(outcome, args, out)
    return outcome.exit_code


def _model(args: Namespace, change: Change, keys: Keys) -> LateReviewer | None:
    """Who reads for meaning, as the base configures it."""
    from rubout.review.late import LateReviewer

    settings, semantic = change.setting.rules.policy.settings, change.setting.rules.semantic
    if args.tiers != "semantic" or keys.model is None or semantic.provider == "none":
        return None
    return LateReviewer(keys.model, settings, semantic, change.setting.anchor)


def _op(args: Namespace, change: Change, drafted: Draft, keys: Keys) -> Proposal | None:
    from rubout.cli.review_options import op_of_file
    from rubout.review.proposing import proposed

    if args.op:
        return op_of_file(args, change, drafted)
    return proposed(change.setting, drafted, change.context, keys.author, args.intent, args.tier)
