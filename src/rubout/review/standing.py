"""The stored op that a command speaks of, together with its bytes.

The bytes come from git: the change has to be the one between two revisions, by default between the branch that the op
is to land on and HEAD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rubout.errors import RepositoryError, ReviewError, UsageError
from rubout.measure.sources import changes
from rubout.review.ops import draft
from rubout.review.proposal import propose
from rubout.review.proposing import unsigned
from rubout.review.records import Op, Record, Review, change_id
from rubout.review.setting import setting_at
from rubout.review.sources import of_range
from rubout.review.trees import GitTree

if TYPE_CHECKING:
    from rubout.review.envelope import Verified
    from rubout.review.proposal import Proposal
    from rubout.review.setting import Setting

R = TypeVar("R", bound=Record)

FEWEST_DIGITS = 8


def head_tree(anchor: str) -> GitTree:
    """The tree that is checked out, as it was committed; raises RepositoryError when nothing was."""
    if changes.head(anchor) is None:
        fix = "commit what `rubout review init` wrote: reviews read what is committed"
        raise RepositoryError("nothing is committed here", where=anchor, fix=fix)
    return GitTree(anchor, "HEAD")


def stored_op(setting: Setting, name: str) -> Verified[Op]:
    """The op of an id, or of the beginning of one; raises UsageError."""
    return _of_name({op.id: op for op in setting.ledger.of(Op)}, name, "op")


def stored_review(setting: Setting, name: str) -> Verified[Review]:
    """The review of an id, or of the beginning of one; raises UsageError."""
    return _of_name({review.id: review for review in setting.ledger.of(Review)}, name, "review")


def setting_of(setting: Setting, op: Verified[Op], span: tuple[str, str] | None, pin: str | None) -> Setting:
    """What an op is judged by, where its change starts; `setting` is that of what is checked out.

    Raises:
        RuboutError: as `proposal_of` and `setting_at`.
    """
    source = of_range(setting.anchor, *(span or _span_of(op, setting.anchor)))
    return setting_at(setting.anchor, source.base, source.head, onto=source.onto, pin=pin)


def proposal_of(setting: Setting, op: Verified[Op], span: tuple[str, str] | None = None) -> Proposal:
    """An op with its bytes, out of the range of commits that it is about.

    Raises:
        ReviewError: `other_change`, what lies between the revisions is not what the op proposes.
        RepositoryError: there are no such revisions.
    """
    start, end = span or _span_of(op, setting.anchor)
    source = of_range(setting.anchor, start, end)
    found = draft(source.base, source.head, source.authors, setting.rules.trust)
    if unsigned(found, op.record.context, "", "human").change_id != change_id(op.record):
        what = f"what {end} changed since {start} is not what this op proposes"
        fix = "name the commits that it is about: --range A..B"
        raise ReviewError(what, where=op.id, fix=fix, code="other_change")
    return propose(op.record, op.raw, found.contents, found.base)


def _span_of(op: Verified[Op], anchor: str) -> tuple[str, str]:
    """From the branch that it lands on, here or as last seen at `origin`, to what is checked out."""
    target = op.record.context.target
    names = (target, f"refs/remotes/origin/{target.removeprefix('refs/heads/')}")
    for name in names:
        try:
            changes.commit_id(anchor, name)
        except RepositoryError:
            continue
        return name, "HEAD"
    what = f"neither {names[0]} nor {names[1]} is here"
    raise UsageError(what, where="rubout review", fix="name the commits: --range A..B")


def _of_name(found: dict[str, Verified[R]], name: str, what: str) -> Verified[R]:
    digits = name.removeprefix("sha256:")
    near = [each for key, each in found.items() if key.removeprefix("sha256:").startswith(digits)]
    if len(digits) < FEWEST_DIGITS or len(near) != 1:
        said = f"{len(near)} stored {what}s are named `{name}`" if near else f"there is no stored {what} `{name}`"
        raise UsageError(said, where="rubout review", fix=f"give an id, or {FEWEST_DIGITS} digits of it or more")
    return near[0]
