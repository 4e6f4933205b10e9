"""Do the facts and the knobs of `near-miss` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.judge.bounds import below, refuse_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.near_miss import Facts, Knobs, Pair, Tree

LARGEST_TREE = (1 << 15) - 1  # the distance of two trees then fits the 16 bits of the kernel


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: the first tree, then the first pair, that is wrong; last, pairs that do not ascend.
    """
    pairs = (_wrong_with_pair(pair, len(facts.trees)) for pair in facts.pairs)
    tables = (("trees", map(_wrong_with_tree, facts.trees)), ("pairs", pairs), ("pairs", _unordered(facts.pairs)))
    refuse_rows("near-miss", tables)


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    values = (
        ("tsed_den", knobs.tsed_den, 1, None),
        ("tsed_num", knobs.tsed_num, 0, knobs.tsed_den),
        ("advisory_num", knobs.advisory_num, 0, knobs.tsed_den),
        ("min_unit_nodes", knobs.min_unit_nodes, 1, None),
        ("tree_cap", knobs.tree_cap, 1, LARGEST_TREE),
        ("pair_cap", knobs.pair_cap, 0, None),
        ("pair_work_cap", knobs.pair_work_cap, 0, None),
    )
    above = [(name, f"{value} is above {most}") for name, value, _, most in values if most is not None and value > most]
    return below((name, value, least) for name, value, least, _ in values) + above


def _wrong_with_tree(tree: Tree) -> str | None:
    """What is wrong with a tree, or None; its lists stand in one order, so what is tested first is said first."""
    size = len(tree.lab)
    if size == 0 and not tree.lld:
        return "empty tree"
    if len(tree.lld) != size:
        return f"lab/lld length mismatch: {size} and {len(tree.lld)}"
    for node, leaf in enumerate(tree.lld):
        if not 0 <= leaf <= node:
            return f"node {node}: lld out of range: {leaf}"
    if tree.lld[-1] != 0:
        return f"not a single tree: the last lld is {tree.lld[-1]}"
    if min(tree.lab) < 0:
        return f"negative label: {min(tree.lab)}"
    return _wrong_with_spans(tree.lld)


def _wrong_with_spans(lld: Sequence[int]) -> str | None:
    """Whether the children of each node, taken leftwards, end where the node begins."""
    begins: list[int] = []  # of the subtrees that have no parent yet, left to right
    for node, leaf in enumerate(lld):
        end = node
        while end > leaf:
            if begins[-1] < leaf:
                return f"node {node}: children do not tile the span"
            end = begins.pop()
        begins.append(leaf)
    return None


def _wrong_with_pair(pair: Pair, trees: int) -> str | None:
    for index in (pair.a, pair.b):
        if not 0 <= index < trees:
            return f"tree {index} is not one of {trees}"
    return f"self pair: {pair.a}" if pair.a == pair.b else None


def _unordered(pairs: Sequence[Pair]) -> Iterator[str | None]:
    last = (-1, -1)
    for pair in pairs:
        follows = (pair.a, pair.b) > last
        yield None if follows else f"{[pair.a, pair.b]} does not ascend from {list(last)}"
        last = (pair.a, pair.b)
