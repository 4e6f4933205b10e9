"""The report of `liveness`: a row a dead file, and what else the graph tells."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.graph import NodeKind, label_of
from rubout.facts.liveness import Knobs
from rubout.judge.liveness import CODES, evidence, fails
from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.universe import in_scope
from rubout.report.graph import CycleRow, cycle_rows, graph_notes
from rubout.report.record import Finding, Level, Report, Rule, Span, counted, envelope, numbered
from rubout.report.symbols import SymbolRow, symbol_findings, symbol_rows, symbol_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.facts.graph import Node, Unresolved
    from rubout.facts.liveness import Dead
    from rubout.facts.symbols import Symbols
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built

FAMILY = "liveness"
FEW_FILES = 10  # of a language, below which no hint is given
DEAD_NUM, DEAD_DEN = 1, 4  # a language with a larger share of dead files has an entry that is not known
MOST_REFERRERS = 3
MOST_FOLDERS = 3

WHYS = {
    1: "no kept reference and no entry flag",
    2: "no kept reference and no entry flag",
    3: "referenced only from dead files, no entry flag",
    4: "referenced only from dead files, no entry flag",
}


class DeadRow(Span, frozen=True, kw_only=True, tag_field="tier", tag="file"):
    """A dead file, by path; `referrers` are the first files that refer to it, `gated` says that it may fail a check."""

    id: str
    lang: str
    code: int
    verdict: str
    why: str
    gated: bool
    flags: int
    indeg: int
    referrers: tuple[str, ...]


class ReportedRow(msgspec.Struct, frozen=True):
    """A folder or a section that no entry leads to; it fails nothing."""

    path: str
    unit: str
    kind: str
    code: int
    verdict: str


class HintRow(msgspec.Struct, frozen=True):
    """A language of which so much is dead that something that starts its files is likely not known."""

    lang: str
    files: int
    dead: int
    folders: tuple[str, ...]
    tried: str


class UnresolvedRow(msgspec.Struct, frozen=True, gc=False):
    """A reference without an answer, and why."""

    path: str
    line: int
    nth: int
    kind: str
    spec: str
    reason: str


class UnresolvedTable(msgspec.Struct, frozen=True):
    """How many references have no answer; `rows` are there when they were asked for."""

    total: int
    by_lang: dict[str, int]
    by_reason: dict[str, int]
    rows: tuple[UnresolvedRow, ...] | msgspec.UnsetType = msgspec.UNSET


class LivenessCounts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Of the whole project; `kept` arcs keep a file alive."""

    files: int
    nodes: int
    edges: int
    kept: int
    entries: int
    dead: int
    dead_gated: int
    allow_without_reason: int
    unused_entry_globs: int
    parse_errors: int


class LivenessReport(Report, frozen=True, kw_only=True):
    """`test_only` and `doc_only` are alive by tests alone, or by documents alone; names come after the files."""

    knobs: Knobs
    counts: LivenessCounts
    rows: tuple[DeadRow | SymbolRow, ...]
    reported: tuple[ReportedRow, ...]
    cycles: tuple[CycleRow, ...]
    test_only: tuple[str, ...]
    doc_only: tuple[str, ...]
    unresolved: UnresolvedTable
    hints: tuple[HintRow, ...]


def report(outcome: Outcome) -> LivenessReport:
    """The report of one run; a scope keeps the rows below it."""
    built: Built = outcome.options["built"]
    verdict, scope, nodes = outcome.verdict, outcome.survey.scope, built.graph.nodes
    unresolved = [one for one in built.graph.unresolved if in_scope(one.path, scope)]
    symbols: Symbols | None = outcome.options["symbols"]
    names = tuple(symbol_rows(FAMILY, symbols, scope)) if symbols else ()
    return LivenessReport(
        **envelope(outcome, graph_notes(outcome)),
        counts=_counts(outcome, built),
        rows=(*(row for row in _rows(outcome, built) if in_scope(row.path, scope)), *names),
        reported=tuple(_reported(nodes, verdict.reported, scope)),
        cycles=tuple(cycle_rows(built, verdict.cycles, scope)),
        test_only=_paths(nodes, verdict.test_only, scope),
        doc_only=_paths(nodes, verdict.doc_only, scope),
        unresolved=_unresolved(unresolved, listed=outcome.options["unresolved"]),
        hints=tuple(_hints(nodes, verdict.dead)),
    )


def findings(report: LivenessReport) -> Iterator[Finding]:
    """One finding a row, in the same order."""
    for row in dead_rows(report):
        yield Finding(
            rule=row.verdict,
            level=Level.ERROR if row.gated else Level.WARNING,
            place=Span(row.path, row.start_line, row.end_line),
            message=headline(row),
            id=row.id,
            subject=row.path,
        )
    yield from symbol_findings(name_rows(report))


def dead_rows(report: LivenessReport) -> list[DeadRow]:
    """The files among the rows."""
    return [row for row in report.rows if isinstance(row, DeadRow)]


def name_rows(report: LivenessReport) -> list[SymbolRow]:
    """The names among the rows."""
    return [row for row in report.rows if isinstance(row, SymbolRow)]


