"""Every format of every family: its bytes, and what never changes them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from rubout.facts import clones
from rubout.facts.source import FileFacts
from rubout.report.record import printable
from rubout.report.render import RENDERERS, render, report_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from rubout.gate.outcome import Outcome

OUTCOMES = ("scanned", "cloned", "paired", "doubled")
JSON_FORMATS = ("json", "sarif")
LINE_FORMATS = ("text", "github", "markdown")


@pytest.fixture(params=OUTCOMES)
def outcome(request: pytest.FixtureRequest) -> Outcome:
    found: Outcome = request.getfixturevalue(request.param)
    return found


def ascending(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert [key for key, _ in pairs] == sorted(key for key, _ in pairs)
    return dict(pairs)


@pytest.mark.parametrize("output_format", LINE_FORMATS)
def test_a_report_reads_like_this(outcome: Outcome, output_format: str, snapshot: SnapshotAssertion) -> None:
    assert render(report_of(outcome), output_format) == snapshot


@pytest.mark.parametrize("output_format", JSON_FORMATS)
def test_a_document_holds_this(outcome: Outcome, output_format: str, snapshot: SnapshotAssertion) -> None:
    assert json.dumps(json.loads(render(report_of(outcome), output_format)), indent=1, ensure_ascii=False) == snapshot


@pytest.mark.parametrize("output_format", RENDERERS)
def test_a_report_ends_its_last_line(outcome: Outcome, output_format: str) -> None:
    rendered = render(report_of(outcome), output_format)
    assert rendered.endswith("\n")
    assert not rendered.endswith("\n\n")


@pytest.mark.parametrize("output_format", JSON_FORMATS)
def test_keys_ascend_at_every_depth(outcome: Outcome, output_format: str) -> None:
    assert json.loads(render(report_of(outcome), output_format), object_pairs_hook=ascending)


def test_the_envelope_is_one_shape(outcome: Outcome) -> None:
    document = json.loads(render(report_of(outcome), "json"))
    shared = {"schema", "version", "family", "knobs", "counts", "rows", "fail", "degraded", "reason", "notes"}
    assert shared <= document.keys()
    assert document["schema"] == f"rubout.{document['family']}/1"


def test_every_row_has_a_place_and_an_id_of_its_own(outcome: Outcome) -> None:
    rows = json.loads(render(report_of(outcome), "json"))["rows"]
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids)
    assert all(row["id"].startswith(f"{outcome.family}:") for row in rows)
    assert all(row["path"] and 1 <= row["start_line"] <= row["end_line"] for row in rows)


@pytest.mark.parametrize("output_format", RENDERERS)
def test_the_order_of_counted_rules_changes_no_byte(scan_of: Callable[..., Outcome], output_format: str) -> None:
    files = {"a.py": FileFacts(0, 301, parsed=True)}
    one = scan_of(files, excluded={"dot": 1, "vendor/": 2, "dist/": 3})
    other = scan_of(files, excluded={"dist/": 3, "vendor/": 2, "dot": 1})
    assert render(report_of(one), output_format) == render(report_of(other), output_format)


@pytest.mark.parametrize("output_format", RENDERERS)
def test_a_clean_run_is_said_in_every_format(
    scan_of: Callable[..., Outcome],
    clones_of: Callable[..., Outcome],
    output_format: str,
    snapshot: SnapshotAssertion,
) -> None:
    clean = (scan_of({"a.py": FileFacts(0, 3, parsed=True)}), clones_of(clones.Facts(("a.py",), ())))
    assert [render(report_of(outcome), output_format) for outcome in clean] == snapshot


def test_color_adds_escape_codes_and_nothing_else(outcome: Outcome, snapshot: SnapshotAssertion) -> None:
    report = report_of(outcome)
    colored = render(report, "text", color=True)
    assert colored == snapshot
    plain = colored
    for code in ("1;31", "33", "36", "1", "2", "0"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == render(report, "text")


@pytest.mark.parametrize("output_format", RENDERERS)
def test_color_and_width_matter_to_text_alone(outcome: Outcome, output_format: str) -> None:
    report = report_of(outcome)
    changed = render(report, output_format, color=True, width=60) != render(report, output_format)
    assert changed == (output_format == "text")


@pytest.mark.parametrize(
    ("width", "shown"),
    [(0, "[名前名前名前名前名前]"), (98, "[名前名前名前名前名前]"), (97, "[名前名前名前名前名…]"), (20, "[名前名…]")],
)
def test_a_subject_is_shortened_to_the_width_with_wide_characters_as_two_columns(
    scan_of: Callable[..., Outcome], width: int, shown: str
) -> None:
    path = "名前" * 5
    report = report_of(scan_of({path: FileFacts(0, 301, parsed=True)}))
    line = render(report, "text", width=width).splitlines()[2]
    assert shown in line
    assert line.startswith(f"warn {path}:1 file-lines = 301 (limit 300) [")


def test_a_degraded_outcome_says_that_it_could_not_judge(scan_of: Callable[..., Outcome]) -> None:
    report = report_of(scan_of({}))
    assert report.degraded
    assert "FAIL could not judge: nothing to judge" in render(report, "text")
    assert "could not judge" in render(report, "markdown")
    assert render(report, "github") == "::error title=rubout scan::could not judge: nothing to judge\n"
    assert json.loads(render(report, "json"))["reason"] == "nothing to judge"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a b", "a b"), ("é名", "é名"), ("a\nb\r", r"a\nb\r"), ("\x1b[31m", r"\x1b[31m"), ("\u2028", r"\u2028")],
)
def test_what_is_no_printable_character_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_loading_the_renderer_and_one_family_loads_no_other_family_or_format() -> None:
    wanted = "import sys, rubout.report.render, rubout.report.clones; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", wanted], capture_output=True, text=True, check=True).stdout.split()
    others = {f"rubout.report.{name}" for name in ("scan", "sarif", "github", "markdown", "explain")}
    assert not (others | {"hashlib", "difflib", "urllib.parse"}) & set(loaded)
