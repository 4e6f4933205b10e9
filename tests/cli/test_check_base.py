"""`rubout check --base`, in real repositories."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from rubout.store.baseline import NAME
from tests.baselines import ALIVE, FILES, checked, rewrite, with_baseline
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow, Ran, Rubout, Tree


@pytest.fixture
def root(tree: Tree, rubout: Rubout, git: Git) -> Path:
    return with_baseline(tree, rubout, git)


def based(rubout: Rubout, root: Path, revision: str) -> Ran:
    return rubout("check", root, "--base", revision, "--format", "json")


def test_against_a_revision_only_what_it_does_not_have_fails(tree: Tree, grow: Grow, rubout: Rubout, git: Git) -> None:
    root = tree({**FILES, "d.py": LOOP}, git=True)
    assert based(rubout, root, "HEAD").code == 0
    grow(root, {"c.py": LOOP})
    report = json.loads(based(rubout, root, "HEAD").out)
    assert report["ratchet"]["base"] == "HEAD"
    assert [(row["path"], row["value"], row["allowed"], row["accept"]) for row in report["rows"]] == [
        ("c.py", 2, 1, None)
    ]
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=copy")
    assert [based(rubout, root, revision).code for revision in ("HEAD", "HEAD~1")] == [0, 1]
    assert not (root / NAME).exists()


def test_the_words_name_the_revision_and_no_baseline(tree: Tree, grow: Grow, rubout: Rubout) -> None:
    root = tree({**FILES, "d.py": LOOP}, git=True)
    grow(root, {"c.py": LOOP, "b.py": FILES["b.py"] + "y = 1\n" * 200})
    said = rubout("check", root, "--base", "HEAD").out
    assert "FAIL 1 value grew past what `HEAD` allows" in said
    assert "FAIL 1 finding that `HEAD` does not know" in said
    rows = json.loads(based(rubout, root, "HEAD").out)["rows"]
    explained = [rubout("explain", row["id"], root, "--base", "HEAD").out for row in rows]
    assert ["c the ceiling in `HEAD`" in explained[0], "this content in `HEAD`" in explained[1]] == [True, True]
    assert "the baseline" not in said + "".join(explained)


def test_against_a_revision_the_baseline_file_is_neither_read_nor_written(
    root: Path, grow: Grow, rubout: Rubout
) -> None:
    grow(root, {"c.py": LOOP, NAME: "no baseline\n"})
    assert checked(rubout, root, "--base", "HEAD")[0] == 1
    assert (root / NAME).read_text() == "no baseline\n"


def test_against_a_revision_its_own_configuration_and_the_soft_line_of_its_baseline_count(
    tree: Tree, grow: Grow, rubout: Rubout, git: Git
) -> None:
    own = f"exclude = ['c.py']\n{ALIVE}"
    root = with_baseline(tree, rubout, git, {**FILES, "rubout.toml": own, "c.py": LOOP})
    rewrite(root, '"soft_line": 200', '"soft_line": 222')
    git(root, "commit", "--quiet", "--all", "--message=soft line")
    grow(root, {"rubout.toml": ALIVE, NAME: ""})
    code, report = checked(rubout, root, "--base", "HEAD")
    assert (code, report["soft_line"]) == (1, 222)
    assert [row["path"] for row in report["rows"]] == ["c.py"]


def test_against_a_revision_renames_are_followed_into_the_work_tree(root: Path, grow: Grow, rubout: Rubout) -> None:
    (root / "b.py").unlink()
    grow(root, {"moved.py": FILES["b.py"] + "y = 1\n" * 11})
    _, report = checked(rubout, root, "--base", "HEAD")
    assert [row["key"] for row in report["ratchet"]["over"]] == ["moved.py"]


def test_a_shallow_clone_says_what_it_lacks(root: Path, grow: Grow, rubout: Rubout, git: Git, tmp_path: Path) -> None:
    first = (root / ".git" / "refs" / "heads" / "main").read_text().strip()
    grow(root, {"c.py": "y = 4\n"})
    git(root, "commit", "--quiet", "--all", "--message=more")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{root}", str(clone))
    assert based(rubout, clone, "HEAD").code == 0
    ran = based(rubout, clone, first)
    assert (ran.code, ran.out) == (2, "")
    assert first in ran.err
    assert "git fetch --unshallow" in ran.err


@pytest.mark.parametrize("revision", ["nowhere", "--all", ""])
def test_a_revision_that_is_none_is_refused(root: Path, rubout: Rubout, revision: str) -> None:
    ran = rubout("check", root, f"--base={revision}")
    assert (ran.code, ran.out) == (2, "")


def test_a_configuration_of_the_revision_that_cannot_be_used_is_named_as_its_own(
    tree: Tree, grow: Grow, rubout: Rubout
) -> None:
    root = tree({"a.py": "x = 1\n", "rubout.toml": "oops = [\n"}, git=True)
    grow(root, {"rubout.toml": ""})
    ran = based(rubout, root, "HEAD")
    assert (ran.code, ran.err.startswith("rubout: HEAD:rubout.toml: not TOML")) == (2, True)
