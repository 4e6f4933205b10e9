"""The labelled sample of near-misses is whole, and its published figures are what its files say."""

from __future__ import annotations

import re
from collections import Counter

from bench.pinned import rows
from bench.sample_near_miss import MOST_IDENTICAL, NEAR, QUOTA, REPOSITORIES, TARGET, YES
from bench.score_near_miss import (
    CORRECT,
    PRODUCT,
    TREES,
    WRONG,
    Pair,
    answered_of,
    correct_of,
    figures,
    flips,
    in_band,
    is_answered,
    record,
    score,
)
from rubout.report import near_miss_text
from tests.docs.test_methodology import NEAR_MISS, PAGES

SAMPLE = record(TARGET)
PAIRS, FRAME, LABELS, VARIANTS = (rows(TARGET / f"{name}.jsonl") for name in ("pairs", "frame", "labels", "variants"))
DECISIONS = (PAGES.parent / "decisions.md").read_text(encoding="utf-8")


def spoken(answered: list[Pair]) -> str:
    return f"{len(correct_of(answered))} of {len(answered)}"


def test_every_pair_has_its_labels_and_its_distances() -> None:
    ids = [f"{number:03}" for number in range(1, 2 * QUOTA * len(REPOSITORIES) + 1)]
    assert [[row["id"] for row in each] for each in (PAIRS, LABELS, VARIANTS)] == [ids, ids, ids]


def test_every_label_is_known_and_what_holds_has_a_reason() -> None:
    assert {row[who] for row in LABELS for who in ("first", "second", "truth")} <= CORRECT | WRONG
    assert [row["id"] for row in LABELS if not row["reason"]] == []


def test_the_first_label_holds_where_the_readers_agree_on_the_side() -> None:
    agreed = [row for row in LABELS if (row["first"] in CORRECT) == (row["second"] in CORRECT)]
    assert [row["id"] for row in agreed if row["truth"] != row["first"]] == []


def test_the_stratum_is_the_verdict_of_today() -> None:
    assert [pair.id for pair in SAMPLE if is_answered(pair) != (pair.stratum == YES)] == []
    assert [pair.id for pair in SAMPLE if not pair.product.keeps(70)] == []


def test_the_distances_of_the_product_are_those_of_the_pairs() -> None:
    of_pairs = [{"ted": row["ted"], "n1": row["a"]["nodes"], "n2": row["b"]["nodes"]} for row in PAIRS]
    assert [row[PRODUCT] for row in VARIANTS] == of_pairs


def test_the_frame_counts_what_was_drawn() -> None:
    drawn = Counter((row["language"], row["stratum"], row["ted"] == 0) for row in PAIRS)
    assert {(row["language"], row["stratum"], row["identical"]): row["drawn"] for row in FRAME} == drawn
    assert all(row["drawn"] <= (MOST_IDENTICAL if row["identical"] else row["listed"]) for row in FRAME)
    assert {row["stratum"] for row in FRAME} == {YES, NEAR}


def test_the_page_ends_with_the_figures_of_its_files() -> None:
    page = (TARGET / "README.md").read_text(encoding="utf-8")
    assert page.endswith(f"\n\n{figures(SAMPLE)}")


def test_the_report_says_what_the_sample_found_of_small_units_and_of_larger_ones() -> None:
    answered = answered_of(SAMPLE)
    small = in_band(answered, 0, near_miss_text.SMALL)
    larger = [pair for pair in answered if pair not in small]
    assert (spoken(small), spoken(larger)) == (near_miss_text.SMALL_SAMPLED, near_miss_text.LARGER_SAMPLED)
    assert f"{spoken(small)} pairs of units of at most {near_miss_text.SMALL} nodes" in NEAR_MISS
    assert f"{spoken(larger)} larger ones" in NEAR_MISS


def test_trees_are_as_they_are_because_no_other_ones_are_nearer_to_the_truth() -> None:
    right = {name: [pair for pair in SAMPLE if is_answered(pair, name) == pair.is_correct] for name in TREES}
    assert max(TREES, key=lambda name: len(right[name])) == PRODUCT
    changed = {pair.id for name in TREES for pair in flips(SAMPLE, name)}
    assert changed == set(re.findall(r"pair (\d{3}) of the sample", DECISIONS))


def test_the_pages_name_the_precision_and_the_recall_of_the_sample() -> None:
    _, _, precision, weighted, recall, weighted_recall = score(SAMPLE, answered_of(SAMPLE)).cells()
    for page in (NEAR_MISS, DECISIONS):
        assert f"precision {precision} (weighted {weighted})" in page
        assert f"recall {recall} (weighted {weighted_recall})" in page
