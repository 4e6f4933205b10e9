"""Which files hold a whole unit that stands elsewhere, too?

Of a class of copies the first place in a live file is the evidence, and each later place a candidate. A file is one
candidate: by the copy of it that comes furthest, of those the longest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.erase import T1_TWIN
from rubout.gate.erase_rows import Candidate
from rubout.measure.splices import slice_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from rubout.facts.clones import CloneClass, Member
    from rubout.facts.source import Unit
    from rubout.gate.erase_dead import DeadFiles
    from rubout.gate.erase_sources import Sources
    from rubout.gate.outcome import Outcome

NO_UNIT = "t1t2_block_no_whole_unit"


@dataclass(frozen=True, slots=True)
class _Copy:
    """A place of a class, and the place that is the evidence; `unit` is the first whole one in it."""

    path: str
    member: Member
    twin_path: str
    twin: Member
    unit: Unit
    tokens: int


def twins(outcome: Outcome, dead: DeadFiles, sources: Sources, counts: Counter[str]) -> list[Candidate]:
    """The candidates of a verdict of clones, by path; copies without a whole unit are counted."""
    best: dict[str, Candidate] = {}
    for copy in _copies(outcome, dead, sources, counts):
        found = _candidate(copy, dead, sources)
        held = best.get(copy.path)
        # A later fact is looked at only when those before it hold, so the larger one comes further.
        if held is None or found.facts[1:4] > held.facts[1:4]:
            best[copy.path] = found
    return [best[path] for path in sorted(best)]


def _copies(outcome: Outcome, dead: DeadFiles, sources: Sources, counts: Counter[str]) -> Iterator[_Copy]:
    files = outcome.facts.files
    gone = {number for number, path in enumerate(files) if path in dead.candidates}
    longest = sorted(outcome.verdict.classes, key=lambda found: -found.tokens)
    for found in longest:
        for member, twin in _pairs(found, gone):
            path = files[member.file]
            unit = _whole_unit(sources.files[path].facts.units, member)
            if unit is None:
                counts[NO_UNIT] += 1
            else:
                yield _Copy(path, member, files[twin.file], twin, unit, found.tokens)


def _pairs(found: CloneClass, gone: set[int]) -> Iterator[tuple[Member, Member]]:
    """Each place but the evidence, with a twin before it or in a live file; one of the same text where there is one."""
    first = next((one for one in found.members if one.file not in gone), found.members[0])
    earlier: list[Member] = [first]
    for member in found.members:
        if member is not first:
            yield member, next((one for one in earlier if one.text == member.text), first)
            if member.file not in gone:
                earlier.append(member)


def _whole_unit(units: Iterable[Unit], member: Member) -> Unit | None:
    inside = (one for one in units if one.start_line >= member.start_line and one.end_line <= member.end_line)
    return next(inside, None)


def _candidate(copy: _Copy, dead: DeadFiles, sources: Sources) -> Candidate:
    own, other = (
        slice_of(sources.lines(path), (one.start_line, one.end_line))
        for path, one in ((copy.path, copy.member), (copy.twin_path, copy.twin))
    )
    speaking = dead.speaking_for(copy.path, sources.language(copy.path).name)
    twin = f"{copy.twin_path}:{copy.twin.start_line}-{copy.twin.end_line}"
    return Candidate(
        facts=(T1_TWIN, 1, int(own == other), int(copy.path in dead.candidates), speaking),
        path=copy.path,
        provenance=f"clones: twin at {twin} ({copy.tokens} tokens), covers {copy.unit.key}",
    )
