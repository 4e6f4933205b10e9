"""Findings as SARIF 2.1.0, for code hosts and editors.

GitHub reads `primaryLocationLineHash` alone of all fingerprints and shows the first location alone; the other
copies of a clone are related locations that the message links to.
Source    OASIS SARIF 2.1.0 plus errata 01; docs.github.com, "SARIF support for code scanning"
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from rubout.report.json import encode
from rubout.report.record import counted, printable, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.report.record import Finding, Note, Report, Rule, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000  # of a run, by GitHub; a longer run is refused whole
_LINKS = 20  # copies linked from one message; all of them are related locations
_ESCAPES = str.maketrans({"{": "{{", "}": "}}", "\\": "\\\\", "[": "\\[", "]": "\\]"})

Json = dict[str, object]


def render_sarif(report: Report, rules: Sequence[Rule], findings: Iterable[Finding]) -> str:
    """One run with one result a finding, the worst first."""
    ordered = worst_first(findings)
    shown = ordered[:MOST_RESULTS]
    indexes = {rule.id: index for index, rule in enumerate(rules)}
    notifications = [_notification(note) for note in report.notes]
    if len(ordered) > len(shown):
        what = f"{counted(len(ordered) - len(shown), 'result')} over the {MOST_RESULTS} of a run left out, the mildest"
        notifications.append({"level": "warning", "message": {"text": what}})
    run = {
        "tool": {"driver": _driver(report, rules)},
        "automationDetails": {"id": f"rubout/{report.family}/"},
        "invocations": [{"executionSuccessful": not report.degraded, "toolExecutionNotifications": notifications}],
        "results": [_result(finding, indexes[finding.rule]) for finding in shown],
    }
    return encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _driver(report: Report, rules: Sequence[Rule]) -> Json:
    return {"name": "rubout", "semanticVersion": report.version, "rules": [_rule(rule) for rule in rules]}


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.short},
        "fullDescription": {"text": rule.full},
        "help": {"text": rule.help},
        "properties": {"precision": "very-high", "problem.severity": "warning"},
    }


def _result(finding: Finding, index: int) -> Json:
    digest, _, nth = finding.id.partition(":")[2].partition("~")
    result: Json = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": finding.level.value,
        "message": {"text": _message(finding)},
        "locations": [{"physicalLocation": _physical(finding.place)}],
        "partialFingerprints": {"primaryLocationLineHash": f"{digest}:{nth or 1}", "rubout/1": finding.id},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(place)}
            for number, place in enumerate(finding.related, start=1)
        ]
    return result


def _message(finding: Finding) -> str:
    text = _escaped(f"{finding.subject}: {finding.message}" if finding.subject else finding.message)
    if not finding.related:
        return f"{text}."
    linked = [f"[{_place(place)}]({number})" for number, place in enumerate(finding.related[:_LINKS], start=1)]
    if len(finding.related) > _LINKS:
        linked.append(f"{len(finding.related) - _LINKS} more")
    lines = f"{finding.place.start_line}-{finding.place.end_line}"
    return f"{text}. Lines {lines} repeat {', '.join(linked)}."


def _place(place: Span) -> str:
    return _escaped(f"{place.path}:{place.start_line}-{place.end_line}")


def _escaped(text: str) -> str:
    """Plain text for a message: braces mark placeholders there (3.11.5), brackets links (3.11.6)."""
    return printable(text).translate(_ESCAPES)


def _physical(place: Span) -> Json:
    """Without an end column the region reaches the end of its last line (3.30.8)."""
    return {
        "artifactLocation": {"uri": _uri(place.path)},
        "region": {"startLine": place.start_line, "startColumn": 1, "endLine": place.end_line},
    }


def _uri(path: str) -> str:
    """A relative reference; a colon is escaped too, so no folder name is taken for a scheme."""
    return quote(path, safe="/")


def _notification(note: Note) -> Json:
    notification: Json = {
        "descriptor": {"id": note.kind},
        "level": note.level.value,
        "message": {"text": _escaped(note.what)},
    }
    if note.path is not None:
        physical: Json = {"artifactLocation": {"uri": _uri(note.path)}}
        if note.line is not None:
            physical["region"] = {"startLine": note.line}
        notification["locations"] = [{"physicalLocation": physical}]
    return notification
