"""From documents to the texts and pairs that are judged."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.docdup import Facts, Knobs
from rubout.judge.docdup import is_copy, judge, judge_chunked
from rubout.measure.docs.corpus import doc_facts
from tests.measure.docs.test_runs import longest
from tests.samples import prose

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tests.measure.docs.conftest import Read


def replaced(text: str, *numbers: int) -> str:
    return " ".join(f"new{i}" if i in numbers else word for i, word in enumerate(text.split()))


def facts_of(documented: Read, texts: Sequence[str], *, advisory: bool = False) -> Facts:
    files = [(f"{number:04}.md", documented("a.md", text)) for number, text in enumerate(texts)]
    return doc_facts(files, Knobs(), partial(is_copy, knobs=Knobs()), advisory=advisory)


SIXTY, HUNDRED = prose(60), prose(100)


@pytest.mark.parametrize(
    ("one", "other", "inter", "union", "run", "dup"),
    [
        (SIXTY, replaced(SIXTY, 9), 51, 61, 50, True),
        (SIXTY, replaced(SIXTY, 10), 51, 61, 49, True),
        (SIXTY, f"{SIXTY} {prose(14, 'new')}", 56, 70, 60, True),
        (HUNDRED, replaced(HUNDRED, 33, 66), 86, 106, 33, True),
        (HUNDRED, replaced(HUNDRED, 25, 50, 75), 81, 111, 25, False),
        (SIXTY, f"{prose(100, 'a')} {prose(50)} {prose(100, 'b')}", 46, 256, 50, True),
        (SIXTY, f"{prose(100, 'a')} {prose(49)} {prose(100, 'b')}", 45, 256, 49, False),
    ],
)
def test_example_10_texts(documented: Read, one: str, other: str, inter: int, union: int, run: int, dup: bool) -> None:
    facts = facts_of(documented, [one, other], advisory=True)
    verdict = judge(facts)
    rows = [(s.inter, s.union, p.run, d) for s, p, d in zip(verdict.scores, facts.pairs, verdict.dup, strict=True)]
    # A pair that is neither a copy nor in the advisory band need not be looked at.
    assert rows == [(inter, union, run, dup)] or (not dup and rows == [] and 100 * inter < 50 * union)
    assert verdict.excess == dup


def test_example_10_equal_texts_are_one_text_in_two_places(documented: Read) -> None:
    facts = facts_of(documented, [SIXTY, SIXTY.upper().replace(" ", ", ")])
    (text,) = facts.texts
    assert (text.words, len(text.shingles), len(text.places), facts.pairs) == (60, 56, 2, ())
    assert (judge(facts).counts.dups, judge(facts).counts.jaccard_dups) == (1, 1)


def test_a_text_that_resembles_no_other_is_only_counted(documented: Read) -> None:
    facts = facts_of(documented, [SIXTY, prose(60, "other")])
    assert (facts.segments, facts.texts, facts.pairs) == (2, (), ())


def test_what_is_exempt_is_counted_and_never_compared(documented: Read) -> None:
    permitted = f"{SIXTY} <!-- rubout:allow(docdup) -- quoted -->"
    facts = facts_of(documented, [SIXTY, permitted, permitted])
    assert (facts.segments, facts.exempt_allow, facts.texts) == (1, 2, ())


def test_a_text_over_the_cap_is_counted_and_never_compared(documented: Read) -> None:
    over, at = prose(8192 + 5), prose(8192 + 4)
    facts = facts_of(documented, [over, over, at, at, "same " * 9000])
    assert (facts.over_cap_segments, [text.words for text in facts.texts]) == (2, [8196])


def scores_of_all(documented: Read, texts: Sequence[str]) -> set[tuple[int, int, int, int, int]]:
    """Every pair of different texts with what it has in common, without any choice beforehand."""
    segments = [documented("a.md", text).segments[0].shingles for text in texts]
    columns = [[each[at : at + 8] for at in range(0, len(each), 8)] for each in segments]
    found = set()
    for a, b in combinations(range(len(columns)), 2):
        one, two = set(columns[a]), set(columns[b])
        if columns[a] != columns[b] and one & two:
            ranks = {value: rank for rank, value in enumerate(sorted(one | two))}
            stretch = longest([ranks[value] for value in columns[a]], [ranks[value] for value in columns[b]])
            found.add((a, b, len(one & two), len(one | two), stretch + 4))
    return found


@given(st.randoms(use_true_random=False))
def test_reported_pairs_are_those_of_all_pairs(documented: Read, chance: random.Random) -> None:
    texts: list[str] = []
    for _ in range(7):
        words = (chance.choice(texts) if texts and chance.random() < 0.8 else prose(56, f"t{len(texts)}x")).split()
        for _ in range(chance.randrange(3)):
            at, size = chance.randrange(len(words)), chance.choice((0, 1, 6))
            words[at : at + size] = prose(chance.choice((0, 1, 9)), f"n{chance.randrange(9**9)}x").split()
        texts.append(" ".join([*words, *prose(50 - len(words), "pad").split()]))
    facts = facts_of(documented, texts, advisory=True)
    verdict = judge(facts)
    places = [[place.file for place in text.places] for text in facts.texts]
    reported = {
        (*sorted((a, b)), score.inter, score.union, pair.run)
        for score, pair, dup, near in zip(verdict.scores, facts.pairs, verdict.dup, verdict.near, strict=True)
        for a in places[score.a]
        for b in places[score.b]
        if dup or near
    }
    every = scores_of_all(documented, texts)
    assert reported == {row for row in every if 100 * row[2] >= 50 * row[3] or row[4] >= 50}


@given(st.permutations(range(4)))
def test_the_order_of_the_files_changes_no_number(documented: Read, order: list[int]) -> None:
    texts = [SIXTY, replaced(SIXTY, 9), SIXTY, prose(60, "other")]
    verdict = judge(facts_of(documented, [texts[number] for number in order]))
    assert (verdict.excess, verdict.counts.dups) == (2, 3)
    assert [found.digest for found in verdict.classes] == [judge(facts_of(documented, texts)).classes[0].digest]


def test_a_copy_more_never_lowers_the_excess(documented: Read) -> None:
    texts = [
        SIXTY,
        replaced(SIXTY, 9),
        prose(60, "other"),
        SIXTY,
        f"{prose(55, 'other')} {prose(50)}",
        replaced(SIXTY, 30),
    ]
    excesses = [judge(facts_of(documented, texts[:count])).excess for count in range(1, len(texts) + 1)]
    assert excesses == sorted(excesses)
    assert excesses[-1] > 2


def near_copies(count: int) -> list[str]:
    return [replaced(prose(120), number % 50).replace("new", f"new{number}x") for number in range(count)]


def test_a_crowd_of_near_copies_is_one_class_without_all_its_pairs(documented: Read) -> None:
    facts = facts_of(documented, [*near_copies(250), prose(60, "other")])
    assert (judge_chunked(facts).excess, facts.hot_texts) == (249, 250)
    assert len(facts.pairs) < 250 * 249 // 2


def test_what_is_no_copy_is_in_no_pair(documented: Read) -> None:
    half_similar = [replaced(SIXTY, 10 + number % 3, 25 + number % 4, 40 + number % 5) for number in range(60)]
    different = [text.replace("new", f"new{number}x") for number, text in enumerate(half_similar)]
    assert facts_of(documented, different).pairs == ()
    assert len(facts_of(documented, different, advisory=True).pairs) < 60 * 59 // 2


def test_a_handful_of_near_copies_has_all_its_pairs(documented: Read) -> None:
    facts = facts_of(documented, near_copies(60))
    assert (len(facts.pairs), facts.hot_texts) == (60 * 59 // 2, 0)
