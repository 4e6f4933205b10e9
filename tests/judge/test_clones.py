"""Classes of places that repeat one another, and the budget on their extra copies."""

from __future__ import annotations

from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.clones import Block, Place, Repeat
from rubout.judge.clones import Facts, Knobs, Verdict, check_knobs, judge
from tests.moved import matters
from tests.refusals import refusal

FILES = ("a.py", "b.py", "c.py")
Span = tuple[int, int, int]


def repeat(*spans: Span, tokens: int = 60, distinct: int = 20, digest: str = "", texts: str = "") -> Repeat:
    """A repeat at these spans; `texts` holds a letter a place, all alike when it is empty."""
    letters = texts or "t" * len(spans)
    places = tuple(Place(*span, ord(letter)) for span, letter in zip(spans, letters, strict=True))
    return Repeat(tokens, distinct, digest or f"{tokens:016x}", places)


def facts(
    *repeats: Repeat, files: int = 200, blocks: tuple[Block, ...] | None = None, near: tuple[Block, ...] | None = None
) -> Facts:
    return Facts(tuple(f"{index:03}.py" for index in range(files)), repeats, blocks=blocks, near=near)


def spans_of(verdict: Verdict) -> list[list[Span]]:
    """The members of each class, in the verdict's order."""
    return [[(m.file, m.start_line, m.end_line) for m in clones.members] for clones in verdict.classes]


def copies(count: int) -> Facts:
    """One repeat that stands in `count` files."""
    return facts(repeat(*((index, 1, 9) for index in range(count))))


# The worked examples of docs/methodology/clones.md.


def test_three_copies_of_which_two_share_their_text_are_one_class_of_type_2() -> None:
    judged = judge(
        facts(
            repeat((0, 1, 10), (1, 1, 10), (2, 1, 10), tokens=52, distinct=22, digest="87959bfdca35fb2d", texts="pqp"),
            blocks=(
                Block(0, 1, 10, 1, 1, 10, 52, 22, same_text=False),
                Block(0, 1, 10, 2, 1, 10, 52, 22, same_text=True),
                Block(1, 1, 10, 2, 1, 10, 52, 22, same_text=False),
            ),
        )
    )
    (clones,) = judged.classes
    assert [member.text for member in clones.members] == [0, 1, 0]
    assert (clones.type, clones.tokens, clones.distinct, clones.saves) == ("T2", 52, 22, 104)
    assert (clones.digest, clones.blocks, judged.excess) == ("87959bfdca35fb2d", 3, 2)


def test_copies_that_share_one_text_are_a_class_of_type_1() -> None:
    (clones,) = judge(facts(repeat((0, 1, 9), (1, 1, 9), texts="pp"))).classes
    assert clones.type == "T1"
    assert [member.text for member in clones.members] == [0, 0]


def test_four_pieces_back_to_back_are_one_class_with_three_extra_copies() -> None:
    judged = judge(facts(repeat((0, 1, 60), (0, 61, 120), (0, 121, 180), (0, 181, 240))))
    assert spans_of(judged) == [[(0, 1, 60), (0, 61, 120), (0, 121, 180), (0, 181, 240)]]
    assert judged.excess == 3


@pytest.mark.parametrize("count", [64, 65, 70])
def test_every_further_copy_raises_the_excess_by_one(count: int) -> None:
    judged = judge(copies(count))
    assert (len(judged.classes), judged.excess) == (1, count - 1)


def test_a_file_that_holds_two_families_on_touching_lines_does_not_join_them() -> None:
    judged = judge(
        facts(repeat((0, 1, 60), (1, 1, 60)), repeat((0, 60, 129), (2, 1, 70), tokens=70, digest="00000000000000ff"))
    )
    assert spans_of(judged) == [[(0, 60, 129), (2, 1, 70)], [(0, 1, 60), (1, 1, 60)]]


def test_spans_of_one_file_that_overlap_by_a_line_are_two_members() -> None:
    assert spans_of(judge(facts(repeat((0, 1, 60), (0, 60, 119))))) == [[(0, 1, 60), (0, 60, 119)]]


