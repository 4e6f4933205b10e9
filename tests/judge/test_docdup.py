"""Which texts are copies, and the classes that they make."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.docdup import Facts, Knobs, Pair, Place, Text
from rubout.judge.docdup import check_knobs, judge, judge_chunked

DIGEST = "0123456789abcdef"


def text(shingles: tuple[int, ...], *lines: int, words: int = 60, file: int = 0, digest: str = DIGEST) -> Text:
    return Text(words, digest, shingles, tuple(Place(file, line, line + 3, 0) for line in lines or (1,)))


def sized(inter: int, union: int) -> tuple[Text, Text]:
    """Two texts that share so much; the one holds the other where something is shared."""
    if inter == 0:
        return text(tuple(range(union // 2))), text(tuple(range(union // 2, union)), 9)
    return text(tuple(range(inter))), text(tuple(range(union)), 9)


def facts_of(*texts: Text, pairs: tuple[Pair, ...] = (), files: tuple[str, ...] = ("a.md", "b.md")) -> Facts:
    return Facts(files, texts, pairs, segments=len(texts))


@pytest.mark.parametrize(
    ("inter", "union", "run", "dup"),
    [
        (4, 5, 0, True),
        (3, 4, 0, False),
        (8, 10, 0, True),
        (0, 100, 50, True),
        (0, 100, 49, False),
        (56, 70, 0, True),
        (86, 106, 33, True),
        (81, 111, 25, False),
    ],
)
def test_example_9_the_boundary(inter: int, union: int, run: int, dup: bool) -> None:
    verdict = judge(facts_of(*sized(inter, union), pairs=(Pair(0, 1, run),)))
    (score,) = verdict.scores
    assert (score.inter, score.union, verdict.dup, verdict.excess) == (inter, union, (dup,), int(dup))
    assert verdict.counts.jaccard_dups == (100 * inter >= 80 * union)


def test_example_9_sets_share_what_is_in_both() -> None:
    verdict = judge(facts_of(text((1, 2, 3)), text((2, 3, 4), 9), pairs=(Pair(0, 1, 0),)))
    assert [(score.inter, score.union) for score in verdict.scores] == [(2, 4)]
    assert (verdict.dup, verdict.near) == ((False,), (True,))


@pytest.mark.parametrize(
    ("inter", "union", "near"), [(50, 100, True), (49, 100, False), (79, 100, True), (80, 100, False)]
)
def test_the_advisory_band_is_below_the_line_and_in_no_class(inter: int, union: int, near: bool) -> None:
    verdict = judge(facts_of(*sized(inter, union), pairs=(Pair(0, 1, 0),)))
    assert verdict.near == (near,)
    assert bool(verdict.classes) == verdict.dup[0] == (inter >= 80)


def test_a_class_joins_places_of_one_text_and_of_texts_that_are_copies() -> None:
    texts = (
        text((1, 2, 3), 1, 20, words=60, digest="a" * 16),
        text((1, 2, 3, 4), 10, words=70, digest="b" * 16),
        text((8, 9), 40, 50, words=55, digest="c" * 16),
        text((5, 6), 60, words=50),
    )
    verdict = judge(facts_of(*texts, pairs=(Pair(0, 1, 58), Pair(0, 3, 0))))
    first, second = verdict.classes
    assert [(member.start_line, member.text, member.words) for member in first.members] == [
        (1, 0, 60),
        (10, 1, 70),
        (20, 0, 60),
    ]
    assert [msgspec.structs.astuple(link) for link in first.links] == [(0, 1, 3, 4, 58)]
    assert (first.words, first.saves, first.digest) == (70, 120, "b" * 16)
    assert (second.saves, second.digest, second.links) == (55, "c" * 16, ())
    assert (verdict.excess, verdict.counts.dups, verdict.counts.jaccard_dups) == (3, 4, 2)


@pytest.mark.parametrize(("budget", "fail"), [(None, False), (0, True), (1, False), (2, False)])
def test_extra_copies_over_the_budget_fail(budget: int | None, fail: bool) -> None:
    assert judge(facts_of(text((1,), 1, 9)), Knobs(budget=budget)).fail is fail


def test_texts_without_a_copy_are_clean() -> None:
    verdict = judge(facts_of(), Knobs(budget=0))
    assert (verdict.classes, verdict.fail, verdict.degraded) == ((), False, False)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (Facts((), (), ()), "nothing to judge"),
        (facts_of(text(tuple(range(8193)))), "docdup_too_large"),
        (
            facts_of(
                *(text((n,)) for n in range(92)), pairs=tuple(Pair(a, b, 0) for a, b in combinations(range(92), 2))
            ),
            "docdup_too_large",
        ),
    ],
)
def test_too_much_or_nothing_is_degraded(facts: Facts, reason: str) -> None:
    verdict = judge(facts)
    assert (verdict.degraded, verdict.fail, verdict.reason, verdict.scores) == (True, True, reason, ())


def test_the_caps_themselves_are_judged() -> None:
    pairs = tuple(Pair(a, b, 0) for a, b in combinations(range(92), 2))[:4096]
    texts = [text((number,)) for number in range(91)]
    verdict = judge(facts_of(*texts, text(tuple(range(8192))), pairs=pairs))
    assert (verdict.degraded, verdict.counts.judged) == (False, 4096)


ONE, TWO = text((1, 2)), text((2, 3), 9)


@pytest.mark.parametrize(
    ("texts", "pairs", "what"),
    [
        ((text(()),), (), "empty set"),
        ((text((-1, 2)),), (), "negative element"),
        ((text((1, 2**64)),), (), "element exceeds u64"),
        ((text((2, 1)),), (), "not strictly ascending"),
        ((text((1, 1)),), (), "not strictly ascending"),
        ((text((1,), words=0),), (), "0 words are no text"),
        ((text((1,), digest="0"),), (), "is not 16 hex digits"),
        ((Text(60, DIGEST, (1,), ()),), (), "a text without a place"),
        ((text((1,), file=2),), (), "file 2 is not one of 2"),
        ((text((1,), 0),), (), "lines 0 to 3 are none"),
        ((text((1,), 9, 1),), (), "does not ascend"),
        ((Text(60, DIGEST, (1,), (Place(0, 1, 1, 5),)),), (), "kind 5 is not one of 5"),
        ((ONE, TWO), (Pair(0, 2, 0),), "endpoint out of range"),
        ((ONE, TWO), (Pair(-1, 1, 0),), "endpoint out of range"),
        ((ONE, TWO), (Pair(1, 1, 0),), "self pair"),
        ((ONE, TWO), (Pair(0, 1, -1),), "negative verbatim run"),
        ((ONE, TWO), (Pair(1, 0, 0),), "text 1 is after text 0"),
        ((ONE, TWO), (Pair(0, 1, 0), Pair(0, 1, 7)), "does not ascend"),
        ((text(()),), (Pair(0, 0, 0),), "docdup texts[0]"),
    ],
)
def test_facts_that_no_measurement_gives_are_refused(
    texts: tuple[Text, ...], pairs: tuple[Pair, ...], what: str
) -> None:
    with pytest.raises(ContractError) as refused:
        judge(facts_of(*texts, pairs=pairs))
    assert what in str(refused.value)


@given(st.lists(st.frozensets(st.integers(0, 9), min_size=1), min_size=2, max_size=6), st.data(), st.integers(1, 4))
def test_chunks_of_pairs_come_to_the_same_verdict(sets: list[frozenset[int]], data: st.DataObject, cap: int) -> None:
    texts = [text(tuple(sorted(own)), 10 * number + 1, digest=f"{number:016x}") for number, own in enumerate(sets)]
    every = list(combinations(range(len(sets)), 2))
    chosen = sorted(data.draw(st.sets(st.sampled_from(every))))
    facts = facts_of(*texts, pairs=tuple(Pair(a, b, data.draw(st.integers(0, 60))) for a, b in chosen))
    chunked = judge_chunked(facts, Knobs(doc_pair_cap=cap))
    assert msgspec.structs.replace(chunked, knobs=Knobs()) == judge(facts)


def test_a_set_over_its_cap_degrades_every_chunk() -> None:
    facts = facts_of(text(tuple(range(9))), text((1,), 9), text((2,), 20), pairs=(Pair(0, 1, 0), Pair(1, 2, 0)))
    assert judge_chunked(facts, Knobs(doc_pair_cap=1, doc_set_cap=8)).reason == "docdup_too_large"
    assert judge_chunked(msgspec.structs.replace(facts, pairs=facts.pairs[1:]), Knobs(doc_set_cap=8)).degraded


@pytest.mark.parametrize(
    ("knobs", "wrong"),
    [
        (Knobs(), []),
        (Knobs(jaccard_den=0), [("jaccard_den", "0 is below 1")]),
        (Knobs(budget=-1), [("budget", "-1 is below 0")]),
        (Knobs(verbatim_floor=4), [("verbatim_floor", "4 is below 5")]),
    ],
)
def test_a_knob_out_of_bounds_is_named(knobs: Knobs, wrong: list[tuple[str, str]]) -> None:
    assert check_knobs(knobs) == wrong


KNOBS_THAT_MOVE = [
    (Knobs(jaccard_num=70), (True, False)),
    (Knobs(jaccard_den=120), (True, False)),
    (Knobs(verbatim_floor=40), (True, False)),
    (Knobs(advisory_num=79), (False, False)),
    (Knobs(), (False, True)),
]


@pytest.mark.parametrize(("knobs", "expected"), KNOBS_THAT_MOVE)
def test_each_knob_moves_a_verdict(knobs: Knobs, expected: tuple[bool, bool]) -> None:
    verdict = judge(facts_of(*sized(75, 100), pairs=(Pair(0, 1, 45),)), knobs)
    assert (verdict.dup[0], verdict.near[0]) == expected
