"""What does a file have besides facts and tokens? Parts that only some families read.

They are made of the one parse of a file, and kept apart, so that who does not ask for a part pays nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.extract import revision
from rubout.measure.unit_trees import REVISION, UnitTrees, encoded, unit_trees

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.measure.extract import Parsed
    from rubout.measure.languages.table import Language


class Part(NamedTuple):
    """`made` encodes the part of a file that was parsed; it may raise `SlowParseError`.

    `revision` names the rules that made it for a path, a language and kept imports, under the revision of the facts;
    None for a language that has no such part.
    """

    name: str
    revision: Callable[[str, Language, bool], str | None]
    made: Callable[[Parsed], bytes]


def _trees_revision(path: str, language: Language, keep_imports: bool) -> str:  # noqa: FBT001 - a column of `Part`
    return f"{revision(path, language, keep_imports=keep_imports)}/{REVISION}"


def _trees(parsed: Parsed) -> bytes:
    if parsed.tree is None:
        return encoded(UnitTrees())
    return encoded(unit_trees(parsed.tree, (node for _, node in parsed.units)))


TREES = Part("trees", _trees_revision, _trees)
