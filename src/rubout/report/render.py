"""From an outcome to the string a command prints.

Families and formats are imported when they are chosen: loading all of them takes longer than a warm run over a
small tree. Every family has the same face: `FAMILY.py` with `report`, `findings` and `rules`, `FAMILY_text.py` with
`text`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rubout.report.json import render_json
from rubout.report.text import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    from rubout.gate.outcome import Outcome
    from rubout.report.record import Finding, Report


def report_of(outcome: Outcome) -> Report:
    """The report of an outcome, before it has a format."""
    report: Report = _family(outcome.family).report(outcome)
    return report


def render(report: Report, output_format: str, *, color: bool = False, width: int = 0) -> str:
    """The report in one of `RENDERERS`; `color` and `width` (columns, 0 for no limit) matter to text alone."""
    return RENDERERS[output_format](report, Style(color, width))


def findings_of(report: Report) -> Iterable[Finding]:
    """What the report found, in the order of its rows."""
    findings: Iterable[Finding] = _family(report.family).findings(report)
    return findings


def _text(report: Report, style: Style) -> str:
    text: Callable[[Any, Style], str] = _family(f"{report.family}_text").text
    return text(report, style)


def _json(report: Report, _style: Style) -> str:
    return render_json(report)


def _sarif(report: Report, _style: Style) -> str:
    from rubout.report.sarif import render_sarif

    return render_sarif(report, _family(report.family).rules(), findings_of(report))


def _github(report: Report, _style: Style) -> str:
    from rubout.report.github import render_github

    return render_github(report, findings_of(report))


def _markdown(report: Report, _style: Style) -> str:
    from rubout.report.markdown import render_markdown

    return render_markdown(report, findings_of(report))


def _family(name: str) -> ModuleType:
    return import_module(f"rubout.report.{name.replace('-', '_')}")


RENDERERS: dict[str, Callable[[Report, Style], str]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "markdown": _markdown,
}
