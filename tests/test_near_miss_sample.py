"""How pairs of near-misses are drawn for labelling, measured with other trees, and scored."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from bench import near_miss_variants as variants
from bench import sample_near_miss as sample
from bench.pinned import Repository, extract
from bench.sample_near_miss import MOST_IDENTICAL, MOST_OF_A_CLASS, NEAR, QUOTA, REPOSITORIES, YES
from bench.score_near_miss import Apart, Pair, answered_of, flips, score
from bench.shares import hundredths, kappa, share, wilson
from tests.near_misses import AND, COMMENTED, OPERATORS, SEEN, TOTAL

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bench.sample_near_miss import Candidate
    from tests.conftest import Tree

PYTHON, TYPESCRIPT = REPOSITORIES[0], REPOSITORIES[3]


def unit(path: str, number: int) -> dict[str, Any]:
    return {"path": path, "key": f"f{number}/0", "nth": 0, "start_line": 1, "end_line": 9, "nodes": 40, "more": 1}


def class_of(name: str, size: int, ted: int, ending: str) -> dict[str, Any]:
    return {
        "id": f"near-miss:{name}",
        "members": [unit(f"{name}{ending}", number) for number in range(size)],
        "pairs": [{"a": a, "b": b, "ted": ted} for b in range(size) for a in range(b)],
    }


def report(*rows: dict[str, Any], near: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"rows": rows, "advisory": list(near)}


def pairs_of(repository: Repository, count: int, ted: int = 2) -> list[Candidate]:
    """So many classes of one pair, and as many pairs that are nearly one."""
    (ending,) = repository.endings
    rows = [class_of(f"c{number}", 2, ted, ending) for number in range(count)]
    near = [
        {"a": unit(f"a{number}{ending}", 0), "b": unit(f"b{number}{ending}", 0), "ted": 9} for number in range(count)
    ]
    return list(sample.listed(repository, report(*rows, near=near)))


def of_languages(drawn: Iterable[Candidate], stratum: str) -> Counter[str]:
    return Counter(one.repository.language for one in drawn if one.stratum == stratum)


def test_each_language_gives_its_quota_of_each_stratum() -> None:
    drawn = sample.draw([pair for one in REPOSITORIES for pair in pairs_of(one, QUOTA + 5)])
    quota = {one.language: QUOTA for one in REPOSITORIES}
    assert (of_languages(drawn, YES), of_languages(drawn, NEAR)) == (quota, quota)


def test_what_a_language_lacks_is_made_up_for_by_the_others() -> None:
    first, *others = REPOSITORIES
    drawn = sample.draw([*pairs_of(first, 4), *(pair for one in others for pair in pairs_of(one, QUOTA + 5))])
    assert len(drawn) == 2 * QUOTA * len(REPOSITORIES)
    assert of_languages(drawn, YES)[first.language] == of_languages(drawn, NEAR)[first.language] == 4


def test_the_order_in_which_pairs_are_listed_does_not_matter() -> None:
    candidates = [pair for one in REPOSITORIES for pair in pairs_of(one, QUOTA + 5)]
    assert sample.draw(candidates[::-1]) == sample.draw(candidates)
    assert sample.shuffled(candidates[::-1]) == sample.shuffled(candidates) != candidates


def test_a_class_gives_few_pairs_and_so_does_a_unit_in_none() -> None:
    large = sample.listed(PYTHON, report(class_of("c", 9, 2, ".py")))
    assert len(sample.draw(list(large))) == MOST_OF_A_CLASS
    often = [{"a": unit("a.py", 0), "b": unit("b.py", number), "ted": 9} for number in range(9)]
    assert len(sample.draw(list(sample.listed(PYTHON, report(near=often))))) == MOST_OF_A_CLASS


def test_equal_trees_are_a_third_of_what_is_answered_at_most() -> None:
    drawn = sample.draw(pairs_of(PYTHON, QUOTA + 5, ted=0))
    assert sum(one.identical for one in drawn) == MOST_IDENTICAL


def test_files_of_another_language_are_not_drawn_and_not_counted() -> None:
    candidates = list(sample.listed(TYPESCRIPT, report(class_of("c", 2, 2, ".js"), class_of("d", 2, 2, ".ts"))))
    drawn = sample.draw(candidates)
    assert [one.a["path"] for one in drawn] == ["d.ts"]
    counted = {tuple(row.values()) for row in sample.frame(candidates, drawn) if row["listed"] or row["drawn"]}
    assert counted == {("typescript", YES, False, 1, 1)}


def test_pairs_are_listed_of_a_commit_and_their_cards_say_nothing_of_them(tree: Tree, tmp_path: Path) -> None:
    root = tree({"a.py": TOTAL, "b.py": AND, "c.py": SEEN}, git=True, name="clone")
    (root / "a.py").write_text("")
    (tmp_path / "work").mkdir()
    one = Repository("owner/clone", "HEAD", "python", (".py",))
    files = extract(root.parent, one, tmp_path / "work")
    found = sample.shuffled(sample.listed(one, sample.near_misses(files)))
    apart = {(pair.a["path"], pair.b["path"]): (pair.ted, pair.stratum) for pair in found}
    assert apart == {("a.py", "b.py"): (4, YES), ("b.py", "c.py"): (4, YES), ("a.py", "c.py"): (8, NEAR)}
    sample.write_cards(tmp_path / "cards", found, {one.name: files})
    number = list(apart).index(("a.py", "b.py")) + 1
    said = (tmp_path / "cards" / f"{number:03}.txt").read_text()
    assert [line.rstrip() for line in said.splitlines() if line[:1] != " "] == [
        f"pair {number:03}",
        "language python",
        "",
        "--- A a.py:1-6",
        "",
        "--- B b.py:1-6",
    ]
    assert said.count("    2     out = 0\n") == 2


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (AND, {"product": (4, 31, 35), "no_comments": (4, 31, 35), "operators": (4, 31, 35)}),
        (COMMENTED, {"product": (1, 31, 32), "no_comments": (0, 31, 31), "operators": (1, 31, 32)}),
        (OPERATORS, {"product": (0, 31, 31), "no_comments": (0, 31, 31), "operators": (2, 31, 31)}),
    ],
)
def test_other_trees_leave_out_comments_or_tell_operators_apart(
    tree: Tree, other: str, expected: dict[str, tuple[int, int, int]]
) -> None:
    root = tree({"a.py": TOTAL, "b.py": other}, git=True, name=PYTHON.folder)
    sides = {side: {"path": f"{side}.py", "key": "total/2", "nth": 0} for side in "ab"}
    pair = {"corpus": PYTHON.name, "commit": "HEAD", **sides}
    found = {one.name: tuple(variants.apart(root.parent, pair, one).values()) for one in variants.VARIANTS}
    assert found == expected


@pytest.mark.parametrize("kind", ["+", "&&", "not in", "instanceof", "!=="])
def test_an_operator_says_what_is_done(kind: str) -> None:
    assert variants.is_operator(kind)


@pytest.mark.parametrize("kind", ["(", ";", "=>", "->", "if", "</", "?.", "@"])
def test_punctuation_and_other_keywords_are_no_operators(kind: str) -> None:
    assert not variants.is_operator(kind)


def labelled(name: str, truth: str, ted: int, weight: int, without_comments: int) -> Pair:
    apart = {"product": Apart(ted, 100, 90), "no_comments": Apart(without_comments, 99, 90)}
    return Pair(name, "go", YES, (truth, truth), truth, apart, Fraction(weight))


def test_a_score_counts_pairs_and_what_they_stand_for() -> None:
    pairs = [
        labelled("1", "clone", 15, 3, 15),
        labelled("2", "unrelated", 2, 1, 2),
        labelled("3", "variant", 16, 5, 14),
        labelled("4", "boilerplate", 30, 9, 30),
    ]
    assert score(pairs, answered_of(pairs)).cells() == ["2", "1", "0.50", "0.75", "0.50", "0.38"]
    assert [pair.id for pair in flips(pairs, "no_comments")] == ["1", "3"]


def test_agreement_is_counted_beyond_chance() -> None:
    sides = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert kappa(sides) == Fraction(2, 5)
    assert kappa([(True, True)] * 3) is None


@pytest.mark.parametrize(
    ("correct", "count", "interval"),
    [(8, 10, ("0.49", "0.94")), (0, 10, ("0.00", "0.28")), (10, 10, ("0.72", "1.00")), (50, 100, ("0.40", "0.60"))],
)
def test_an_interval_narrows_with_the_sample_and_stays_within_a_share(
    correct: int, count: int, interval: tuple[str, str]
) -> None:
    low, high = wilson(correct, count)
    assert (hundredths(low), hundredths(high)) == interval
    assert low <= Fraction(correct, count) <= high


def test_a_share_of_nothing_is_none() -> None:
    assert (share(1, 3), share(Fraction(1, 2), 2), share(0, 0), hundredths(Fraction(-1, 8))) == (
        "0.33",
        "0.25",
        "-",
        "-0.12",
    )
