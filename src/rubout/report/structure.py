"""The report of `structure`: a row a folder and axis that flags it, and the tree with its two entropies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.facts.split import Advice
from rubout.facts.structure import Axis, Entropy, Knobs, Measured
from rubout.judge.structure import AXES, EXCEEDED, owned
from rubout.measure.sources.universe import in_scope
from rubout.report.graph import graph_notes
from rubout.report.record import Finding, Level, Note, Report, Rule, Span, envelope, unless_none
from rubout.report.split import SplitRow, split_notes, split_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.structure import Facts, Verdict
    from rubout.gate.outcome import Outcome
    from rubout.gate.split import Priced
    from rubout.gate.structure import Ask
    from rubout.measure.structure import Tree

FAMILY = "structure"

MEANINGS = {
    "geometry": "The folder lies too deep, or too much lies directly in it.",
    "naming": "Its files are named in a mixture of styles.",
    "mixing": "Its files refer across its border more than to one another.",
    "misplacement": "A file in it has more to do with other folders than with its own.",
    "docs": "It is large and has no README, or it is the root and has no manifest.",
    "staleness": "A document in it is older than what it refers to.",
    "redundancy": "Copies or unused files pile up in it.",
}


class StructureRow(msgspec.Struct, frozen=True):
    """A folder, "." for the root, and what of it was measured beyond or on a limit."""

    path: str
    id: str
    axis: int
    name: str
    measured: tuple[Measured, ...]


class FolderRow(msgspec.Struct, frozen=True, gc=False):
    """A folder of the tree and the axes that flag it; `parent` is an id, the root's its own."""

    id: int
    parent: int
    name: str
    depth: int
    subdirs: int
    files: int
    axes: tuple[int, ...]


class DeviationRow(msgspec.Struct, frozen=True):
    """0: it has files, and nothing declared owns them; 1: it is declared and owns none."""

    path: str
    kind: int


class LayoutRow(msgspec.Struct, frozen=True, gc=False):
    """A declared folder, its weight, and the files that it owns: all below it that no declared folder in it does."""

    path: str
    weight: int
    files: int


class StructureCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Of the whole project."""

    dirs: int
    findings: int


class StructureReport(Report, frozen=True, kw_only=True):
    """`rows` by axis, then by folder; `axes` are the judged ones; `days` is null when staleness is not judged.

    The long files are there when `split` is true: none that was not looked at must read as none to cut.
    """

    knobs: Knobs
    counts: StructureCounts
    rows: tuple[StructureRow, ...]
    law: str
    score: int | None
    score_scale: int
    axes: tuple[Axis, ...]
    entropy: Entropy | None
    tree: tuple[FolderRow, ...]
    days: int | None
    deep: bool
    declared_dirs: int
    divergence: int | None
    deviations: tuple[DeviationRow, ...]
    layout: tuple[LayoutRow, ...]
    split: bool
    split_candidates: tuple[SplitRow, ...] | msgspec.UnsetType = msgspec.UNSET
    size_exempt: tuple[SplitRow, ...] | msgspec.UnsetType = msgspec.UNSET


def report(outcome: Outcome) -> StructureReport:
    """The report of one run; a scope keeps the rows below it."""
    facts: Facts = outcome.facts
    verdict: Verdict = outcome.verdict
    tree: Tree = outcome.options["tree"]
    ask: Ask = outcome.options["ask"]
    cuts: Priced | None = outcome.options["split"]
    scope = outcome.survey.scope
    long = None if cuts is None else split_rows(cuts, scope)
    return StructureReport(
        **envelope(outcome, _notes(outcome, cuts)),
        counts=StructureCounts(dirs=len(facts.nodes), findings=len(verdict.flags)),
        rows=tuple(_rows(tree, verdict, scope)),
        law=verdict.knobs.law,
        score=verdict.score,
        score_scale=verdict.knobs.scale,
        axes=verdict.axes,
        entropy=verdict.entropy,
        tree=tuple(_folders(tree, facts, verdict)),
        days=ask.days,
        deep=ask.deep,
        declared_dirs=len(facts.declared),
        divergence=verdict.divergence,
        deviations=tuple(DeviationRow(_name(tree, row.dir), row.kind) for row in verdict.deviations),
        layout=tuple(_layout(tree, facts)),
        split=cuts is not None,
        split_candidates=_advised(long, is_split=True),
        size_exempt=_advised(long, is_split=False),
    )


def findings(report: StructureReport) -> Iterator[Finding]:
    """One finding a row, in the same order."""
    for row in report.rows:
        yield Finding(
            rule=row.name,
            level=Level.WARNING,
            place=Span(row.path, 1, 1),
            message=headline(row),
            id=row.id,
            subject=row.path,
        )


def headline(row: StructureRow) -> str:
    """What was measured against its limits: `depth 9 > 8`."""
    return ", ".join(map(compared, row.measured))


def compared(one: Measured) -> str:
    """What was measured against its limit."""
    if one.value < one.limit:
        return f"no {one.what}"
    return f"{one.what} {one.value} {'>' if one.what in EXCEEDED else '>='} {one.limit}"


def rules() -> tuple[Rule, ...]:
    """A rule for each axis."""
    fix = "Move, rename or document what is named, or set another limit in `[structure]`."
    return tuple(Rule(id=name, short=MEANINGS[name], full=MEANINGS[name], help=fix) for name in AXES)


def _rows(tree: Tree, verdict: Verdict, scope: str) -> Iterator[StructureRow]:
    for flag in verdict.flags:
        if in_scope(tree.folders[flag.dir], scope):
            path, name = _name(tree, flag.dir), AXES[flag.axis]
            yield StructureRow(path, f"{FAMILY}:{name}:{path}", flag.axis, name, flag.measured)


def _advised(rows: Sequence[SplitRow] | None, *, is_split: bool) -> tuple[SplitRow, ...] | msgspec.UnsetType:
    """The rows of those worth cutting, or of the others."""
    return unless_none(None if rows is None else tuple(row for row in rows if (row.advice is Advice.SPLIT) == is_split))


def _notes(outcome: Outcome, cuts: Priced | None) -> Iterator[Note]:
    yield from graph_notes(outcome)
    if cuts is not None:
        yield from split_notes(cuts)


def _layout(tree: Tree, facts: Facts) -> Iterator[LayoutRow]:
    mass, _ = owned(facts)
    for row in facts.declared:
        yield LayoutRow(_name(tree, row.dir), row.weight, mass[row.dir])


def _folders(tree: Tree, facts: Facts, verdict: Verdict) -> Iterator[FolderRow]:
    axes: dict[int, list[int]] = {}
    for flag in verdict.flags:
        axes.setdefault(flag.dir, []).append(flag.axis)
    for node in facts.nodes:
        name = _name(tree, node.id)
        flags = tuple(axes.get(node.id, ()))
        yield FolderRow(node.id, node.parent, name, node.depth, node.subdirs, node.files, flags)


def _name(tree: Tree, folder: int) -> str:
    return tree.folders[folder] or "."
