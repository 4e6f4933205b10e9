"""The one place that says yes.

An approval needs leave: a `FreshPass` for one stage of one op, which can be spent once, cannot be copied or stored, and
exists only while somebody is being asked. So no memory of any kind can approve.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NoReturn

from rubout.review.records import ReviewVerdict, Stage
from rubout.review.sitting import Said, Sitting, asked, signed_review

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.proposal import Proposal
    from rubout.review.records import Energy, Evidence, Review, Spec

NONCE_BYTES = 16


class NotAskedError(RuntimeError):
    """Somebody approves what nobody asked them about just now."""


class FreshPass:
    """Leave to approve one stage of one op, once; `minted` names the review that it was spent on."""

    __slots__ = ("minted", "nonce", "op_id", "sitting", "stage")

    def __init__(self, op_id: str, stage: Stage, sitting: Sitting) -> None:
        self.op_id = op_id
        self.stage = stage
        self.sitting = sitting
        self.nonce = os.urandom(NONCE_BYTES).hex()
        self.minted: str | None = None

    def __reduce_ex__(self, _: object) -> NoReturn:
        """Refuse to be copied or pickled."""
        raise TypeError("leave to approve is given once and kept nowhere")


_open: ContextVar[tuple[FreshPass, ...]] = ContextVar("_open", default=())


@contextmanager
def asking(op: Proposal, stages: Iterable[Stage], sitting: Sitting) -> Iterator[tuple[FreshPass, ...]]:
    """While this is open, each of the stages of the op may be approved once."""
    passes = tuple(FreshPass(op.id, stage, sitting) for stage in stages)
    open_token, asked_token = _open.set(passes), asked.set(sitting)
    try:
        yield passes
    finally:
        _open.reset(open_token)
        asked.reset(asked_token)


def approve(
    op: Proposal,
    spec: Signed[Spec] | None,
    stage: Stage,
    key: SigningKey,
    *,
    evidence: Evidence | None = None,
    energy: Energy | None = None,
) -> Signed[Review]:
    """Approve one stage of the op that is being asked about; `spec` is that of the question, for compliance alone.

    Raises:
        NotAskedError: nobody asks, it was answered before, or about another op, stage or spec.
    """
    leave = next((each for each in _open.get() if each.op_id == op.id and each.stage is stage), None)
    if leave is None or leave.minted is not None:
        raise NotAskedError(f"nobody asks for an approval of {stage} of {op.id}")
    if stage is Stage.SPEC_COMPLIANCE and (spec is None or spec.id != leave.sitting.spec_id):
        raise NotAskedError("the question is about another spec")
    said = Said(verdict=ReviewVerdict.APPROVE, covered=tuple(range(len(op.op.edits))), evidence=evidence, energy=energy)
    review = signed_review(op, stage, key, leave.sitting, said)
    leave.minted = review.id
    return review
