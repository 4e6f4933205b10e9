"""The answer of `rubout why`, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.gate.proof import Proof  # noqa: TC001 - a field of a record
from rubout.measure.sources.why import Why
from rubout.report.json import encode
from rubout.report.record import printable
from rubout.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class WhyReport(Why, frozen=True):
    """What keeps a path in or out; of a file of the reference graph what keeps it alive, too."""

    liveness: Proof | None = None


def render_text(why: Why, proof: Proof | None) -> str:
    """In or out, the rule, and where the rule is written; then the proof that it is alive, or what was not found."""
    verdict = "in" if why.included else "out"
    rule = f" [{why.rule}]" if why.rule else ""
    lines = [f"{verdict}  {printable(why.path) or '.'}{rule}: {printable(why.says)}"]
    if why.pattern or why.where:
        lines.append(
            f"     {printable(why.pattern)}  ({printable(why.where)})"
            if why.pattern
            else f"     {printable(why.where)}"
        )
    if why.language:
        tracked = "tracked by git" if why.tracked else "not tracked by git"
        lines.append(f"     {why.language}, {tracked}")
    if proof:
        lines += proof_lines(proof)
    return as_text(lines)


def proof_lines(proof: Proof) -> Iterator[str]:
    """The proof that a file is alive, or what was not found."""
    return _alive(proof) if proof.alive else _dead(proof)


def _alive(proof: Proof) -> Iterator[str]:
    yield "alive"
    yield from (f"     {printable(proof.entry)}: {printable(what)}" for what in proof.starts)
    for step in proof.steps:
        place = printable(step.path) + (f":{step.line}" if step.line else "")
        yield f"     {place} -> {printable(step.to)}  ({step.kind}, rung {step.rung})"


def _dead(proof: Proof) -> Iterator[str]:
    yield f"dead [{proof.verdict}]: no entry leads to it"
    yield from (f"     {printable(what)}" for what in proof.looked_for)
    yield from (f"     {printable(path)} refers to it, and is dead, too" for path in proof.referrers)


def _json(why: Why, proof: Proof | None) -> str:
    return encode(WhyReport(**msgspec.structs.asdict(why), liveness=proof))


RENDERERS: dict[str, Callable[[Why, Proof | None], str]] = {"text": render_text, "json": _json}
