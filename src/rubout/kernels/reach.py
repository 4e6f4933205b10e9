"""What of a directed graph can be reached, and its strongly connected components.

A graph is its arcs by source: the targets of node `i` are `targets[offsets[i]:offsets[i + 1]]`, both 'I'.
Source    components: Tarjan (1972), on a stack of our own instead of the machine's
"""

from __future__ import annotations

from array import array

import cython

Adjacency = tuple["array[int]", "array[int]"]  # offsets, targets


def by_source(pairs: list[tuple[int, int]], size: int) -> Adjacency:
    """The graph of arcs that ascend, between so many nodes."""
    firsts = array("I", bytes(4 * (size + 1)))
    targets = array("I", bytes(4 * len(pairs)))
    first: cython.uint[:] = firsts
    target: cython.uint[:] = targets
    at: cython.Py_ssize_t
    for at, (source, other) in enumerate(pairs):
        first[source + 1] += 1
        target[at] = other
    for at in range(size):
        first[at + 1] += first[at]
    return firsts, targets


def reached(graph: Adjacency, seeds: list[int]) -> bytearray:
    """One byte a node, 1 for the seeds and whatever a path leads to from one."""
    offsets, targets = graph
    size: cython.Py_ssize_t = len(offsets) - 1
    found = bytearray(size)
    pending = array("I", bytes(4 * size))
    first: cython.const[cython.uint][:] = offsets
    target: cython.const[cython.uint][:] = targets
    seed: cython.const[cython.uint][:] = array("I", seeds)
    flags: cython.uchar[:] = found
    stack: cython.uint[:] = pending
    top: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    at: cython.Py_ssize_t
    node: cython.uint
    for index in range(len(seeds)):
        if not flags[seed[index]]:
            flags[seed[index]] = 1
            stack[top] = seed[index]
            top += 1
    while top > 0:
        top -= 1
        node = stack[top]
        for at in range(first[node], first[node + 1]):
            if not flags[target[at]]:
                flags[target[at]] = 1
                stack[top] = target[at]
                top += 1
    return found


def components(graph: Adjacency) -> array[int]:
    """The component of each node, 'I'; components are numbered by their smallest node."""
    offsets, targets = graph
    size: cython.Py_ssize_t = len(offsets) - 1
    first: cython.const[cython.uint][:] = offsets
    target: cython.const[cython.uint][:] = targets
    order: cython.uint[:] = array("I", bytes(4 * size))  # from 1, in which the nodes were met; 0: not yet
    low: cython.uint[:] = array("I", bytes(4 * size))  # the earliest still open that each leads back to
    roots = array("I", bytes(4 * size))  # from 1, of closed nodes; 0: still open
    root: cython.uint[:] = roots
    cursor: cython.uint[:] = array("I", offsets)  # the arc of each node that is next
    path: cython.uint[:] = array("I", bytes(4 * size))  # from the node we began with to where we are
    opened: cython.uint[:] = array("I", bytes(4 * size))  # the nodes that are in no component yet
    depth: cython.Py_ssize_t
    waiting: cython.Py_ssize_t = 0
    met: cython.uint = 0
    start: cython.Py_ssize_t
    node: cython.uint
    next_node: cython.uint
    for start in range(size):
        if order[start]:
            continue
        path[0] = start
        depth = 1
        while depth > 0:
            node = path[depth - 1]
            if not order[node]:
                met += 1
                order[node] = met
                low[node] = met
                opened[waiting] = node
                waiting += 1
            if cursor[node] < first[node + 1]:
                next_node = target[cursor[node]]
                cursor[node] += 1
                if not order[next_node]:
                    path[depth] = next_node
                    depth += 1
                elif not root[next_node] and order[next_node] < low[node]:
                    low[node] = order[next_node]
                continue
            depth -= 1
            if depth > 0 and low[node] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[node]
            if low[node] == order[node]:
                while True:
                    waiting -= 1
                    root[opened[waiting]] = node + 1
                    if opened[waiting] == node:
                        break
    return _ranked(roots)


def _ranked(roots: array[int]) -> array[int]:
    """Components numbered in the order in which their first node comes."""
    size: cython.Py_ssize_t = len(roots)
    root: cython.const[cython.uint][:] = roots
    ranks = array("I", bytes(4 * size))
    rank: cython.uint[:] = ranks
    number: cython.uint[:] = array("I", bytes(4 * (size + 1)))  # from 1, by root
    found: cython.uint = 0
    node: cython.Py_ssize_t
    for node in range(size):
        if not number[root[node]]:
            found += 1
            number[root[node]] = found
        rank[node] = number[root[node]] - 1
    return ranks
