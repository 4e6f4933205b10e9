"""Do the facts of `liveness` hold what their types cannot say?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.judge.bounds import below, broken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.liveness import Edge, Facts, Knobs, Node

MOST_CUT_NODES = 20  # beyond, the search for a cut would not end


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives: the first offender, shapes before order.

    Raises:
        ContractError: a node with a field below its least value; an edge with one below 0, or to a node that is not
            there; edges that do not ascend; a position of no node, or positions that do not ascend.
    """
    for index, node in enumerate(facts.nodes):
        if _is_negative(node):
            raise broken("liveness", "", f"node {index}: negative field")
    size = len(facts.nodes)
    for index, edge in enumerate(facts.edges):
        if not (0 <= edge.src < size and 0 <= edge.dst < size):
            raise broken("liveness", "", f"edge {index}: endpoint out of range")
        if edge.kind < 0 or edge.rung < 0:
            raise broken("liveness", "", f"edge {index}: negative field")
    for index, position in enumerate(facts.pos):
        if not 0 <= position < size:
            raise broken("liveness", "", f"pos {index}: index out of range")
    if (found := _first_not_ascending([_key(edge) for edge in facts.edges])) is not None:
        raise broken("liveness", "", f"edge {found}: not strictly ascending")
    if (found := _first_not_ascending([(position,) for position in facts.pos])) is not None:
        raise broken("liveness", "", f"pos {found}: not strictly ascending")


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    values = (
        ("min_rung", knobs.min_rung, 0),
        ("reach_rung", knobs.reach_rung, 0),
        ("entry_mask", knobs.entry_mask, 0),
        ("asset_kind", knobs.asset_kind, 0),
        ("file_kind", knobs.file_kind, 0),
        ("scc_floor", knobs.scc_floor, 2),
        ("node_cap", knobs.node_cap, 0),
        ("edge_cap", knobs.edge_cap, 0),
        ("cut_cap", knobs.cut_cap, 0),
    )
    wrong = below(values)
    if knobs.cut_cap > MOST_CUT_NODES:
        wrong.append(("cut_cap", f"{knobs.cut_cap} is above {MOST_CUT_NODES}"))
    return wrong


def _is_negative(node: Node) -> bool:
    return min(node.lang, node.kind, node.flags) < 0


def _key(edge: Edge) -> tuple[int, int, int, int]:
    return edge.src, edge.dst, edge.kind, edge.rung


def _first_not_ascending(rows: Sequence[tuple[int, ...]]) -> int | None:
    """The index of the first row that does not follow the one before it."""
    return next((index for index, (one, two) in enumerate(pairwise(rows), start=1) if one >= two), None)
