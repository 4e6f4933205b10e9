"""From judged candidates to a plan: labelled, in order, each place once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.erase import CLASSES, DEAD_FILE, REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.facts.erase import Verdict
    from rubout.measure.splices import Span

OVERLAPPING = "overlapping_span"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What might go: the lines of a file, or all of it (`span` None).

    `facts` are a row of `facts.erase.Facts`; `survivor` is where a repeated text stays, path and lines.
    """

    facts: tuple[int, ...]
    path: str
    provenance: str
    span: Span | None = None
    survivor: tuple[str, Span] | None = None


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate with its answer; the lines of a whole file are all it has, and its `span` is null.

    `hash`: SHA-256 of the file's bytes, in hex. `facts`: what was judged.
    """

    cls: str = msgspec.field(name="class")
    eraseable: bool
    reason: str
    path: str
    start_line: int
    end_line: int
    span: tuple[int, int] | None
    provenance: str
    hash: str
    facts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows by path, whole files before spans; `out_of_class` counts by name what was no candidate.

    `digest` names the rows: SHA-256 of their canonical JSON.
    """

    rows: tuple[PlanRow, ...] = ()
    candidates: int = 0
    out_of_class: dict[str, int] = field(default_factory=dict)
    digest: str = ""

    @property
    def eraseable(self) -> tuple[PlanRow, ...]:
        """What apply would take."""
        return tuple(row for row in self.rows if row.eraseable)


@dataclass(frozen=True, slots=True)
class _Judged:
    candidate: Candidate
    eraseable: bool
    reason: int


class Known(msgspec.Struct, frozen=True):
    """Of a file: the hash of its bytes, and its lines."""

    hash: str
    lines: int


def plan_of(candidates: Sequence[Candidate], verdict: Verdict, counts: Counter[str], known: dict[str, Known]) -> Plan:
    """The plan of a verdict that is not degraded.

    Args:
        candidates: what was judged.
        verdict: its answers, in the same order.
        counts: what was no candidate, by name.
        known: of every file with a candidate.

    Raises:
        RuntimeError: an answer is missing, or a text would go with its survivor: the program is wrong.
    """
    if len(candidates) != len(verdict.rows):
        raise RuntimeError(f"{len(verdict.rows)} answers to {len(candidates)} rows")
    judged = [
        _Judged(one, answer.eraseable, answer.reason) for one, answer in zip(candidates, verdict.rows, strict=True)
    ]
    counts = Counter(counts)
    kept = list(_closed(sorted(judged, key=_order), counts))
    _check_survivors([one for one in kept if one.eraseable])
    rows = tuple(_row(one, known[one.candidate.path]) for one in kept)
    return Plan(rows, len(candidates), dict(sorted(counts.items())), digest_of(rows))


def digest_of(rows: object) -> str:
    """SHA-256 of the canonical JSON: keys sorted, no blanks, UTF-8 as it is."""
    return sha256(msgspec.json.encode(rows, order="sorted")).hexdigest()


def _order(one: _Judged) -> tuple[str, int, Span, int, str]:
    candidate = one.candidate
    span = candidate.span
    return candidate.path, span is not None, span or (0, 0), candidate.facts[0], candidate.provenance


def _closed(judged: Iterable[_Judged], counts: Counter[str]) -> Iterator[_Judged]:
    """Each place once, and nothing inside of a file that goes whole."""
    for _, group in groupby(judged, key=lambda one: one.candidate.path):
        rows = list(group)
        whole = [one for one in rows if one.candidate.span is None]
        if whole:
            yield (file := _merged(whole))
            if file.eraseable:
                continue
        yield from _apart(_each_span(rows), counts)


def _merged(whole: Sequence[_Judged]) -> _Judged:
    """The row of a file: the one that may go, else the first; a dead file names its twin, too."""
    chosen = next((one for one in whole if one.eraseable), whole[0])
    others = [one.candidate.provenance for one in whole if one is not chosen]
    if chosen.candidate.facts[0] != DEAD_FILE or not others:
        return chosen
    told = "; also ".join([chosen.candidate.provenance, *others])
    return replace(chosen, candidate=replace(chosen.candidate, provenance=told))


def _each_span(rows: Iterable[_Judged]) -> Iterator[_Judged]:
    spans = (one for one in rows if one.candidate.span is not None)
    for _, group in groupby(spans, key=lambda one: one.candidate.span):
        same = list(group)
        yield next((one for one in same if one.eraseable), same[0])


def _apart(rows: Iterable[_Judged], counts: Counter[str]) -> Iterator[_Judged]:
    """Without what may go and overlaps what goes already."""
    last = 0
    for one in rows:
        start, end = one.candidate.span or (0, 0)
        if one.eraseable and start <= last:
            counts[OVERLAPPING] += 1
            continue
        last = end if one.eraseable else last
        yield one


def _check_survivors(going: Sequence[_Judged]) -> None:
    by_path: dict[str, list[Candidate]] = {}
    for one in going:
        by_path.setdefault(one.candidate.path, []).append(one.candidate)
    for one in going:
        path, span = one.candidate.survivor or ("", (0, 0))
        if any(_takes(other, span) for other in by_path.get(path, ())):
            raise RuntimeError(f"{one.candidate.path} would go with its survivor at {path}:{span[0]}-{span[1]}")


def _takes(candidate: Candidate, span: Span) -> bool:
    return candidate.span is None or (candidate.span[0] <= span[1] and candidate.span[1] >= span[0])


def _row(one: _Judged, known: Known) -> PlanRow:
    candidate = one.candidate
    start, end = candidate.span or (1, max(1, known.lines))
    return PlanRow(
        cls=CLASSES[candidate.facts[0]],
        eraseable=one.eraseable,
        reason=REASONS[one.reason],
        path=candidate.path,
        start_line=start,
        end_line=end,
        span=candidate.span,
        provenance=candidate.provenance,
        hash=known.hash,
        facts=candidate.facts,
    )
