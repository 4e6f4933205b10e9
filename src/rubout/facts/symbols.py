"""What one file says of names, and the names of a tree that nothing mentions (docs/methodology/liveness.md)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rubout.facts.packed import Packed


class Confidence(StrEnum):
    """How sure it is that nothing outside the tree knows the name."""

    HIGH = "high"  # the language keeps it inside its file or module
    MEDIUM = "medium"


class Definition(Packed, frozen=True):
    """A named unit, or a constant of the top level.

    `start_line` takes in the comments that belong to it, `line` is its own first one. `around` is the type whose member
    it is, "" for none, and for one that the language lets nothing outside override or call. `kept`: the language keeps
    the name inside its file or module. `mentions` counts how often its name stands in these lines.
    """

    key: str
    nth: int  # among the units of that key
    name: str
    kind: str
    start_line: int
    line: int
    end_line: int
    kept: bool = False
    around: str = ""
    mentions: int = 1


class FileWords(msgspec.Struct, frozen=True, array_like=True):
    """What a file mentions, as the index keeps it.

    `words` are its distinct words, ascending, a line each. `stems` are beginnings of names that are put together from
    parts. `types` are its types with the names of what they are made from. `lonely` are its definitions whose name
    stands nowhere else in the file.
    """

    words: str = ""
    stems: tuple[str, ...] = ()
    types: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    lonely: tuple[Definition, ...] = ()
    binary: bool = False


class Symbol(msgspec.Struct, frozen=True):
    """A definition whose name nothing mentions; `importers` are the files that refer to its file."""

    path: str
    definition: Definition
    confidence: Confidence
    importers: int


class Symbols(msgspec.Struct, frozen=True):
    """The symbols by path and line; how many files were searched for mentions, and how many could not be."""

    rows: tuple[Symbol, ...] = ()
    searched: int = 0
    skipped: int = 0  # binary, too large, or not readable