@pytest.mark.parametrize(
    ("excess", "budget", "fails"),
    [(146, 145, True), (145, 145, False), (144, 145, False), (1, 0, True), (146, None, False)],
)
def test_the_excess_may_reach_the_budget_and_not_pass_it(excess: int, budget: int | None, fails: bool) -> None:
    judged = judge(copies(excess + 1), Knobs(budget=budget))
    assert judged.excess == excess
    assert judged.fail is fails
    assert not judged.degraded


# What the worked examples leave open.


def test_repeats_that_share_a_span_are_one_class_named_by_the_longest() -> None:
    judged = judge(
        facts(
            repeat((0, 1, 9), (1, 1, 9), tokens=50, distinct=9, texts="pp"),
            repeat((1, 1, 9), (2, 1, 9), tokens=55, distinct=10, texts="qr"),
        )
    )
    (clones,) = judged.classes
    assert (clones.tokens, clones.distinct, clones.digest) == (55, 10, f"{55:016x}")
    assert clones.saves == 2 * 55


def test_a_member_has_the_text_of_its_longest_repeat() -> None:
    judged = judge(
        facts(
            repeat((0, 1, 9), (1, 1, 9), tokens=50, texts="pp"),
            repeat((1, 1, 9), (2, 1, 9), tokens=55, texts="pp"),
            repeat((2, 1, 9), (3, 1, 9), tokens=40, texts="qq"),
        ),
        Knobs(min_tokens=1),
    )
    (clones,) = judged.classes
    assert [member.text for member in clones.members] == [0, 0, 0, 1]


def test_of_equally_long_repeats_the_smallest_digest_speaks() -> None:
    low = repeat((0, 1, 9), (1, 1, 9), digest="000000000000000a", distinct=9, texts="pp")
    high = repeat((1, 1, 9), (2, 1, 9), digest="000000000000000b", distinct=8, texts="qq")
    for order in ((low, high), (high, low)):
        (clones,) = judge(facts(*order)).classes
        assert (clones.digest, clones.distinct) == ("000000000000000a", 9)
        assert [member.text for member in clones.members] == [0, 0, 1]


def test_places_on_the_same_lines_are_one_member() -> None:
    judged = judge(facts(repeat((0, 1, 1), (0, 1, 1), (1, 1, 1), texts="qpp")))
    (clones,) = judged.classes
    assert spans_of(judged) == [[(0, 1, 1), (1, 1, 1)]]
    assert clones.type == "T1"


def test_a_repeat_that_stands_on_one_span_only_makes_no_class() -> None:
    judged = judge(facts(repeat((0, 1, 1), (0, 1, 1))))
    assert (judged.classes, judged.excess) == ((), 0)


def test_classes_go_by_what_merging_saves_and_then_by_their_first_member() -> None:
    judged = judge(
        facts(
            repeat((5, 1, 9), (6, 1, 9), tokens=60, digest="000000000000000a"),
            repeat((4, 2, 9), (7, 1, 9), tokens=60, digest="000000000000000b"),
            repeat((4, 1, 9), (8, 1, 9), tokens=60, digest="000000000000000c"),
            repeat((9, 1, 9), (10, 1, 9), tokens=200),
            repeat((11, 1, 9), (12, 1, 9), (13, 1, 9), tokens=50),
        )
    )
    first_members = [members[0] for members in spans_of(judged)]
    assert first_members == [(9, 1, 9), (11, 1, 9), (4, 1, 9), (4, 2, 9), (5, 1, 9)]


def test_repeats_below_the_floor_of_different_tokens_are_counted_and_make_no_class() -> None:
    judged = judge(
        facts(
            repeat((0, 1, 9), (1, 1, 9), distinct=6, tokens=60),
            repeat((0, 1, 9), (2, 1, 9), distinct=7, tokens=61),
        )
    )
    assert spans_of(judged) == [[(0, 1, 9), (2, 1, 9)]]
    assert judged.low_diversity_suppressed == 1


