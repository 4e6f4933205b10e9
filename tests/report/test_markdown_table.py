"""The Markdown table: cells that stay cells, and a size that fits a comment."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.report.markdown import COMMENT_LIMIT, SUMMARY_LIMIT, render_markdown
from rubout.report.record import Finding, Level, Note, Report, Span, printable

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
AWKWARD = st.text(alphabet="ab `|\\]*_<@\né", min_size=1)


def finding(path: str = "a.py", subject: str = "", message: str = "m", weight: int = 0) -> Finding:
    return Finding(
        rule="r",
        level=Level.WARNING,
        place=Span(path, 3, 5),
        message=message,
        id="scan:0",
        subject=subject,
        weight=weight,
    )


def cells(row: str) -> list[str]:
    """A row's cells as GitHub cuts them: at each pipe that no backslash precedes; escaped ones come back bare."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def code(span: str) -> str:
    """The text of a code span, as CommonMark reads it."""
    fence = re.match("`+", span)
    assert fence
    inner = span.removeprefix(fence[0]).removesuffix(fence[0])
    padded = inner.startswith(" ") and inner.endswith(" ") and inner.strip(" ")
    assert fence[0] not in re.findall("`+", inner)
    return inner[1:-1] if padded else inner


@given(AWKWARD)
@example("a b|`x`::é].py")
def test_a_path_comes_back_as_it_was_and_makes_no_cell_of_its_own(path: str) -> None:
    row = render_markdown(REPORT, [finding(path)]).splitlines()[-1]
    level, place, _, row_id = cells(row)
    assert (level, code(place), row_id) == ("warn", f"{printable(path)}:3-5", "`scan:0`")


@given(AWKWARD)
def test_a_message_is_plain_text(message: str) -> None:
    row = render_markdown(REPORT, [finding(message=message)]).splitlines()[-1]
    said = re.split(r"(?<!\\)(?:\\\\)*\|", row)
    assert len(said) == 6
    bare = re.sub(r"\\[\\`*_\[\]<>|~&#$!]", "", said[3])
    assert not re.search(r"[\\`*_\[\]<>|]", bare)


def test_a_subject_is_code_so_that_an_at_sign_calls_nobody() -> None:
    assert cells(render_markdown(REPORT, [finding(subject="@team")]).splitlines()[-1])[2] == "`@team` m"


@pytest.mark.parametrize("limit", [COMMENT_LIMIT, SUMMARY_LIMIT])
def test_a_report_fits_its_limit_and_counts_what_is_left_out(limit: int) -> None:
    findings = [finding(path=f"folder/名前{number}.py", weight=number) for number in range(30_000)]
    notes = tuple(Note("k", Level.WARNING, "w" * 90) for _ in range(100))
    text = render_markdown(msgspec.structs.replace(REPORT, notes=notes), findings, limit)
    shown = text.count("| warn |")
    assert len(text.encode()) <= limit < len(text.encode()) + 1000
    assert "名前29999.py" in text.splitlines()[4]
    assert f"{30_000 - shown} more findings: `--format json` has all." in text


def test_a_class_names_five_places_and_counts_the_rest() -> None:
    found = msgspec.structs.replace(finding(), related=tuple(Span("b.py", line, line) for line in range(1, 8)))
    place = cells(render_markdown(REPORT, [found]).splitlines()[-1])[1]
    assert place == "`a.py:3-5`<br>`b.py:1-1`<br>`b.py:2-2`<br>`b.py:3-3`<br>`b.py:4-4`<br>3 more"
