"""What `rubout baseline` did, for people."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rubout.facts.ratchet import name_of
from rubout.gate.baseline import Done
from rubout.report.record import counted
from rubout.report.text import as_text
from rubout.store.baseline import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.ratchet import Baseline, Ceiling, Finding
    from rubout.gate.baseline import Settled


def text(settled: Settled) -> str:
    """What was done, in two lines: why nothing was, or what the file holds now."""
    return as_text(_lines(settled))


def _lines(settled: Settled) -> Iterator[str]:
    verdict = settled.outcome.verdict
    if verdict.degraded:
        yield f"{NAME} was not written: could not judge: {verdict.reason}"
        return
    if settled.after is None or settled.done is Done.REFUSED:
        held = settled.outcome.options["held"].verdict
        over, added = counted(len(held.over), "value"), counted(len(held.added), "finding")
        yield f"{NAME} was not written: {over} over, {added} added ({', '.join(verdict.failed)})"
        yield '`rubout check` names them; `rubout baseline --accept "REASON"` starts anew on purpose'
        return
    yield _said(settled.done, settled.before, settled.after)
    yield f"holds {_holds(settled.after)}; soft line {settled.after.header.soft_line or 'none'}"


def _said(done: Done, before: Baseline | None, after: Baseline) -> str:
    if done is Done.ESTABLISHED:
        return f"{NAME} was written: commit it, and `rubout check` holds every change against it"
    if done is Done.ACCEPTED:
        return f"{NAME} was started anew: {after.header.accepted}"
    if done is Done.UNCHANGED or before is None:
        return f"{NAME} is as tight as the tree allows"
    return f"{NAME} was tightened: {_changes(before, after)}"


def _holds(baseline: Baseline) -> str:
    kinds = Counter(name_of(row)[0] for row in _rows(baseline))
    names = (
        ("file_lines", "file", ""),
        ("fn_cognitive", "function", ""),
        ("clone", "class of copies", "classes of copies"),
        ("dead", "dead content", "dead contents"),
    )
    return ", ".join(counted(kinds[kind], noun, plural) for kind, noun, plural in names)


def _changes(before: Baseline, after: Baseline) -> str:
    """How many rows went, came and shrank."""
    then, now = ({name_of(row): row for row in _rows(side)} for side in (before, after))
    changed = sum(then[name] != now[name] for name in then.keys() & now.keys())
    gone, come = len(then.keys() - now.keys()), len(now.keys() - then.keys())
    return f"{counted(gone, 'row')} gone, {come} new, {changed} changed"


def _rows(baseline: Baseline) -> tuple[Ceiling | Finding, ...]:
    return (*baseline.ceilings, *baseline.findings)
