"""What frameworks find by themselves, as data: the rows of `conventions.toml`, and those that a project adds."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

DATA = "conventions.toml"
_SCRIPTS = ("{js}", "{ts,tsx,js,jsx,mts,mjs,cts,cjs}")


class Row(msgspec.Struct, frozen=True):
    """`when` are dependencies, any of which will do; none is always. `beside` is a file that will do as well.

    It may be a path, from the folder that the row applies to. `globs` are relative to the folder of the manifest that
    declares the dependency; `marks` are annotations, and a file that declares a name with one of them is found wherever
    it stands. `programs`: only files that export nothing.
    """

    reason: str
    when: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    programs: bool = False


@cache
def rows() -> tuple[Row, ...]:
    """Our rows, in the order of the file."""
    text = files(__package__ or "").joinpath(DATA).read_text(encoding="utf-8").replace(*_SCRIPTS)
    return msgspec.convert(tomllib.loads(text)["conventions"], tuple[Row, ...])
