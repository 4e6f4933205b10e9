"""One tree-sitter tree, walked once, as arrays in preorder.

The cursor loop is the cheapest way to get nodes out of the binding (a query makes a Node for each,
`Node.children` a list); everything else about a file is computed from these arrays.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

# What is wanted of a node with children, by its kind. An attribute costs a sixth of what a node costs in all.
SPAN = 1  # where it begins and ends
FIELDS = 2  # the fields of its children
ALL = SPAN | FIELDS

# C numbers: a module's other names are Python objects, too slow to ask of each node.
_ERROR_KIND = cython.declare(cython.Py_ssize_t, 65535)  # tree-sitter's symbol of an ERROR node
_SPAN = cython.declare(cython.uint, SPAN)
_FIELDS = cython.declare(cython.uint, FIELDS)


def flatten(cursor: Any, node_count: int, error_slot: int, wanted: bytes) -> tuple[array[int], ...]:
    """Walk a cursor that stands on the root.

    Args:
        cursor: `Tree.walk()`.
        node_count: `root.descendant_count`.
        error_slot: the kind number to write for an ERROR node (tables have one slot more than kinds).
        wanted: `SPAN` and `FIELDS` by kind, ERROR's slot included.

    Returns:
        kinds 'H', fields 'H' (0: none, or not wanted), starts 'I', ends 'I' (bytes, end exclusive; of a node with
        children 0 when not wanted), parents 'I' (the root is its own), afters 'I' (index after the node's subtree;
        a leaf has its own index + 1), and missing 'I', the indices of MISSING leaves. One item a node in preorder.
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
    wants: cython.const[cython.uchar][:] = wanted
    down = cursor.goto_first_child
    across = cursor.goto_next_sibling
    up = cursor.goto_parent
    index: cython.uint = 0
    parent: cython.uint = 0
    current: cython.uint
    # Signed: under the stable ABI a conversion to an unsigned number compares the object with 0 first.
    kind: cython.Py_ssize_t
    field: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    inner: cython.bint
    want: cython.uint = 0  # of the parent
    while True:
        node = cursor.node
        kind = node.kind_id
        if kind == _ERROR_KIND:
            kind = error_slot
        current = index
        index += 1
        kind_view[current] = kind
        parent_view[current] = parent
        if want & _FIELDS:
            field = cursor.field_id or 0
            field_view[current] = field
        inner = down()
        if inner:
            parent = current
            want = wants[kind]
        if not inner or want & _SPAN:
            start = node.start_byte
            end = node.end_byte
            start_view[current] = start
            end_view[current] = end
        if inner:
            continue
        after_view[current] = index
        if start == end and node.is_missing:
            missing.append(current)
        while not across():
            if not up():
                return kinds, fields, starts, ends, parents, afters, missing
            after_view[parent] = index
            parent = parent_view[parent]
            want = wants[kind_view[parent]]
