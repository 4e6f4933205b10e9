"""How far a value may outgrow its ceiling, as a project configures it."""

from __future__ import annotations

import msgspec


class Tolerances(msgspec.Struct, frozen=True):
    """The larger of `tol_num`/`tol_den` of a ceiling and the ceiling plus `tol_abs_*`."""

    tol_num: int = 102
    tol_den: int = 100
    tol_abs_lines: int = 10
    tol_abs_cognitive: int = 2
