"""Where `structure` draws its lines, as a project configures them."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """A ceiling is broken by more than it, a floor is reached by as much."""

    depth_ceil: int = 8
    fanout_ceil: int = 30
    naming_min: int = 5
    naming_ceil: int = 600  # permille
    mix_ref_floor: int = 5
    misplace_min: int = 3
    big_dir_floor: int = 8
    dup_min: int = 1
    dead_min: int = 1
    stale_min: int = 1
    viol_cost: int = 10
    scale: int = 1000