def test_a_data_table_is_suppressed_whole() -> None:
    table = tuple(Block(0, 1 + row, 8 + row, 0, 9 + row, 16 + row, 56, 5, same_text=False) for row in range(14))
    judged = judge(facts(blocks=table))
    assert (judged.pairs, judged.pairs_suppressed) == ((), 14)


def test_pairs_below_the_thresholds_go_and_the_others_keep_their_order() -> None:
    kept = (
        Block(0, 1, 9, 1, 1, 9, 50, 7, same_text=True),
        Block(0, 1, 9, 2, 1, 9, 90, 30, same_text=False),
    )
    poor = Block(0, 2, 9, 1, 2, 9, 70, 6, same_text=True)
    short = Block(0, 3, 9, 1, 3, 9, 49, 6, same_text=True)
    judged = judge(facts(blocks=(*kept, poor, short)))
    assert judged.pairs == kept
    assert judged.pairs_suppressed == 1


def test_the_advisory_band_is_held_to_the_floor_and_decides_nothing() -> None:
    near = (
        Block(0, 1, 4, 1, 1, 4, 30, 7, same_text=True),
        Block(0, 6, 9, 1, 6, 9, 30, 6, same_text=True),
    )
    judged = judge(facts(near=near), Knobs(budget=0))
    assert judged.advisory == near[:1]
    assert (judged.pairs, judged.excess, judged.pairs_suppressed, judged.fail) == (None, 0, 0, False)


def test_pairs_and_advisory_that_were_not_measured_stay_none() -> None:
    judged = judge(copies(2))
    assert (judged.pairs, judged.advisory, judged.classes[0].blocks) == (None, None, None)


def test_only_pairs_with_both_sides_in_a_class_count_for_it() -> None:
    within = Block(0, 1, 9, 1, 1, 9, 60, 20, same_text=True)
    astride = Block(0, 1, 9, 2, 1, 9, 60, 20, same_text=True)
    outside = Block(3, 1, 9, 3, 11, 19, 60, 20, same_text=True)
    judged = judge(
        facts(
            repeat((0, 1, 9), (1, 1, 9), tokens=70),
            repeat((2, 1, 9), (4, 1, 9)),
            blocks=(within, astride, outside),
        )
    )
    assert [clones.blocks for clones in judged.classes] == [1, 0]


def test_the_verdict_echoes_its_knobs() -> None:
    knobs = Knobs(min_tokens=60, budget=3, keep_imports=True)
    assert judge(copies(2), knobs).knobs == knobs


def test_no_files_are_no_pass_and_files_without_a_repeat_are() -> None:
    nothing = judge(facts(files=0))
    assert (nothing.fail, nothing.degraded, nothing.reason) == (True, True, "nothing to judge")
    clean = judge(facts(files=1), Knobs(budget=0))
    assert (clean.fail, clean.degraded, clean.reason) == (False, False, None)


MOVES = [
    ("min_tokens", 61, copies(2)),
    ("min_distinct", 21, copies(2)),
    ("budget", 0, copies(2)),
]
ECHOED = ["k", "w", "keep_imports"]  # part of how the facts were measured


@pytest.mark.parametrize(("knob", "setting", "measured"), MOVES)
def test_each_knob_moved_alone_moves_a_verdict(knob: str, setting: int, measured: Facts) -> None:
    assert matters(judge, measured, Knobs(), **{knob: setting})


def test_no_knob_is_without_a_verdict_it_moves() -> None:
    assert sorted([*ECHOED, *(knob for knob, _, _ in MOVES)]) == sorted(Knobs.__struct_fields__)


# Properties. Few files and lines, so that spans meet often.

