"""What `split` charges for what a cut severs, as a project configures it."""

from __future__ import annotations

import msgspec


class Prices(msgspec.Struct, frozen=True):
    """In thousandths of a point of the size axis."""

    ref_milli: int = 250
    clone_milli: int = 500
    churn_milli: int = 150
    phi_milli: int = 500
