"""GitHub's workflow commands: escaping, order, ten of a kind."""

from __future__ import annotations

import re

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.report.github import render_github
from rubout.report.record import Finding, Level, Note, Report, Span

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


def finding(level: Level = Level.WARNING, path: str = "a.py", message: str = "m", weight: int = 0) -> Finding:
    return Finding(rule="scan/x", level=level, place=Span(path, 3, 5), message=message, id="scan:0", weight=weight)


def parse(line: str) -> tuple[dict[str, str], str]:
    """As the runner reads a command (its ActionCommand class), values before `%25`."""
    head, _, message = line.removeprefix("::").partition("::")
    properties = dict(item.split("=", 1) for item in head.partition(" ")[2].split(","))
    return {key: unescape(value) for key, value in properties.items()}, unescape(message)


def unescape(text: str) -> str:
    codes = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
    return re.sub("|".join(codes), lambda found: codes[found[0]], text)


@given(st.text(alphabet="ab%:,\r\n0DA325C= ]é", min_size=1), st.text(alphabet="ab%:,\r\n0DA325C= ::|]"))
@example("a b::é%0A,\n].py", "100%\r\nof %25::x,y")
def test_path_and_message_come_back_as_they_were(path: str, message: str) -> None:
    (line,) = render_github(REPORT, [finding(path=path, message=message)]).splitlines()
    assert parse(line) == (
        {"file": path, "line": "3", "endLine": "5", "title": "rubout scan/x"},
        message,
    )


def test_ten_of_a_kind_are_printed_worst_first_and_the_rest_is_counted() -> None:
    findings = [finding(message=str(weight), weight=weight) for weight in range(12)]
    findings += [finding(Level.ERROR, message=f"e{weight}", weight=weight) for weight in range(11)]
    lines = render_github(REPORT, findings).splitlines()
    assert [parse(line)[1] for line in lines[:-1]] == [f"e{n}" for n in range(10, 0, -1)] + [
        str(n) for n in range(11, 1, -1)
    ]
    assert lines[-1] == "rubout scan: 3 more findings without an annotation"


def test_notes_that_are_errors_come_first_and_the_others_last() -> None:
    notes = (
        Note("a", Level.WARNING, "skipped", "x.py", 7),
        Note("b", Level.ERROR, "over"),
        Note("c", Level.NOTE, "tip"),
    )
    report = msgspec.structs.replace(REPORT, notes=notes)
    assert render_github(report, [finding()]).splitlines() == [
        "::error title=rubout scan::over",
        "::warning file=a.py,line=3,endLine=5,title=rubout scan/x::m",
        "::warning file=x.py,line=7,endLine=7,title=rubout scan::skipped",
        "::notice title=rubout scan::tip",
    ]


def test_five_other_copies_are_named() -> None:
    related = tuple(Span("b.py", line, line + 1) for line in range(1, 8))
    copies = msgspec.structs.replace(finding(), related=related)
    assert parse(render_github(REPORT, [copies]).rstrip("\n"))[1] == (
        "m; also at b.py:1-2, b.py:2-3, b.py:3-4, b.py:4-5, b.py:5-6, 2 more"
    )


def test_nothing_to_say_is_no_output() -> None:
    assert render_github(REPORT, []) == ""
