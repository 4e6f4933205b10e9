"""Each picture says what it shows and what it leaves out."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ExitCode
from rubout.facts import trend as trends
from rubout.facts.clones import Facts
from rubout.facts.source import FileFacts
from rubout.facts.survey import Survey
from rubout.gate.outcome import Outcome
from rubout.gate.trend import History
from rubout.judge.trend import judge as judge_trend
from rubout.report.html.graph import MOST_NODES, MOST_PICTURES, graph
from rubout.report.html.graph_drawing import NODE_HEIGHT, NODE_WIDTH, names, positions
from rubout.report.html.layers import layered
from rubout.report.html.treemap import GRADES, MOST_ROWS, MOST_TILES, grade, treemap
from rubout.report.html.trend import HEIGHT, WIDTH, points, trend
from rubout.report.html.view import KINDS, FileView, file_views
from rubout.report.record import Finding, Level, Span
from rubout.report.trend import Row
from tests.report.html.test_layers import ARCS, COUNT
from tests.scores import graph_of, judged_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.gate.judged import Judged

    Build = Callable[..., Outcome]
    JudgedOf = Callable[..., Judged]

NONE = (0,) * len(KINDS)


def files(count: int, found: int = 0) -> list[FileView]:
    return [FileView(f"a/{number:05}.py", 10, (*NONE[:-1], found)) for number in range(count)]


def test_tiles_over_the_cap_share_one_a_folder() -> None:
    drawn = treemap(files(MOST_TILES + 3))
    assert drawn.count('data-i="') == MOST_TILES
    assert drawn.count('data-p="a/…"') == 1
    assert "3 files with the fewest findings and lines share one tile a folder" in drawn


def test_rows_over_the_cap_are_said() -> None:
    drawn = treemap(files(MOST_ROWS + 1))
    assert f"the first {MOST_ROWS} of {MOST_ROWS + 1}" in drawn
    assert drawn.count("<tr>") == MOST_ROWS + 1


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (["src/a.py", "src/b.py"], ["a.py", "b.py"]),
        (["src/x/index.ts", "src/y/index.ts", "z.ts"], ["x/index.ts", "y/index.ts", "z.ts"]),
        (["a/x/index.ts", "b/x/index.ts", "index.ts"], ["a/x/index.ts", "b/x/index.ts", "index.ts"]),
        (["one/configuration/index.ts", "two/index.ts"], ["…figuration/index.ts", "two/index.ts"]),
        (["src/a_name_that_is_far_too_long.py"], ["a_name_that_is_far_…"]),
    ],
)
def test_files_of_one_name_are_told_apart_by_their_folders(paths: list[str], said: list[str]) -> None:
    assert names(paths) == said


def test_more_findings_have_a_higher_grade() -> None:
    assert GRADES == (1, 4, 16, 64)
    assert [grade(found) for found in (0, 1, 3, 4, 15, 16, 63, 64, 999)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_no_files_have_no_map() -> None:
    assert treemap([]) == ""


@pytest.fixture
def judged(scan_of: Build, clones_of: Build) -> JudgedOf:
    def build(paths: Sequence[str], arcs: Sequence[tuple[str, str]], started: Sequence[str]) -> Judged:
        sizes = scan_of({path: FileFacts(0, 10, parsed=True) for path in paths})
        copies = clones_of(Facts(tuple(paths), ()), survey=sizes.survey)
        return judged_of(sizes, copies, graph=graph_of(sizes.survey, started, arcs))

    return build


def test_a_finding_counts_once_a_file_under_its_kind(judged: JudgedOf) -> None:
    tree = judged(["a.py", "b.py"], [("a.py", "b.py"), ("b.py", "a.py")], ["a.py"])
    places = [Span("a.py", 1, 2), Span("a.py", 4, 5), Span("b.py", 1, 2)]
    found = [
        Finding(rule=rule, level=Level.WARNING, place=places[0], message="", id="", related=tuple(places[1:]))
        for rule in ("clones", "scan/nesting", "scan/file-lines", "unref_private", "discrete_added")
    ]
    expected = {"copies": 1, "complexity": 1, "size": 1, "dead": 1, "failed": 1, "cycle": 1}
    for file in file_views(tree, found):
        assert {kind: number for kind, number in zip(KINDS, file.counts, strict=True) if number} == expected
        assert file.total == 6


def test_a_cycle_is_drawn_with_its_cut_and_what_is_beside_it(judged: JudgedOf) -> None:
    tree = judged(["a.py", "b.py", "main.py"], [("a.py", "b.py"), ("b.py", "a.py"), ("main.py", "a.py")], ["main.py"])
    drawn = graph(tree)
    assert "1 cycle of imports" in drawn
    assert drawn.count('class="core"') == 2
    assert drawn.count('class="beside"') == 1
    assert drawn.count('class="back"') == 1
    assert drawn.count("leads back: cut here") == 1


def test_a_picture_over_the_cap_says_what_is_missing(judged: JudgedOf) -> None:
    paths = [f"{number:03}.py" for number in range(MOST_NODES + 5)]
    ring = list(zip(paths, [*paths[1:], paths[0]], strict=True))
    drawn = graph(judged(paths, ring, paths))
    assert drawn.count('class="core"') == MOST_NODES
    assert f"{MOST_NODES} files drawn; 5 more of the finding, or beside it, are not." in drawn


def test_pictures_over_the_cap_are_said(judged: JudgedOf) -> None:
    names = [f"{number:03}" for number in range(MOST_PICTURES + 1)]
    arcs = [pair for name in names for pair in ((f"{name}a.py", f"{name}b.py"), (f"{name}b.py", f"{name}a.py"))]
    paths = sorted(f"{name}{side}.py" for name in names for side in "ab")
    drawn = graph(judged(paths, arcs, paths))
    assert f"{MOST_PICTURES + 1} cycles of imports, the {MOST_PICTURES} largest drawn" in drawn
    assert drawn.count('class="graph"') == MOST_PICTURES


def test_dead_files_are_drawn_where_they_hang_together_and_all_are_listed(judged: JudgedOf) -> None:
    tree = judged(["a.py", "b.py", "c.py", "main.py"], [("a.py", "b.py"), ("a.py", "main.py")], ["main.py"])
    drawn = graph(tree)
    assert "3 files that nothing starts; 2 of them refer to one another, in 1 group" in drawn
    assert drawn.count('class="core"') == 2
    listed = drawn[drawn.rindex("<tbody>") :]
    assert re.findall(r"<code>([^<]*)</code>", listed) == ["a.py", "b.py", "c.py"]


def test_a_graph_without_a_finding_is_not_drawn(judged: JudgedOf) -> None:
    assert graph(judged(["a.py"], [], ["a.py"])) == ""


@given(ARCS)
def test_no_node_lies_over_another(arcs: list[tuple[int, int]]) -> None:
    everywhere = positions(layered(COUNT, arcs))
    places = [everywhere[node] for node in range(COUNT)]
    assert all(x >= 0 and y >= 0 for x, y in places)
    assert all(abs(a[0] - b[0]) > NODE_WIDTH or abs(a[1] - b[1]) > NODE_HEIGHT for a, b in combinations(places, 2))


def row(number: int, score: int, scale: int = 1000) -> Row:
    return Row(f"{number:040}", number, score, scale, (), knobs_differ=False)


@given(st.lists(st.tuples(st.integers(0, 1000), st.sampled_from([1000, 2000])), min_size=1, max_size=40))
def test_the_curve_lies_inside_and_a_higher_score_higher_up(scores: list[tuple[int, int]]) -> None:
    rows = [row(number, score, scale) for number, (score, scale) in enumerate(scores)]
    found = points(rows)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in found)
    assert [x for x, _ in found] == sorted(x for x, _ in found)
    for (a, first), (b, second) in combinations(list(zip(found, rows, strict=True)), 2):
        if first.score * second.scale > second.score * first.scale:
            assert a[1] < b[1]


def test_why_there_is_no_trend_is_said() -> None:
    assert "No trend: no commit yet, so no history." in trend("no commit yet, so no history")


def test_without_a_score_there_is_no_curve_but_a_reason() -> None:
    survey = Survey((), {})
    history = History(
        rows=(),
        failed=(("c" * 40, "too old"),),
        window=1,
        pending=0,
        is_shallow=True,
        is_cut=True,
        law="density",
        soft_line=300,
        is_frozen=False,
    )
    facts = trends.Facts()
    drawn = trend(Outcome("trend", survey, facts, judge_trend(facts), ExitCode.UNJUDGED, {"history": history}))
    assert "none of the last commits has a score" in drawn
    assert "cccccccccccc: no score, too old" in drawn
    assert "shallow" in drawn
