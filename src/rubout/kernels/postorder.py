"""The named nodes of a flat tree in postorder, as tree edit distance walks them."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import cython

Nodes = tuple["array[int]", "array[int]", "array[int]"]
Listed = tuple["array[int]", "array[int]", "array[int]", "array[int]"]


def postorder(nodes: Nodes, newlines: array[int], codes: array[int], wanted: array[int]) -> Listed:
    """List the wanted nodes and all named nodes below them, each once.

    Args:
        nodes: kinds 'H', afters 'I' and starts 'I' of a flat tree, one item a node in preorder.
        newlines: 'I', the byte offset of each line feed.
        codes: 'H', by kind id what to write for a node; 0 is looked through, at what is below.
        wanted: 'I', named nodes, ascending.

    Returns:
        By listed node its code 'H', the size of its subtree 'I' and its first line 'I', and by wanted node the
        position of it among the listed ones, 'I'. A subtree of n nodes ends with its root and begins n - 1 before.
    """
    kind: cython.const[cython.ushort][:] = nodes[0]
    after: cython.const[cython.uint][:] = nodes[1]
    start: cython.const[cython.uint][:] = nodes[2]
    count: cython.Py_ssize_t = len(wanted)
    want: cython.const[cython.uint][:] = wanted
    code: cython.const[cython.ushort][:] = codes
    feeds: cython.Py_ssize_t = len(newlines)
    feed: cython.const[cython.uint][:] = newlines
    most: cython.Py_ssize_t = _most(after, want, count)
    labels = array("H", bytes(2 * most))
    sizes = array("I", bytes(4 * most))
    lines = array("I", bytes(4 * most))
    label_out: cython.ushort[:] = labels
    size_out: cython.uint[:] = sizes
    line_out: cython.uint[:] = lines
    roots = array("I", bytes(4 * len(wanted)))
    root_out: cython.uint[:] = roots
    # Of each node that is open: itself, what was listed before it, its line, and its place among the wanted ones + 1.
    open_node: cython.uint[:] = array("I", bytes(4 * most + 4))
    entered: cython.uint[:] = array("I", bytes(4 * most + 4))
    open_line: cython.uint[:] = array("I", bytes(4 * most + 4))
    unit: cython.uint[:] = array("I", bytes(4 * most + 4))
    listed: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    end: cython.Py_ssize_t
    while number < count:
        index = want[number]
        end = after[index]
        while index < end or depth > 0:
            while depth > 0 and (index >= end or after[open_node[depth - 1]] <= index):
                depth -= 1
                label_out[listed] = code[kind[open_node[depth]]]
                size_out[listed] = listed - entered[depth] + 1
                line_out[listed] = open_line[depth]
                if unit[depth] != 0:
                    root_out[unit[depth] - 1] = listed
                listed += 1
            if index >= end:
                continue
            if code[kind[index]] != 0:
                while line < feeds and feed[line] < start[index]:
                    line += 1
                open_node[depth] = index
                entered[depth] = listed
                open_line[depth] = line + 1
                unit[depth] = 0
                if number < count and want[number] == index:
                    number += 1
                    unit[depth] = number
                depth += 1
            index += 1
    return labels[:listed], sizes[:listed], lines[:listed], roots


def operators(nodes: Nodes, newlines: array[int], codes: array[int], wanted: array[int]) -> Listed:
    """List the operators below the wanted nodes, each once; the arguments are those of `postorder`.

    Returns:
        By operator, in the order of the source, its code 'H' and its line 'I', and by wanted node the first operator
        in it and the first one behind it, 'I'.
    """
    kind: cython.const[cython.ushort][:] = nodes[0]
    after: cython.const[cython.uint][:] = nodes[1]
    start: cython.const[cython.uint][:] = nodes[2]
    code: cython.const[cython.ushort][:] = codes
    feed: cython.const[cython.uint][:] = newlines
    feeds: cython.Py_ssize_t = len(newlines)
    found, lines, places = array("H"), array("I"), array("I")
    line: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    for outermost in wanted:
        index = max(index, outermost)
        end = after[outermost]
        while index < end:
            if code[kind[index]] != 0:
                while line < feeds and feed[line] < start[index]:
                    line += 1
                found.append(code[kind[index]])
                lines.append(line + 1)
                places.append(index)
                # `not in` is one operator, and the words that it is made of are none.
                index = after[index]
            else:
                index += 1
    firsts = array("I", [bisect_left(places, one) for one in wanted])
    return found, lines, firsts, array("I", [bisect_left(places, after[one]) for one in wanted])


@cython.cfunc
def _most(
    after: cython.const[cython.uint][:], want: cython.const[cython.uint][:], count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """How many nodes there are in the subtrees of the outermost wanted nodes."""
    total: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t
    for number in range(count):
        if want[number] >= end:
            end = after[want[number]]
            total += end - want[number]
    return total


def leaves_below(sizes: array[int], root: int) -> array[int]:
    """The leftmost leaf of each node of one tree, 'I', counted from its first node; `root` is its last."""
    size: cython.const[cython.uint][:] = sizes
    last: cython.Py_ssize_t = root
    count: cython.Py_ssize_t = size[last]
    found = array("I", bytes(4 * count))
    out: cython.uint[:] = found
    first: cython.Py_ssize_t = last - count + 1
    index: cython.Py_ssize_t
    for index in range(count):
        out[index] = index + 1 - size[first + index]
    return found
