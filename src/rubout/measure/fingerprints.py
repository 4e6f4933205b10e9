"""Which runs of tokens stand for a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.kernels.winnow import run_hashes, winnow
from rubout.measure.kinds import code_hashes

if TYPE_CHECKING:
    from array import array

WIDTH = 25  # tokens in a run; a shorter common stretch is noise
WINDOW = 26  # runs in a window; WIDTH + WINDOW - 1 = 50 common tokens are always found


def fingerprints(codes: array[int], width: int = WIDTH, window: int = WINDOW) -> tuple[array[int], array[int]]:
    """Winnow the streams between the cuts (code 0) of a file's token codes, 'H'.

    Returns:
        hashes 'Q' and positions 'I' (the index of the run's first token), ascending by position.
    """
    return winnow(codes, code_hashes(), width, window)


def all_hashes(codes: array[int]) -> array[int]:
    """The hash of every run of `WIDTH` codes, chosen or not, 'Q'; one with a cut inside is no fingerprint's."""
    return run_hashes(codes, code_hashes(), WIDTH)
