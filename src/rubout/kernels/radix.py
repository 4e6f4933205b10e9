"""Columns of numbers put into another order."""

from __future__ import annotations

from array import array

import cython


def stably_by(order: array[int], high: array[int], low: array[int]) -> array[int]:
    """Sort indices, 'I', by the pair of items they have in `high` and `low`, both 'I'; ties stay in the order given."""
    keys = array("Q", bytes(8 * len(order)))
    key: cython.ulonglong[::1] = keys
    given: cython.const[cython.uint][::1] = order
    upper: cython.const[cython.uint][::1] = high
    lower: cython.const[cython.uint][::1] = low
    wide: cython.ulonglong
    index: cython.Py_ssize_t
    for index in range(len(order)):
        wide = upper[given[index]]
        key[index] = (wide << 32) | lower[given[index]]
    return stable_sort(keys, order)[1]


def taken(column: array[int], order: array[int]) -> array[int]:
    """The items of an 'I' column at the indices of `order`, 'I'."""
    chosen = array("I", bytes(4 * len(order)))
    given: cython.const[cython.uint][::1] = order
    item: cython.const[cython.uint][::1] = column
    out: cython.uint[::1] = chosen
    index: cython.Py_ssize_t
    for index in range(len(order)):
        out[index] = item[given[index]]
    return chosen


def stable_sort(keys: array[int], values: array[int], bits: int = 64) -> tuple[array[int], array[int]]:
    """Sort 'I' values by the low bits of their 'Q' keys, ties in the order given (radix sort, least byte first)."""
    shift: cython.int
    for shift in range(0, bits, 8):
        keys, values = _sorted_by_byte(keys, values, shift)
    return keys, values


def _sorted_by_byte(keys: array[int], values: array[int], shift: int) -> tuple[array[int], array[int]]:
    key: cython.const[cython.ulonglong][::1] = keys
    value: cython.const[cython.uint][::1] = values
    slots = array("Q", bytes(8 * 257))
    slot: cython.ulonglong[::1] = slots
    by: cython.int = shift
    count: cython.Py_ssize_t = len(keys)
    index: cython.Py_ssize_t
    byte: cython.Py_ssize_t
    for index in range(count):
        slot[((key[index] >> by) & 0xFF) + 1] += 1
    if count in slots:  # one byte for all
        return keys, values
    for byte in range(256):
        slot[byte + 1] += slot[byte]
    sorted_keys = array("Q", bytes(8 * count))
    sorted_values = array("I", bytes(4 * count))
    key_out: cython.ulonglong[::1] = sorted_keys
    value_out: cython.uint[::1] = sorted_values
    for index in range(count):
        byte = (key[index] >> by) & 0xFF
        key_out[slot[byte]] = key[index]
        value_out[slot[byte]] = value[index]
        slot[byte] += 1
    return sorted_keys, sorted_values
