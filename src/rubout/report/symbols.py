"""The rows of `liveness --symbols`: names in live files that nothing mentions."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.symbols import Confidence  # noqa: TC001 - a field of a record
from rubout.measure.sources.universe import in_scope
from rubout.report.record import Finding, Level, Rule, Span, counted, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.symbols import Symbols

RULE = "unmentioned_symbol"


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """Where the name was looked for: the text files searched and those left out, the line that defines it.

    `inside` counts how often it stands within its own definition. `importers` files refer to its file, and none of them
    mentions it.
    """

    searched: int
    skipped: int
    line: int
    inside: int
    importers: int


class SymbolRow(Span, frozen=True, kw_only=True, tag_field="tier", tag="symbol"):
    """A name that stands nowhere but in its own definition; it fails nothing.

    The lines are those of the definition and of the comments right above it.
    """

    id: str
    key: str
    name: str
    kind: str
    confidence: Confidence
    evidence: Evidence


def symbol_rows(family: str, found: Symbols, scope: str) -> Iterator[SymbolRow]:
    """The rows in scope, by path and line."""
    digests = (_digest(one.path, one.definition.key) for one in found.rows)
    for one, row_id in zip(found.rows, numbered(family, digests), strict=True):
        definition = one.definition
        if in_scope(one.path, scope):
            yield SymbolRow(
                path=one.path,
                start_line=definition.start_line,
                end_line=definition.end_line,
                id=row_id,
                key=definition.key,
                name=definition.name,
                kind=definition.kind,
                confidence=one.confidence,
                evidence=Evidence(found.searched, found.skipped, definition.line, definition.mentions, one.importers),
            )


def symbol_findings(rows: Iterable[SymbolRow]) -> Iterator[Finding]:
    """One note a row, in the same order."""
    for row in rows:
        yield Finding(
            rule=RULE,
            level=Level.NOTE,
            place=Span(row.path, row.evidence.line, row.end_line),
            message=symbol_headline(row),
            id=row.id,
            subject=row.name,
        )


def symbol_headline(row: SymbolRow) -> str:
    """What was looked for, and where."""
    evidence = row.evidence
    refer = "refers" if evidence.importers == 1 else "refer"
    by = f", {counted(evidence.importers, 'file')} that {refer} to its own among them" if evidence.importers else ""
    return (
        f"nothing mentions this {row.kind}: its name stands nowhere else in "
        f"{counted(evidence.searched, 'file')}{by} ({row.confidence} confidence)"
    )


def symbol_rule() -> Rule:
    """What the rows ask."""
    return Rule(
        id=RULE,
        short="Nothing mentions this name.",
        full="The name stands nowhere in the tree outside its own definition: not in code, strings, comments, "
        "documents or configuration. Advice: it fails nothing.",
        help="Take it out, unless something outside the tree uses it. `rubout why NAME` shows where a name is defined "
        "and mentioned.",
    )


def _digest(path: str, key: str) -> str:
    return blake2b(f"{path}\0{key}".encode(), digest_size=6).hexdigest()
