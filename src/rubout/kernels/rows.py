"""Which rows does a comment of a flattened tree touch, and which a token outside every function unit?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from rubout.kernels.roles import Role
from rubout.kernels.tokens import has_its_field

if TYPE_CHECKING:
    from array import array

    from rubout.kernels.metrics import Arrays

# C numbers: the enum's members are Python objects, too slow to ask of each node.
_COMMENT = cython.declare(cython.uint, Role.COMMENT.value)
_CUT = cython.declare(cython.uint, Role.CUT.value)


def comment_lines(nodes: Arrays, newlines: array[int], table: Arrays) -> int:
    """The number of distinct rows that a comment touches."""
    kind: cython.const[cython.ushort][::1] = nodes[0]
    start: cython.const[cython.uint][::1] = nodes[2]
    end: cython.const[cython.uint][::1] = nodes[3]
    after: cython.const[cython.uint][::1] = nodes[5]
    role: cython.const[cython.uint][::1] = table[0]
    newline: cython.const[cython.uint][::1] = newlines
    rows: cython.uint = len(newlines)
    count: cython.uint = len(nodes[0])
    row: cython.uint = 0
    free: cython.uint = 0  # the first row that no comment so far touches
    lines: cython.uint = 0
    node: cython.uint = 0
    while node < count:
        if not role[kind[node]] & _COMMENT or end[node] == start[node]:
            node += 1
            continue
        while row < rows and newline[row] < start[node]:
            row += 1
        free = max(free, row)
        while row < rows and newline[row] < end[node] - 1:
            row += 1
        lines += row + 1 - free
        free = row + 1
        node = after[node]
    return lines


def outside_rows(nodes: Arrays, newlines: array[int], table: Arrays, units: array[int]) -> tuple[int, int, int]:
    """The rows touched by a token that is in no unit, comment or import: how many, the first, the last (0-based)."""
    kind: cython.const[cython.ushort][::1] = nodes[0]
    start: cython.const[cython.uint][::1] = nodes[2]
    end: cython.const[cython.uint][::1] = nodes[3]
    after: cython.const[cython.uint][::1] = nodes[5]
    role: cython.const[cython.uint][::1] = table[0]
    newline: cython.const[cython.uint][::1] = newlines
    unit: cython.const[cython.uint][::1] = units
    rows: cython.uint = len(newlines)
    count: cython.uint = len(nodes[0])
    unit_count: cython.uint = len(units)
    found: cython.uint = 0
    row: cython.uint = 0
    first: cython.uint = 0
    free: cython.uint = 0  # the first row that no token so far touches
    lines: cython.uint = 0
    node: cython.uint = 0
    while node < count:
        while found < unit_count and unit[found] < node:
            found += 1
        if (
            (found < unit_count and unit[found] == node)
            or role[kind[node]] & _COMMENT
            or (role[kind[node]] & _CUT and has_its_field(node, nodes, table[1], table[2]))
        ):
            node = after[node]
            continue
        if after[node] == node + 1 and end[node] > start[node]:
            while row < rows and newline[row] < start[node]:
                row += 1
            if not lines:
                first = row
            free = max(free, row)
            while row < rows and newline[row] < end[node] - 1:
                row += 1
            lines += row + 1 - free
            free = row + 1
        node += 1
    return lines, first, max(free, 1) - 1
