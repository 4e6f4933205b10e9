"""The seam of a long file that is worth most, and whether it is worth cutting."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replaced

from rubout.facts.split import Advice, Cochange, Cut, Facts, Knobs, LongFile, Mention, Priced, Shared, Span, Unit
from rubout.judge.curve import size_penalty
from rubout.judge.split import MOST_ROWS, judge
from tests.moved import idle

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Pairs = tuple[tuple[int, int], ...]


def long_file(
    total: int, ends: tuple[int, ...], mentions: Pairs = (), clones: Pairs = (), cochange: Pairs = ()
) -> Facts:
    """One file, with units that end there and follow one another."""
    starts = (1, *(end + 1 for end in ends))
    return Facts(
        files=(LongFile(0, total),),
        units=tuple(Unit(0, unit, start, end) for unit, (start, end) in enumerate(zip(starts, ends, strict=False))),
        mentions=tuple(Mention(0, *pair) for pair in mentions),
        clones=tuple(Span(0, *span) for span in clones),
        cochange=tuple(Cochange(0, *pair) for pair in cochange),
    )


def priced(facts: Facts, **knobs: object) -> Priced:
    (row,) = judge(facts, replaced(Knobs(), **knobs)).rows
    return row


def split(facts: Facts, **knobs: object) -> tuple[int | None, int, int]:
    """The seam, the benefit and the cost of a file that is worth cutting."""
    row = priced(facts, **knobs)
    assert row.advice == Advice.SPLIT
    return row.seam, row.benefit_milli, row.cost_milli


def exempt(facts: Facts, **knobs: object) -> tuple[int, int]:
    """The benefit and the cost of a file whose best seam is not worth cutting."""
    row = priced(facts, **knobs)
    assert row.advice == Advice.COHESIVE
    return row.benefit_milli, row.cost_milli


TWO_HALVES = long_file(550, (270, 540), mentions=((0, 1),))
COUPLED = replaced(TWO_HALVES, clones=(Span(0, 260, 300),), cochange=(Cochange(0, 0, 1),))
FOUR_UNITS = long_file(
    900,
    (200, 420, 650, 880),
    mentions=((0, 1), (0, 3), (1, 0), (2, 3), (3, 1)),
    clones=((410, 430), (600, 650)),
    cochange=((0, 1), (1, 2), (1, 3)),
)


def test_example_1_a_middle_seam_with_one_mention_pays_for_itself() -> None:
    assert split(TWO_HALVES) == (0, 3086, 750)
    assert priced(TWO_HALVES) == Priced(0, Advice.SPLIT, 0, 3086, 750, mentions=1, cuts=0, cochange=0)


@pytest.mark.parametrize("ends", [(), (390,)])
def test_example_2_a_file_of_fewer_than_two_units_has_no_seam(ends: tuple[int, ...]) -> None:
    assert priced(long_file(400, ends)) == Priced(0, Advice.NO_SEAM, None, 0, 0)


def test_example_3_every_leg_is_added() -> None:
    assert priced(COUPLED) == Priced(0, Advice.SPLIT, 0, 3086, 1400, mentions=1, cuts=1, cochange=1)


@pytest.mark.parametrize(
    ("facts", "knobs", "advice", "benefit", "cost"),
    [
        (TWO_HALVES, {"soft_line": 560}, Advice.COHESIVE, 0, 750),
        (TWO_HALVES, {"hard_line": 600}, Advice.SPLIT, 6944, 750),
        (TWO_HALVES, {"size_penalty_max": 20}, Advice.SPLIT, 6172, 750),
        (TWO_HALVES, {"ref_milli": 3000}, Advice.COHESIVE, 3086, 3500),
        (TWO_HALVES, {"phi_milli": 4000}, Advice.COHESIVE, 3086, 4250),
        (COUPLED, {"clone_milli": 3000}, Advice.COHESIVE, 3086, 3900),
        (COUPLED, {"churn_milli": 2500}, Advice.COHESIVE, 3086, 3750),
    ],
)
def test_example_4_each_knob_moved_alone_moves_a_number(
    facts: Facts, knobs: dict[str, int], advice: Advice, benefit: int, cost: int
) -> None:
    row = priced(facts, **knobs)
    assert (row.advice, row.benefit_milli, row.cost_milli) == (advice, benefit, cost)


MOVED = Knobs(30_000, 30_000, 30_000, 30_000, law="mass", soft_line=450, hard_line=600, size_penalty_max=20)


def test_each_knob_moved_alone_moves_the_verdict() -> None:
    assert idle(MOVED, lambda knobs: judge(FOUR_UNITS, knobs).rows) == []


@pytest.mark.parametrize(
    ("law", "prices"),
    [
        ("density", [(8765, 1400), (14355, 1800), (10617, 1400)]),
        ("mass", [(9876, 1400), (15466, 1800), (11728, 1400)]),
    ],
)
def test_example_5_the_greatest_ratio_wins_under_both_laws(law: str, prices: list[tuple[int, int]]) -> None:
    assert split(FOUR_UNITS, law=law) == (1, *prices[1])
    assert prices_by_hand(FOUR_UNITS, Knobs(law=law)) == prices


@pytest.mark.parametrize(
    ("total", "ends", "winner"),
    [
        (550, (150, 400, 470), (0, 2592, 500)),
        (800, (200, 600, 800), (0, 7777, 500)),
        (500, (200, 240, 490), (1, 1975, 500)),
    ],
)
def test_example_6_a_tie_goes_to_the_more_even_cut_and_then_to_the_earlier(
    total: int, ends: tuple[int, ...], winner: tuple[int, int, int]
) -> None:
    assert split(long_file(total, ends)) == winner


def test_example_7_a_file_just_past_the_line_stays_whole() -> None:
    assert exempt(long_file(320, (100, 200, 300))) == (19, 500)
    assert exempt(long_file(340, (180, 330), mentions=((0, 1), (1, 0)))) == (79, 1000)


@pytest.mark.parametrize(("law", "benefit"), [("density", 21_111), ("mass", 31_111)])
def test_example_8_a_file_past_the_hard_line_is_priced_too(law: str, benefit: int) -> None:
    assert split(long_file(1200, (600, 1190), mentions=((0, 1),)), law=law) == (0, benefit, 750)


def test_example_9_a_flat_curve_recovers_all_or_nothing() -> None:
    assert split(long_file(400, (200, 390)), hard_line=300) == (0, 10_000, 500)
    assert exempt(long_file(800, (350, 790)), hard_line=300) == (0, 500)


@pytest.mark.parametrize(("span", "cuts"), [((270, 271), 1), ((260, 270), 0), ((270, 270), 0), ((271, 280), 0)])
def test_example_10_a_copy_is_cut_when_it_goes_on_behind_the_seam(span: tuple[int, int], cuts: int) -> None:
    assert priced(long_file(550, (270, 540), clones=(span,))).cuts == cuts


def test_example_11_ten_thousand_files_are_priced_in_one_request() -> None:
    many = range(10_000)
    units = ((0, 1, 270), (1, 271, 540))
    facts = Facts(
        files=tuple(LongFile(file, 550) for file in many),
        units=tuple(Unit(file, *unit) for file in many for unit in units),
        mentions=tuple(Mention(file, 0, 1) for file in many),
        clones=tuple(Span(file, 260, 300) for file in many),
        cochange=tuple(Cochange(file, 0, 1) for file in many),
    )
    verdict = judge(facts)
    assert [row.file for row in verdict.rows] == list(many)
    assert {(row.seam, row.benefit_milli, row.cost_milli) for row in verdict.rows} == {(0, 3086, 1400)}
    assert not verdict.fail


def test_rows_that_cross_every_seam_of_one_file_cost_no_more_than_their_number() -> None:
    # Rows times seams would be 400 million steps.
    count = 20_000
    ends = tuple(range(1, count + 1))
    pairs = tuple((0, other) for other in range(1, count))
    row = priced(long_file(count, ends, mentions=pairs, clones=tuple((1, end) for end in range(2, count))))
    assert row.seam is not None
    assert row.mentions == count - 1 - row.seam


def test_what_a_cut_leaves_past_the_line_is_cut_again() -> None:
    verdict = judge(long_file(1500, (250, 500, 750, 1000, 1250, 1500)))
    assert verdict.rows[0].seam == 2
    assert verdict.plan == (Cut(0, 0, 8024, 500), Cut(0, 1, 1975, 500), Cut(0, 3, 8024, 500), Cut(0, 4, 1975, 500))


def test_what_a_cut_has_parted_already_costs_no_more() -> None:
    ends = (250, 500, 750, 1000)
    plain = judge(long_file(1000, ends)).plan
    assert judge(long_file(1000, ends, mentions=((0, 3), (1, 2)), cochange=((0, 2),))).plan == plain


def test_the_plan_of_a_huge_file_takes_every_row_once_for_each_level_of_cuts() -> None:
    # Looking at every row for every cut, and at every seam of the file, would be ten million steps.
    count = 60_000
    ends = tuple(range(1, count + 1))
    facts = long_file(count, ends, mentions=tuple((unit, unit + 1) for unit in range(count - 1)))
    verdict = judge(facts)
    assert len(verdict.plan) > 70
    assert not verdict.degraded


MEMBERS = long_file(900, (200, 420, 650, 880))
USERS = {"a": (0, 3), "b": (0, 1), "c": (2, 3), "d": (1, 2)}


def test_a_name_of_a_type_that_both_sides_use_costs_as_a_mention_does() -> None:
    row = priced(replaced(MEMBERS, shared=shared_rows(USERS)))
    # Seam 0 is crossed by a and b, seam 1 by a and d, seam 2 by a and c.
    assert row == Priced(0, Advice.SPLIT, 1, 14_355, 1000, shared=2)
    assert prices_by_hand(replaced(MEMBERS, shared=shared_rows(USERS)), Knobs()) == [
        (8765, 1000),
        (14_355, 1000),
        (10_617, 1000),
    ]


def test_a_name_counts_once_however_many_members_use_it() -> None:
    everywhere = replaced(MEMBERS, shared=shared_rows({"a": (0, 1, 2, 3)}))
    assert priced(everywhere).shared == priced(replaced(MEMBERS, shared=shared_rows({"a": (0, 3)}))).shared == 1


def test_a_name_still_ties_what_a_cut_leaves_on_one_side() -> None:
    ends = (250, 500, 750, 1000, 1250, 1500)
    plain = judge(long_file(1500, ends))
    tied = judge(replaced(long_file(1500, ends), shared=shared_rows({"a": (0, 1, 4, 5)})))
    assert (tied.rows[0].seam, tied.rows[0].shared) == (2, 1)
    assert [cut.cost_milli - other.cost_milli for cut, other in zip(tied.plan, plain.plan, strict=True)] == [
        *(250, 0),
        *(0, 250),
    ]


@pytest.mark.parametrize(("phi", "advice"), [(2836, Advice.SPLIT), (2837, Advice.COHESIVE)])
def test_a_cut_that_just_pays_for_itself_is_viable(phi: int, advice: Advice) -> None:
    assert priced(TWO_HALVES, phi_milli=phi).advice == advice


@pytest.mark.parametrize(
    ("total", "mention", "advice"),
    [
        (400, None, Advice.COHESIVE),
        (401, None, Advice.SPLIT),
        (546, 2500, Advice.COHESIVE),
        (547, 2500, Advice.SPLIT),
    ],
)
def test_a_seam_in_the_middle_is_viable_clean_from_401_lines_on_and_with_ten_mentions_from_547(
    total: int, mention: int | None, advice: Advice
) -> None:
    mentions = ((0, 1),) if mention else ()
    file = long_file(total, (total // 2, total), mentions=mentions)
    assert priced(file, ref_milli=mention or 1).advice == advice


def test_more_rows_than_the_cap_are_degraded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_ROWS == 524_288
    monkeypatch.setattr("rubout.judge.split.MOST_ROWS", 9)
    full = Facts(files=tuple(LongFile(file, 1) for file in range(9)))
    assert len(judge(full).rows) == 9
    over = judge(replaced(full, clones=(Span(0, 1, 1),)))
    assert (over.rows, over.fail, over.degraded, over.reason) == ((), True, True, "split_too_large")


def test_nothing_long_is_clean() -> None:
    verdict = judge(Facts())
    assert (verdict.rows, verdict.fail, verdict.degraded) == ((), False, False)


class Part(NamedTuple):
    """Units of a file from one to another, and the lines from behind one to another."""

    first: int
    last: int
    start: int
    end: int


def whole(facts: Facts) -> Part:
    return Part(0, len(facts.units) - 1, 0, facts.files[0].total)


def users_of(facts: Facts) -> dict[str, set[int]]:
    """All members that use each name."""
    users: dict[str, set[int]] = {}
    for row in facts.shared:
        users.setdefault(row.name, set()).update((row.a, row.b))
    return users


def shared_rows(users: Mapping[str, Collection[int]]) -> tuple[Shared, ...]:
    """Each two users that follow one another."""
    rows = sorted((*pair, name) for name, own in users.items() for pair in pairwise(sorted(own)))
    return tuple(Shared(0, *row) for row in rows)


def prices_by_hand(facts: Facts, knobs: Knobs, part: Part | None = None) -> list[tuple[int, int]]:
    """Benefit and cost of each seam of the one file, every row looked at for every seam."""

    def weight(lines: int) -> Fraction:
        return size_penalty(
            lines, knobs.soft_line, knobs.hard_line, knobs.size_penalty_max, straight=knobs.law == "density"
        )

    def lies_within(a: int, b: int) -> bool:
        return first <= min(a, b) and max(a, b) <= last

    first, last, start, end = part or whole(facts)
    prices = []
    for seam in range(first, last):
        cut = facts.units[seam].end
        crossing = sum(
            min(row.i, row.j) <= seam < max(row.i, row.j) for row in facts.mentions if lies_within(row.i, row.j)
        )
        cuts = sum(span.start <= cut < span.end for span in facts.clones)
        together = sum(row.a <= seam < row.b for row in facts.cochange if lies_within(row.a, row.b))
        crossing += sum(
            min(own) <= seam < max(own)
            for users in users_of(facts).values()
            if (own := [unit for unit in users if first <= unit <= last])
        )
        recovered = int(max(Fraction(0), 1000 * (weight(end - start) - weight(cut - start) - weight(end - cut))))
        severed = crossing * knobs.ref_milli + cuts * knobs.clone_milli + together * knobs.churn_milli
        prices.append((recovered, severed + knobs.phi_milli))
    return prices


def best_by_hand(facts: Facts, knobs: Knobs, part: Part) -> tuple[int, int, int] | None:
    """The best seam of a part with its price, by sorting all."""
    ranked = sorted(
        (-Fraction(benefit, cost), abs(part.start + part.end - 2 * facts.units[seam].end), seam, benefit, cost)
        for seam, (benefit, cost) in enumerate(prices_by_hand(facts, knobs, part), start=part.first)
    )
    return ranked[0][2:] if ranked else None


def plan_by_hand(facts: Facts, knobs: Knobs, part: Part) -> list[tuple[int, int, int]]:
    """All cuts of a part, by the definition."""
    best = best_by_hand(facts, knobs, part) if part.end - part.start > knobs.soft_line else None
    if best is None or best[1] < best[2]:
        return []
    seam, cut = best[0], facts.units[best[0]].end
    front, rest = Part(part.first, seam, part.start, cut), Part(seam + 1, part.last, cut, part.end)
    return sorted([best, *plan_by_hand(facts, knobs, front), *plan_by_hand(facts, knobs, rest)])


@st.composite
def long_files(draw: st.DrawFn) -> Facts:
    """A file with up to six units, gaps between them, and any rows over them."""
    lines = sorted(draw(st.lists(st.integers(1, 1200), max_size=12, unique=True)))
    spans = list(zip(lines[::2], lines[1::2], strict=False))
    total = max(draw(st.integers(1, 1500)), *(end for _, end in spans), 1) if spans else draw(st.integers(1, 1500))
    numbers = st.integers(0, max(0, len(spans) - 1))
    pairs = {pair for pair in draw(st.sets(st.tuples(numbers, numbers), max_size=9)) if pair[0] != pair[1]}
    together = {(a, b) for a, b in draw(st.sets(st.tuples(numbers, numbers), max_size=9)) if a < b}
    within = st.integers(1, total)
    users = draw(st.dictionaries(st.sampled_from("xyz"), st.sets(numbers), max_size=3)) if spans else {}
    clones = {(min(span), max(span)) for span in draw(st.sets(st.tuples(within, within), max_size=9))}
    return Facts(
        files=(LongFile(0, total),),
        units=tuple(Unit(0, unit, *span) for unit, span in enumerate(spans)),
        mentions=tuple(Mention(0, *pair) for pair in sorted(pairs)),
        clones=tuple(Span(0, *span) for span in sorted(clones)),
        cochange=tuple(Cochange(0, *pair) for pair in sorted(together)),
        shared=shared_rows(users),
    )


PRICES = st.integers(1, 900)
KNOBS = st.builds(
    Knobs,
    law=st.sampled_from(["density", "mass"]),
    soft_line=st.integers(1, 900),
    hard_line=st.integers(1, 900),
    size_penalty_max=st.integers(1, 30),
    ref_milli=PRICES,
    clone_milli=PRICES,
    churn_milli=PRICES,
    phi_milli=PRICES,
)


@given(long_files(), KNOBS)
def test_the_best_seam_is_the_one_found_by_looking_at_all(facts: Facts, knobs: Knobs) -> None:
    (row,) = judge(facts, knobs).rows
    best = best_by_hand(facts, knobs, whole(facts))
    assert (row.seam, row.benefit_milli, row.cost_milli) == (best or (None, 0, 0))
    assert (row.advice == Advice.NO_SEAM) == (best is None)
    assert (row.advice == Advice.SPLIT) == (best is not None and row.benefit_milli >= row.cost_milli)


@given(long_files(), KNOBS)
def test_the_plan_is_that_of_cutting_again_what_is_left(facts: Facts, knobs: Knobs) -> None:
    verdict = judge(facts, knobs)
    (row,) = verdict.rows
    cuts = [(cut.seam, cut.benefit_milli, cut.cost_milli) for cut in verdict.plan]
    assert cuts == sorted(cuts)
    if row.advice == Advice.SPLIT and row.seam is not None:
        cuts.append((row.seam, row.benefit_milli, row.cost_milli))
    assert sorted(cuts) == plan_by_hand(facts, knobs, whole(facts))


@given(long_files(), KNOBS)
def test_the_cost_is_the_counts_at_their_prices(facts: Facts, knobs: Knobs) -> None:
    (row,) = judge(facts, knobs).rows
    said = row.mentions + row.shared
    severed = said * knobs.ref_milli + row.cuts * knobs.clone_milli + row.cochange * knobs.churn_milli
    assert row.cost_milli == (0 if row.seam is None else severed + knobs.phi_milli)


@given(long_files(), KNOBS)
def test_what_shared_names_are_called_changes_nothing(facts: Facts, knobs: Knobs) -> None:
    called = {f"_{'zyx'['xyz'.index(name)]}": own for name, own in users_of(facts).items()}
    assert judge(replaced(facts, shared=shared_rows(called)), knobs).rows == judge(facts, knobs).rows


@given(long_files(), long_files(), KNOBS)
def test_another_file_changes_nothing(one: Facts, other: Facts, knobs: Knobs) -> None:
    def second(rows: tuple[msgspec.Struct, ...]) -> tuple[msgspec.Struct, ...]:
        return tuple(msgspec.structs.replace(row, file=1) for row in rows)

    both = Facts(*(getattr(one, name) + second(getattr(other, name)) for name in Facts.__struct_fields__))
    alone = judge(one, knobs).rows + judge(other, knobs).rows
    assert judge(both, knobs).rows == (alone[0], msgspec.structs.replace(alone[1], file=1))
