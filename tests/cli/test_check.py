"""`rubout check` on a tree: the score, the exit status, the explanation of an axis."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from rubout.cli.main import main
from rubout.errors import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

COPY = """def {name}(rows, limit):
    total = 0
    for row in rows:
        if row > limit and not row % 2:
            total += row * limit - 7
        else:
            print("{name}", row, file=limit)
    while total > limit:
        total //= 2
        yield [total, *rows]
    return {{"sum": total, "limit": limit}}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two files of one class of copies, and a text of 400 lines."""
    (tmp_path / "rubout.toml").touch()
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(COPY.format(name=name), encoding="utf-8")
    (tmp_path / "notes.md").write_text("word\n" * 400, encoding="utf-8")
    return tmp_path


def ran(*argv: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main([str(word) for word in argv], out, err), out.getvalue(), err.getvalue()


def test_a_tree_is_scored_and_nothing_fails_without_a_condition(tree: Path) -> None:
    code, out, err = ran("check", tree, "--format", "json")
    document = json.loads(out)
    assert (code, err) == (ExitCode.HELD, "")
    assert [(axis["name"], axis["mass"], axis["opportunity"]) for axis in document["axes"]] == [
        ("size", "160/121", 3),
        ("complexity", 0, 2),
        ("clone", 1, 3),
    ]
    assert document["soft_line"] == 200
    assert (document["score"], document["fail"]) == (1000 - (305 + 0 + 250) // 3, False)


@pytest.mark.parametrize(("floor", "code"), [(815, ExitCode.HELD), (816, ExitCode.FAILED)])
def test_a_score_under_the_floor_fails(tree: Path, floor: int, code: ExitCode) -> None:
    exit_code, out, _ = ran("check", tree, "--fail-under", floor)
    assert exit_code == code
    assert (f"FAIL score 815 is under the floor of {floor}" in out) == (code is ExitCode.FAILED)


@pytest.mark.parametrize(("budget", "code"), [(1, ExitCode.HELD), (0, ExitCode.FAILED)])
def test_extra_copies_over_the_budget_fail(tree: Path, budget: int, code: ExitCode) -> None:
    (tree / "rubout.toml").write_text(f"[clones]\nbudget = {budget}\n", encoding="utf-8")
    assert ran("check", tree)[0] == code


@pytest.mark.parametrize("floor", [1001, 99999])
def test_a_floor_that_no_score_could_reach_is_refused(tree: Path, floor: int) -> None:
    code, out, err = ran("check", tree, "--fail-under", floor)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert f"--fail-under {floor} is above the scale" in err


def test_a_tree_over_nothing_is_no_pass(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").touch()
    code, _, err = ran("check", tmp_path)
    assert code == ExitCode.UNJUDGED
    assert "nothing to judge" in err


def test_weights_on_unjudged_axes_alone_give_no_score(tree: Path) -> None:
    weights = "[score.weights]\nsize = 0\ncomplexity = 0\nclone = 0\n"
    (tree / "rubout.toml").write_text(weights, encoding="utf-8")
    code, out, _ = ran("check", tree)
    assert code == ExitCode.UNJUDGED
    assert out.startswith("Score: could not judge.")


def test_an_axis_is_explained_from_its_mass_to_the_score(tree: Path) -> None:
    code, out, _ = ran("explain", "score:clone", tree)
    assert code == ExitCode.HELD
    assert "floor(1000 * 1 / (1 + 3)) = 250\n" in out
    assert out.splitlines()[-2].endswith("= 815")


def test_what_facts_prints_judges_to_the_same_score(tree: Path, tmp_path: Path) -> None:
    kept = tmp_path / "facts.json"
    kept.write_text(ran("facts", "score", tree)[1], encoding="utf-8")
    code, out, _ = ran("judge", "score", kept)
    assert (code, json.loads(out)["score"]) == (ExitCode.HELD, 815)


@pytest.mark.parametrize("below", ["pkg", "pkg/c.py", "one.py"])
def test_a_path_below_the_root_is_refused(tree: Path, below: str) -> None:
    (tree / "pkg").mkdir()
    (tree / "pkg/c.py").write_text("x = 1\n", encoding="utf-8")
    code, out, err = ran("check", tree / below)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert f"give the root: {tree}" in err


def test_a_project_below_another_is_a_root_of_its_own(tree: Path) -> None:
    (tree / "pkg").mkdir()
    (tree / "pkg/c.py").write_text("x = 1\n", encoding="utf-8")
    (tree / "pkg/rubout.toml").touch()
    code, out, _ = ran("check", tree / "pkg", "--format", "json")
    assert (code, json.loads(out)["counts"]["files"]) == (ExitCode.HELD, 1)


def test_a_syntax_error_shows_in_the_text(tree: Path) -> None:
    (tree / "broken.py").write_text("def f(a:\n", encoding="utf-8")
    assert "parse" in ran("check", tree)[1]
