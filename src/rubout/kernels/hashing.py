"""The two hashes of the similarity families: one over bytes, one that rolls over a sequence of hashes.

Source   FNV-1a: Fowler, Noll and Vo; rolling hash: Karp and Rabin 1987. Both modulo 2**64.
"""

from __future__ import annotations

from array import array

import cython


def fnv1a64(data: bytes) -> int:
    """FNV-1a, 64 bits, of `data`."""
    view: cython.const[cython.uchar][::1] = data
    mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    prime: cython.ulonglong = 0x100000001B3
    state: cython.ulonglong = 0xCBF29CE484222325
    size: cython.Py_ssize_t = len(data)
    index: cython.Py_ssize_t
    for index in range(size):
        state = ((state ^ view[index]) * prime) & mask
    return state


def rolling(hashes: array[int], width: int) -> array[int]:
    """The hash of every `width` consecutive items: Σ x[i + j] · B**(width - 1 - j), B = 1,000,003.

    Args:
        hashes: 'Q'.
        width: items in a run; below 1 there are no runs.

    Returns:
        'Q', one item a run, by its first item; empty when there are fewer than `width` items.
    """
    size: cython.Py_ssize_t = len(hashes)
    length: cython.Py_ssize_t = width
    if length < 1 or size < length:
        return array("Q")
    rolled = array("Q", bytes(8 * (size - length + 1)))
    source: cython.const[cython.ulonglong][::1] = hashes
    target: cython.ulonglong[::1] = rolled
    mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    base: cython.ulonglong = 1000003
    top: cython.ulonglong = 1  # base ** (length - 1), the weight of the item that leaves
    state: cython.ulonglong = 0
    index: cython.Py_ssize_t
    for index in range(length):
        state = (state * base + source[index]) & mask
    for index in range(length - 1):
        top = (top * base) & mask
    target[0] = state
    for index in range(length, size):
        state = ((state - source[index - length] * top) * base + source[index]) & mask
        target[index - length + 1] = state
    return rolled
