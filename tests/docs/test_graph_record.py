"""The labelled sample of references is whole, and its published figures are what its files say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bench.pinned import rows
from bench.sample_sites import AGAIN, EACH, REPOSITORIES, TARGET, TWICE, is_probe, rank
from bench.score_sites import FIRST, NO_PATH, NOW, WRONG, Scored, figures, passed, record, score
from bench.site_answers import LANGUAGES
from rubout.facts.audits import AUDITED, AUDITS
from rubout.measure.languages.all import LANGUAGES as TABLE
from rubout.measure.resolve.world import Refusal, What

if TYPE_CHECKING:
    from pathlib import Path

SITES, FRAME, DEAD, UNIVERSE = (rows(TARGET / f"{name}.jsonl") for name in ("sites", "frame", "dead", "universe"))
ANSWERS = ((TARGET, FIRST), (TARGET, NOW), (TARGET / AGAIN, NOW))
PAGE = (TARGET / "README.md").read_text(encoding="utf-8")


def test_every_history_gives_its_share_of_each_language() -> None:
    drawn = Counter((row["corpus"], row["commit"], row["language"]) for row in SITES)
    assert drawn == {(one.name, one.commit, one.language): EACH for one in REPOSITORIES}
    assert [(row["corpus"], row["drawn"]) for row in FRAME] == [(one.name, EACH) for one in REPOSITORIES]
    assert all(row["sites"] >= row["drawn"] for row in FRAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_references_stand_in_the_order_of_their_hash(language: str) -> None:
    own = [row for row in SITES if row["language"] == language]
    assert [row["id"] for row in own] == [f"{language}-{number:03}" for number in range(1, len(own) + 1)]
    assert own == sorted(own, key=rank)
    assert not any(map(is_probe, own))


def test_those_of_one_history_that_were_drawn_later_come_next() -> None:
    later = rows(TARGET / AGAIN / "sites.jsonl")
    assert {row["corpus"] for row in later} == {TWICE}
    assert later == sorted(later, key=rank)
    assert max(rank(row) for row in SITES if row["corpus"] == TWICE) < rank(later[0])


@pytest.mark.parametrize("folder", [TARGET, TARGET / AGAIN])
def test_every_reference_has_its_truth_with_a_reason(folder: Path) -> None:
    sites, truth = (rows(folder / f"{name}.jsonl") for name in ("sites", "truth"))
    assert [row["id"] for row in truth] == [row["id"] for row in sites]
    assert [row["id"] for row in truth if not row["reason"]] == []
    paths = [path for row in truth for path in (row["truth"], *row["alt"]) if path not in NO_PATH]
    assert [path for path in paths if path.startswith((".", "/")) and path not in ("./", "/")] == []


def test_every_reference_has_its_answers() -> None:
    for folder, name in ANSWERS:
        answers = rows(folder / f"{name}.jsonl")
        assert [row["id"] for row in answers] == [row["id"] for row in rows(folder / "sites.jsonl")]
        for row in answers:
            assert (row["reason"] is None) == (What(row["what"]) is not What.REFUSED)
            assert row["reason"] is None or Refusal(row["reason"])
            assert bool(row["targets"]) == (row["what"] not in (What.REFUSED, What.EXTERNAL))


def test_the_universe_is_the_frame_of_the_draw() -> None:
    assert [(row["corpus"], row["sites"]) for row in UNIVERSE] == [(row["corpus"], row["sites"]) for row in FRAME]
    assert all(row["sites"] == row["inside"] + row["external"] + sum(row["refused"].values()) for row in UNIVERSE)


def test_the_page_ends_with_the_figures_of_its_files() -> None:
    assert PAGE.endswith(f"\n\n{figures(TARGET)}")


def test_the_languages_that_may_fail_a_check_are_those_that_passed_with_what_was_right() -> None:
    now, first = record(TARGET), record(TARGET, FIRST)
    assert passed(now) == AUDITS.keys()
    assert tuple(language.code for language in TABLE if language.name in AUDITS) == AUDITED
    for language, names in LANGUAGES.items():
        said = [right_of([one for one in answers if one.language == language]) for answers in (now, first)]
        record_of = said[0] if said[0] == said[1] else f"{said[0]}, at first {said[1]}"
        assert {AUDITS[name] for name in names} == {record_of}


def right_of(scored: list[Scored]) -> str:
    found = score(scored)
    return f"{found.correct} of {found.correct + found.wrong}"


def test_what_was_wrong_at_first_was_all_of_the_history_that_was_drawn_from_twice() -> None:
    assert {one.corpus for one in record(TARGET, FIRST) if one.verdict == WRONG} == {TWICE}


def test_each_file_that_was_listed_has_a_verdict_with_a_reason() -> None:
    paths = [(row["corpus"], row["path"]) for row in DEAD]
    assert paths == sorted(set(paths))
    assert {row["verdict"] for row in DEAD} == {"dead", "alive"}
    assert all(row["reason"] for row in DEAD)
    (corpus,) = {row["corpus"] for row in DEAD}
    alive = [row for row in DEAD if row["verdict"] == "alive"]
    listed = [len(DEAD), len(alive), sum(row["listed"] for row in DEAD), sum(row["listed"] for row in alive)]
    assert f"| {corpus} | {DEAD[0]['commit'][:8]} | 514 | {' | '.join(map(str, listed))} |" in PAGE
