"""The report of `structure` for people: a line a finding, then the axes, the entropies and the declared layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable
from rubout.report.split_text import split_lines
from rubout.report.structure import headline
from rubout.report.text import page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.report.structure import StructureReport
    from rubout.report.text import Style

DEVIATIONS = ("holds files that no declared folder owns", "is declared and owns no file")


def text(report: StructureReport, style: Style) -> str:
    """Axis by axis, folders as the tree has them."""
    score = "no score" if report.score is None else f"{report.score} of {report.score_scale}"
    return page(f"Structure: {score}.", _lines(report, style), report, _summary(report), style)


def _lines(report: StructureReport, style: Style) -> Iterator[str]:
    for row in report.rows:
        row_id = style.paint(printable(row.id), "quiet")
        yield f"{style.paint('warn', 'warn')} {printable(row.path)}: {headline(row)}  {row_id}"
    yield from _layout(report, style)
    yield from split_lines((*(report.split_candidates or ()), *(report.size_exempt or ())), style)


def _layout(report: StructureReport, style: Style) -> Iterator[str]:
    """The declared folders with what they own and what they should, then where the tree is not as declared."""
    note = style.paint("note", "note")
    files, weights = sum(row.files for row in report.layout), sum(row.weight for row in report.layout)
    for row in report.layout:
        share = f"{row.files} of {counted(files, 'file')}, weight {row.weight} of {weights}"
        yield f"{note} {printable(row.path)} owns {share}"
    for deviation in report.deviations:
        yield f"{note} {printable(deviation.path)} {DEVIATIONS[deviation.kind]}"


def _summary(report: StructureReport) -> str:
    parts = [
        counted(report.counts.dirs, "folder"),
        counted(report.counts.findings, "finding"),
        *(f"{axis.name} {axis.violations} (-{axis.charge})" for axis in report.axes),
    ]
    if report.entropy:
        parts.append(f"entropy of names {report.entropy.naming}, of files {report.entropy.files} per mille")
    if report.divergence is not None:
        parts.append(f"{report.divergence} per mille from the declared layout")
    return ", ".join(parts)
