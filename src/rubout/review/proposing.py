"""Who proposes a change?

Its author, by a key; else whoever did so before and is stored; else nobody, under a key that is thrown away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rubout.errors import ReviewError
from rubout.review.crypto import SEED_BYTES, signing_key
from rubout.review.envelope import sign
from rubout.review.proposal import propose

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey
    from rubout.review.ops import Draft
    from rubout.review.proposal import Proposal
    from rubout.review.records import Context
    from rubout.review.setting import Setting

NO_OP = "no_op"


def proposed(
    setting: Setting,
    draft: Draft,
    context: Context,
    author: SigningKey | None,
    intent: str,
    tier: Literal["L0", "L1", "L2", "L3", "human"],
) -> Proposal | None:
    """The op of a change: signed now by its author, or else the stored one; None when there is neither.

    Of several stored ones the first by id whose author names everybody that git names.
    """
    if author is not None:
        op = draft.op(author.public, context, intent, tier)
        return propose(op, sign(op, author), draft.contents, draft.base)
    change = unsigned(draft, context, intent, tier)
    for stored in setting.ledger.ops_of(change.change_id):
        if set(draft.authors) <= set(stored.record.claimed_authors):
            return propose(stored.record, stored.raw, draft.contents, draft.base)
    return None


def unsigned(draft: Draft, context: Context, intent: str, tier: Literal["L0", "L1", "L2", "L3", "human"]) -> Proposal:
    """The change under a key that nobody knows, to be looked at or rehearsed."""
    import secrets  # noqa: PLC0415 - most changes are signed

    nobody = signing_key(secrets.token_bytes(SEED_BYTES))
    op = draft.op(nobody.public, context, intent, tier)
    return propose(op, sign(op, nobody), draft.contents, draft.base)


def require_op(proposal: Proposal | None) -> Proposal:
    """The op; raises ReviewError when nobody has proposed the change."""
    if proposal is None:
        raise ReviewError(
            "nobody has proposed this change",
            where="rubout review",
            fix="sign it as its author first: --author KEY",
            code=NO_OP,
        )
    return proposal
