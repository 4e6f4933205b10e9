"""A baseline that only tightens."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.ratchet import Baseline, Drawn, Facts, Finding, Knobs, Over, Verdict, name_of
from rubout.facts.score import Facts as ScoreFacts
from rubout.facts.score import Knobs as ScoreKnobs
from rubout.judge.ratchet import Surplus, failed_conditions, judge, renamed, tolerated
from rubout.judge.score import MOST_ROWS
from rubout.judge.score import judge as judge_score
from tests.ratchets import BASELINES, HEADER, PATHS, PLACES, TREES, baseline, clone, complexity, lines, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rubout.facts.ratchet import Ceiling

NO_FAIL_LINE = Knobs(file_lines_fail=0)
A, B, C, X = "a.py::f/0#0", "b.py::g/0#0", "c.py::h/0#0", "x.py::f/0#0"


def against(
    held: Baseline | None, now: Facts, knobs: Knobs = Knobs(), renames: tuple[tuple[str, str], ...] = ()
) -> Verdict:
    return judge(msgspec.structs.replace(now, baseline=held, renames=renames), knobs)


def rewritten(verdict: Verdict) -> Baseline:
    """The baseline that a verdict leaves behind."""
    return Baseline(HEADER, verdict.ceilings, verdict.findings)


@pytest.mark.parametrize(
    ("metric", "least", "ceilings", "expected"),
    [
        (
            "file_lines",
            10,
            (0, 1, 15, 100, 300, 499, 500, 501, 549, 550, 600, 750, 1000),
            (10, 11, 25, 110, 310, 509, 510, 511, 559, 561, 612, 765, 1020),
        ),
        ("file_lines", 0, (300,), (306,)),
        ("fn_cognitive", 2, (0, 1, 15, 50, 99, 100, 101, 150, 200), (2, 3, 17, 52, 101, 102, 103, 153, 204)),
    ],
)
def test_example_7_what_a_ceiling_tolerates(
    metric: str, least: int, ceilings: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    knobs = Knobs(tol_abs_lines=least) if metric == "file_lines" else Knobs(tol_abs_cognitive=least)
    assert tuple(tolerated(ceiling, metric, knobs) for ceiling in ceilings) == expected


HELD = baseline(
    *(lines(path, value) for path, value in (("a", 300), ("b", 300), ("c", 300), ("d", 600), ("z", 5))),
    clone("7", 1, "p::f/0#0", "q::f/0#0"),
    clone("9", 1, "p::g/0#0", "q::g/0#0"),
)
GROWN = {"a": 310, "b": 311, "c": 250, "d": 612, "e": 740}
NINE, ELEVEN = clone("9", 1, "p::g/0#0", "q::g/0#0"), clone("11", 1, "r::f/0#0", "s::f/0#0")


def test_example_8_growth_and_a_finding_that_no_row_holds() -> None:
    verdict = against(HELD, tree(*(lines(path, value) for path, value in GROWN.items()), NINE, ELEVEN))
    assert verdict.over == (Over("file_lines", "b", 311, 310),)
    assert verdict.drawn == (Drawn("file_lines", "a", 10), Drawn("file_lines", "d", 12))
    assert verdict.added == (ELEVEN,)
    assert [row.digest for row in verdict.removed] == ["7"]
    assert (verdict.failed, verdict.fail) == (("ratchet_over", "discrete_added"), True)


def test_example_8_what_passes_is_written_without_what_was_drawn() -> None:
    verdict = against(HELD, tree(*(lines(path, value) for path, value in GROWN.items() if path != "b"), NINE))
    assert (verdict.failed, verdict.fail) == ((), False)
    assert verdict.ceilings == (lines("a", 300), lines("c", 250), lines("d", 600), lines("e", 740))
    assert verdict.findings == (NINE,)


def test_example_8_a_new_file_past_the_fail_line_is_over_it() -> None:
    verdict = against(HELD, tree(*(lines(path, value) for path, value in {**GROWN, "e": 900}.items())))
    assert verdict.over == (Over("file_lines", "b", 311, 310), Over("file_lines", "e", 900, 750))


@pytest.mark.parametrize(
    ("held", "now", "added"),
    [
        pytest.param([clone("d1", 1, A, B)], [clone("d1", 1, B, X)], [], id="moved"),
        pytest.param([clone("d1", 1, A, B)], [clone("d1", 1, A, B)], [], id="other lines"),
        pytest.param([clone("d1", 1, A, B)], [clone("d2", 1, A, B)], [], id="both copies mended alike"),
        pytest.param([clone("d1", 1, A, B)], [clone("d3", 1, A, B), clone("d4", 1, A, B)], [], id="cut in two"),
        pytest.param([clone("d1", 1, A, B)], [clone("d1", 2, A, B, C)], [clone("d1", 1, A, B, C)], id="a third copy"),
        pytest.param([clone("d1", 1, A, B)], [clone("d5", 1, A, C)], [clone("d5", 1, A, C)], id="another pair"),
        pytest.param(
            [clone("d1", 2, A, B, C)],
            [clone("d1", 1, B, C), clone("d6", 2, A, B, C)],
            [],
            id="the end of one copy changed",
        ),
    ],
)
def test_example_10_what_is_known_by_content_or_by_place(
    held: list[Finding], now: list[Finding], added: list[Finding]
) -> None:
    verdict = against(baseline(*held), tree(*now))
    assert list(verdict.added) == added
    assert verdict.failed == (("discrete_added",) if added else ())


F, G, H = (A, "b.py::f/0#0"), ("a.py::g/0#0", B), (A, B)


@pytest.mark.parametrize(
    ("held", "now", "added"),
    [
        pytest.param([(1, F), (1, G)], (1, (*F, *G)), 0, id="two runs that stand side by side now"),
        pytest.param([(2, F), (1, G)], (3, (*F, *G)), 0, id="up to the sum of their counts"),
        pytest.param([(2, F), (1, G)], (4, (*F, *G)), 1, id="and no further"),
        pytest.param([(1, F), (1, G)], (1, H), 1, id="a pair that no row ties"),
        pytest.param([(1, F)], (1, (*F, B)), 1, id="a place that no row holds"),
        pytest.param([(1, (A,)), (1, (B,))], (1, H), 1, id="rows of one unit each"),
        pytest.param([(1, (A, C))], (1, (A,)), 0, id="a run within one unit"),
    ],
)
def test_rows_that_tie_two_places_each_know_a_finding_together(
    held: list[tuple[int, tuple[str, ...]]], now: tuple[int, tuple[str, ...]], added: int
) -> None:
    rows = [clone(f"d{number}", count, *sorted(places)) for number, (count, places) in enumerate(held)]
    verdict = against(baseline(*rows), tree(clone("now", now[0], *sorted(now[1]))))
    assert sum(row.count for row in verdict.added) == added


FIRST, SECOND = "a.py::(anonymous)/0#0", "a.py::(anonymous)/0#1"


@pytest.mark.parametrize(
    ("held", "now", "over"),
    [
        pytest.param((20, 3), (3, 20), (), id="they changed places"),
        pytest.param((20, 3), (3,), (), id="the larger is gone"),
        pytest.param((20, 3), (20,), (), id="the smaller is gone, and ranks moved"),
        pytest.param((20, 3), (20, 20, 3), (), id="one more came"),
        pytest.param((20, 3), (3, 23), (Over("fn_cognitive", SECOND, 23, 22),), id="the larger grew"),
        pytest.param((20, 3), (20, 6), (Over("fn_cognitive", SECOND, 6, 5),), id="the smaller grew"),
        pytest.param((3,), (4,), (), id="tolerated"),
    ],
)
def test_functions_of_one_key_have_their_ceilings_by_value(
    held: tuple[int, ...], now: tuple[int, ...], over: tuple[Over, ...]
) -> None:
    then, later = (
        [complexity(f"a.py::(anonymous)/0#{nth}", value) for nth, value in enumerate(values)] for values in (held, now)
    )
    assert against(baseline(*then), tree(*later)).over == over


@pytest.mark.parametrize(("budget", "failed"), [(4, ()), (3, ("dedup_budget",))])
def test_example_11_the_budget_fails_behind_the_ratchet(budget: int, failed: tuple[str, ...]) -> None:
    classes = ((3, 2), (6, 4), (7, 2), (9, 3), (20, 2))
    score = judge_score(ScoreFacts(sizes=(1,), excesses=classes), ScoreKnobs(budget=budget))
    assert failed_conditions((), score.failed) == failed
    grown = against(HELD, tree(lines("b", 311), ELEVEN))
    assert failed_conditions(grown.failed, score.failed) == ("ratchet_over", "discrete_added", *failed)


@pytest.mark.parametrize("other", [(), ("floor",), ("ratchet_over",), ("degraded",)])
def test_what_could_not_be_judged_fails_on_nothing_else(other: tuple[str, ...]) -> None:
    assert failed_conditions(("degraded",), other) == failed_conditions(other, ("degraded",)) == ("degraded",)


def test_a_finding_of_one_kind_is_not_known_by_another() -> None:
    held = baseline(Finding("dead", "1", 1, ("a.py",)))
    assert against(held, tree(clone("1", 1, "a.py"))).failed == ("discrete_added",)


def test_a_function_grows_by_the_tolerance_of_its_own_metric() -> None:
    held = baseline(lines("a.py", 10), complexity(A, 15))
    verdict = against(held, tree(lines("a.py", 20), complexity(A, 18)))
    assert verdict.over == (Over("fn_cognitive", A, 18, 17),)
    assert verdict.drawn == (Drawn("file_lines", "a.py", 10),)


@pytest.mark.parametrize(("line", "failed"), [(0, ()), (30, ()), (29, ("ratchet_over",))])
def test_a_new_function_on_the_fail_line_is_not_over_it(line: int, failed: tuple[str, ...]) -> None:
    now = tree(lines("a.py", 90), complexity(A, 30))
    assert against(baseline(), now, Knobs(cognitive_fail=line)).failed == failed


def test_a_ceiling_follows_the_rename_that_git_shows_and_its_functions_go_along() -> None:
    held = baseline(lines("a.py", 300, "11"), complexity(A, 5))
    now = tree(lines("x.py", 311, "22"), complexity(X, 8))
    assert not against(held, now).fail
    verdict = against(held, now, renames=(("a.py", "x.py"),))
    assert verdict.over == (Over("file_lines", "x.py", 311, 310), Over("fn_cognitive", X, 8, 7))


def test_a_ceiling_follows_equal_content_where_git_shows_nothing() -> None:
    held = baseline(lines("a.py", 300, "11"), complexity(A, 5))
    verdict = against(held, tree(lines("x.py", 305, "11"), complexity(X, 7)))
    assert verdict.drawn == (Drawn("file_lines", "x.py", 5), Drawn("fn_cognitive", X, 2))
    assert verdict.ceilings == (lines("x.py", 300, "11"), complexity(X, 5))


@pytest.mark.parametrize(
    ("then", "now", "shown", "moved"),
    [
        pytest.param({"a": "1"}, {"a": "2", "x": "1"}, [("a", "x")], {}, id="a path that is still there"),
        pytest.param({"a": "1", "x": "2"}, {"x": "1"}, [("a", "x")], {}, id="a path that is not new"),
        pytest.param({"a": "1"}, {"x": "2", "y": "1"}, [("a", "x")], {"a": "x"}, id="git before content"),
        pytest.param({"a": "1"}, {"x": "1", "y": "1"}, [], {"a": "x"}, id="one old path, one new"),
        pytest.param({"a": "1", "b": "1"}, {"x": "1"}, [], {"a": "x"}, id="two old paths, one new"),
        pytest.param({"a": "1", "b": "1"}, {"x": "3"}, [("a", "x"), ("b", "x")], {"a": "x"}, id="shown twice"),
        pytest.param({"a": "1", "b": "2"}, {"x": "2", "y": "9"}, [("a", "x"), ("b", "x")], {"a": "x"}, id="taken"),
        pytest.param({"a": ""}, {"x": ""}, [], {}, id="no content id"),
        pytest.param({"a": "1"}, {}, [("a", "x")], {}, id="a path out of scope"),
    ],
)
def test_which_path_an_old_one_goes_on_as(
    then: dict[str, str], now: dict[str, str], shown: list[tuple[str, str]], moved: dict[str, str]
) -> None:
    held = baseline(*(lines(path, 1, content) for path, content in then.items()))
    found = tree(*(lines(path, 1, content) for path, content in now.items()))
    assert renamed(msgspec.structs.replace(found, baseline=held, renames=tuple(shown))) == moved


def test_places_follow_renames_too() -> None:
    held = baseline(lines("d::e.py", 9, "1"), lines("b.py", 9, "2"), clone("d1", 1, B, "d::e.py::f/0#0"))
    now = tree(lines("x.py", 9, "1"), lines("b.py", 9, "2"), clone("d2", 1, B, X))
    assert not against(held, now).added


@pytest.mark.parametrize(
    ("knob", "setting", "held", "now"),
    [
        ("tol_num", 103, baseline(lines("a", 1000)), tree(lines("a", 1030))),
        ("tol_den", 101, baseline(lines("a", 1000)), tree(lines("a", 1015))),
        ("tol_abs_lines", 11, baseline(lines("a", 10)), tree(lines("a", 21))),
        ("tol_abs_cognitive", 3, baseline(complexity(A, 1)), tree(complexity(A, 4))),
        ("file_lines_fail", 749, baseline(), tree(lines("a", 750))),
        ("cognitive_fail", 9, baseline(), tree(complexity(A, 10))),
    ],
)
def test_each_knob_moved_alone_moves_the_verdict(knob: str, setting: int, held: Baseline, now: Facts) -> None:
    assert against(held, now, Knobs(**{knob: setting})).failed != against(held, now).failed


def test_over_the_cap_there_is_no_part_of_a_verdict() -> None:
    row = (lines("a", 1),)
    verdict = judge(Facts(row * MOST_ROWS, (), baseline(lines("a", 1))), NO_FAIL_LINE)
    assert verdict == Verdict(failed=("degraded",), fail=True, degraded=True, reason="verdict_too_large", knobs=Knobs())
    with pytest.raises(ContractError, match="ascend"):
        judge(Facts(row * MOST_ROWS, ()))


def known_by_search(row: Finding, held: Baseline) -> int:
    """Up to which count a finding is known where no path moved, looking at every row."""
    same = [then for then in held.findings if then.kind == row.kind]
    missing, joined = set(row.places), 0
    for then in sorted(same, key=lambda then: -then.count):
        tied = {*then.places} & {*row.places}
        if missing & tied and len(tied) >= min(2, len(row.places)):
            missing -= tied
            joined += then.count
    return max([0 if missing else joined, *(then.count for then in same if then.digest == row.digest)])


@given(BASELINES, TREES)
def test_findings_are_known_as_a_search_through_all_rows_knows_them(held: Baseline, now: Facts) -> None:
    still = baseline(*held.findings)
    surplus = {name_of(row): row.count - known_by_search(row, still) for row in now.findings}
    assert {name_of(row): row.count for row in against(still, now).added} == {
        name: count for name, count in surplus.items() if count > 0
    }


@pytest.mark.parametrize(
    ("held", "spots", "surplus"),
    [
        pytest.param([clone("d1", 1, A, B)], [(C,), (A,), (B,)], 1, id="a longer run than the two that are known"),
        pytest.param([], [(C,), (A,), (B,)], 2, id="three that nobody knows"),
        pytest.param([clone("now", 1, A, B)], [(C,), (X,), (A,), (B,)], 2, id="two more of one that is known"),
        pytest.param([clone("d1", 1, A, B)], [(A,), (B,), (C,)], 2, id="the known ones go first"),
        pytest.param([clone("d1", 2, A, B, C)], [(A,), (B,), (C,)], 0, id="all known"),
    ],
)
def test_what_has_to_go_is_counted_up_to_what_the_baseline_knows_of_the_rest(
    held: list[Finding], spots: list[tuple[str, ...]], surplus: int
) -> None:
    row = clone("now", len(spots) - 1, *sorted({place for spot in spots for place in spot}))
    assert Surplus(msgspec.structs.replace(tree(row), baseline=baseline(*held)))(row, spots) == surplus


def test_nothing_has_to_go_without_a_baseline() -> None:
    assert Surplus(tree(clone("now", 1, A, B)))(clone("now", 1, A, B), [(A,), (B,)]) == 0


@given(BASELINES, st.lists(PLACES, min_size=2, max_size=4))
def test_the_first_that_have_to_go_are_just_enough(held: Baseline, spots: list[tuple[str, ...]]) -> None:
    def added(left: Sequence[tuple[str, ...]]) -> bool:
        if len(left) < 2:
            return False
        row = clone("1", len(left) - 1, *sorted({place for spot in left for place in spot}))
        return bool(against(still, tree(row)).added)

    still = baseline(*held.findings)
    row = clone("1", len(spots) - 1, *sorted({place for spot in spots for place in spot}))
    surplus = Surplus(msgspec.structs.replace(tree(row), baseline=still))(row, spots)
    assert [added(spots[gone:]) for gone in range(surplus + 1)] == [True] * surplus + [False]


@given(TREES)
def test_without_a_baseline_everything_holds_and_is_written(now: Facts) -> None:
    verdict = judge(now)
    assert (verdict.failed, verdict.over, verdict.drawn, verdict.added, verdict.removed) == ((),) * 5
    assert (verdict.ceilings, verdict.findings) == (now.ceilings, now.findings)


@given(TREES)
def test_a_tree_holds_against_itself(now: Facts) -> None:
    verdict = against(rewritten(judge(now)), now)
    assert (verdict.failed, verdict.drawn, verdict.removed) == ((), (), ())
    assert rewritten(verdict) == rewritten(judge(now))


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 200)), min_size=1))
def test_tolerance_never_raises_a_ceiling_however_often_it_is_drawn(values: list[tuple[int, int]]) -> None:
    held = None
    for length, complex_by in values:
        held = rewritten(against(held, tree(lines("a.py", length), complexity(A, complex_by))))
    least = [min(column) for column in zip(*values, strict=True)]
    assert [
        row.value for row in rewritten(against(held, tree(lines("a.py", 901), complexity(A, 201)))).ceilings
    ] == least


def by_siblings(rows: Iterable[Ceiling]) -> Mapping[str, Sequence[int]]:
    """The values of functions of one key in their file, and those of each file, the largest first."""
    found = defaultdict(list)
    for row in rows:
        found[row.metric + row.key.rpartition("#")[0] if "#" in row.key else row.key].append(row.value)
    return defaultdict(list, {name: sorted(values, reverse=True) for name, values in found.items()})


@given(TREES, TREES)
@example(
    tree(complexity("a.py::f/2#0", 0), complexity("a.py::f/2#1", 1)), tree(complexity("a.py::f/2#0", 1))
)  # the smaller is gone
def test_what_passes_leaves_a_baseline_that_only_shrank(then: Facts, now: Facts) -> None:
    held = rewritten(judge(whole(then)))
    verdict = against(held, whole(now))
    before, after = (by_siblings(rows) for rows in (held.ceilings, verdict.ceilings))
    for name, values in after.items():
        if len(values) <= len(before[name]):
            assert all(value <= ceiling for value, ceiling in zip(values, before[name], strict=False))
    assert verdict.fail or all(row.count <= known_by_search(row, held) for row in verdict.findings)


MOVES = st.permutations(PATHS).map(lambda paths: {old: f"moved/{new}" for old, new in zip(PATHS, paths, strict=True)})


def at(place: str, moves: dict[str, str]) -> str:
    """A place after its file was moved."""
    (path,) = (path for path in moves if place == path or place.startswith(f"{path}::"))
    return moves[path] + place[len(path) :]


def after(now: Facts, moves: dict[str, str]) -> Facts:
    """The tree after files were moved."""
    replace = msgspec.structs.replace
    return tree(
        *(replace(row, key=at(row.key, moves)) for row in now.ceilings),
        *(replace(row, places=tuple(sorted(at(place, moves) for place in row.places))) for row in now.findings),
    )


def whole(now: Facts) -> Facts:
    """The tree with a file for every place, each with content of its own."""
    functions = (row for row in now.ceilings if row.metric == "fn_cognitive")
    return tree(*(lines(path, 800, f"{number}") for number, path in enumerate(PATHS)), *functions, *now.findings)


@given(TREES, MOVES, st.booleans())
def test_moving_files_adds_nothing(now: Facts, moves: dict[str, str], shown: bool) -> None:
    held = rewritten(judge(whole(now)))
    verdict = against(held, after(whole(now), moves), renames=tuple(moves.items()) if shown else ())
    assert (verdict.failed, verdict.drawn, verdict.removed) == ((), (), ())


@given(TREES, MOVES)
def test_moving_files_whose_copies_were_mended_alike_adds_nothing(now: Facts, moves: dict[str, str]) -> None:
    held = rewritten(judge(whole(now)))
    mended = (msgspec.structs.replace(row, digest=f"{row.digest}'") for row in whole(now).findings)
    verdict = against(held, after(tree(*whole(now).ceilings, *mended), moves), renames=tuple(moves.items()))
    assert not verdict.fail
