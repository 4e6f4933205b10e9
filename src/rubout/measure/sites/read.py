"""What one file says of others, whatever kind of file it is."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rubout.facts.graph import FileReferences
from rubout.facts.references import References
from rubout.facts.source import Permit
from rubout.measure import notebook
from rubout.measure.docs.markdown import paragraphs
from rubout.measure.languages.grammar import load
from rubout.measure.permits import permits, permits_of_line
from rubout.measure.rule_modules import MODULES
from rubout.measure.sites import hosts, markdown
from rubout.measure.sites.all import references
from rubout.measure.sites.named import with_named
from rubout.measure.sites.surface import surface_hash
from rubout.measure.sources.content import content_rule, total_lines
from rubout.measure.text_lines import lines_of
from rubout.measure.tree import error_nodes, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Raise it whenever a rule of the sites changes: old rows of the index are then missed.
REVISION = "refs-5"
FAMILY = "liveness"
MARKDOWN = "markdown"
UNREAD = frozenset({"xml", "large"})  # rules of content: no TypeScript, and too much to parse
_MARK = b"rubout:allow"
_NOTES = (".mdc",)  # Markdown that an editor loads by itself


class Part(Enum):
    """What a file is to the graph."""

    NODE = auto()
    HOST = auto()  # no node itself, but what it refers to is used
    NONE = auto()


def part_of(path: str, language: str) -> Part:
    """By its name and the name of its language, "" for none."""
    if path.endswith((*hosts.SUFFIXES, *_NOTES)) or notebook.is_notebook(path):
        return Part.HOST
    return Part.NODE if language in MODULES or language == MARKDOWN else Part.NONE


def file_references(source: bytes, path: str, language: Language, tree: FlatTree | None = None) -> FileReferences:
    """What a file says of others; nothing where no rule or installed grammar reads it.

    Args:
        source: the bytes of the file.
        path: of which the suffix decides.
        language: of the file.
        tree: that of the source, or of a notebook's code cells, where it was parsed before.

    Raises:
        NotebookError: a notebook that is none.
        SlowParseError: its parse takes longer than one may.
    """
    found = _read_file(source, path, language, tree)
    return replace(found, surface=surface_hash(found.references, language.name))


def unread(total_lines: int, rule: str) -> FileReferences:
    """Those of a file too large to be parsed: a node without sites."""
    return FileReferences(References(), total_lines, rule=rule)


def _read_file(source: bytes, path: str, language: Language, tree: FlatTree | None) -> FileReferences:
    known = FileReferences(References(), total_lines(source), rule=content_rule(source, language))
    if known.rule in UNREAD:
        return known
    if path.endswith(hosts.SUFFIXES):
        return replace(known, references=hosts.host_sites(path, source))
    if language.name == MARKDOWN:
        own = tuple(_permits_of_markdown(source))
        return replace(known, references=_with_named(markdown.references(source), source), permits=own)
    if tree is not None:
        return _of_tree(known, tree)
    if notebook.is_notebook(path):
        cells = notebook.code_cells(source)
        source = cells[0] if cells else b""
    grammar = load(language)
    return known if grammar is None else _of_tree(known, parse(source, language, grammar))


def _of_tree(known: FileReferences, tree: FlatTree) -> FileReferences:
    errors = len(error_nodes(tree))
    own = tuple(permit for permit in permits(tree) if permit.family == FAMILY)
    return replace(known, references=_with_named(references(tree), tree.source), permits=own, parse_errors=errors)


def _with_named(found: References, source: bytes) -> References:
    return replace(found, sites=with_named(source, found.sites))


def _permits_of_markdown(source: bytes) -> Iterator[Permit]:
    """Those in HTML comments; what is shown as code is a permit that somebody writes about."""
    if _MARK not in source:
        return
    for comment in paragraphs(lines_of(source.decode(errors="replace"))).comments:
        for line, text in comment.lines:
            for family, reason in permits_of_line(text):
                if family == FAMILY:
                    yield Permit(family, reason, line, line, line)
