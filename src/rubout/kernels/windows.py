"""Which numbers stand for a sequence, so that two sequences with a long stretch in common share one?"""

from __future__ import annotations

from array import array

import cython


def window_minima(values: array[int], window: int) -> array[int]:
    """The least value of every `window` values in a row, once for each place where it stands.

    Args:
        values: 'Q'.
        window: at least 1; fewer values than that are no window.

    Returns:
        'Q', by the place of the minimum; of equal ones in a window the last counts.
    """
    size: cython.Py_ssize_t = len(values)
    width: cython.Py_ssize_t = window
    value: cython.const[cython.ulonglong][::1] = values
    # The places of a window that are below all behind them, ascending: the first is the window's minimum.
    queue: cython.uint[::1] = array("I", bytes(4 * (size + 1)))
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 0
    chosen: cython.Py_ssize_t = -1
    index: cython.Py_ssize_t
    minima = array("Q")
    for index in range(size):
        while last > first and value[queue[last - 1]] >= value[index]:
            last -= 1
        queue[last] = index
        last += 1
        if queue[first] + width <= index:
            first += 1
        if index + 1 >= width and queue[first] != chosen:
            chosen = queue[first]
            minima.append(value[chosen])
    return minima
