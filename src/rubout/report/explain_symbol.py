"""Why is this name a row of `liveness --symbols`?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.symbols import Confidence
from rubout.report.record import counted, printable
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.symbols import SymbolRow

_CONFIDENCE = {
    Confidence.HIGH: "the language keeps the name inside its file or module",
    Confidence.MEDIUM: "what lies outside the tree could know the name",
}


def explain_symbol(row: SymbolRow) -> Iterator[str]:
    """The definition, where its name was looked for, and how sure the answer is."""
    evidence, path, key = row.evidence, printable(row.path), printable(row.key)
    yield f"{row.id}  {place_of(row)}  {printable(row.name)}"
    yield f"{row.kind} {key}, defined on line {evidence.line}; its own lines are {row.start_line}-{row.end_line}"
    skipped = f", {evidence.skipped} could not be" if evidence.skipped else ""
    yield f"searched {counted(evidence.searched, 'text file')}{skipped}"
    inside = counted(evidence.inside, "time")
    yield f"the name stands {inside} in its own lines, 0 times outside of them: one would be a veto"
    refer = counted(evidence.importers, "file refers", "files refer")
    yield f"an entry leads to {path}; {refer} to it, and 0 of these mention the name"
    yield f"confidence {row.confidence}: {_CONFIDENCE[row.confidence]}"
    yield f"advice: it fails no check; `rubout why {path}:{key}` says what leads to the file"
