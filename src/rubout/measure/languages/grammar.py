"""A language's tree-sitter grammar, loaded when a file first needs it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.measure.languages.table import Grammar

if TYPE_CHECKING:
    import tree_sitter

    from rubout.measure.languages.table import Language

# What runs the grammars; its error recovery shapes trees as they do, so it is pinned as they are.
PARSER = Grammar(distribution="tree-sitter", version="0.25.2", module="tree_sitter")
# Error recovery can be quadratic in the errors, with minutes for a few kilobytes. A whole file of the largest size that
# is parsed takes seconds.
PARSE_MICROSECONDS = 60_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A parser and its numbering of node kinds; the last slot of both tuples stands for ERROR.

    Compared and hashed by identity: there is one record a language.
    """

    language: tree_sitter.Language
    parser: tree_sitter.Parser  # gives up after a time
    kind_names: tuple[str, ...]  # by kind id; aliases and hidden kinds included
    kind_named: tuple[bool, ...]

    @property
    def error_slot(self) -> int:
        """The kind id that `flatten` writes for an ERROR node."""
        return len(self.kind_names) - 1

    def field(self, name: str) -> int:
        """The id of a field, 0 (which no node carries) when the grammar has none of that name."""
        return self.language.field_id_for_name(name) or 0


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


@cache
def _load(language: Language, microseconds: int) -> Loaded | None:
    if language.grammar is None or not is_installed(language):
        return None
    import tree_sitter  # noqa: PLC0415 - a run that finds everything in the index parses nothing

    module = import_module(language.grammar.module)
    grammar = tree_sitter.Language(getattr(module, language.grammar.function)())
    kinds = range(grammar.node_kind_count)
    return Loaded(
        language=grammar,
        parser=_parser(grammar, microseconds),
        kind_names=(*(grammar.node_kind_for_id(kind) or "" for kind in kinds), "ERROR"),
        kind_named=(*(grammar.node_kind_is_named(kind) for kind in kinds), True),
    )


def _parser(grammar: tree_sitter.Language, microseconds: int) -> tree_sitter.Parser:
    import tree_sitter  # noqa: PLC0415 - as above

    parser = tree_sitter.Parser(grammar)
    with warnings.catch_warnings():  # the callback that is to be used in its place crashes the pinned version
        warnings.simplefilter("ignore", DeprecationWarning)
        parser.timeout_micros = microseconds  # type: ignore[misc]  # its stub hides the setter
    return parser
