"""What a manifest of a Python distribution says, whichever of the three kinds of file it is."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_SEPARATORS = re.compile(r"[-_.]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """Paths are relative to the manifest's folder; what it does not say is empty.

    `roots`: pairs of a dotted prefix and the folder that holds what goes on from it; the prefix is mostly "".
    `packages`: dotted, top-level ones and modules, where the manifest names them. `discovers`: folders whose packages
    are all part of it. `entry_points`: dotted modules. `scripts`: files that are installed as commands. `collected`:
    the globs of what pytest takes for tests.
    """

    name: str = ""
    requirements: tuple[str, ...] = ()  # names, as written
    roots: tuple[tuple[str, str], ...] = ()
    packages: tuple[str, ...] = ()
    discovers: tuple[str, ...] = ()
    entry_points: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    collected: tuple[str, ...] = ()


def requirement_names(lines: Iterable[object]) -> tuple[str, ...]:
    """The names of requirements such as `requests[socks]>=2; python_version < "4"`; what is none is left out."""
    matches = (_NAME.match(line) for line in lines if isinstance(line, str))
    return tuple(found[1] for found in matches if found is not None)


def normal_name(name: str) -> str:
    """A distribution's name as the index compares it."""
    return _SEPARATORS.sub("-", name).lower()


def module_of(entry_point: str) -> str:
    """The dotted module of `name = package.module:attribute [extra]`."""
    return entry_point.rpartition("=")[2].partition("[")[0].partition(":")[0].strip()


def folder_of(written: str) -> str:
    """A folder as written in a manifest, normalised; the manifest's own is ""."""
    path = posixpath.normpath(written.strip() or ".")
    return "" if path == "." else path
