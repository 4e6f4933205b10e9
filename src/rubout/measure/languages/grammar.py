"""A language's tree-sitter grammar, loaded when a file first needs it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.measure.languages.table import Grammar

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping

    from rubout.measure.languages.table import Language

# What runs the grammars; its error recovery shapes trees as they do, so it is pinned as they are.
PARSER = Grammar(distribution="tree-sitter", version="0.25.2", module="tree_sitter")
# Error recovery can be quadratic in the errors, with minutes for a few kilobytes. A whole file of the largest size that
# is parsed takes seconds.
PARSE_MICROSECONDS = 60_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A grammar's numbering of node kinds and fields, and what parses by it.

    Compared and hashed by identity: there is one record a language.
    """

    kind_names: tuple[str, ...]  # by kind id; aliases and hidden kinds included; the last slot stands for ERROR
    kind_named: tuple[bool, ...]  # as above
    fields: Mapping[str, int]  # ids by name, in their order from 1
    parse: Callable[[bytes, bytes], tuple[array[int], ...] | None]  # of source and `wanted`, as `kernels.syntax.parse`

    @property
    def error_slot(self) -> int:
        """The kind id that stands for an ERROR node."""
        return len(self.kind_names) - 1

    def field(self, name: str) -> int:
        """The id of a field, 0 (which no node carries) when the grammar has none of that name."""
        return self.fields.get(name, 0)


def is_installed(language: Language) -> bool:
    """Whether the pinned versions of the grammar and of the parser can be imported; they are not imported for that."""
    return language.grammar is not None and is_pinned(PARSER) and is_pinned(language.grammar)


@cache
def is_pinned(grammar: Grammar) -> bool:
    """Whether the version of `grammar` is the one that an import would give."""
    spec = find_spec(grammar.module)
    if spec is None or spec.origin is None:
        return False
    site = Path(spec.origin).parent.parent
    if (site / f"{grammar.distribution.replace('-', '_')}-{grammar.version}.dist-info").is_dir():
        return True
    # Installers other than pip may keep the metadata elsewhere, which takes longer to look up.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(grammar.distribution) == grammar.version
    except PackageNotFoundError:
        return False


def load(language: Language, microseconds: int = PARSE_MICROSECONDS) -> Loaded | None:
    """The grammar of `language`; None when it has none, or a pinned version is not installed.

    Args:
        language: its row of the table.
        microseconds: how long a parse may take.
    """
    return _load(language, microseconds)


def tables(grammar: Grammar) -> object:
    """What the package of a grammar has for the parser: a capsule."""
    return getattr(import_module(grammar.module), grammar.function)()


@cache
def _load(language: Language, microseconds: int) -> Loaded | None:
    if language.grammar is None or not is_installed(language):
        return None
    # Not before: a run that finds everything in the index parses nothing.
    try:
        from rubout.kernels import syntax  # noqa: PLC0415
    except ImportError:  # there was no compiler
        from rubout.measure.languages import binding as syntax  # type: ignore[no-redef]  # noqa: PLC0415

    grammar = tables(language.grammar)

    def parse(source: bytes, wanted: bytes) -> tuple[array[int], ...] | None:
        return syntax.parse(grammar, source, microseconds, wanted)

    names, named = zip(*syntax.kinds(grammar), ("ERROR", True), strict=True)
    return Loaded(kind_names=names, kind_named=named, fields=syntax.fields(grammar), parse=parse)
