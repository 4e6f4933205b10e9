"""`rubout churn`: its options, its formats, and what it says where there is no history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.histories import make_versions
from tests.reports import read

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree

FUNCTION = "def load(path):\n    data = {}\n    return data\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    later = {n: {"a.py": FUNCTION.format(n), "lib/b.py": f"x = {n}\n"} for n in range(20, 23)}
    first = {"a.py": FUNCTION.format(0), "lib/b.py": "x = 0\n", "rubout.toml": ""}
    return make_versions(tmp_path.resolve() / "r", {0: first, **later})


def test_the_report_names_what_was_rewritten_and_what_changed_together(rubout: Rubout, root: Path) -> None:
    ran = rubout("churn", root)
    title, _, rest = ran.out.partition("\n")
    assert title.startswith("History: 14 days before ")
    assert title.endswith(", 3 commits, 0 merges among them.")
    assert ran.code == 0
    assert rest == (
        "\nFiles, the most rewritten first\n"
        "  a.py  +0 ~3\n"
        "  lib/b.py  +3 ~0\n"
        "\nUnits, the most rewritten first\n"
        "  a.py:load/1  +0 ~3\n"
        "  lib/b.py:top level  +3 ~0\n"
        "\nFiles that changed together\n"
        "  a.py <-> lib/b.py  in 3 commits\n"
        "\n6 lines added = 3 appended + 3 rewritten; 0 commits too large to pair files in\n"
    )


def test_days_reach_further_back(rubout: Rubout, root: Path) -> None:
    assert read(rubout, "churn", root)["window"]["commits"] == 3
    report = read(rubout, "churn", root, "--days", 22)
    assert (report["window"]["commits"], report["counts"]["append_lines"], report["knobs"]["days"]) == (4, 7, 22)
    (root / "rubout.toml").write_text("[churn]\ndays = 1\ncochange_floor = 3\n")
    report = read(rubout, "churn", root)
    assert (report["window"]["commits"], report["cochange"], report["knobs"]["cochange_floor"]) == (2, [], 3)


def test_survival_is_counted_when_it_is_asked_for(rubout: Rubout, root: Path) -> None:
    counts = read(rubout, "churn", root, "--survival")["counts"]
    assert (counts["surviving"], counts["churned"]) == (2, 4)
    assert "surviving" not in read(rubout, "churn", root)["counts"]
    assert "; 2 added lines are still there, 4 are not\n" in rubout("churn", root, "--survival").out


def test_a_path_narrows_what_is_shown_and_not_what_is_measured(rubout: Rubout, root: Path) -> None:
    report = read(rubout, "churn", root / "lib")
    assert [row["path"] for row in report["units"]] == ["lib/b.py"]
    assert [pair["count"] for pair in report["cochange"]] == [3]
    assert report["counts"]["added_in_window"] == 3


def test_long_lists_are_cut_in_text_alone(rubout: Rubout, tmp_path: Path) -> None:
    files = [{f"{n:02}.py": f"x = {m}\n" for n in range(8)} for m in range(2)]
    root = make_versions(tmp_path / "many", dict(enumerate(files)))
    assert "  8 more: --format json lists them\n" in rubout("churn", root).out
    assert len(read(rubout, "churn", root)["cochange"]) == 28


def test_workers_and_the_index_change_no_byte(rubout: Rubout, root: Path) -> None:
    said = [rubout("churn", root, *argv) for argv in (("--no-cache", "--jobs", 1), ("--jobs", 3), (), ())]
    assert all(ran == said[0] for ran in said)


def test_without_a_history_it_could_not_judge(rubout: Rubout, tree: Tree, root: Path, git: Git) -> None:
    ran = rubout("churn", tree({"a.py": "x = 1\n", "rubout.toml": ""}))
    assert (ran.code, ran.out) == (2, "")
    assert "no repository, so no history" in ran.err
    git(root.parent, "clone", "--quiet", "--depth=1", root.as_uri(), "clone")
    ran = rubout("churn", root.parent / "clone")
    assert (ran.code, ran.out) == (2, "")
    assert "shallow clone" in ran.err
    assert "git fetch --unshallow" in ran.err


@pytest.mark.parametrize("argv", [("--days", "0"), ("--days", "x"), ("--format", "sarif"), ("--base", "HEAD")])
def test_a_command_line_that_cannot_be_followed_is_refused(rubout: Rubout, root: Path, argv: tuple[str, ...]) -> None:
    ran = rubout("churn", root, *argv)
    assert (ran.code, ran.out) == (2, "")
