"""The report of `check`: what it says, and that its numbers follow from one another."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ExitCode, UsageError
from rubout.facts import clones, docdup, liveness, score
from rubout.facts.source import FileFacts, Function, Permit
from rubout.facts.survey import Problem, Survey, SurveyedFile
from rubout.gate.check import folded
from rubout.gate.outcome import Outcome
from rubout.judge.clones import judge as judge_clones
from rubout.judge.liveness import judge as judge_liveness
from rubout.judge.score import AXES
from rubout.report import clones as clones_report
from rubout.report import docdup as docdup_report
from rubout.report import liveness as liveness_report
from rubout.report import near_miss as near_miss_report
from rubout.report import scan as scan_report
from rubout.report.explain import explain
from rubout.report.record import Level
from rubout.report.render import RENDERERS, render, report_of
from rubout.report.schemas import schemas
from rubout.report.score import ScoreReport, findings, points, rules
from rubout.report.score_text import decimal
from rubout.report.score_worst import Rows, weighed, worst
from tests.near_misses import near_misses
from tests.scores import documents, graph_of, history_of, judged_of, text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syrupy.assertion import SnapshotAssertion

    from rubout.gate.near_miss import NearMisses

    Build = Callable[..., Outcome]

PYTHON, MARKDOWN = 0, 5


def function(name: str, start: int, cognitive: int) -> Function:
    return Function(name, start, start + 8, 9, 0, 1, cognitive, 0, name_ok=True)


def python(lines: int, *functions: Function, permits: tuple[Permit, ...] = ()) -> FileFacts:
    return FileFacts(PYTHON, lines, parsed=True, functions=functions, permits=permits)


def copies_of(paths: Sequence[str], *classes: tuple[int, Sequence[str]]) -> clones.Facts:
    """Classes of (tokens, paths), each on lines of its own; the digest of the nth repeats its number."""
    return clones.Facts(
        files=tuple(paths),
        repeats=tuple(
            clones.Repeat(
                tokens,
                20,
                f"{number:x}" * 16,
                tuple(
                    clones.Place(paths.index(path), 100 * number + 10 * nth, 100 * number + 10 * nth + 8, 0)
                    for nth, path in enumerate(files, start=1)
                ),
            )
            for number, (tokens, files) in enumerate(classes)
        ),
    )


class Shared(NamedTuple):
    """What files share; None of a kind is nothing."""

    copies: clones.Facts | None = None
    near: NearMisses | None = None
    texts: docdup.Facts | None = None
    started: Sequence[str] | None = None  # files of a graph; None: there is none
    arcs: Sequence[tuple[str, str]] = ()
    lines: dict[str, tuple[int, int]] | None = None  # of a window of 7 days


NOTHING = Shared()


@pytest.fixture
def score_of(scan_of: Build, clones_of: Build) -> Build:
    """An outcome as `rubout.gate.check` makes it, for a survey and its copies built in code."""

    def build(
        files: dict[str, FileFacts],
        shared: Shared = NOTHING,
        knobs: score.Knobs = score.Knobs(soft_line=300),
        **others: object,
    ) -> Outcome:
        sizes = scan_of(files, **others)
        parsed = tuple(file.path for file in sizes.survey.files if file.facts.parsed)
        copies = clones_of(shared.copies or clones.Facts(parsed, ()), survey=sizes.survey)
        graph = None if shared.started is None else graph_of(sizes.survey, shared.started, shared.arcs)
        history = None if shared.lines is None else history_of(7, shared.lines)
        return folded(judged_of(sizes, copies, shared.near, shared.texts, graph, history), knobs)

    return build


FILES = {
    "docs/history.md": FileFacts(MARKDOWN, 1200),
    "src/a.py": python(400, function("load", 10, 16), function("save", 30, 40)),
    "src/b.py": python(90, function("allowed", 10, 90), permits=(Permit("scan", "a table of cases", 9, 9, 9),)),
    "src/c.py": python(90, function("fine", 10, 15)),
    "src/big.md": FileFacts(MARKDOWN, 750, rule="large"),
    "src/made.py": FileFacts(PYTHON, 9000, rule="generated"),
    "tests/d.py": python(751),
}
PATHS = ("src/a.py", "src/b.py", "src/c.py", "tests/d.py")
REPEATS = copies_of(
    PATHS,
    (60, ("src/a.py", "src/b.py", "src/c.py")),
    (90, ("src/a.py", "src/c.py")),
    (55, ("src/c.py", "tests/d.py")),
    (70, ("src/a.py", "src/a.py")),
)
NEAR = near_misses(
    (4, [("src/b.py", 60, 69, 40), ("tests/d.py", 60, 69, 41)]),
    (0, [("src/a.py", 300, 309, 30), ("src/c.py", 80, 89, 30)]),
    (2, [("tests/d.py", 700, 709, 50), ("tests/d.py", 720, 729, 50)]),
)
TEXTS = documents(
    ("docs/history.md", "src/a.py", "src/big.md"),
    text(0, range(60), (0, 100), (1, 1), (2, 300)),
    text(1, range(100, 190), (0, 200)),
    text(2, range(109, 190), (2, 400)),
    text(3, range(300, 360), (0, 500), (0, 600)),
    pairs=[(1, 2, 85)],
)
SHARED = Shared(
    REPEATS,
    NEAR,
    TEXTS,
    started=("docs/history.md", "src/a.py", "src/big.md", "src/made.py"),
    arcs=[("src/a.py", "src/b.py"), ("src/b.py", "src/a.py"), ("src/c.py", "src/a.py"), ("tests/d.py", "src/a.py")],
    lines={"docs/history.md": (3, 9), "src/a.py": (30, 10), "src/b.py": (1, 1), "src/c.py": (19, 20)},
)


@pytest.fixture
def scored(score_of: Build) -> Outcome:
    """Every kind of place, and both conditions failed."""
    knobs = score.Knobs(soft_line=300, fail_under=900, budget=1)
    broken = SHARED._replace(copies=msgspec.structs.replace(REPEATS, parse_errors=1))
    excluded = {"dot": 1, "generated": 1, "large": 1}
    return score_of(FILES, broken, knobs, excluded=excluded, problems=(Problem("x.py", "permission denied"),))


def read(outcome: Outcome) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render(report_of(outcome), "json"))
    return document


def report(outcome: Outcome) -> ScoreReport:
    made = report_of(outcome)
    assert isinstance(made, ScoreReport)
    return made


@pytest.mark.parametrize("output_format", ["text", "github", "markdown"])
def test_a_score_reads_like_this(scored: Outcome, output_format: str, snapshot: SnapshotAssertion) -> None:
    assert render(report_of(scored), output_format) == snapshot


@pytest.mark.parametrize("output_format", ["json", "sarif"])
def test_a_document_of_a_score_holds_this(scored: Outcome, output_format: str, snapshot: SnapshotAssertion) -> None:
    assert json.dumps(json.loads(render(report_of(scored), output_format)), indent=1) == snapshot


@pytest.mark.parametrize("output_format", RENDERERS)
def test_a_clean_tree_is_said_in_every_format(score_of: Build, output_format: str, snapshot: SnapshotAssertion) -> None:
    assert render(report_of(score_of({"a.py": python(3)})), output_format) == snapshot


def test_what_is_written_fits_its_schema(scored: Outcome) -> None:
    jsonschema.Draft202012Validator(schemas()["score.report"]).validate(read(scored))


def test_the_score_follows_from_the_axes_of_the_document(scored: Outcome) -> None:
    document = read(scored)
    spent = 0
    for axis in document["axes"]:
        mass = Fraction(axis["mass"])
        assert axis["charge"] == document["score_scale"] * mass // (mass + axis["opportunity"])
        spent += axis["weight"] * axis["charge"] * document["knobs"]["viol_cost"]
    weight = sum(axis["weight"] for axis in document["axes"])
    assert document["score"] == document["score_scale"] - spent // (10 * weight)
    assert document["judged"] == [axis["axis"] for axis in document["axes"]] == [0, 1, 2, 3, 4, 5, 6]


def test_the_places_of_an_axis_that_are_all_shown_add_up_to_its_mass(scored: Outcome) -> None:
    document = read(scored)
    masses = {axis["name"]: Fraction(axis["mass"]) for axis in document["axes"]}
    assert [found["name"] for found in document["worst"]] == list(AXES)
    for found in document["worst"]:
        assert found["places"] == len(found["shown"])
        assert sum(Fraction(place["weight"]) for place in found["shown"]) == masses[found["name"]]


def test_the_points_of_the_axes_add_up_to_what_the_score_lost(scored: Outcome) -> None:
    made = report(scored)
    lost = sum(points(axis, made) for axis in made.axes)
    assert made.score == made.score_scale - lost // 1


def test_files_and_functions_stand_by_weight_with_the_finding_about_them(scored: Outcome) -> None:
    made = report(scored)
    size, complexity, *_ = made.worst
    rows = {(result.place.path, result.rule): result.id for result in made.results}
    assert [(place.path, place.value, place.weight, place.id) for place in size.shown] == [
        ("docs/history.md", 1200, 30, rows["docs/history.md", "scan/file-lines"]),
        ("tests/d.py", 751, "452/45", rows["tests/d.py", "scan/file-lines"]),
        ("src/big.md", 750, 10, rows["src/big.md", "scan/file-lines"]),
        ("src/a.py", 400, "40/81", rows["src/a.py", "scan/file-lines"]),
    ]
    named = {result.subject: result.id for result in made.results if result.rule == "scan/cognitive"}
    assert [(place.subject, place.start_line, place.value, place.id) for place in complexity.shown] == [
        ("allowed", 10, 90, None),
        ("save", 30, 40, named["save"]),
        ("load", 10, 16, named["load"]),
    ]
    assert (size.line, complexity.line) == (300, 15)


def test_a_file_under_the_warn_line_and_past_the_soft_one_has_no_finding(score_of: Build) -> None:
    made = report(score_of({"a.py": python(250)}, knobs=score.Knobs(soft_line=200)))
    ((place,),) = (found.shown for found in made.worst)
    assert (place.value, place.id) == (250, None)


def test_five_places_are_shown_and_all_are_counted(score_of: Build) -> None:
    files = {f"{name}.py": python(400, function(name, 1, 20)) for name in "gfedcba"}
    size, complexity = report(score_of(files)).worst
    assert (size.places, complexity.places) == (7, 7)
    assert [place.path for place in size.shown] == [f"{name}.py" for name in "abcde"]
    assert [place.subject for place in complexity.shown] == list("abcde")


def test_classes_among_the_same_files_are_one_place(scored: Outcome) -> None:
    copied = report(scored).worst[2]
    assert (copied.places, copied.within) == (3, 2)
    assert [
        (place.path, place.start_line, place.value, place.weight, place.id, msgspec.to_builtins(place.copies))
        for place in copied.shown
    ] == [
        (
            "src/a.py",
            10,
            3,
            4,
            "clones:000000000000",
            {"size": 60, "unit": "tokens", "other": span("src/b.py", 20, 28), "classes": 3},
        ),
        (
            "src/c.py",
            210,
            2,
            1,
            "clones:222222222222",
            {"size": 55, "unit": "tokens", "other": span("tests/d.py", 220, 228), "classes": 1},
        ),
        (
            "src/b.py",
            60,
            2,
            1,
            "near-miss:000000000000",
            {"size": 40, "unit": "nodes", "other": span("tests/d.py", 60, 69), "classes": 1},
        ),
    ]


def test_documentation_stands_by_files_like_code(scored: Outcome) -> None:
    found = report(scored).worst[3]
    assert (found.places, found.within) == (1, 1)
    (place,) = found.shown
    assert (place.path, place.start_line, place.value, place.weight) == ("docs/history.md", 100, 3, 3)
    copies = {"size": 64, "unit": "words", "other": span("src/a.py", 1, 3), "classes": 2}
    assert (place.id, msgspec.to_builtins(place.copies)) == ("docdup:000000000000", copies)


def test_dead_files_stand_by_their_lines_with_the_finding_about_them(scored: Outcome) -> None:
    made = report(scored)
    found, rows = made.worst[4], {result.place.path: result.id for result in made.results if "liveness" in result.id}
    assert (found.name, found.line, found.places) == ("deadcode", 0, 2)
    assert [(place.path, place.value, place.weight, place.id) for place in found.shown] == [
        ("tests/d.py", 751, 1, rows["tests/d.py"]),
        ("src/c.py", 90, 1, rows["src/c.py"]),
    ]


def test_rewritten_files_stand_by_the_lines_that_rewrite_with_all_new_ones(scored: Outcome) -> None:
    made = report(scored)
    found = made.worst[5]
    assert (found.name, found.line, made.days) == ("churn", 7, 7)
    shown = [(place.path, place.end_line, place.value, place.added, place.weight, place.id) for place in found.shown]
    assert shown == [("src/a.py", 400, 30, 40, 1, None), ("src/b.py", 90, 1, 2, 1, None)]


def test_a_cycle_is_a_place_with_its_next_files_and_a_document_weighs_nothing(score_of: Build) -> None:
    files = {f"{name}.py": python(3) for name in "abcdefg"} | {"z.md": FileFacts(MARKDOWN, 9)}
    ring = [("a.py", "b.py"), ("b.py", "c.py"), ("c.py", "d.py"), ("d.py", "e.py"), ("e.py", "a.py")]
    arcs = [*ring, ("f.py", "g.py"), ("g.py", "z.md"), ("z.md", "f.py")]
    made = report(score_of(files, Shared(started=list(files), arcs=arcs)))
    (found,) = made.worst
    assert (found.name, found.line, found.places, made.axes[-1].mass) == ("cycle", 1, 2, 7)
    assert [(place.path, place.value, place.weight, place.others) for place in found.shown] == [
        ("a.py", 5, 5, ("b.py", "c.py", "d.py")),
        ("f.py", 2, 2, ("g.py",)),
    ]
    assert "  a.py:1  5 files, with b.py, c.py, d.py and 1 more\n  f.py:1  2 files, with g.py\n" in render(made, "text")


def test_a_reference_that_a_dead_file_may_have_is_said_in_the_heading(score_of: Build) -> None:
    shared = Shared(started=(), arcs=[("a.py", "b.py")])
    knobs = score.Knobs(dead_indeg_ceil=1)
    made = report(score_of({"a.py": python(3), "b.py": python(5)}, shared, knobs))
    (found,) = made.worst
    assert [place.path for place in found.shown] == ["b.py", "a.py"]
    assert "deadcode: 2 files that nothing starts, with at most 1 reference\n" in render(made, "text")


def test_a_graph_that_could_not_be_judged_leaves_no_score(score_of: Build) -> None:
    judged = score_of({"a.py": python(400)}, Shared(started=())).options["judged"]
    degraded = judge_liveness(judged.unused.facts, liveness.Knobs(node_cap=0))
    outcome = folded(replace(judged, unused=replace(judged.unused, verdict=degraded)), score.Knobs())
    assert (outcome.exit_code, outcome.verdict.score, outcome.verdict.reason) == (2, None, "graph_too_large")
    assert (outcome.verdict.failed, outcome.verdict.axes, outcome.verdict.degraded) == (("degraded",), (), True)
    assert "FAIL could not judge: graph_too_large" in render(report_of(outcome), "text")


def span(path: str, start: int, end: int) -> dict[str, object]:
    return {"path": path, "start_line": start, "end_line": end}


SPREADS = st.lists(st.tuples(st.integers(50, 99), st.sets(st.sampled_from(PATHS), min_size=2)), max_size=8)


@given(spreads=SPREADS)
def test_the_sets_of_files_share_out_the_classes_and_the_mass(spreads: list[tuple[int, set[str]]]) -> None:
    survey = Survey(tuple(SurveyedFile(path, "0" * 40, FILES[path]) for path in PATHS), {})
    facts = copies_of(PATHS, *((tokens, sorted(files)) for tokens, files in spreads))
    copies = Outcome("clones", survey, facts, judge_clones(facts), ExitCode.HELD)
    rows = weighed(clones_report.report(copies).rows, attrgetter("tokens"), "tokens")
    sizes = Outcome("scan", survey, None, None, ExitCode.HELD)
    verdict = folded(judged_of(sizes, copies), score.Knobs(soft_line=9999)).verdict
    found = [one for one in worst(verdict, survey, Rows(code=rows)) if one.name == "clone"]
    mass = verdict.axes[2].mass
    assert (sum(int(place.weight) for one in found for place in one.shown), len(found)) == (mass, int(mass != 0))


def test_both_conditions_are_rows_with_what_would_clear_them(scored: Outcome) -> None:
    made = report(scored)
    assert [(row.condition, row.value, row.allowed, row.id) for row in made.rows] == [
        ("floor", made.score, 900, "score:floor"),
        ("dedup_budget", 5, 1, "score:dedup_budget"),
    ]
    floor, budget = (row.clear for row in made.rows)
    assert floor.startswith(f"raise the score by {900 - (made.score or 0)}, heaviest axis first (size, ")
    assert budget.startswith("merge 4 extra copies")
    assert [note.kind for note in made.notes[:3]] == ["floor", "dedup_budget", "score"]


@pytest.mark.parametrize(
    ("knobs", "title"),
    [
        ({}, "Score: 1000 of 1000, nothing can fail (no baseline, no --fail-under, no [clones] budget)."),
        ({"fail_under": 1000}, "Score: 1000 of 1000, held."),
        ({"budget": 0}, "Score: 1000 of 1000, held."),
        ({"score_scale": 50}, "Score: 50 of 50, nothing can fail (no baseline, no --fail-under, no [clones] budget)."),
    ],
)
def test_the_title_says_whether_anything_could_have_failed(
    score_of: Build, knobs: dict[str, object], title: str
) -> None:
    outcome = score_of({"a.py": python(3)}, knobs=msgspec.structs.replace(score.Knobs(), **knobs))
    assert render(report_of(outcome), "text").splitlines()[0] == title
    assert report(outcome).rows == ()


def test_results_are_those_of_the_families_behind_the_score_and_have_their_rules(scored: Outcome) -> None:
    made, judged = report(scored), scored.options["judged"]
    found = [
        finding
        for outcome, family in (
            (judged.sizes, scan_report),
            (judged.copies, clones_report),
            (judged.alike, near_miss_report),
            (judged.texts, docdup_report),
            (judged.unused, liveness_report),
        )
        for finding in family.findings(family.report(outcome))
    ]
    assert len({finding.rule.partition("/")[0] for finding in found}) == 5
    assert Level.ERROR in {finding.level for finding in found}
    assert made.results == tuple(
        msgspec.structs.replace(finding, level=min(finding.level, Level.WARNING, key=list(Level).index))
        for finding in found
    )
    assert findings(made) == made.results
    assert {result.rule for result in made.results} <= {rule.id for rule in rules()}


def test_what_was_counted(scored: Outcome) -> None:
    assert msgspec.to_builtins(report(scored).counts) == {
        "files": 6,
        "functions": 4,
        "clone_classes": 3,
        "near_miss_classes": 2,
        "docdup_classes": 2,
        "dead_files": 2,
        "findings": 5,
        "skipped_self": 3,
        "excess": 5,
        "warns": 4,
        "fails": 2,
        "permitted": 1,
        "excluded": {"dot": 1, "generated": 1, "large": 1},
    }


def test_what_may_hide_copies_and_what_was_skipped_is_noted_once(scored: Outcome) -> None:
    kinds = [note.kind for note in report(scored).notes]
    assert kinds == ["floor", "dedup_budget", "score", "parse-errors", "unusable"]


def test_a_tree_without_code_is_judged_by_its_sizes_and_its_documentation(score_of: Build) -> None:
    made = report(score_of({"a.md": FileFacts(MARKDOWN, 400)}))
    assert [axis.name for axis in made.axes] == ["size", "docdup"]
    assert not made.degraded
    assert [note.kind for note in made.notes] == ["score"]
    assert "not judged: complexity, clone, deadcode, churn, cycle" in made.notes[0].what


def test_no_score_is_null_and_says_why(score_of: Build) -> None:
    outcome = score_of({"a.py": python(400)}, knobs=score.Knobs(weights=(0, 0, 0, 0, 1, 1, 1)))
    document = read(outcome)
    assert (document["score"], document["axes"], document["fail"], document["degraded"]) == (None, [], True, True)
    assert document["reason"] == "nothing_judged"
    shown = render(report_of(outcome), "text")
    assert shown.startswith("Score: could not judge.\n\nFAIL could not judge: nothing_judged\n\n")
    assert "could not judge" in render(report_of(outcome), "markdown")


def test_color_adds_escape_codes_and_nothing_else(scored: Outcome) -> None:
    plain = colored = render(report_of(scored), "text", color=True)
    for code in ("1;31", "33", "36", "1", "2", "0"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == render(report_of(scored), "text") != colored


def test_a_name_is_shortened_to_the_width(score_of: Build) -> None:
    outcome = score_of({"a.py": python(9, function("very_long_name_of_a_function", 1, 20))})
    (line,) = (line for line in render(report_of(outcome), "text", width=50).splitlines() if line.startswith("  a.py"))
    assert "[very_lon" in line
    assert "…]" in line
    assert len(line) <= 50


@pytest.mark.parametrize("law", ["density", "mass"])
def test_every_axis_and_condition_can_be_explained(score_of: Build, law: str, snapshot: SnapshotAssertion) -> None:
    knobs = score.Knobs(law=law, soft_line=300, fail_under=990, budget=1, weights=(3, 1, 1, 1, 1, 1, 1))
    made = report(score_of(FILES, SHARED, knobs))
    ids = [*(axis.id for axis in made.axes), *(row.id for row in made.rows)]
    said = [explain(made, each) for each in ids]
    assert said == snapshot
    assert all(f") = {made.score}\n" in text for text in said[: len(AXES)])


def test_a_clean_axis_and_a_flat_curve_are_explained_without_a_division_by_nothing(score_of: Build) -> None:
    made = report(score_of({"a.md": FileFacts(MARKDOWN, 400)}, knobs=score.Knobs(soft_line=800)))
    said = explain(made, "score:size").splitlines()
    assert "p(x) = 10 past it" in [line.strip() for line in said]
    assert "charge = 0: no mass, or nothing that could have had it" in said


def test_an_axis_that_was_not_judged_has_no_explanation(score_of: Build) -> None:
    unwatched = score_of(FILES, SHARED._replace(lines=None))
    with pytest.raises(UsageError, match="no row has the id 'score:churn'"):
        explain(report_of(unwatched), "score:churn")


@given(value=st.fractions(0, 10_000), places=st.integers(1, 4))
def test_a_rational_is_rounded_half_to_even(value: Fraction, places: int) -> None:
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        assert decimal(value, places) == str(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN))
