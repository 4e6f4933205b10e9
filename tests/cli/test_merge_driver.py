"""`rubout merge-driver`, run by git in a real merge."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.store.baseline import NAME, baseline_text, parse_baseline
from tests.conftest import SOURCE
from tests.ratchets import HEADER, baseline, clone, lines

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.facts.ratchet import Baseline
    from tests.conftest import Git, Rubout, Tree

DRIVER = f"env PYTHONPATH={SOURCE} {sys.executable} -m rubout merge-driver %O %A %B"
A, B, C = "a.py::f/0#0", "b.py::f/0#0", "c.py::f/0#0"
BASE = baseline(lines("a.py", 100), lines("b.py", 100), lines("c.py", 100), clone("1", 1, A, B))
OURS = baseline(lines("a.py", 90), lines("b.py", 100), lines("c.py", 80), clone("1", 1, A, B))
THEIRS = baseline(lines("a.py", 95), lines("b.py", 70), lines("d.py", 5))
MERGED = baseline(lines("a.py", 95), lines("b.py", 70), lines("c.py", 80), lines("d.py", 5))


@pytest.fixture
def repository(tree: Tree, git: Git) -> Path:
    """A repository set up as the documentation says, on its first commit."""
    root = tree({".gitattributes": f"{NAME} merge=rubout\n", NAME: baseline_text(BASE)}, git=True)
    git(root, "config", "merge.rubout.name", "the baseline of rubout")
    git(root, "config", "merge.rubout.driver", DRIVER)
    return root


def branched(git: Git, root: Path, ours: Baseline, theirs: Baseline) -> None:
    """Two branches from here, the one checked out with `ours`."""
    for branch, side in (("theirs", theirs), ("ours", ours)):
        git(root, "checkout", "--quiet", "-b", branch, "main")
        (root / NAME).write_text(baseline_text(side))
        git(root, "commit", "--quiet", "--all", f"--message={branch}")


def test_git_merges_two_branches_that_both_shrank(repository: Path, git: Git) -> None:
    branched(git, repository, OURS, THEIRS)
    git(repository, "merge", "--quiet", "--no-edit", "theirs")
    assert parse_baseline((repository / NAME).read_bytes(), NAME) == MERGED


def test_git_is_left_a_conflict_where_the_headers_differ(repository: Path, git: Git, rubout: Rubout) -> None:
    accepted = baseline(lines("a.py", 300), header=msgspec.structs.replace(HEADER, accepted="grown on purpose"))
    branched(git, repository, OURS, accepted)
    with pytest.raises(subprocess.CalledProcessError) as merge:
        git(repository, "merge", "--quiet", "--no-edit", "theirs")
    assert b"the headers differ in accepted" in merge.value.stderr
    assert (repository / NAME).read_text().startswith("<<<<<<< ours\n")
    assert rubout("check", repository).code == 2


def test_two_branches_that_both_began_one_are_merged(tmp_path: Path, rubout: Rubout) -> None:
    assert merged(tmp_path, rubout, b"", baseline_text(OURS).encode(), baseline_text(THEIRS).encode()) == (0, "")
    result = parse_baseline((tmp_path / "ours").read_bytes(), NAME)
    assert {row.key: row.value for row in result.ceilings} == {"a.py": 95, "b.py": 100, "c.py": 80, "d.py": 5}
    assert len(result.findings) == 1


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        (b"garbled\n", baseline_text(THEIRS).encode(), "no JSON: 'garbled'"),
        (baseline_text(OURS).encode(), b"", "no header"),
        (baseline_text(OURS).encode(), b"\xff\n", "no JSON"),
    ],
)
def test_a_side_that_is_no_baseline_leaves_gits_conflict(
    tmp_path: Path, rubout: Rubout, ours: bytes, theirs: bytes, why: str
) -> None:
    code, said = merged(tmp_path, rubout, baseline_text(BASE).encode(), ours, theirs)
    assert code == 1
    assert said.startswith("rubout: the baselines were not merged: ")
    assert why in said
    assert b"<<<<<<< ours" in (tmp_path / "ours").read_bytes()


def merged(folder: Path, rubout: Rubout, *sides: bytes) -> tuple[int, str]:
    """The exit status of a merge of these files, and what was said."""
    names = ("base", "ours", "theirs")
    for name, side in zip(names, sides, strict=True):
        (folder / name).write_bytes(side)
    ran = rubout("merge-driver", *(folder / name for name in names))
    return ran.code, ran.err
