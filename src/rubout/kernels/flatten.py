"""One tree-sitter tree, walked once, as arrays in preorder.

The cursor loop is the cheapest way to get nodes out of the binding (a query makes a Node for each,
`Node.children` a list); everything else about a file is computed from these arrays.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

ERROR_KIND = 65535  # tree-sitter's symbol of an ERROR node


def flatten(cursor: Any, node_count: int, error_slot: int) -> tuple[array[int], ...]:
    """Walk a cursor that stands on the root.

    Args:
        cursor: `Tree.walk()`.
        node_count: `root.descendant_count`.
        error_slot: the kind number to write for an ERROR node (tables have one slot more than kinds).

    Returns:
        kinds 'H', fields 'H' (0: none), starts 'I', ends 'I' (bytes, end exclusive), parents 'I' (the
        root is its own), afters 'I' (index after the node's subtree; a leaf has its own index + 1), and
        missing 'I', the indices of MISSING leaves. One item a node in preorder.
    """
    kinds = array("H", bytes(2 * node_count))
    fields = array("H", bytes(2 * node_count))
    starts = array("I", bytes(4 * node_count))
    ends = array("I", bytes(4 * node_count))
    parents = array("I", bytes(4 * node_count))
    afters = array("I", bytes(4 * node_count))
    missing = array("I")
    kind_view: cython.ushort[:] = kinds
    field_view: cython.ushort[:] = fields
    start_view: cython.uint[:] = starts
    end_view: cython.uint[:] = ends
    parent_view: cython.uint[:] = parents
    after_view: cython.uint[:] = afters
    down = cursor.goto_first_child
    across = cursor.goto_next_sibling
    up = cursor.goto_parent
    index: cython.uint = 0
    parent: cython.uint = 0
    current: cython.uint
    kind: cython.uint
    slot: cython.uint = error_slot
    while True:
        node = cursor.node
        kind = node.kind_id
        field = cursor.field_id
        current = index
        index += 1
        kind_view[current] = slot if kind == ERROR_KIND else kind
        if field is not None:
            field_view[current] = field
        start_view[current] = node.start_byte
        end_view[current] = node.end_byte
        parent_view[current] = parent
        if down():
            parent = current
            continue
        after_view[current] = index
        if start_view[current] == end_view[current] and node.is_missing:
            missing.append(current)
        while not across():
            if not up():
                return kinds, fields, starts, ends, parents, afters, missing
            after_view[parent] = index
            parent = parent_view[parent]
