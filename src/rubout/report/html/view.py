"""How many findings of each kind hit each file?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.graph import NodeKind
from rubout.gate.scan_rows import has_rows
from rubout.judge.liveness import CODES
from rubout.judge.ratchet import DISCRETE_ADDED, RATCHET_OVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.gate.judged import Judged
    from rubout.report.record import Finding

KINDS = ("failed", "size", "complexity", "copies", "near-copies", "documentation", "dead", "cycle")
_KIND_OF = {
    RATCHET_OVER: "failed",
    DISCRETE_ADDED: "failed",
    "scan/file-lines": "size",
    "scan/fn-lines": "size",
    "clones": "copies",
    "near-miss": "near-copies",
    "docdup": "documentation",
    **dict.fromkeys(CODES.values(), "dead"),
}
_OTHERS = "complexity"  # what else `scan` finds in a function


class FileView(NamedTuple):
    """A file; `counts` are those of `KINDS`, each finding once a file."""

    path: str
    lines: int
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The findings of all kinds."""
        return sum(self.counts)


def file_views(judged: Judged, findings: Iterable[Finding]) -> list[FileView]:
    """The files that are judged, by path."""
    hits = _hits(findings) + _in_cycles(judged)
    return [
        FileView(file.path, file.facts.total_lines, tuple(hits[file.path, kind] for kind in KINDS))
        for file in judged.surveyed.survey.files
        if has_rows(file.facts)
    ]


def kinds_found(files: Iterable[FileView]) -> list[int]:
    """Which of the `KINDS` there are any findings of."""
    sums = [sum(counts) for counts in zip(*(file.counts for file in files), strict=True)]
    return [number for number, found in enumerate(sums) if found]


def blobs_of(judged: Judged) -> Mapping[str, str]:
    """By path the id of the content that was judged."""
    return {file.path: file.blob for file in judged.surveyed.survey.files}


def _hits(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    return Counter(
        (path, _KIND_OF.get(finding.rule, _OTHERS))
        for finding in findings
        for path in {place.path for place in (finding.place, *finding.related)}
    )


def _in_cycles(judged: Judged) -> Counter[tuple[str, str]]:
    nodes = judged.built.graph.nodes
    return Counter(
        (nodes[node].path, "cycle")
        for cycle in judged.alive.cycles
        for node in cycle.nodes
        if nodes[node].kind is NodeKind.FILE
    )
