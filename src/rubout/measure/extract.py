"""From the bytes of one file to what copies are found by: one parse, everything else read from the flat tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.source import FileFacts, Tokens
from rubout.measure import notebook
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.languages.grammar import PARSE_MICROSECONDS, PARSER, is_installed, load
from rubout.measure.languages.table import Scope
from rubout.measure.permits import may_permit, permits
from rubout.measure.sources.content import content_rule, total_lines
from rubout.measure.tokens import looked_at, token_facts
from rubout.measure.tree import error_nodes, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.facts.source import Unit
    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

# Raise it whenever an extraction rule changes: old rows of the index are then missed, never mixed in.
RULES_REVISION = 3
HURRIED_MICROSECONDS = 1_000_000  # a client of the daemon waits two seconds
FOREIGN_KERNEL = "kernel"  # the rule of a notebook in another language: no file of the universe


def revision(path: str, language: Language, *, keep_imports: bool) -> str:
    """Names the rules that made a file's facts; facts of two revisions never mix.

    Of the path only its kind counts: the same bytes are other facts in a notebook.
    """
    return _revision(language, notebook=notebook.is_notebook(path), keep_imports=keep_imports)


def revisions(path: str, language: Language, *, keep_imports: bool, for_copies: bool) -> tuple[str, ...]:
    """The revisions under which the facts of a file may stand, first the one under which those that are made are put.

    Whoever asks `for_copies` is also served by all the facts, of which `part_for_copies` is the same.
    """
    whole = revision(path, language, keep_imports=keep_imports)
    return (f"{whole}/copies", whole) if for_copies else (whole,)


def revision_beside(path: str, language: Language, rules: str) -> str:
    """Names the rules that made what is kept of a file beside its facts, imports cut."""
    return f"{revision(path, language, keep_imports=False)}/{rules}"


@cache
def _revision(language: Language, *, notebook: bool, keep_imports: bool) -> str:
    import unicodedata  # noqa: PLC0415 - only runs that measure come here

    parsers = (PARSER, language.grammar) if language.grammar and is_installed(language) else ()
    return "/".join(
        (
            f"{RULES_REVISION}/{WIDTH}/{WINDOW}",
            "imports" if keep_imports else "cut",
            f"{language.name} notebook" if notebook else language.name,
            *(f"{parser.distribution}-{parser.version}" for parser in parsers),
            f"unicode-{unicodedata.unidata_version}",  # which letters are capitals
        )
    )


class Parsed(NamedTuple):
    """A file after its one parse; a notebook's `source` is that of its code cells, joined.

    `content` are the bytes of the file, none of one too large to be held. `facts` hold what is known without a metric;
    `tree` is None for a file that is not parsed. `units` are those of the facts, each with its node.
    """

    path: str
    language: Language
    source: bytes
    facts: FileFacts
    tree: FlatTree | None
    content: bytes = b""
    units: Sequence[tuple[Unit, int]] = ()


def copy_facts(
    source: bytes, path: str, language: Language, *, keep_imports: bool, microseconds: int = PARSE_MICROSECONDS
) -> tuple[FileFacts, Tokens]:
    """As `whole.whole_facts`, but nothing is said of functions, units and comments, nor where the first parse error is.

    What copies are found by is the same, a quarter faster.
    """
    found = parsed(source, path, language, microseconds, lambda grammar: looked_at(language, grammar, keep_imports))
    if found.tree is None:
        return found.facts, Tokens()
    facts = msgspec.structs.replace(found.facts, parse_errors=len(error_nodes(found.tree)))
    return facts, token_facts(found.tree, keep_imports=keep_imports)


def part_for_copies(facts: FileFacts) -> FileFacts:
    """What `copy_facts` says of a file, from what `whole.whole_facts` says of it."""
    return msgspec.structs.replace(facts, comment_lines=0, first_error_line=0, functions=(), toplevel=None, units=())


def parsed(
    source: bytes,
    path: str,
    language: Language,
    microseconds: int,
    wanted: Callable[[Loaded], bytes] | None = None,
) -> Parsed:
    """A file without its units; of its nodes only what is `wanted`, as `tree.parse` takes it."""
    cells: tuple[int, ...] = ()
    content = source
    if notebook.is_notebook(path):
        book = notebook.code_cells(source)
        if book is None:
            foreign = FileFacts(language=language.code, total_lines=0, rule=FOREIGN_KERNEL)
            return Parsed(path, language, source, foreign, None, content)
        source, cells = book
    facts = FileFacts(
        language=language.code,
        total_lines=total_lines(source),
        rule=content_rule(source, language),
        cells=cells,
    )
    grammar = load(language, microseconds) if language.scope is Scope.JUDGED else None
    if grammar is None or facts.rule:
        return Parsed(path, language, source, facts, None, content)
    # Permits need comments, and what is decorated below them: the whole tree.
    tree = parse(source, language, grammar, wanted(grammar) if wanted and not may_permit(source) else None)
    facts = msgspec.structs.replace(facts, parsed=True, permits=permits(tree))
    return Parsed(path, language, source, facts, tree, content)
