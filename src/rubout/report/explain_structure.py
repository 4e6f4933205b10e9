"""Why does an axis of `structure` flag this folder? What was measured, its limit, and what the axis costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable
from rubout.report.structure import MEANINGS, compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.structure import StructureReport, StructureRow

# Of what is measured: how, with the knobs put in.
_HOW = {
    "depth": "levels below the root > depth_ceil {depth_ceil}",
    "fanout": "folders and files directly in it > fanout_ceil {fanout_ceil}",
    "naming": "permille of (1 - sum((c / N)^2)) / (1 - 1 / n), for n styles of c files each, > naming_ceil "
    "{naming_ceil}; judged from N = naming_min {naming_min} files on",
    "crossing": "references of its files with other folders > those among themselves, each counted at both ends; "
    "judged from mix_ref_floor {mix_ref_floor} of both on",
    "outside": "references of one of its files with other folders > twice those within, and >= misplace_min "
    "{misplace_min}",
    "files without a README": "files directly in it >= big_dir_floor {big_dir_floor}, and none of them is a README",
    "manifests": "the root holds none that says of what kind the project is",
    "stale documents": "documents older than what they refer to >= stale_min {stale_min}",
    "copies": "copied runs with a side in it >= dup_min {dup_min}",
    "dead files": "files that nothing starts >= dead_min {dead_min}",
}


def explain_structure(report: StructureReport, row: StructureRow) -> Iterator[str]:
    """Each thing measured with its rule, then the axis with its share of the score."""
    knobs = {name: getattr(report.knobs, name) for name in report.knobs.__struct_fields__}
    yield f"{row.id}  {printable(row.path)}: {MEANINGS[row.name]}"
    for one in row.measured:
        yield f"{compared(one)}: {_HOW[one.what].format(**knobs)}"
    axis = next(axis for axis in report.axes if axis.axis == row.axis)
    flagged, folders, judged = axis.violations, axis.opportunity, len(report.axes)
    yield f"axis {axis.name}: it flags {counted(flagged, 'folder')} of {folders}"
    dial = report.knobs.viol_cost
    if report.law == "mass":
        yield f"charge = {axis.charge}; the score loses the charges of {judged} axes * {dial} / {judged}, rounded down"
        return
    yield f"charge = floor({report.score_scale} * {flagged} / ({flagged} + {folders})) = {axis.charge}"
    yield f"the score loses the charges of {judged} axes * {dial} / (10 * {judged}), rounded down"
