"""Which arcs must go so that no cycle is left?

Formula   of all orders of the nodes, one with the fewest arcs that point backwards in it; those arcs are the cut.
          An order is built node by node: the cheapest way to begin with a set S is the cheapest way to begin with
          S without its last node v, plus the arcs from v back into S
Ties      of several smallest cuts the first, as ascending lists of arcs. Arc i of m weighs 2**m - 2**(m-1-i), so
          one sum holds the number of arcs and, behind it, how early they come
Cost      2**n sums for n nodes
Source    minimum feedback arc set over subsets: Held and Karp (1962), Lawler (1964)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def smallest_cut(nodes: Sequence[int], arcs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The cut of arcs, ascending and without loops, between these nodes; empty when there is no cycle."""
    place = {node: index for index, node in enumerate(nodes)}
    most = 1 << len(arcs)
    weights = [[0] * len(nodes) for _ in nodes]
    for index, (source, target) in enumerate(arcs):
        weights[place[source]][place[target]] = most - (most >> (index + 1))
    total = _cheapest([_sums(row) for row in weights])
    early = -total % most  # one bit an arc of the cut, the first arc highest
    return tuple(arc for index, arc in enumerate(arcs) if early & most >> (index + 1))


def _sums(weights: Sequence[int]) -> list[int]:
    """For each set of nodes, as bits, the weight of the arcs into it."""
    sums = [0]
    for weight in weights:
        sums += [known + weight for known in sums]
    return sums


def _cheapest(back: Sequence[Sequence[int]]) -> int:
    """The least weight of arcs that point backwards; `back[v][S]` is that of v behind S."""
    costs = [0]
    bits = [(1 << node, sums) for node, sums in enumerate(back)]
    for chosen in range(1, 1 << len(back)):
        costs.append(min(costs[chosen ^ bit] + sums[chosen ^ bit] for bit, sums in bits if chosen & bit))
    return costs[-1]
