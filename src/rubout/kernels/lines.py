"""Where lines end, and on which line a byte lies."""

from __future__ import annotations

from array import array

import cython


def newline_offsets(source: bytes) -> array[int]:
    """The byte offset of each 0x0A, ascending, as 'I'; a lone CR is no line break."""
    count: cython.Py_ssize_t = source.count(b"\n")
    offsets = array("I", bytes(4 * count))
    view: cython.uint[:] = offsets
    data: cython.const[cython.uchar][:] = source
    size: cython.Py_ssize_t = len(source)
    filled: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t
    for position in range(size):
        if data[position] == 10:
            view[filled] = position
            filled += 1
    return offsets