SPANS = st.tuples(st.integers(0, 2), st.integers(1, 3), st.integers(3, 4))
PLACES = st.lists(st.tuples(SPANS, st.integers(0, 1)), min_size=2, max_size=4).map(
    lambda places: tuple(Place(file, start, end, text) for (file, start, end), text in sorted(places))
)
REPEATS = st.builds(
    Repeat,
    tokens=st.integers(50, 53),
    distinct=st.integers(5, 9),
    digest=st.sampled_from(["0" * 16, "0" * 15 + "a", "f" * 16]),
    places=PLACES,
)
FACTS = st.lists(REPEATS, max_size=6).map(lambda repeats: Facts(FILES, tuple(repeats)))
MEMBERS = st.lists(SPANS, min_size=1, max_size=3)


def families(measured: Facts, knobs: Knobs) -> list[set[Span]]:
    """The classes by walking from span to span over the repeats that hold both."""
    kept = [
        {(place.file, place.start_line, place.end_line) for place in repeat.places}
        for repeat in measured.repeats
        if repeat.distinct >= knobs.min_distinct
    ]
    unseen = set().union(*kept)
    found = []
    while unseen:
        family: set[Span] = set()
        edge = {min(unseen)}
        while edge:
            family |= edge
            edge = {span for spans in kept if spans & edge for span in spans} - family
        unseen -= family
        found.append(family)
    return [family for family in found if len(family) > 1]


@given(measured=FACTS)
def test_classes_are_the_families_a_graph_search_finds(measured: Facts) -> None:
    judged = judge(measured)
    expected = families(measured, Knobs())
    assert sorted(sorted(family) for family in expected) == sorted(spans_of(judged))
    assert judged.excess == sum(len(family) - 1 for family in expected)


@given(measured=FACTS)
def test_a_class_is_described_by_its_longest_repeat(measured: Facts) -> None:
    for clones in judge(measured).classes:
        spans = {(m.file, m.start_line, m.end_line) for m in clones.members}
        inside = [
            (-repeat.tokens, repeat.digest, repeat.distinct)
            for repeat in measured.repeats
            if repeat.distinct >= Knobs().min_distinct
            and any((place.file, place.start_line, place.end_line) in spans for place in repeat.places)
        ]
        assert (-clones.tokens, clones.digest, clones.distinct) == min(inside)
        assert clones.saves == (len(clones.members) - 1) * clones.tokens


@given(measured=FACTS)
def test_members_are_numbered_by_the_text_of_their_longest_repeat(measured: Facts) -> None:
    def text(span: Span) -> int:
        held = [
            (-repeat.tokens, repeat.digest, repeat.distinct, place.text)
            for repeat in measured.repeats
            for place in repeat.places
            if repeat.distinct >= Knobs().min_distinct and (place.file, place.start_line, place.end_line) == span
        ]
        return min(held)[-1]

    for clones in judge(measured).classes:
        texts = [text((m.file, m.start_line, m.end_line)) for m in clones.members]
        numbers = [member.text for member in clones.members]
        assert numbers == [list(dict.fromkeys(texts)).index(each) for each in texts]
        assert (clones.type == "T1") == (len(set(texts)) == 1)


@given(measured=FACTS)
def test_classes_and_members_are_in_order(measured: Facts) -> None:
    judged = judge(measured)
    for members in spans_of(judged):
        assert all(one < other for one, other in pairwise(members))
    keys = [(-clones.saves, members[0]) for clones, members in zip(judged.classes, spans_of(judged), strict=True)]
    assert keys == sorted(keys)


@given(measured=FACTS, data=st.data())
def test_the_order_of_the_repeats_does_not_matter(measured: Facts, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(measured.repeats))
    assert judge(msgspec.structs.replace(measured, repeats=tuple(shuffled))) == judge(measured)


@given(measured=FACTS.filter(lambda measured: measured.repeats), span=SPANS, data=st.data())
def test_one_more_place_never_lowers_the_excess(measured: Facts, span: Span, data: st.DataObject) -> None:
    grown = data.draw(st.integers(0, len(measured.repeats) - 1))
    repeats = list(measured.repeats)
    places = sorted([*repeats[grown].places, Place(*span, 0)], key=lambda p: (p.file, p.start_line, p.end_line))
    repeats[grown] = msgspec.structs.replace(repeats[grown], places=tuple(places))
    assert judge(msgspec.structs.replace(measured, repeats=tuple(repeats))).excess >= judge(measured).excess


