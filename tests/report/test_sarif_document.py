"""SARIF 2.1.0: what the standard and GitHub ask of a document."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.report.record import Finding, Level, Report, Rule, Span, printable
from rubout.report.render import render, report_of
from rubout.report.sarif import MOST_RESULTS, render_sarif

if TYPE_CHECKING:
    from rubout.gate.outcome import Outcome

RULES = (Rule("r", "short", "full", "help"),)
REPORT = Report(
    schema="rubout.scan/1",
    version="0",
    family="scan",
    knobs={},
    counts={},
    rows=(),
    fail=False,
    degraded=False,
    reason=None,
)


@pytest.fixture(params=("scanned", "cloned", "paired"))
def outcome(request: pytest.FixtureRequest) -> Outcome:
    found: Outcome = request.getfixturevalue(request.param)
    return found


def run_of(text: str) -> dict[str, Any]:
    document = json.loads(text)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    return dict(run)


def one(path: str, subject: str = "", related: tuple[Span, ...] = (), row_id: str = "scan:0a") -> dict[str, Any]:
    found = Finding(
        rule="r", level=Level.WARNING, place=Span(path, 3, 5), message="m", id=row_id, subject=subject, related=related
    )
    (result,) = run_of(render_sarif(REPORT, RULES, [found]))["results"]
    return dict(result)


def unescaped(message: str) -> str:
    return re.sub(r"\\([\\\[\]])|\{\{|\}\}", lambda found: found[1] or found[0][0], message)


def test_rules_have_what_github_asks_and_results_point_at_them(outcome: Outcome) -> None:
    run = run_of(render(report_of(outcome), "sarif"))
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert all(rule[key]["text"] for key in ("shortDescription", "fullDescription", "help"))
        assert rule["properties"] == {"precision": "very-high", "problem.severity": "warning"}
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_results_have_one_relative_location_with_lines(outcome: Outcome) -> None:
    for result in run_of(render(report_of(outcome), "sarif"))["results"]:
        (location,) = result["locations"]
        for place in (location, *result.get("relatedLocations", ())):
            uri = urlsplit(place["physicalLocation"]["artifactLocation"]["uri"])
            assert (uri.scheme, uri.netloc, uri.query, uri.fragment) == ("", "", "", "")
            assert not uri.path.startswith("/")
            region = place["physicalLocation"]["region"]
            assert 1 <= region["startLine"] <= region["endLine"]
            assert region["startColumn"] == 1


def test_every_other_copy_is_a_related_location_that_the_message_links_to(cloned: Outcome) -> None:
    report = report_of(cloned)
    for row, result in zip(report.rows, run_of(render(report, "sarif"))["results"], strict=True):
        related = result["relatedLocations"]
        assert [unquote(place["physicalLocation"]["artifactLocation"]["uri"]) for place in related] == [
            member.path for member in row.members[1:]
        ]
        links = re.findall(r"(?<!\\)\]\((\d+)\)", result["message"]["text"])
        assert links == [str(place["id"]) for place in related]


def test_fingerprints_count_equal_digests(cloned: Outcome) -> None:
    results = run_of(render(report_of(cloned), "sarif"))["results"]
    assert [result["partialFingerprints"]["primaryLocationLineHash"] for result in results] == [
        "87959bfdca35:1",
        "111111111111:1",
        "111111111111:2",
    ]


def test_failures_are_errors_and_come_before_warnings(scanned: Outcome) -> None:
    levels = [result["level"] for result in run_of(render(report_of(scanned), "sarif"))["results"]]
    assert levels == ["error"] * 2 + ["warning"] * (len(levels) - 2)


def test_the_family_is_the_automation_id(outcome: Outcome) -> None:
    run = run_of(render(report_of(outcome), "sarif"))
    assert run["automationDetails"] == {"id": f"rubout/{outcome.family}/"}


PATHS = st.text(alphabet="ab/ é名:|]`[{}\\%?#\n", min_size=1).filter(lambda path: not path.startswith("/"))


@given(PATHS, st.text(alphabet="ab[]{}\\()"))
@example("a b/é::|].py", "x[0]{y}")
def test_uris_and_messages_come_back_as_they_were(path: str, subject: str) -> None:
    result = one(path, subject, (Span(path, 1, 2),))
    (place,) = result["relatedLocations"]
    assert unquote(place["physicalLocation"]["artifactLocation"]["uri"]) == path
    head = f"{subject}: " if subject else ""
    link = f"[{printable(path)}:1-2](1)"
    assert unescaped(result["message"]["text"]) == f"{printable(head)}m. Lines 3-5 repeat {link}."


@given(st.text(alphabet="ab[]{}\\"))
def test_only_the_link_itself_has_bare_brackets(path: str) -> None:
    text = one(f"x{path}", related=(Span(f"x{path}", 1, 2),))["message"]["text"]
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\[", text)) == 1
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\]", text)) == 1


def test_a_message_links_twenty_copies_and_counts_the_rest() -> None:
    result = one("a.py", related=tuple(Span("b.py", line, line) for line in range(1, 31)))
    assert len(result["relatedLocations"]) == 30
    assert result["message"]["text"].endswith("[b.py:20-20](20), 10 more.")


def test_a_run_holds_as_many_results_as_github_takes_and_says_what_is_left_out() -> None:
    mild = Finding(rule="r", level=Level.WARNING, place=Span("a.py", 1, 1), message="m", id="scan:0")
    bad = Finding(rule="r", level=Level.ERROR, place=Span("a.py", 1, 1), message="worst", id="scan:1")
    run = run_of(render_sarif(REPORT, RULES, [*([mild] * (MOST_RESULTS + 1)), bad]))
    assert len(run["results"]) == MOST_RESULTS
    assert run["results"][0]["message"]["text"] == "worst."
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["message"]["text"] == f"2 results over the {MOST_RESULTS} of a run left out, the mildest"


def test_notes_are_notifications(scanned: Outcome) -> None:
    report = report_of(scanned)
    (invocation,) = run_of(render(report, "sarif"))["invocations"]
    assert invocation["executionSuccessful"] is True
    kinds = [note["descriptor"]["id"] for note in invocation["toolExecutionNotifications"]]
    assert kinds == [note.kind for note in report.notes]
