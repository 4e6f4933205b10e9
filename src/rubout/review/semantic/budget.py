"""What may one op, and a day, still cost?

Before each call the worst case is reserved; what was not spent comes back. Of the tokens that may come out a call may
take half of what is left, so that one that is lost does not end the asking.
"""

from __future__ import annotations

from dataclasses import dataclass

from rubout.review.outcome import ReviewTier
from rubout.review.semantic.request import TOKENS_OUT

CALLS = 8
TOKENS_IN = 200_000
BYTES_PER_TOKEN = 3
FEWEST_TOKENS_OUT = 256  # with fewer no complete answer fits
DECODE_UJ = ReviewTier.SEMANTIC.estimate_uj


@dataclass(slots=True, kw_only=True)
class Budget:
    """What is left to be spent on one op; of the day's budgets None is no limit."""

    calls: int = CALLS
    tokens_in: int = TOKENS_IN
    tokens_out: int = TOKENS_OUT
    day_tokens: int | None = None
    day_uj: int | None = None

    def reserve(self, size: int, tokens_out: int) -> bool:
        """Whether a request of `size` bytes fits; if so its worst case is taken off."""
        tokens_in = tokens_of(size)
        whole = tokens_in + tokens_out
        if (
            self.calls < 1
            or tokens_in > self.tokens_in
            or not FEWEST_TOKENS_OUT <= tokens_out <= self.tokens_out
            or (self.day_tokens is not None and whole > self.day_tokens)
            or (self.day_uj is not None and self.day_uj < DECODE_UJ)
        ):
            return False
        self.calls -= 1
        self._take(tokens_in, tokens_out, DECODE_UJ)
        return True

    def give_back(self, tokens_in: int, tokens_out: int, uj: int) -> None:
        """What was reserved and not spent."""
        self._take(-tokens_in, -tokens_out, -uj)

    def _take(self, tokens_in: int, tokens_out: int, uj: int) -> None:
        self.tokens_in -= tokens_in
        self.tokens_out -= tokens_out
        if self.day_tokens is not None:
            self.day_tokens -= tokens_in + tokens_out
        if self.day_uj is not None:
            self.day_uj -= uj


def tokens_of(size: int) -> int:
    """No fewer than the tokens of so many bytes."""
    return -(-size // BYTES_PER_TOKEN)
