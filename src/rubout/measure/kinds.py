"""The fixed code of every node kind name: what two tokens must share to be alike.

`kinds.txt` lists the names of all pinned grammars whose files have tokens, sorted by their bytes, one a line, in
Python's `unicode_escape`; a name's code is its place there. Codes are data because two processes that numbered
kinds in the order of loading would disagree and silently lose clones. After a change of a grammar's
version, `python -m rubout.measure.kinds > src/rubout/measure/kinds.txt` writes the list again.
"""

from __future__ import annotations

import sys
from array import array
from functools import cache
from pathlib import Path

from rubout.kernels.hashing import fnv1a64

CUT = 0
IDENTIFIER = 1
LITERAL = 2
_FIRST = 3  # the code of the first name
# The control bytes keep the marks apart from every kind name.
_MARKS = (b"\x01ID", b"\x02LIT")


def code_of(name: str) -> int:
    """The code of a node kind's name, whatever grammar has it and whether it is named or not.

    Raises:
        KeyError: no pinned grammar has the name.
    """
    return _codes()[name]


def name_of(code: int) -> str:
    """The name that a code stands for; that of a mark or the cut is no name, and not asked for."""
    return names()[code - _FIRST]


@cache
def code_hashes() -> array[int]:
    """By code, the FNV-1a of what stands for the class: a mark or the kind's name; 0 for the cut. 'Q'."""
    classes = (*_MARKS, *(name.encode() for name in names()))
    return array("Q", [0, *map(fnv1a64, classes)])


@cache
def names() -> tuple[str, ...]:
    """The names of `kinds.txt`, in order."""
    lines = Path(__file__).with_name("kinds.txt").read_bytes().split(b"\n")
    return tuple(line.decode("unicode_escape") for line in lines[:-1])


@cache
def _codes() -> dict[str, int]:
    return {name: code for code, name in enumerate(names(), _FIRST)}


def installed_names() -> tuple[str, ...]:
    """What `kinds.txt` should list; only an environment with every pinned grammar tells the truth."""
    # A process that only reads codes should not pay for loading tree-sitter.
    from rubout.measure.languages.all import LANGUAGES  # noqa: PLC0415
    from rubout.measure.languages.grammar import load  # noqa: PLC0415
    from rubout.measure.languages.table import Scope  # noqa: PLC0415

    grammars = (load(language) for language in LANGUAGES if language.scope is Scope.JUDGED and language.grammar)
    found = {name for grammar in grammars if grammar for name in grammar.kind_names}
    return tuple(sorted(found, key=str.encode))


if __name__ == "__main__":
    sys.stdout.buffer.writelines(name.encode("unicode_escape") + b"\n" for name in installed_names())