def headline(row: DeadRow) -> str:
    """Why a file is dead, with the first that refer to it."""
    by = f" ({', '.join(row.referrers)})" if row.referrers else ""
    return f"nothing starts this {row.lang} file: {row.why}{by}"


def rules() -> tuple[Rule, ...]:
    """A rule for each code, and one for names."""
    files = (
        Rule(
            id=name,
            short="Nothing starts this file.",
            full=f"No path of references leads to it from a file that something outside the code starts: {WHYS[code]}."
            + (" It is part of a public surface." if code in (2, 4) else ""),
            help="Take it out, or say what uses it: `[graph] entry_globs`, or `rubout:allow(liveness) -- reason` in a "
            "comment anywhere in the file. `rubout why PATH` shows what was looked for.",
        )
        for code, name in CODES.items()
    )
    return (*files, symbol_rule())


class _Known(NamedTuple):
    """Of a file: the id of its bytes, and its lines."""

    blob: str
    lines: int


def _rows(outcome: Outcome, built: Built) -> Iterator[DeadRow]:
    nodes, verdict = built.graph.nodes, outcome.verdict
    known = {file.path: _Known(file.blob, file.facts.total_lines) for file in outcome.survey.files}
    indeg = {row.node: row.indeg for row in verdict.pos}
    referrers: dict[int, list[str]] = {one.node: [] for one in verdict.dead}
    for source, target in sorted(evidence(outcome.facts, verdict.knobs)):
        if target in referrers:
            referrers[target].append(label_of(nodes[source]))
    ids = numbered(FAMILY, (known[nodes[one.node].path].blob[:12] for one in verdict.dead))
    for one, row_id in zip(verdict.dead, ids, strict=True):
        node = nodes[one.node]
        yield DeadRow(
            path=node.path,
            start_line=1,
            end_line=max(1, known[node.path].lines),
            id=row_id,
            lang=BY_CODE[node.lang].name,
            code=one.code,
            verdict=CODES[one.code],
            why=WHYS[one.code],
            gated=fails(outcome.facts.nodes[one.node], one.code, verdict.knobs),
            flags=node.flags,
            indeg=indeg[one.node],
            referrers=tuple(referrers[one.node][:MOST_REFERRERS]),
        )


def _reported(nodes: tuple[Node, ...], reported: Iterable[Dead], scope: str) -> Iterator[ReportedRow]:
    for one in reported:
        node = nodes[one.node]
        if in_scope(node.path, scope):
            yield ReportedRow(node.path, node.unit, node.kind.name.lower(), one.code, CODES[one.code])


def _paths(nodes: tuple[Node, ...], found: Iterable[int], scope: str) -> tuple[str, ...]:
    return tuple(nodes[node].path for node in found if in_scope(nodes[node].path, scope))


def _unresolved(found: list[Unresolved], *, listed: bool) -> UnresolvedTable:
    rows = tuple(UnresolvedRow(one.path, one.line, one.nth, one.kind, one.spec, one.reason) for one in found)
    return UnresolvedTable(
        total=len(found),
        by_lang=dict(sorted(Counter(one.lang for one in found).items())),
        by_reason=dict(sorted(Counter(one.reason for one in found).items())),
        rows=rows if listed else msgspec.UNSET,
    )


def _hints(nodes: tuple[Node, ...], dead: Iterable[Dead]) -> Iterator[HintRow]:
    files = Counter(node.lang for node in nodes if node.kind is NodeKind.FILE)
    lost: dict[int, list[str]] = {}
    for one in dead:
        lost.setdefault(nodes[one.node].lang, []).append(nodes[one.node].path)
    for lang, paths in sorted(lost.items()):
        if files[lang] >= FEW_FILES and len(paths) * DEAD_DEN > files[lang] * DEAD_NUM:
            folders = Counter(f"{path.rpartition('/')[0] or '.'}/" for path in paths)
            most = sorted(folders, key=lambda folder: (-folders[folder], folder))[:MOST_FOLDERS]
            yield HintRow(BY_CODE[lang].name, files[lang], len(paths), tuple(most), TRIED)


# Said of any language: the method's page has a table of each.
TRIED = "what manifests declare and mention, what runners collect, frameworks' conventions, `[graph] entry_globs`"


def _counts(outcome: Outcome, built: Built) -> LivenessCounts:
    counts = outcome.verdict.counts
    bare = [permit for file in outcome.survey.files for permit in file.facts.permits if not permit.reason]
    return LivenessCounts(
        **msgspec.structs.asdict(counts),
        allow_without_reason=len(bare),
        unused_entry_globs=len(built.entries.unused_globs),
        parse_errors=sum(file.facts.parse_errors > 0 for file in outcome.survey.files),
    )


def hint_line(row: HintRow) -> str:
    """A hint for people."""
    share = f"{row.dead} of {counted(row.files, f'{row.lang} file')} are dead"
    return f"{share}, most of them in {', '.join(row.folders)}: what starts them? Tried: {row.tried}"
