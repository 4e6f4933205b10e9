"""Where do the nodes of a graph stand, so that its arcs lead from left to right?

Method  arcs that close a circle are set aside; the layer of a node is the longest path that leads to it; an arc over
        several layers passes through a bend in each, which the arcs of one node share; each layer is then ordered by
        the mean place of its neighbours, to and fro a fixed number of times, and the order with the fewest crossings
        stays (Sugiyama, Tagawa & Toda, Methods for Visual Understanding of Hierarchical System Structures, 1981)
Ties    the order of the nodes as they were given, so equal graphs have equal pictures
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    Arc = tuple[int, int]

SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """`layers` hold the nodes and the bends by number, the bends from `count` on; `routes` lead from node to node.

    `closing` are the arcs that close a circle; they have no route.
    """

    count: int
    layers: list[list[int]]
    routes: list[list[int]]
    closing: list[Arc]


def layered(count: int, arcs: Sequence[Arc], cut: Collection[Arc] = ()) -> Layout:
    """Lay out the nodes 0 to `count` - 1; of the arcs those of the `cut` are set aside first."""
    arcs = [arc for arc in dict.fromkeys(arcs) if arc[0] != arc[1]]
    closing = [arc for arc in arcs if arc in cut]
    rest = [arc for arc in arcs if arc not in cut]
    back = closing_arcs(count, rest)
    forward = [arc for arc in rest if arc not in back]
    layer = _longest_paths(count, forward)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node, level in enumerate(layer):
        layers[level].append(node)
    routes = _routes(forward, layer, layers)
    return Layout(count, _ordered(layers, routes), routes, [*closing, *(arc for arc in rest if arc in back)])


def _routes(arcs: Sequence[Arc], layer: Sequence[int], layers: list[list[int]]) -> list[list[int]]:
    """The way of each arc; the bends that it takes are added to the layers."""
    routes = []
    bends: dict[Arc, int] = {}
    for source, target in arcs:
        route = [source]
        for level in range(layer[source] + 1, layer[target]):
            if (source, level) not in bends:
                bends[source, level] = len(layer) + len(bends)
                layers[level].append(bends[source, level])
            route.append(bends[source, level])
        routes.append([*route, target])
    return routes


def closing_arcs(count: int, arcs: Sequence[Arc]) -> set[Arc]:
    """Arcs without which there is no circle: those that a walk in the order of the nodes finds to lead back."""
    after = _neighbours(arcs)
    state = [0] * count  # 1: on the way, 2: done
    back: set[Arc] = set()
    for root in range(count):
        way = [(root, iter(after[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while way:
            node, targets = way[-1]
            target = next(targets, None)
            if target is None:
                state[node] = 2
                way.pop()
            elif state[target] == 1:
                back.add((node, target))
            elif not state[target]:
                state[target] = 1
                way.append((target, iter(after[target])))
    return back


def crossings(layers: Sequence[Sequence[int]], routes: Sequence[Sequence[int]]) -> int:
    """How many pairs of steps cross."""
    place = _places(layers)
    steps: dict[int, list[Arc]] = defaultdict(list)
    for source, target in _steps(routes):
        steps[place[source][0]].append((place[source][1], place[target][1]))
    return sum(
        (a[0] - b[0]) * (a[1] - b[1]) < 0
        for between in steps.values()
        for number, a in enumerate(between)
        for b in between[:number]
    )


def _steps(routes: Iterable[Sequence[int]]) -> list[Arc]:
    """From layer to layer, each once."""
    return list(dict.fromkeys(step for route in routes for step in pairwise(route)))


def _longest_paths(count: int, arcs: Sequence[Arc]) -> list[int]:
    """Of each node the arcs on the longest way to it; there is no circle."""
    after = _neighbours(arcs)
    missing = [0] * count
    for _, target in arcs:
        missing[target] += 1
    layer = [0] * count
    ready = [node for node in range(count) if not missing[node]]
    for node in ready:
        for target in after[node]:
            layer[target] = max(layer[target], layer[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    return layer


def _ordered(layers: list[list[int]], routes: Sequence[Sequence[int]]) -> list[list[int]]:
    steps = _steps(routes)
    before, after = _neighbours([(b, a) for a, b in steps]), _neighbours(steps)
    best, fewest = layers, crossings(layers, routes)
    for sweep in range(SWEEPS):
        is_forth = sweep % 2 == 0
        layers = list(layers)
        levels = range(1, len(layers)) if is_forth else range(len(layers) - 2, -1, -1)
        for level in levels:
            fixed, beside = (layers[level - 1], before) if is_forth else (layers[level + 1], after)
            layers[level] = _by_mean(layers[level], fixed, beside)
        found = crossings(layers, routes)
        if found < fewest:
            best, fewest = layers, found
    return best


def _by_mean(layer: Sequence[int], fixed: Sequence[int], beside: dict[int, list[int]]) -> list[int]:
    """A node without neighbours keeps its place."""
    place = {node: number for number, node in enumerate(fixed)}
    means = {
        node: sum(place[one] for one in beside[node]) / len(beside[node]) if beside[node] else float(number)
        for number, node in enumerate(layer)
    }
    return sorted(layer, key=means.__getitem__)


def _neighbours(arcs: Sequence[Arc]) -> dict[int, list[int]]:
    after: dict[int, list[int]] = defaultdict(list)
    for source, target in arcs:
        after[source].append(target)
    return after


def _places(layers: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    return {node: (level, number) for level, layer in enumerate(layers) for number, node in enumerate(layer)}
