"""Seven axes folded into one number."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replaced

from rubout.facts.score import Axis, Churned, CloneSpread, DocSpread, Facts, Knobs, Position, Verdict
from rubout.judge.score import (
    AXES,
    MOST_FILES,
    MOST_ROWS,
    charge_of,
    divisor,
    file_penalty,
    hard_line,
    judge,
    size_line,
)

CLEAN = Facts(sizes=(), cognitive=(), clones=(), docdup=(), positions=(), churn=())
PLAIN = Position(1, 1, 1, reached=True, document=False)
DEAD = Position(0, 1, 1, reached=False, document=False)
KNOT = Position(1, 1, 2, reached=True, document=False)
PAGE = Position(1, 0, 1, reached=True, document=True)

# Twenty files, 60 functions, two extra copies, one of a text, three dead files, one cycle of two.
REPOSITORY = Facts(
    sizes=(400, 900, *[100] * 18),
    cognitive=(16, 40, 90, *[15] * 57),
    clones=(CloneSpread(3, 100, 100),),
    docdup=(DocSpread(2, 80, 100, verbatim=False),),
    positions=(DEAD, DEAD, DEAD, KNOT, KNOT, *[PAGE] * 5, *[PLAIN] * 15),
    churn=(Churned(0, 30), Churned(0, 0)),
)
LINE = Knobs(soft_line=300)


def charges(verdict: Verdict) -> tuple[int, ...]:
    return tuple(axis.charge for axis in verdict.axes)


def axis_of(facts: Facts, name: str, knobs: Knobs = LINE) -> Axis:
    (axis,) = (axis for axis in judge(facts, knobs).axes if axis.name == name)
    return axis


@pytest.mark.parametrize(
    ("law", "expected", "score"), [("density", (0, 0, 500, 0, 0, 500, 333), 810), ("mass", (0, 0, 1, 0, 0, 1, 1), 996)]
)
def test_masses_of_one_against_small_opportunities(law: str, expected: tuple[int, ...], score: int) -> None:
    facts = Facts(
        sizes=(10,),
        cognitive=(),
        clones=(CloneSpread(2, 100, 100),),
        docdup=(),
        positions=(KNOT, PLAIN),
        churn=(Churned(1, 0),),
    )
    verdict = judge(facts, Knobs(law=law))
    assert [(axis.mass, axis.opportunity) for axis in verdict.axes] == [
        (0, 1),
        (0, 0),
        (1, 1),
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 2),
    ]
    assert (charges(verdict), verdict.score) == (expected, score)


def test_a_mass_without_an_opportunity_charges_nothing_by_density() -> None:
    assert charge_of(Fraction(1), 0, Knobs()) == 0
    assert charge_of(Fraction(1), 0, Knobs(law="mass")) == 1


@pytest.mark.parametrize(("law", "charge", "score"), [("density", 882, 874), ("mass", 7, 990)])
def test_one_long_file_against_the_line_of_its_tree(law: str, charge: int, score: int) -> None:
    facts = replaced(CLEAN, sizes=(700,), judged_loc=(120, 200, 250, 250, 300, 700))
    verdict = judge(facts, Knobs(law=law))
    assert (verdict.soft_line, verdict.score, verdict.axes[0].mass) == (375, score, "338/45")
    assert charges(verdict) == (charge, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("law", "mass", "expected"),
    [
        ("density", "1390/81", (461, 47, 90, 47, 107, 0, 90)),
        ("mass", "1480/81", (18, 3, 2, 1, 3, 0, 2)),
    ],
)
def test_the_axes_of_a_repository(law: str, mass: str, expected: tuple[int, ...]) -> None:
    verdict = judge(REPOSITORY, replaced(LINE, law=law))
    assert [axis.name for axis in verdict.axes] == list(AXES)
    assert verdict.judged == tuple(range(7))
    assert [axis.mass for axis in verdict.axes] == [mass, 3, 2, 1, 3, 0, 2]
    assert [axis.opportunity for axis in verdict.axes] == [20, 60, 20, 20, 25, 2, 20]
    assert charges(verdict) == expected


UNCHURNED = replaced(REPOSITORY, churn=None)
WEIGHTED = {"weights": (3, 1, 1, 1, 1, 0, 1)}


@pytest.mark.parametrize(
    ("facts", "knobs", "density", "mass"),
    [
        (REPOSITORY, {}, 880, 959),
        (REPOSITORY, WEIGHTED, 780, 919),
        (REPOSITORY, {"viol_cost": 20}, 760, 918),
        (UNCHURNED, {}, 860, 952),
        (UNCHURNED, {"viol_cost": 20}, 720, 904),
    ],
)
def test_the_score_of_a_repository_under_both_laws(
    facts: Facts, knobs: dict[str, object], density: int, mass: int
) -> None:
    assert judge(facts, replaced(LINE, **knobs)).score == density
    assert judge(facts, replaced(LINE, law="mass", **knobs)).score == mass


def test_a_scale_of_500_halves_the_charges_and_not_the_score() -> None:
    halved = judge(REPOSITORY, replaced(LINE, score_scale=500))
    assert (charges(halved), halved.score) == ((230, 23, 45, 23, 53, 0, 45), 441)
    assert judge(UNCHURNED, replaced(LINE, score_scale=500)).score == 431


@pytest.mark.parametrize(("giants", "density", "mass", "scores"), [(1, 730, 1000, (896, 0)), (2, 844, 2001, (880, 0))])
def test_giant_files_saturate_density_and_sink_the_mass(
    giants: int, density: int, mass: int, scores: tuple[int, int]
) -> None:
    facts = replaced(CLEAN, sizes=(*[4802] * giants, *[100] * (70 - giants)))
    by_density, by_mass = judge(facts, LINE), judge(facts, replaced(LINE, law="mass"))
    assert (by_density.axes[0].charge, by_mass.axes[0].charge) == (density, mass)
    assert (by_density.score, by_mass.score) == scores


@pytest.mark.parametrize(("churned", "heavy"), [((30, 10), 1), ((20, 20), 1), ((19, 20), 0), ((0, 0), 0)])
def test_a_file_is_churned_when_half_of_its_new_lines_rewrite(churned: tuple[int, int], heavy: int) -> None:
    assert axis_of(Facts(churn=(Churned(*churned),)), "churn").mass == heavy


@pytest.mark.parametrize(("ratio", "mass"), [((85, 100), 3), ((17, 20), 3), ((849, 1000), 0), ((100, 100), 3)])
def test_a_class_counts_its_extra_copies_from_85_in_100(ratio: tuple[int, int], mass: int) -> None:
    assert axis_of(Facts(sizes=(1,), clones=(CloneSpread(4, *ratio),)), "clone").mass == mass


@pytest.mark.parametrize(
    ("ratio", "verbatim", "mass"), [((80, 100), False, 3), ((79, 100), False, 0), ((0, 1), True, 3), ((1, 1), False, 3)]
)
def test_a_class_of_documentation_counts_its_extra_copies_from_80_in_100_or_word_for_word(
    ratio: tuple[int, int], verbatim: bool, mass: int
) -> None:
    spread = DocSpread(4, *ratio, verbatim=verbatim)
    assert axis_of(Facts(sizes=(1, 1), docdup=(spread,)), "docdup").mass == mass


@pytest.mark.parametrize(
    ("first", "mass", "opportunity", "charge"),
    [(KNOT, 2, 3, 400), (Position(1, 1, 2, reached=True, document=True), 1, 2, 333)],
)
def test_documents_leave_the_cycle_axis_on_both_sides(
    first: Position, mass: int, opportunity: int, charge: int
) -> None:
    axis = axis_of(Facts(positions=(first, KNOT, PLAIN)), "cycle")
    assert (axis.mass, axis.opportunity, axis.charge) == (mass, opportunity, charge)


@pytest.mark.parametrize(
    ("indegree", "reached", "ceiling", "mass"),
    [(0, False, 0, 1), (1, False, 0, 0), (1, False, 1, 1), (2, False, 1, 0), (0, True, 0, 0)],
)
def test_a_file_is_dead_when_nothing_reaches_it_and_few_point_at_it(
    indegree: int, reached: bool, ceiling: int, mass: int
) -> None:
    place = Position(indegree, 0, 1, reached=reached, document=False)
    assert axis_of(Facts(positions=(place,)), "deadcode", Knobs(dead_indeg_ceil=ceiling)).mass == mass


@pytest.mark.parametrize(("cognitive", "mass"), [(15, 0), (16, 1)])
def test_a_function_on_the_line_is_not_over_it(cognitive: int, mass: int) -> None:
    assert axis_of(Facts(cognitive=(cognitive,)), "complexity").mass == mass


CLASSES = ((3, 2), (6, 4), (7, 2), (9, 3), (20, 2))


@pytest.mark.parametrize(
    ("least", "budget", "excess", "failed"),
    [
        (7, None, 4, ()),
        (7, 4, 4, ()),
        (7, 3, 4, ("dedup_budget",)),
        (7, 0, 4, ("dedup_budget",)),
        (4, 7, 7, ()),
        (4, 6, 7, ("dedup_budget",)),
    ],
)
def test_the_budget_counts_the_extra_copies_of_diverse_classes(
    least: int, budget: int | None, excess: int, failed: tuple[str, ...]
) -> None:
    verdict = judge(Facts(sizes=(1,), excesses=CLASSES), Knobs(min_distinct=least, budget=budget))
    assert (verdict.excess, verdict.failed, verdict.fail) == (excess, failed, bool(failed))


@pytest.mark.parametrize(("floor", "failed"), [(None, ()), (0, ()), (880, ()), (881, ("floor",)), (1000, ("floor",))])
def test_a_score_on_the_floor_holds(floor: int | None, failed: tuple[str, ...]) -> None:
    verdict = judge(REPOSITORY, replaced(LINE, fail_under=floor))
    assert (verdict.failed, verdict.fail) == (failed, bool(failed))


def test_conditions_are_named_in_their_order() -> None:
    facts = replaced(REPOSITORY, excesses=CLASSES)
    assert judge(facts, replaced(LINE, fail_under=1000, budget=0)).failed == ("floor", "dedup_budget")


def test_an_axis_without_a_table_leaves_score_and_divisor() -> None:
    verdict = judge(Facts(sizes=(100,), cognitive=(16,)))
    assert verdict.judged == (0, 1)
    assert [axis.name for axis in verdict.axes] == ["size", "complexity"]
    assert (charges(verdict), verdict.score) == ((0, 500), 750)


@pytest.mark.parametrize(
    ("facts", "knobs"),
    [(Facts(), Knobs()), (Facts(sizes=(900,)), Knobs(weights=(0, 1, 1, 1, 1, 1, 1)))],
)
def test_nothing_judged_with_a_weight_is_no_score(facts: Facts, knobs: Knobs) -> None:
    verdict = judge(facts, knobs)
    assert (verdict.score, verdict.axes, verdict.judged, verdict.soft_line) == (None, (), (), None)
    assert (verdict.failed, verdict.fail, verdict.degraded, verdict.reason) == (
        ("degraded",),
        True,
        True,
        "nothing_judged",
    )
    assert verdict.knobs == knobs


@pytest.mark.parametrize(
    ("full", "over"),
    [
        (Facts(sizes=(1,) * MOST_FILES), Facts(sizes=(1,) * (MOST_FILES + 1))),
        (Facts(cognitive=(1,) * MOST_ROWS), Facts(cognitive=(1,) * MOST_ROWS, judged_loc=(1,))),
        (Facts(cognitive=(1,) * MOST_ROWS), Facts(cognitive=(1,) * MOST_ROWS, excesses=((7, 2),))),
    ],
)
def test_over_a_cap_there_is_no_part_of_a_verdict(full: Facts, over: Facts) -> None:
    assert not judge(full).degraded
    verdict = judge(over, Knobs(viol_cost=20))
    assert (verdict.score, verdict.axes, verdict.failed, verdict.fail) == (None, (), ("degraded",), True)
    assert (verdict.reason, verdict.knobs) == ("verdict_too_large", Knobs())


def test_a_graph_that_could_not_be_judged_leaves_no_score() -> None:
    verdict = judge(Facts(sizes=(100,), graph_reason="graph_too_large"), Knobs(viol_cost=20))
    assert (verdict.score, verdict.axes, verdict.failed, verdict.degraded) == (None, (), ("degraded",), True)
    assert (verdict.reason, verdict.knobs) == ("graph_too_large", Knobs(viol_cost=20))


def test_a_frozen_soft_line_wins_over_the_tree_and_the_warn_line_stands_in_for_none() -> None:
    facts = Facts(sizes=(700,), judged_loc=(290, 300, 310))
    assert judge(facts).soft_line == 320
    assert judge(facts, LINE).soft_line == 300
    bare = judge(Facts(sizes=(700,)), Knobs(size_ceil=400))
    assert bare.soft_line is None
    assert bare.axes[0].mass == str(file_penalty(700, 400, Knobs()))
    assert (size_line(None, Knobs(size_ceil=400)), size_line(320, Knobs(size_ceil=400))) == (400, 320)


def test_no_hard_line_leaves_the_curve_the_one_of_750() -> None:
    none, stated = (axis_of(REPOSITORY, "size", replaced(LINE, hard_line=line)) for line in (0, 750))
    assert none == stated
    assert (hard_line(Knobs(hard_line=0)), hard_line(Knobs(hard_line=1))) == (750, 1)


# The facts and the rest of the knobs against which a knob, moved alone, moves the verdict.
MOVES: list[tuple[str, object, Facts, Knobs]] = [
    ("law", "mass", REPOSITORY, LINE),
    ("weights", (3, 1, 1, 1, 1, 0, 1), REPOSITORY, LINE),
    ("viol_cost", 11, REPOSITORY, LINE),
    ("score_scale", 999, REPOSITORY, LINE),
    ("size_ceil", 301, REPOSITORY, Knobs()),
    ("hard_line", 751, REPOSITORY, LINE),
    ("size_penalty_max", 11, REPOSITORY, LINE),
    ("soft_line_k", 3, Facts(sizes=(700,), judged_loc=(240, 300, 300, 300, 375, 375)), Knobs()),
    ("soft_line", 301, REPOSITORY, LINE),
    ("coc_ceil", 16, REPOSITORY, LINE),
    ("dead_indeg_ceil", 1, Facts(positions=(Position(1, 0, 1, reached=False, document=False),)), Knobs()),
    ("rewrite_num", 49, Facts(churn=(Churned(49, 51),)), Knobs()),
    ("rewrite_den", 101, Facts(churn=(Churned(50, 51),)), Knobs()),
    ("min_distinct", 8, Facts(sizes=(1,), excesses=CLASSES), Knobs()),
    ("budget", 3, Facts(sizes=(1,), excesses=CLASSES), Knobs()),
    ("fail_under", 881, REPOSITORY, LINE),
]


@pytest.mark.parametrize(("knob", "setting", "facts", "knobs"), MOVES)
def test_each_knob_moved_alone_moves_the_verdict(knob: str, setting: object, facts: Facts, knobs: Knobs) -> None:
    moved = judge(facts, replaced(knobs, **{knob: setting}))
    assert replaced(moved, knobs=knobs) != judge(facts, knobs)


def test_no_knob_is_without_facts_that_it_moves() -> None:
    assert sorted(knob for knob, *_ in MOVES) == sorted(Knobs.__struct_fields__)


SPREADS = st.lists(st.integers(2, 5), max_size=4)
SIZES = st.lists(st.integers(0, 1500), max_size=6).map(tuple)
KNOBS = st.builds(
    Knobs,
    law=st.sampled_from(["density", "mass"]),
    weights=st.tuples(st.integers(1, 3), *[st.integers(0, 3)] * 6),
    viol_cost=st.integers(1, 25),
    score_scale=st.integers(1, 120),
    size_ceil=st.integers(1, 500),
    hard_line=st.integers(0, 900),
    size_penalty_max=st.integers(1, 12),
    soft_line=st.none() | st.integers(1, 800),
    coc_ceil=st.integers(1, 30),
    dead_indeg_ceil=st.integers(0, 2),
    rewrite_num=st.integers(0, 10),
    rewrite_den=st.integers(1, 10),
)


@st.composite
def measured(draw: st.DrawFn) -> Facts:
    sizes = draw(SIZES)
    ratio = st.integers(1, 20).flatmap(lambda den: st.tuples(st.integers(0, den), st.just(den)))
    return Facts(
        sizes=sizes,
        cognitive=draw(st.none() | st.lists(st.integers(0, 40), max_size=6).map(tuple)),
        clones=tuple(CloneSpread(members, *draw(ratio)) for members in draw(SPREADS)),
        docdup=tuple(DocSpread(members, *draw(ratio), verbatim=draw(st.booleans())) for members in draw(SPREADS)),
        positions=draw(st.none() | st.lists(POSITIONS, max_size=5).map(tuple)),
        churn=draw(st.none() | st.lists(CHURNED, max_size=5).map(tuple)),
        excesses=tuple(draw(st.lists(st.tuples(st.integers(1, 12), st.integers(2, 5)), max_size=4))),
    )


POSITIONS = st.builds(Position, *[st.integers(0, 3)] * 2, st.integers(1, 3), st.booleans(), st.booleans())
CHURNED = st.builds(Churned, st.integers(0, 9), st.integers(0, 9))


def masses_by_counting(facts: Facts, knobs: Knobs) -> list[tuple[int, int, int] | None]:
    """Of each axis its mass, as numerator and denominator, and its opportunity, one violation after another."""
    files = len(facts.sizes or ())
    hard, line = knobs.hard_line or 750, knobs.soft_line or knobs.size_ceil
    unit = max(hard - line, 1)
    size = 0  # in parts of unit * unit
    for lines in facts.sizes or ():
        over = lines - line
        if over > 0 and hard <= line:
            size += knobs.size_penalty_max * unit * unit
        elif over > 0 and knobs.law == "density" and lines > hard:
            size += knobs.size_penalty_max * unit * (unit + 2 * (lines - hard))
        elif over > 0:
            size += knobs.size_penalty_max * over * over
    complex_functions = [value for value in facts.cognitive or () if value >= knobs.coc_ceil + 1]
    copies = [1 for row in facts.clones or () if 20 * row.num >= 17 * row.den for _ in range(1, row.members)]
    texts = [row for row in facts.docdup or () if row.verbatim or 5 * row.num >= 4 * row.den]
    documents = [1 for row in texts for _ in range(1, row.members)]
    places = facts.positions or ()
    dead = [row for row in places if not row.reached and row.indegree < knobs.dead_indeg_ceil + 1]
    churned = [
        row
        for row in facts.churn or ()
        if row != Churned(0, 0)
        and row.rewrote * knobs.rewrite_den >= sum(msgspec.structs.astuple(row)) * knobs.rewrite_num
    ]
    code = [row for row in places if not row.document]
    knots = [row for row in code if row.component_size != 1]
    return [
        (size, unit * unit, files),
        None if facts.cognitive is None else (len(complex_functions), 1, len(facts.cognitive)),
        (len(copies), 1, files),
        (len(documents), 1, files),
        None if facts.positions is None else (len(dead), 1, len(places)),
        None if facts.churn is None else (len(churned), 1, len(facts.churn)),
        None if facts.positions is None else (len(knots), 1, len(code)),
    ]


def score_by_counting(facts: Facts, knobs: Knobs) -> tuple[list[int], int]:
    """The charges and the score, each the last whole number that does not pass its share."""
    scale, found = knobs.score_scale, []
    cost = weight = 0
    for judged, own in zip(masses_by_counting(facts, knobs), knobs.weights, strict=True):
        if judged is None:
            continue
        num, den, opportunity = judged
        if knobs.law == "mass":
            charge = num // den
        else:
            shares = (c for c in range(scale) if c * (num + opportunity * den) <= scale * num)
            charge = max(shares) if opportunity else 0
        found.append(charge)
        cost, weight = cost + own * charge * knobs.viol_cost, weight + own
    spent = 0
    while (spent + 1) * weight * (10 if knobs.law == "density" else 1) <= cost and spent < scale:
        spent += 1
    return found, scale - spent


@given(facts=measured(), knobs=KNOBS)
def test_charges_and_score_agree_with_counting(facts: Facts, knobs: Knobs) -> None:
    verdict = judge(facts, knobs)
    assert (list(charges(verdict)), verdict.score) == score_by_counting(facts, knobs)


@given(facts=measured(), knobs=KNOBS, data=st.data())
def test_the_order_of_the_rows_does_not_matter(facts: Facts, knobs: Knobs, data: st.DataObject) -> None:
    tables = ("sizes", "cognitive", "clones", "docdup", "positions", "churn", "excesses")
    shuffled = {
        name: tuple(data.draw(st.permutations(getattr(facts, name))))
        for name in tables
        if getattr(facts, name) is not None
    }
    assert judge(replaced(facts, **shuffled), knobs) == judge(facts, knobs)


WORSE: dict[str, tuple[object, ...]] = {
    "cognitive": (31,),
    "clones": (CloneSpread(2, 100, 100),),
    "docdup": (DocSpread(2, 1, 100, verbatim=True),),
    "positions": (Position(0, 0, 2, reached=False, document=False),),
    "churn": (Churned(1, 0),),
}


@pytest.mark.parametrize("table", WORSE)
@given(facts=measured(), knobs=KNOBS)
def test_one_more_violation_never_raises_the_score(table: str, facts: Facts, knobs: Knobs) -> None:
    before = replaced(facts, **{table: getattr(facts, table) or ()})
    knobs = replaced(knobs, rewrite_num=min(knobs.rewrite_num, knobs.rewrite_den))
    after = replaced(before, **{table: getattr(before, table) + WORSE[table]})
    assert (judge(after, knobs).score or 0) <= (judge(before, knobs).score or 0)


@given(facts=measured(), knobs=KNOBS, grown=st.integers(0, 5), by=st.integers(1, 500))
def test_a_file_that_grows_never_raises_the_score(facts: Facts, knobs: Knobs, grown: int, by: int) -> None:
    after = replaced(facts, sizes=tuple(lines + by * (index == grown) for index, lines in enumerate(facts.sizes or ())))
    assert (judge(after, knobs).score or 0) <= (judge(facts, knobs).score or 0)


@given(facts=measured(), knobs=KNOBS)
def test_a_neutral_dial_cannot_reach_zero_by_density(facts: Facts, knobs: Knobs) -> None:
    verdict = judge(facts, replaced(knobs, law="density", viol_cost=10))
    assert all(axis.charge < knobs.score_scale for axis in verdict.axes)
    assert 0 < (verdict.score or 0) <= knobs.score_scale


@given(facts=measured(), times=st.integers(1, 4))
def test_density_is_free_of_the_size_of_the_repository(facts: Facts, times: int) -> None:
    tables = ("sizes", "cognitive", "clones", "docdup", "positions", "churn")
    many = replaced(
        facts, **{name: getattr(facts, name) * times for name in tables if getattr(facts, name) is not None}
    )
    assert charges(judge(many, LINE)) == charges(judge(facts, LINE))


def test_the_divisor_is_the_weight_of_the_judged_axes_times_the_neutral_dial() -> None:
    weights = [axis.weight for axis in judge(UNCHURNED, replaced(LINE, **WEIGHTED)).axes]
    assert divisor(weights, Knobs()) == 80
    assert divisor(weights, Knobs(law="mass")) == 8
