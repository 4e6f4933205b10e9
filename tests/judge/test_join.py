"""The table of the join, by the worked examples of docs/methodology/join.md and against the rules in words."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.join import Code, Facts, Kind, Knobs, Leg, Lines, Position, Reason, Sim, Together, Verdict
from rubout.judge.join import TABLE, check_knobs, judge, judge_by
from tests.tables import cases

Side = tuple[int, int, int, int]  # indeg, reach, flags, scc

STILL = ((0, 0), (0, 0))
# number, sim (kind, num, den), a, b, (appended, rewrote) of a and b, commits in common -> code, legs, reasons
EXAMPLES = {
    1: ((1, 85, 100), (1, 1, 0, 0), (2, 1, 0, 1), STILL, None, 1, 7, 30),
    2: ((1, 84, 100), (1, 1, 0, 0), (2, 1, 0, 1), STILL, None, 0, 7, 28),
    3: ((1, 90, 100), (0, 0, 0, 0), (1, 1, 0, 1), STILL, None, 2, 7, 54),
    4: ((1, 90, 100), (0, 0, 1, 0), (1, 1, 0, 1), STILL, None, 0, 7, 118),
    5: ((1, 90, 100), (0, 0, 4, 0), (1, 1, 0, 1), STILL, None, 0, 7, 22),
    6: ((0, 100, 100), (0, 0, 0, 0), (0, 0, 0, 1), STILL, None, 0, 7, 22),
    7: ((0, 100, 100), (1, 1, 0, 3), (2, 1, 0, 3), STILL, None, 0, 7, 14),
    8: ((2, 80, 100), (1, 1, 0, 0), (1, 1, 0, 0), ((25, 25), (25, 25)), 2, 3, 7, 398),
    9: ((2, 80, 100), (1, 1, 0, 0), (1, 1, 0, 0), ((26, 24), (25, 25)), 2, 0, 7, 142),
    10: ((2, 80, 100), (1, 1, 0, 0), (1, 1, 0, 0), ((25, 25), (25, 25)), None, 0, 7, 270),
    11: ((1, 90, 100), (1, 1, 0, 0), (1, 1, 0, 1), ((25, 25), (25, 25)), 3, 1, 7, 414),
    12: ((1, 90, 100), None, (1, 1, 0, 0), ((5, 5), (5, 5)), 3, 0, 5, 386),
    13: ((1, 85, 100), (1, 1, 0, 0), (2, 1, 0, 1), None, None, 1, 3, 30),
}
ROTATED = (TABLE[2], TABLE[0], TABLE[1])


def position(node: int, side: Side) -> Position:
    indeg, reach, flags, scc = side
    return Position(node, indeg, 0, scc, 1, reach, flags)


def example(number: int) -> Facts:
    sim, a, b, churn, together, *_ = EXAMPLES[number]
    return Facts(
        files=("a.py", "b.py"),
        sim=(Sim(0, 1, *sim),),
        pos=tuple(position(node, side) for node, side in enumerate((a, b)) if side is not None),
        churn=None if churn is None else tuple(Lines(file, *lines) for file, lines in enumerate(churn)),
        cochange=() if together is None else (Together(0, 1, together),),
    )


def codes(knobs: Knobs) -> Counter[int]:
    return Counter(judge(example(number), knobs).rows[0].code for number in EXAMPLES)


@pytest.mark.parametrize("number", EXAMPLES)
def test_worked_example(number: int) -> None:
    (row,) = judge(example(number)).rows
    *_, code, legs, reasons = EXAMPLES[number]
    assert (row.code, row.legs, row.reasons) == (code, legs, reasons)


def test_worked_example_14_the_order_of_the_table_is_the_priority() -> None:
    both = example(11)
    assert judge_by(TABLE, both, Knobs()).rows[0].code == Code.MERGE_CANDIDATE
    assert judge_by(ROTATED, both, Knobs()).rows[0].code == Code.CHURN_HOTSPOT


@cases(
    "knob value",
    """
    clone_num => 86
    clone_den => 99
    dup_num => 81
    dup_den => 79
    cochange_floor => 3
    rewrite_num => 51
    rewrite_den => 99
    """,
)
def test_worked_example_14_each_number_moved_by_one_changes_a_count(knob: str, value: str) -> None:
    assert codes(msgspec.structs.replace(Knobs(), **{knob: int(value)})) != codes(Knobs())


def test_worked_example_14_the_entry_mask_decides() -> None:
    (row,) = judge(example(5), Knobs(entry_mask=126 & ~4)).rows
    assert row.code == Code.DELETE_CANDIDATE


@pytest.mark.parametrize(
    ("rows", "says"),
    {
        ((3, 1, 0, 100, 100),): "join sim[0]: pair not ascending",
        ((1, 1, 0, 100, 100),): "join sim[0]: pair not ascending",
        ((1, 3, 2, 0, 0),): "join sim[0]: zero denominator",
        ((1, 3, 3, 1, 1),): "join sim[0]: unknown sim kind",
        ((1, 4, 0, 1, 1),): "join sim[0]: endpoint out of range",
        ((-1, 3, 0, 1, 1),): "join sim[0]: endpoint out of range",
        ((1, 3, 0, 2, 1),): "join sim[0]: ratio above 1",
        ((1, 3, 0, -1, 1),): "join sim[0]: negative field",
        ((1, 3, 0, 1, 1), (1, 3, 1, 1, 1)): "join sim[1]: not strictly ascending",
        ((1, 3, 0, 1, 1), (1, 2, 1, 1, 1)): "join sim[1]: not strictly ascending",
    }.items(),
)
def test_worked_example_19_a_row_that_cannot_be_is_named(rows: tuple[tuple[int, ...], ...], says: str) -> None:
    with pytest.raises(ContractError) as refused:
        judge(Facts(files=("a", "b", "c", "d"), sim=tuple(Sim(*row) for row in rows)))
    assert str(refused.value).startswith(f"{says}\n")


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        (Facts(("a",), pos=(position(1, (0, 0, 0, 0)),)), "join pos[0]: file out of range"),
        (Facts(("a",), pos=(position(0, (-1, 0, 0, 0)),)), "join pos[0]: negative field"),
        (Facts(("a", "b"), pos=(position(1, (0, 0, 0, 0)), position(0, (0, 0, 0, 0)))), "join pos[1]: not strictly"),
        (Facts(("a",), churn=(Lines(-1, 0, 0),)), "join churn[0]: file out of range"),
        (Facts(("a",), churn=(Lines(0, 0, -1),)), "join churn[0]: negative field"),
        (Facts(("a",), churn=(Lines(0, 0, 0), Lines(0, 0, 0))), "join churn[1]: not strictly ascending"),
        (Facts(("a", "b"), churn=(), cochange=(Together(1, 0, 2),)), "join cochange[0]: pair not ascending"),
        (Facts(("a", "b"), churn=(), cochange=(Together(0, 1, -2),)), "join cochange[0]: negative field"),
        (Facts(("a", "b"), cochange=(Together(0, 1, 2),)), "join cochange[0]: there is no history"),
    ],
)
def test_a_row_of_a_leg_that_cannot_be_is_named(facts: Facts, says: str) -> None:
    with pytest.raises(ContractError, match=f"^{re.escape(says)}"):
        judge(facts)


@pytest.mark.parametrize("knob", ["days", "cochange_floor", "rewrite_den", "clone_den", "dup_den", "node_cap"])
def test_a_knob_below_its_floor_is_refused(knob: str) -> None:
    knobs = msgspec.structs.replace(Knobs(), **{knob: 0})
    assert check_knobs(knobs) == [(knob, "0 is below 1")]
    with pytest.raises(ContractError, match=f"^join knobs.{knob}: "):
        judge(Facts(), knobs)


def test_facts_over_a_cap_are_not_judged() -> None:
    for knobs in (Knobs(node_cap=1), Knobs(row_cap=5)):
        verdict = judge(example(11), knobs)
        assert (verdict.rows, verdict.degraded, verdict.fail, verdict.reason) == ((), True, True, "join_too_large")
    assert not judge(example(11), Knobs(node_cap=2, row_cap=6)).degraded


@pytest.mark.parametrize("number", EXAMPLES)
def test_a_degraded_graph_gives_no_code(number: int) -> None:
    verdict = judge(msgspec.structs.replace(example(number), graph_reason="graph_too_large"))
    assert (verdict.counts, verdict.degraded, verdict.reason) == ((1, 0, 0, 0), True, "graph_too_large")
    assert verdict.rows[0].legs & Leg.GRAPH == 0


SIDES = st.tuples(st.integers(0, 2), st.integers(0, 1), st.sampled_from([0, 1, 4, 5]), st.integers(0, 2))
LINES = st.tuples(st.integers(0, 3), st.integers(0, 3))
RATIOS = st.sampled_from([(80, 100), (79, 100), (85, 100), (84, 100), (17, 20), (4, 5), (1, 1)])
NUMBERS = range(5)
PAIRS = [(u, v) for u in NUMBERS for v in NUMBERS if u < v]


@st.composite
def populations(draw: st.DrawFn) -> Facts:
    """Some pairs of five files, with the legs that there are."""
    sims = [Sim(u, v, draw(st.integers(0, 2)), *draw(RATIOS)) for u, v in PAIRS if draw(st.booleans())]
    placed = draw(st.none() | st.sets(st.sampled_from(NUMBERS)))
    churned = draw(st.none() | st.sets(st.sampled_from(NUMBERS)))
    together = draw(st.sets(st.sampled_from(PAIRS))) if churned is not None else set()
    return Facts(
        files=tuple("abcde"),
        sim=tuple(sims),
        pos=None if placed is None else tuple(position(node, draw(SIDES)) for node in sorted(placed)),
        churn=None if churned is None else tuple(Lines(file, *draw(LINES)) for file in sorted(churned)),
        cochange=tuple(Together(u, v, draw(st.integers(1, 3))) for u, v in sorted(together)),
    )


def in_words(facts: Facts, sim: Sim) -> tuple[int, set[Reason]]:
    """Code and reasons of a pair, each condition on its own, by ratios and not by products."""
    at = {row.node: row for row in facts.pos or ()}
    got = {row.file: row for row in facts.churn or ()}
    count = {(row.u, row.v): row.count for row in facts.cochange}.get((sim.u, sim.v))
    held = set()
    if sim.num / sim.den >= (0.80 if sim.kind == Kind.DOCDUP else 0.85):
        held.add(Reason.SIM_OVER)
    if sim.u in at and sim.v in at:
        held.add(Reason.GRAPH_BOTH)
        a, b = at[sim.u], at[sim.v]
        unused = [x for x, y in ((a, b), (b, a)) if not x.indeg and not x.reach and x.flags in (0, 1) and y.indeg]
        held |= {Reason.BOTH_REF} if a.indeg and b.indeg else set()
        held |= {Reason.SCC_DISTINCT} if a.scc != b.scc else set()
        held |= {Reason.DEAD_FLANK} if unused else set()
        held |= {Reason.PUBLIC_GUARD} if any(x.flags == 1 for x in unused) else set()
    if facts.churn is not None:
        rows = [got[file] for file in (sim.u, sim.v) if file in got]
        appended, rewrote = sum(row.appended for row in rows), sum(row.rewrote for row in rows)
        held |= {Reason.COCHANGE_HOT} if count is not None and count > 1 else set()
        held |= {Reason.REWRITE_HOT} if rewrote and rewrote >= appended else set()
    if not {Reason.SIM_OVER, Reason.GRAPH_BOTH} <= held:
        return 0, held
    if {Reason.BOTH_REF, Reason.SCC_DISTINCT} <= held:
        return 1, held
    if Reason.DEAD_FLANK in held and Reason.PUBLIC_GUARD not in held:
        return 2, held
    return (3 if {Reason.COCHANGE_HOT, Reason.REWRITE_HOT} <= held else 0), held


@given(populations())
def test_a_pair_gets_what_the_words_say(facts: Facts) -> None:
    for sim, row in zip(facts.sim, judge(facts).rows, strict=True):
        code, held = in_words(facts, sim)
        assert (row.code, row.reasons) == (code, sum(held))


@given(populations())
def test_bit_0_is_never_set_and_no_code_comes_without_both_positions(facts: Facts) -> None:
    verdict = judge(facts)
    for row in verdict.rows:
        assert row.reasons & 1 == 0
        assert row.legs & Leg.SIMILARITY
        assert row.code == 0 or row.legs & Leg.GRAPH
        assert row.code != Code.CHURN_HOTSPOT or row.legs & Leg.CHURN
    assert verdict.counts == tuple(sum(row.code == code for row in verdict.rows) for code in range(4))
    assert not verdict.fail


@given(populations())
def test_what_can_be_deleted_cannot_once_it_is_exported(facts: Facts) -> None:
    published = msgspec.structs.replace(
        facts,
        pos=None
        if facts.pos is None
        else tuple(msgspec.structs.replace(row, flags=row.flags | (row.indeg == 0)) for row in facts.pos),
    )
    for before, after in zip(judge(facts).rows, judge(published).rows, strict=True):
        if before.code == Code.DELETE_CANDIDATE:
            assert after.code != Code.DELETE_CANDIDATE
            assert after.reasons & Reason.PUBLIC_GUARD


@given(populations())
def test_an_unrelated_file_changes_nothing(facts: Facts) -> None:
    more = msgspec.structs.replace(facts, files=(*facts.files, "f"))
    assert judge(more) == judge(facts)


@given(populations())
def test_a_file_without_a_row_got_no_line(facts: Facts) -> None:
    if facts.churn is not None:
        told = {row.file: row for row in facts.churn}
        whole = tuple(told.get(file, Lines(file, 0, 0)) for file in NUMBERS)
        assert judge(msgspec.structs.replace(facts, churn=whole)) == judge(facts)


@given(populations())
def test_every_order_of_the_table_gives_a_code_that_a_row_of_it_allows(facts: Facts) -> None:
    alone = [judge_by((row,), facts, Knobs()).rows for row in TABLE]
    for table in permutations(range(len(TABLE))):
        judged = judge_by([TABLE[index] for index in table], facts, Knobs()).rows
        for number, row in enumerate(judged):
            fits = [alone[index][number].code for index in table if alone[index][number].code]
            assert row.code == next(iter(fits), 0)


def test_a_verdict_names_its_knobs() -> None:
    verdict = judge(Facts(), Knobs(days=3))
    assert isinstance(verdict, Verdict)
    assert verdict.knobs.days == 3
