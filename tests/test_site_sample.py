"""How references are drawn for labelling, and how their answers are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bench import pinned
from bench.sample_sites import EACH, ECMA, KEPT, PYTHON, TWICE, draw, draw_again, is_probe, rank, sites, tree_of
from bench.score_sites import (
    CORRECT,
    EXTERNAL_OK,
    FEWEST,
    MISSED,
    UNRESOLVED_OK,
    WRONG,
    Scored,
    passed,
    score,
    verdict,
)
from bench.site_answers import ask
from bench.trees import committed
from tests.tables import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

ONE = pinned.Repository("o/one", "1" * 40, PYTHON, (".py",))
OTHER = pinned.Repository("o/other", "2" * 40, PYTHON, (".py",))


def site(number: int, **more: object) -> dict[str, Any]:
    row = dict.fromkeys(KEPT, "") | {"path": f"{number}.py", "line": number, "nth": 0, "kind": "import", "spec": "a"}
    return {**row, "mode": "static", "owner": "f/0", **more}


def test_each_history_gives_the_first_by_hash_and_the_order_of_the_list_does_not_matter() -> None:
    listed = {ONE: [site(number) for number in range(EACH + 9)], OTHER: [site(number) for number in range(3)]}
    drawn = draw(listed)
    assert [row["corpus"] for row in drawn].count(ONE.name) == EACH
    assert len(drawn) == EACH + 3
    assert drawn == sorted(drawn, key=rank)
    assert drawn == draw({one: found[::-1] for one, found in reversed(listed.items())})
    left = [{**row, "id": ""} for row in draw({ONE: listed[ONE][:EACH]})]
    assert all(rank(row) <= max(map(rank, left)) for row in drawn if row["corpus"] == ONE.name)


def test_those_drawn_again_are_none_of_the_first() -> None:
    repository = pinned.Repository(TWICE, "3" * 40, ECMA, (".ts",))
    listed = {repository: [site(number) for number in range(2 * EACH + 9)], ONE: [site(1)]}
    again = draw_again(listed)
    assert len(again) == EACH
    assert {row["path"] for row in again}.isdisjoint(row["path"] for row in draw(listed) if row["corpus"] == TWICE)


@pytest.mark.parametrize("more", [{"kind": "string_ref"}, {"kind": "type_name"}, {"kind": "pattern", "mode": "probe"}])
def test_a_probe_is_not_drawn(more: dict[str, str]) -> None:
    assert is_probe(site(1, **more))
    assert not is_probe(site(1))


def test_a_history_is_read_at_its_commit_and_answered(tree: Tree, tmp_path: Path) -> None:
    files = {"a.py": "import b, json\nx = ['b.y']\n", "b.py": "", ".hidden.py": "import a\n", "c.txt": "import a\n"}
    clone = committed(tree(files, name="clones/one"))
    (clone / "a.py").write_text("import c\n")
    repository = ONE._replace(commit="HEAD")
    drawn = draw({repository: sites(repository, tree_of(clone.parent, repository, tmp_path))})
    assert sorted((row["path"], row["spec"]) for row in drawn) == [(".hidden.py", "a"), ("a.py", "b"), ("a.py", "json")]
    answers, universe = ask(clone.parent, drawn, [repository])
    said = {row["spec"]: (answers[row["id"]]["what"], answers[row["id"]]["targets"]) for row in drawn}
    assert said == {"a": ("file", ["a.py"]), "b": ("file", ["b.py"]), "json": ("external", [])}
    assert [(row["sites"], row["inside"], row["external"], row["refused"]) for row in universe] == [(3, 2, 1, {})]


def test_a_commit_that_a_clone_has_not_is_named(tree: Tree, tmp_path: Path) -> None:
    clone = committed(tree({"a.py": ""}, name="clones/one"))
    with pytest.raises(SystemExit, match="o/one: its clone has no commit 1111"):
        tree_of(clone.parent, ONE, tmp_path)


@cases(
    "truth answer expected",
    """
    a.py => file a.py => correct
    a.py or b.py => file b.py => correct
    a.py => file b.py => wrong
    a.py => file b.py a.py => wrong
    a.py => hop b.py a.py => correct
    a.py => external => wrong
    a.py => refused => missed
    p/ => package p/ => correct
    ./ => package / => correct
    external => external => external_ok
    external => refused => unresolved_ok
    external => file a.py => wrong
    dynamic => refused => unresolved_ok
    none => external => wrong
    ambiguous or a.py => file a.py => correct
    """,
)
def test_an_answer_is_held_against_the_truth(truth: str, answer: str, expected: str) -> None:
    meant, *alternatives = truth.split(" or ")
    what, *targets = answer.split()
    given = {"what": "file" if what == "hop" else what, "targets": targets, "via_reexport": what == "hop"}
    assert verdict({"truth": meant, "alt": alternatives}, given) == expected


def scored(verdicts: str, corpus: str = "o/one", rung: int = 1) -> list[Scored]:
    names = {"c": CORRECT, "w": WRONG, "m": MISSED, "e": EXTERNAL_OK, "u": UNRESOLVED_OK}
    return [Scored("", PYTHON, corpus, one in "cwm", rung, names[one]) for one in verdicts]


def test_precision_is_of_what_was_answered_and_recall_of_what_is_inside() -> None:
    found = score(scored("cccwmeu"))
    assert (found.sites, found.inside, found.precision, found.recall) == (7, 5, 0.75, 0.6)
    assert (score([]).precision, score([]).recall) == (1.0, 1.0)


def test_below_its_rung_an_answer_is_none() -> None:
    found = score([*scored("cw", rung=4), *scored("ce")], 3)
    assert (found.correct, found.wrong, found.missed) == (1, 0, 2)


@pytest.mark.parametrize(
    ("verdicts", "others", "gates"),
    [
        ("c" * 10, "", True),
        ("c" * 9 + "w", "", True),
        ("c" * 8 + "ww", "c" * 90, False),
        ("c" * (FEWEST - 2) + "w", "c" * 90, True),
    ],
)
def test_a_language_passes_in_all_and_in_each_history_with_enough(verdicts: str, others: str, gates: bool) -> None:
    assert (PYTHON in passed([*scored(verdicts), *scored(others, "o/other")])) == gates
