"""The generated tables of names in `names/`: one entry a line below a comment that says where they are from."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def table(name: str) -> tuple[str, ...]:
    """The entries of `names/NAME.txt`, in its order."""
    text = (files("rubout.measure.resolve") / "names" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def names(name: str) -> frozenset[str]:
    """The entries of a table that is a set."""
    return frozenset(table(name))
