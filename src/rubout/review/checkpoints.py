"""What does a store hold at this moment?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ReviewError
from rubout.review.canonical import content_id
from rubout.review.envelope import Signed, sign
from rubout.review.fields import PREV_MAX
from rubout.review.ledger import ancestry, store_root
from rubout.review.records import Checkpoint

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey
    from rubout.review.ledger import Ledger


def new_checkpoint(ledger: Ledger, key: SigningKey, made_at: str) -> Signed[Checkpoint]:
    """Every record of a store that is whole, counted and signed; it becomes the one head.

    Raises:
        ReviewError: `store`, something is wrong with the store.
    """
    if ledger.faults:
        code, where, why = ledger.faults[0]
        raise ReviewError(
            f"the store is not whole: {code} ({why})",
            where=where,
            fix="bring the record back first; `rubout review verify` lists what is wrong",
            code="store",
        )
    ids = ancestry(ledger, ledger.heads)
    record = Checkpoint(by=key.public, heads=ledger.heads, count=len(ids), root=store_root(ids), made_at=made_at)
    return Signed(content_id("checkpoint", record), record, sign(record, key))


def previous(ledger: Ledger) -> tuple[str, ...]:
    """What a new record stands on.

    Raises:
        ReviewError: `checkpoint_first`, there are more heads than a record can name.
    """
    if len(ledger.heads) > PREV_MAX:
        raise ReviewError(
            f"the store has {len(ledger.heads)} heads, and a record names at most {PREV_MAX}",
            where="rubout-review/records",
            fix="gather them first: `rubout review checkpoint --as KEY`",
            code="checkpoint_first",
        )
    return ledger.heads
