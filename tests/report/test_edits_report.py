"""The report of a change, from facts to text."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.errors import ExitCode
from rubout.facts.edits import Facts, Knobs, Pair, Row, Unit
from rubout.facts.survey import Survey
from rubout.gate.outcome import Outcome
from rubout.judge.edits import judge
from rubout.measure.edits import edit_facts
from rubout.report.edits import EditReport, findings, report
from rubout.report.render import render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syrupy.assertion import SnapshotAssertion

    from rubout.measure.edit_pairs import Sides

LOAD = b"def load(path):\n    data = read_all_bytes(path)\n    return decode(data)\n"
STEPS = b"def work(a):\n" + b"".join(b"    step_%d(a)\n" % n for n in range(21))
MOVED: tuple[Sides, ...] = (
    ("a.py", b"import x\n" + LOAD, "a.py", b"import x\n"),
    ("lib/b.py", b"import y\n", "lib/b.py", b"import y\n" + LOAD),
)
STACKED: tuple[Sides, ...] = (("s.py", b"def work(a):\n    pass\n", "s.py", b"def work(a):\n    pass\n" + STEPS),)
RULED = STEPS.replace(b"    step_", b"    (\n    take_the_longest_step_")  # 22 lines that may move, 21 that may not
SWAPPED: tuple[Sides, ...] = (("w.py", b"def a(): pass\ndef b(): pass\n", "w.py", b"def b(): pass\ndef a(): pass\n"),)


def outcome_of(facts: Facts, scope: str = "", knobs: Knobs = Knobs(), permitted: int = 0) -> Outcome:
    verdict = judge(facts, knobs)
    survey = Survey(files=(), excluded={}, scope=scope)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.HELD
    return Outcome("edits", survey, facts, verdict, code, {"permitted": permitted})


def report_of(
    *sides: Sides, scope: str = "", knobs: Knobs = Knobs(), skipped: Mapping[str, int] = MappingProxyType({"binary": 1})
) -> EditReport:
    return report(outcome_of(edit_facts(sides, skipped, knobs=knobs), scope, knobs))


def document(made: EditReport) -> Any:
    return json.loads(render(made, "json"))


def text(made: EditReport) -> str:
    return render(made, "text")


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_a_change_in_every_format(output_format: str, snapshot: SnapshotAssertion) -> None:
    assert render(report_of(*MOVED, *STACKED, *SWAPPED), output_format) == snapshot


def test_a_row_has_the_fields_of_the_page() -> None:
    row = document(report_of(*MOVED))["rows"][1]
    assert row == {
        "path": "lib/b.py",
        "before_path": "lib/b.py",
        "start_line": 2,
        "end_line": 4,
        "matched": 1,
        "novel": 0,
        "moved_in": 3,
        "moved_out": 0,
        "deleted": 0,
        "diff_degraded": False,
        "intact_units": [],
    }


def test_lines_are_those_of_the_side_after_where_it_has_any() -> None:
    rows = document(report_of(*MOVED, ("z.py", b"x\n", "z.py", b"x\n")))["rows"]
    assert [(row["start_line"], row["end_line"]) for row in rows] == [(2, 4), (2, 4), (None, None)]
    (row,) = document(report_of(("a.py", b"1\n2\n3\n4\n", "a.py", b"2\nn\n4\n")))["rows"]
    assert (row["start_line"], row["end_line"]) == (2, 2)


def test_a_relocation_names_both_ends() -> None:
    assert document(report_of(*MOVED))["relocations"] == [
        {
            "from": "a.py",
            "from_unit": "load/1",
            "from_line": 2,
            "to": "lib/b.py",
            "to_unit": "load/1",
            "to_line": 2,
            "lines": 3,
        }
    ]


def test_a_suspicion_names_the_unit_and_its_spans() -> None:
    assert document(report_of(*STACKED))["suspicions"] == [
        {
            "rule": "stacking",
            "path": "s.py",
            "unit": "work/1",
            "spans": [[1, 2], [3, 24]],
            "copy": 1,
            "novel": 22,
            "deleted": 0,
        }
    ]


@pytest.mark.parametrize(
    ("sides", "word", "said"),
    [
        (
            STACKED,
            "stacked",
            "Stacked: s.py gains a second work/1 (3-24) beside 1-2; 22 new lines with a letter or a digit, 0 deleted.",
        ),
        (
            (*MOVED, *STACKED),
            "stacked",
            "Stacked: s.py gains a second work/1 (3-24) beside 1-2; 22 new lines with a letter or a digit, 0 deleted.",
        ),
        (
            (*STACKED, ("t.py", b"def work(a):\n    pass\n", "t.py", b"def work(a):\n    pass\n" + STEPS)),
            "stacked",
            (
                "Stacked: s.py gains a second work/1 (3-24) beside 1-2; "
                "22 new lines with a letter or a digit, 0 deleted; 1 more unit stacked."
            ),
        ),
        (MOVED, "moved", "Moved: 3 lines moved, 0 new, 0 deleted in 2 files."),
        (SWAPPED, "moved", "Moved: 1 line moved, 0 new, 0 deleted in 1 file."),
        ((), "applied", "Applied: no line changed."),
        ((("a.py", b"x\n", "a.py", b"y\nz\n"),), "applied", "Applied: 2 lines new, 0 moved, 1 deleted in 1 file."),
        (
            (("a.py", b"m\na\nb\nx\n", "a.py", b"a\nb\nm\nn\n"),),
            "applied",
            "Applied: 1 line new, 1 moved, 1 deleted in 1 file.",
        ),
        (
            (("a.py", b"x\n{\n", "a.py", b"y\n\n(\n"),),
            "applied",
            "Applied: 1 line new, 0 moved, 1 deleted in 1 file, not counting 3 lines without a letter or a digit.",
        ),
        (
            (("a.py", RULED, "a.py", b""), (None, None, "b.py", RULED + b"\n")),
            "moved",
            "Moved: 22 lines moved, 0 new, 0 deleted in 2 files, not counting 43 lines without a letter or a digit.",
        ),
    ],
)
def test_the_summary_is_a_word_and_a_sentence(sides: tuple[Sides, ...], word: str, said: str) -> None:
    made = report_of(*sides, skipped={})
    assert (made.summary.word, made.summary.text) == (word, said)
    assert text(made).endswith(f"\n{said}\n")


@pytest.mark.parametrize(
    ("sides", "skipped", "word", "said"),
    [
        (MOVED, {"binary": 2}, "moved", "in 2 files; 2 of 4 changed files were left out."),
        (STACKED, {"binary": 1}, "stacked", "0 deleted; 1 of 2 changed files was left out."),
        (
            (("a.py", b"x\n", "b.py", b"x\n"),),
            {"not judged": 1},
            "applied",
            "Applied: no line changed; 1 of 2 changed files was left out.",
        ),
        ((), {"not judged": 1}, "unjudged", "Nothing judged: 1 changed file is of no judged language."),
        ((), {"not judged": 2}, "unjudged", "Nothing judged: 2 changed files are of no judged language."),
        ((), {"large": 1}, "unjudged", "Nothing judged: 1 changed file was left out (1 large)."),
        (
            (),
            {"not judged": 2, "out of scope": 1},
            "unjudged",
            "Nothing judged: 3 changed files were left out (2 not judged, 1 out of scope).",
        ),
    ],
)
def test_the_summary_says_what_was_left_out(
    sides: tuple[Sides, ...], skipped: dict[str, int], word: str, said: str
) -> None:
    made = report_of(*sides, skipped=skipped)
    assert (made.summary.word, made.summary.text.endswith(said)) == (word, True)


def test_only_a_file_that_should_have_been_judged_is_a_warning() -> None:
    beside = {"not judged": 1, "out of scope": 2}
    assert "note files left out: 1 not judged, 2 out of scope\n" in text(report_of(*MOVED, skipped=beside))
    assert "warn files left out: " in text(report_of(*MOVED, skipped={"binary": 1, **beside}))


def test_a_scope_counts_what_was_left_out_of_the_whole_change() -> None:
    made = report_of(*MOVED, scope="lib")
    assert made.summary.text == "Moved: 3 lines moved, 0 new, 0 deleted in 1 file; 1 of 3 changed files was left out."
    assert text(made).startswith("Changed: 1 file, 1 left out.\n")


@pytest.mark.parametrize(
    ("count", "number"), [(2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (6, "6th"), (7, "7th")]
)
def test_a_copy_is_counted(count: int, number: str) -> None:
    added = tuple(Row(line, line, 5) for line in range(1, 31))
    units = tuple(Unit(0, nth, nth + 1, nth + 1, stackable=True) for nth in range(count))
    facts = Facts((Pair(None, "a.py", 0, 30, (), added, (), units),), ("f/0",))
    (finding,) = findings(report(outcome_of(facts)))
    others = ", ".join(f"{n}-{n}" for n in range(1, count))
    place = f"gains a {number} f/0 ({count}-{count}) beside {others}"
    assert finding.message == f"{place}; 30 new lines with a letter or a digit, 0 deleted"
    assert (finding.place.start_line, len(finding.related)) == (count, count - 1)


def test_a_scope_keeps_what_touches_it() -> None:
    made = document(report_of(*MOVED, *STACKED, scope="lib"))
    assert [row["path"] for row in made["rows"]] == ["lib/b.py"]
    assert (len(made["relocations"]), made["suspicions"], made["counts"]["pairs"]) == (1, [], 1)
    assert made["counts"]["moved_in"] == 3
    assert document(report_of(*MOVED, *STACKED, scope="s.py"))["relocations"] == []
    assert [row["path"] for row in document(report_of(("lib/x.py", b"1\n", "y.py", b"1\n"), scope="lib"))["rows"]] == [
        "y.py"
    ]


def test_the_counts_are_the_totals_of_the_rows() -> None:
    made = document(report_of(*MOVED, *STACKED))
    for name in ("matched", "novel", "moved_in", "moved_out", "deleted"):
        assert made["counts"][name] == sum(row[name] for row in made["rows"])
    assert (made["counts"]["skipped"], made["counts"]["permitted"]) == ({"binary": 1}, 0)
    assert "warn files left out: 1 binary" in text(report_of(*MOVED))


def test_permits_are_counted() -> None:
    assert report(outcome_of(Facts(), permitted=2)).counts.permitted == 2


def test_a_pair_that_is_too_far_apart_says_so() -> None:
    made = report_of(("a.py", b"1\n2\n3\n", "a.py", b"4\n5\n6\n"), knobs=Knobs(diff_bound=1))
    assert document(made)["rows"][0]["diff_degraded"] is True
    assert made.counts.degraded_pairs == 1
    assert "warn a.py: too much changed to compare line by line" in text(made)


@pytest.mark.parametrize(
    ("knobs", "reason", "said"),
    [
        (Knobs(bucket_cap=0), "bucket_cap", "a line left and arrived in too many places"),
        (Knobs(edit_row_cap=1), "edits_too_large", "there are too many changed lines"),
    ],
)
def test_what_could_not_be_judged_says_why(knobs: Knobs, reason: str, said: str) -> None:
    made = report_of(*MOVED, knobs=knobs)
    assert (made.reason, made.degraded, made.fail) == (reason, True, True)
    assert f"FAIL could not judge: {said}" in text(made)


def test_names_cannot_break_out_of_their_line() -> None:
    pair = Pair(None, "a\n\x1b[31m.py", 0, 30, (), tuple(Row(n, n, 5) for n in range(1, 31)))
    units = tuple(Unit(0, nth, nth + 1, nth + 1, stackable=True) for nth in range(2))
    shown = text(report(outcome_of(Facts((msgspec.structs.replace(pair, units_after=units),), ("f\r",)))))
    assert "\x1b" not in shown
    assert "\r" not in shown
    assert r"a\n\x1b[31m.py  +30 novel  +0 moved in  -0" in shown
