"""`rubout join`: cards, tiers, formats, and the facts behind them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.histories import make_twins
from tests.reports import read

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two copies that are changed together twice."""
    return make_twins(tmp_path.resolve() / "r")


def test_a_card_shows_all_three_evidences(rubout: Rubout, root: Path) -> None:
    ran = rubout("join", root)
    assert ran.code == 0
    assert ran.out.splitlines()[2:7] == [
        "merge candidate: a.py <-> lib/b.py",
        "  alike    copied code, 1 run, 52 tokens: a.py:1-10 | lib/b.py:1-10",
        "  graph    a.py: 1 file refers to it (main.py:1), it refers to 0, in no cycle, an entry leads here",
        "           lib/b.py: 1 file refers to it (main.py:2), it refers to 0, in no cycle, an entry leads here",
        "  history  +0/~2 most at a.py:1 | +0/~2 most at lib/b.py:1; both changed in 2 commits",
    ]
    reasons = "alike enough, both are referenced, they lie in no common cycle, they change together"
    assert ran.out.splitlines()[7] == f"  because  {reasons}, most added lines are rewritten ones"


def test_the_row_says_what_it_rests_on(rubout: Rubout, root: Path) -> None:
    report = read(rubout, "join", root)
    (row,) = report["rows"]
    assert row["a"] == {"path": "a.py", "start_line": 1, "end_line": 10}
    assert row["sim"] == {"kind": 0, "num": 100, "den": 100}
    assert (row["blocks"], row["tokens"], row["cochange"]) == (1, 52, 2)
    assert row["churn_a"] == {"appended": 0, "rewrote": 2, "most_at": "a.py:1"}
    places = {"outdeg": 0, "scc_size": 1, "reach": 1, "indeg": 1}
    assert row["graph_a"] == {**places, "scc": row["graph_a"]["scc"], "seen_at": "main.py:1"}
    assert row["flags_b"] == 0
    assert (row["code"], row["verdict"], row["legs_mask"], row["reasons"]) == (1, "merge_candidate", 7, 414)
    assert row["reason_names"][:3] == ["sim_over", "graph_both", "both_ref"]
    assert report["window"]["commits"] == 2
    assert report["counts"]["pairs"] == report["counts"]["merge_candidate"] == 1


def test_units_are_a_tier_of_their_own(rubout: Rubout, root: Path) -> None:
    report = read(rubout, "join", root, "--tier", "u")
    (row,) = report["units"]
    assert (row["a"]["key"], row["b"]["path"], row["tokens"]) == ("total/2", "lib/b.py", 52)
    assert (row["graph"], row["churn_a"]) == (None, {"appended": 0, "rewrote": 2})
    assert "references join files" in row["caveat"]
    assert "units" not in read(rubout, "join", root)
    assert "a.py:1-10 total/2 <-> lib/b.py:1-10 total/2\n" in rubout("join", root, "--tier", "u").out


def test_without_the_history_no_commit_is_asked_for(rubout: Rubout, root: Path) -> None:
    report = read(rubout, "join", root, "--no-churn")
    (row,) = report["rows"]
    assert (row["churn_a"], row["cochange"], row["legs_mask"]) == (None, None, 3)
    assert report["window"]["commits"] is None
    assert [note["kind"] for note in report["notes"]] == ["no-history"]
    assert "no history" in rubout("join", root, "--no-churn").out.splitlines()[0]


def test_a_shallow_clone_is_named(rubout: Rubout, root: Path, git: Git) -> None:
    git(root.parent, "clone", "--quiet", "--depth=1", root.as_uri(), "clone")
    report = read(rubout, "join", root.parent / "clone")
    assert report["window"]["shallow"] is True
    assert "shallow clone" in report["notes"][0]["what"]
    git(root.parent / "clone", "fetch", "--quiet", "--unshallow")
    assert read(rubout, "join", root.parent / "clone")["window"]["commits"] == 2


def test_a_new_commit_of_the_same_tree_is_looked_at_again(rubout: Rubout, root: Path, git: Git) -> None:
    first = rubout("join", root)
    assert rubout("join", root) == first
    git(root, "commit", "--quiet", "--allow-empty", "--message=c", "--date=now")
    assert rubout("join", root).out != first.out


def test_a_path_narrows_what_is_shown(rubout: Rubout, root: Path) -> None:
    (root / "other").mkdir()
    assert len(read(rubout, "join", root / "lib")["rows"]) == 1
    assert read(rubout, "join", root / "other")["rows"] == []


def test_the_index_changes_no_byte(rubout: Rubout, root: Path) -> None:
    said = [rubout("join", root, *argv) for argv in (("--no-cache",), (), (), ("--jobs", 2))]
    assert all(ran == said[0] for ran in said)


@pytest.mark.parametrize("output_format", ["sarif", "github", "markdown"])
def test_a_candidate_is_a_note_in_every_format(rubout: Rubout, root: Path, output_format: str) -> None:
    ran = rubout("join", root, "--format", output_format)
    assert ran.code == 0
    assert "merge candidate with lib/b.py: alike enough, both are referenced" in ran.out
    (root / "main.py").unlink()
    assert "candidate with" not in rubout("join", root, "--format", output_format).out


def test_of_a_pair_that_nothing_tells_apart_nothing_is_said(rubout: Rubout, root: Path) -> None:
    (root / "main.py").write_text("import a\n")
    (row,) = read(rubout, "join", root)["rows"]
    assert row["verdict"] == "delete_candidate"
    (root / "main.py").unlink()
    (row,) = read(rubout, "join", root)["rows"]
    assert row["verdict"] == "churn_hotspot"


def test_facts_judge_to_the_verdict_of_the_command(rubout: Rubout, root: Path, tmp_path: Path) -> None:
    facts = rubout("facts", "join", root)
    kept = tmp_path / "facts.json"
    kept.write_text(facts.out)
    judged = rubout("judge", "join", kept)
    assert (facts.code, judged.code) == (0, 0)
    (row,) = read(rubout, "join", root)["rows"]
    assert json.loads(judged.out)["rows"] == [[row["code"], row["reasons"], row["legs_mask"]]]
    kept.write_text(facts.out.replace('"sim":[[0,1', '"sim":[[1,1'))
    ran = rubout("judge", "join", kept)
    assert (ran.code, ran.out) == (2, "")
    assert "join sim[0]: pair not ascending" in ran.err


def test_an_empty_tree_is_no_pass(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("join", tree({"rubout.toml": ""}))
    assert (ran.code, ran.out) == (2, "")
