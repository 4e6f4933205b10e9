"""Which stretches of code occur more than once, and do the extra copies fit the budget?

Formula   excess = Σ over classes of (members - 1)
Leaves out  repeats and pairs under `min_tokens`; those with fewer than `min_distinct` different tokens too (data
          tables, not code), and counts them
Fails     when excess > budget; on the budget it holds, without one nothing fails
Degraded  no files: the verdict fails
Source    the floor: matches judged to be tables had at most 6 different tokens, true copies at least 7
Order     of the repeats does not matter; pairs keep theirs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.clones import Block, CloneClass, Facts, Knobs, Repeat, Verdict
from rubout.judge.bounds import below
from rubout.judge.clone_classes import clone_classes
from rubout.judge.clones_contract import check
from rubout.judge.savings import merged

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Facts", "Knobs", "Verdict", "check_knobs", "is_judged", "joined", "judge"]


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge repeats, and pairs where they were measured; `pairs` never decide anything.

    Raises:
        ContractError: as `clones_contract.check`.
    """
    check(facts)
    repeats = [repeat for repeat in facts.repeats if repeat.tokens >= knobs.min_tokens]
    diverse = [repeat for repeat in repeats if is_judged(repeat, knobs)]
    blocks = [block for block in facts.blocks or () if block.tokens >= knobs.min_tokens]
    pairs = None if facts.blocks is None else _diverse(blocks, knobs)
    classes = clone_classes(diverse, pairs)
    excess = sum(len(clones.members) - 1 for clones in classes)
    empty = not facts.files
    return Verdict(
        classes=classes,
        excess=excess,
        low_diversity_suppressed=len(repeats) - len(diverse),
        pairs=pairs,
        pairs_suppressed=len(blocks) - len(pairs or ()),
        advisory=None if facts.near is None else _diverse(facts.near, knobs),
        fail=empty or (knobs.budget is not None and excess > knobs.budget),
        degraded=empty,
        reason="nothing to judge" if empty else None,
        knobs=knobs,
    )


def is_judged(repeat: Repeat, knobs: Knobs) -> bool:
    """Whether a repeat is long and diverse enough to belong to a class."""
    return repeat.tokens >= knobs.min_tokens and repeat.distinct >= knobs.min_distinct


def joined(part: Verdict, others: Iterable[CloneClass]) -> Verdict:
    """The verdict over a tree of which `part` judged all repeats but those behind the classes `others`, in their order.

    Holds when no span of the one is a span of the other, since a class is a component of repeats that share spans.
    """
    classes = merged(others, part.classes)
    excess = sum(len(clones.members) - 1 for clones in classes)
    budget = part.knobs.budget
    fail = part.degraded or (budget is not None and excess > budget)
    return msgspec.structs.replace(part, classes=classes, excess=excess, fail=fail)


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return below(
        [("min_tokens", knobs.min_tokens, 1), ("min_distinct", knobs.min_distinct, 0), ("budget", knobs.budget, 0)]
    )


def _diverse(blocks: Iterable[Block], knobs: Knobs) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block.distinct >= knobs.min_distinct)
