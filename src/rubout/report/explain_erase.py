"""Why may this row of `erase` go, or why not?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.erase import CLASSES, DEAD_FILE, VERBATIM_DOC
from rubout.judge.liveness import CODES
from rubout.report.erase import WHYS
from rubout.report.erase_text import place
from rubout.report.record import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.erase import EraseReport, EraseRow


def explain_erase(report: EraseReport, row: EraseRow) -> Iterator[str]:
    """Where, by which finding, each fact in the order in which it is looked at, and what follows."""
    yield f"{row.id}  {place(row)}  {row.cls}"
    yield f"found by {printable(row.provenance)}"
    kind = CLASSES.index(row.cls)
    facts = _of_file if kind == DEAD_FILE else _of_text if kind == VERBATIM_DOC else _of_copy
    yield from facts(row.facts)
    yield f"{row.reason}: {WHYS[row.reason]}"
    answer = "it may go" if row.eraseable else "advice: it stays"
    yield f"{answer}; sha256 of the file {row.hash}; plan {report.plan}"


def _of_file(facts: tuple[int, ...]) -> Iterator[str]:
    _, code, unresolved, _, _ = facts
    yield f"verdict {code} {CODES[code]}: nothing starts the file"
    yield f"references that could mean it {unresolved}: 0 lets it go"


def _of_text(facts: tuple[int, ...]) -> Iterator[str]:
    _, verbatim, survivor, candidate, equal = facts
    yield f"words in a row {verbatim} >= {survivor} of the survivor and >= {candidate} of its own: both are needed"
    yield f"the same bytes {_said(equal)}"


def _of_copy(facts: tuple[int, ...]) -> Iterator[str]:
    _, covered, equal, dead, unresolved = facts
    yield f"the copy holds a whole unit {_said(covered)}, the same bytes {_said(equal)}, its file is dead {_said(dead)}"
    yield f"references that could mean the file {unresolved}: 0 lets it go"


def _said(fact: int) -> str:
    return "yes" if fact else "no"
