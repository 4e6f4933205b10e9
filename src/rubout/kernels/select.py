"""Which nodes of a flat tree are of a wanted kind."""

from __future__ import annotations

from array import array

import cython


def select(kinds: array[int], wanted: bytes) -> array[int]:
    """The indices, ascending, as 'I', of the nodes whose kind has a byte other than 0 in `wanted`.

    Args:
        kinds: kind ids, 'H', one item a node.
        wanted: one byte a kind id, ERROR's slot included.
    """
    found = array("I")
    view: cython.const[cython.ushort][:] = kinds
    flags: cython.const[cython.uchar][:] = wanted
    size: cython.Py_ssize_t = len(kinds)
    index: cython.Py_ssize_t
    for index in range(size):
        if flags[view[index]] != 0:
            found.append(index)
    return found
