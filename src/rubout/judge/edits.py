"""What did a change do with its lines: replace them, move them, or add a second copy on top?

Formula   matched + deleted + moved_out = lines before, matched + novel + moved_in = lines after, pair by pair
Moved     within a pair, any line with a letter or a digit that both sides of the diff hold; across pairs, lines of
          a station (`edits_across`). Crossing pairs only ever turns plain lines into moved ones
Degraded  a line that left and arrived more often than `bucket_cap` squared allows, or more changed rows than
          `edit_row_cap`: nothing crosses pairs, and the verdict says why. No pair at all is an empty change
Fails     when degraded; stacking is a suspicion, which fails nothing
Order     of the pairs does not matter beyond their numbers
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.edits import Counts, Facts, Judged, Knobs, Verdict
from rubout.judge.bounds import below
from rubout.judge.edits_across import across, is_over_budget, leftovers
from rubout.judge.edits_contract import check
from rubout.judge.edits_stacking import is_lopsided, plain_lines, suspicions
from rubout.judge.edits_units import intact_units, relocations
from rubout.judge.edits_within import within

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from rubout.facts.edits import Pair

__all__ = ["Facts", "Knobs", "Verdict", "check_knobs", "judge", "unit_pairs"]


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge pairs of files, all of one change.

    Raises:
        ContractError: as `edits_contract.check`.
    """
    check(facts)
    moves = [within(pair, knobs) for pair in facts.pairs]
    intact = [intact_units(pair, moved) for pair, moved in zip(facts.pairs, moves, strict=True)]
    left = leftovers(facts.pairs, moves, knobs.bridge_max)
    reason = None
    if sum(len(pair.removed) + len(pair.added) for pair in facts.pairs) > knobs.edit_row_cap:
        reason = "edits_too_large"
    elif is_over_budget(left, knobs):
        reason = "bucket_cap"
    blocks, crossed = across(left, knobs) if reason is None else ((), {})
    moves = [moved.joined(crossed[number]) if number in crossed else moved for number, moved in enumerate(moves)]
    return Verdict(
        pairs=tuple(
            Judged(_counts(pair, moved.out, moved.into), tuple(sorted(moved.out)), tuple(sorted(moved.into)), whole)
            for pair, moved, whole in zip(facts.pairs, moves, intact, strict=True)
        ),
        blocks=blocks,
        relocations=relocations(facts.pairs, blocks),
        suspicions=suspicions(facts.pairs, moves, knobs),
        fail=reason is not None,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


def unit_pairs(facts: Facts, verdict: Verdict) -> list[int]:
    """The pairs of whose units the verdict depends; those of the others need not be known."""
    wanted = []
    for number, (pair, judged) in enumerate(zip(facts.pairs, verdict.pairs, strict=True)):
        novel = len(plain_lines(pair.added, frozenset(judged.in_lines)))
        deleted = len(plain_lines(pair.removed, frozenset(judged.out_lines)))
        if judged.out_lines or judged.in_lines or is_lopsided(novel, deleted, verdict.knobs):
            wanted.append(number)
    return wanted


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    return below(
        [
            ("moved_cost", knobs.moved_cost, 0),
            ("plain_cost", knobs.plain_cost, knobs.moved_cost + 1),
            ("site_cost_within", knobs.site_cost_within, 0),
            ("site_cost_cross", knobs.site_cost_cross, 0),
            ("anchor_floor", knobs.anchor_floor, 0),
            ("bridge_max", knobs.bridge_max, 0),
            ("bucket_cap", knobs.bucket_cap, 0),
            ("diff_bound", knobs.diff_bound, 0),
            ("stacking_novel_floor", knobs.stacking_novel_floor, 0),
            ("stacking_ratio", knobs.stacking_ratio, 0),
            ("edit_row_cap", knobs.edit_row_cap, 0),
            ("side_bytes_cap", knobs.side_bytes_cap, 0),
        ]
    )


def _counts(pair: Pair, out: AbstractSet[int], into: AbstractSet[int]) -> Counts:
    return Counts(
        matched=pair.lines_before - len(pair.removed),
        novel=len(pair.added) - len(into),
        moved_in=len(into),
        deleted=len(pair.removed) - len(out),
        moved_out=len(out),
    )
