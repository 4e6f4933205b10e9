"""The form of the many small rows of facts and verdicts."""

from __future__ import annotations

import msgspec


class Packed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Written as the array of its fields, in their order; without a way back to itself, so that no cycle is sought."""