@given(measured=FACTS, spans=MEMBERS)
def test_blocks_of_a_class_are_the_pairs_inside_it(measured: Facts, spans: list[Span]) -> None:
    blocks = tuple(Block(*a, *b, 50, 9, same_text=True) for a, b in sorted(combinations(sorted(spans), 2), key=_starts))
    judged = judge(msgspec.structs.replace(measured, blocks=blocks))
    for clones, members in zip(judged.classes, spans_of(judged), strict=True):
        inside = [a for a, b in combinations(sorted(spans), 2) if a in members and b in members]
        assert clones.blocks == len(inside)


def _starts(pair: tuple[Span, Span]) -> tuple[int, ...]:
    (a, a_start, _), (b, b_start, _) = pair
    return a, a_start, b, b_start


# The contract.

GOOD = repeat((0, 1, 9), (1, 1, 9))
PAIR = Block(0, 1, 9, 1, 1, 9, 60, 20, same_text=True)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (repeat((0, 1, 9), (3, 1, 9)), "file 3 is not one of 3"),
        (repeat((-1, 1, 9), (1, 1, 9)), "file -1 is not one of 3"),
        (repeat((0, 0, 9), (1, 1, 9)), "lines 0 to 9 are no range"),
        (repeat((0, 9, 8), (1, 1, 9)), "lines 9 to 8 are no range"),
        (repeat((0, 1, 9)), "1 places are no repeat"),
        (repeat((1, 1, 9), (0, 1, 9)), "place (0, 1, 9) does not ascend from (1, 1, 9)"),
        (repeat((0, 1, 9), (1, 1, 9), tokens=0), "20 distinct of 0 tokens"),
        (repeat((0, 1, 9), (1, 1, 9), distinct=0), "0 distinct of 60 tokens"),
        (repeat((0, 1, 9), (1, 1, 9), distinct=61), "61 distinct of 60 tokens"),
        (repeat((0, 1, 9), (1, 1, 9), digest="0123"), "digest '0123' is not 16 hex digits"),
        (repeat((0, 1, 9), (1, 1, 9), digest="0123456789ABCDEF"), "digest '0123456789ABCDEF' is not 16 hex digits"),
    ],
)
def test_a_repeat_that_breaks_the_contract_is_named(bad: Repeat, says: str) -> None:
    assert refusal(judge, Facts(FILES, (GOOD, bad)), Knobs()) == ("clones repeats[1]", says)


@pytest.mark.parametrize("table", ["blocks", "near"])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"a_file": 3, "b_file": 3}, "file 3 is not one of 3"),
        ({"b_start": 10}, "lines 10 to 9 are no range"),
        ({"tokens": 19}, "20 distinct of 19 tokens"),
        ({"a_file": 2}, "side (2, 1, 9) is after side (1, 1, 9)"),
        ({"b_file": 0}, "(0, 1, 0, 1) does not ascend from (0, 1, 1, 1)"),
    ],
)
def test_a_pair_that_breaks_the_contract_is_named(table: str, change: dict[str, int], says: str) -> None:
    bad = msgspec.structs.replace(PAIR, **change)
    broken = msgspec.structs.replace(facts(files=3), **{table: (PAIR, bad)})
    assert refusal(judge, broken, Knobs()) == (f"clones {table}[1]", says)


@pytest.mark.parametrize(
    ("knobs", "key"),
    [(Knobs(min_tokens=0), "min_tokens"), (Knobs(min_distinct=-1), "min_distinct"), (Knobs(budget=-1), "budget")],
)
def test_a_knob_out_of_bounds_is_named(knobs: Knobs, key: str) -> None:
    assert [name for name, _ in check_knobs(knobs)] == [key]


@pytest.mark.parametrize("knobs", [Knobs(), Knobs(min_tokens=1, min_distinct=0, budget=0)])
def test_knobs_on_their_bounds_are_no_fault(knobs: Knobs) -> None:
    assert check_knobs(knobs) == []
