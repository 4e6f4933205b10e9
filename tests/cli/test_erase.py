"""`rubout erase`: what is printed where, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rubout as package
from rubout.judge import erase
from tests.erases import EXAMPLE
from tests.gate.test_erase_apply import snapshot

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(EXAMPLE, git=True)


def test_a_plan_is_a_diff_and_the_rest_stands_beside_it(root: Path, rubout: Rubout) -> None:
    ran = rubout("erase", root)
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line.startswith("diff ")] == [
        "diff --git a/copy.py b/copy.py",
        "diff --git a/doc2.md b/doc2.md",
        "diff --git a/lone.py b/lone.py",
    ]
    assert ran.err.splitlines() == [
        "advisory t1_twin t2.py: bytes_differ (clones: twin at __main__.py:4-15 (72 tokens), covers sum_up/2)",
        "erase plan: 3 eraseable, 1 advisory (dry run; --apply to act)",
    ]


def test_git_applies_what_apply_does(root: Path, rubout: Rubout, tree: Tree) -> None:
    other = tree(EXAMPLE, git=True, name="other")
    subprocess.run(["git", "apply", "-"], input=rubout("erase", other).out.encode(), cwd=other, check=True)
    assert rubout("erase", "--apply", root).code == 0
    assert snapshot(root) == snapshot(other)


def test_an_apply_says_what_went_and_the_ways_back(root: Path, rubout: Rubout) -> None:  # example 10
    ran = rubout("erase", "--apply", root)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(" (")[0] for line in ran.out.splitlines()[:-1]] == [
        "erased copy.py",
        "erased doc2.md:3-3",
        "erased lone.py",
    ]
    assert ran.out.splitlines()[-1].startswith("back: rubout erase --undo, or git checkout ")
    assert not (root / "copy.py").exists()
    assert (root / "doc2.md").read_text() == "# second\n\n"
    log = [json.loads(line) for line in (root / ".rubout/erase-log.ndjson").read_text().splitlines()]
    assert [(one["schema"], one["class"], one["path"]) for one in log] == [
        ("rubout.erase-log/1", "dead_file", "copy.py"),
        ("rubout.erase-log/1", "verbatim_doc", "doc2.md"),
        ("rubout.erase-log/1", "dead_file", "lone.py"),
    ]
    assert rubout("erase", root).out == ""


def test_check_fails_as_long_as_something_may_go(root: Path, rubout: Rubout) -> None:  # example 13
    before = rubout("erase", "--check", root)
    assert (before.code, before.out) == (1, rubout("erase", root).out)
    assert before.err == "erase plan: 3 eraseable, 1 advisory (dry run; --apply to act)\n"
    assert rubout("erase", "--apply", root).code == 0
    after = rubout("erase", "--check", root)
    assert (after.code, after.out) == (0, "")
    assert after.err == "erase plan: 0 eraseable, 1 advisory (nothing may go)\n"


def test_undo_brings_back_every_byte_and_mode(root: Path, rubout: Rubout) -> None:  # example 17
    (root / "lone.py").write_bytes(b"\xef\xbb\xbf# \xff\r\nx = 1")
    (root / "lone.py").chmod(0o755)
    before = commit_and_look(root)
    assert rubout("erase", "--apply", root).code == 0
    ran = rubout("erase", "--undo", root)
    assert (ran.code, ran.out) == (
        0,
        "".join(f"restored {name} (undone)\n" for name in ("copy.py", "doc2.md", "lone.py")),
    )
    assert snapshot(root) == before
    again = rubout("erase", "--undo", root)
    assert (again.code, "nothing to undo" in again.err) == (2, True)


def commit_and_look(root: Path) -> dict[str, tuple[int, bytes]]:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a", "commit", "-qam", "m"], cwd=root, check=True)
    return snapshot(root)


def test_undo_of_what_was_changed_since_changes_nothing(root: Path, rubout: Rubout) -> None:  # example 17
    rubout("erase", "--apply", root)
    (root / "doc2.md").write_text("mine\n")
    before = snapshot(root)
    ran = rubout("erase", "--undo", root)
    assert (ran.code, "changed since the erase: doc2.md" in ran.err) == (2, True)
    assert snapshot(root) == before


def test_nothing_to_erase_is_no_failure_even_where_nothing_could_be_applied(tree: Tree, rubout: Rubout) -> None:
    ran = rubout("erase", "--apply", tree({"__main__.py": "m = 1\n"}))
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "erase plan: 0 eraseable, 0 advisory (nothing may go)\n"


@pytest.mark.parametrize("words", [("--check", "--apply"), ("--apply", "--undo"), ("--check", "--undo")])
def test_two_things_at_once_are_a_mistake(root: Path, rubout: Rubout, words: tuple[str, str]) -> None:
    assert rubout("erase", root, *words).code == 2


def test_a_path_below_the_root_is_refused(root: Path, rubout: Rubout) -> None:
    (root / "sub").mkdir()
    assert rubout("erase", root / "sub").code == 2


def test_there_is_nothing_to_configure(root: Path, rubout: Rubout) -> None:
    (root / "rubout.toml").write_text("[erase]\nx = 1\n")
    ran = rubout("erase", root)
    assert (ran.code, "erase" in ran.err) == (2, True)


def test_a_report_has_the_plan_with_its_digest(root: Path, rubout: Rubout) -> None:
    report = json.loads(rubout("erase", root, "--format", "json").out)
    assert report["schema"] == "rubout.erase/1"
    assert report["counts"] == {"advisory": 1, "candidates": 5, "eraseable": 3, "out_of_class": {}}
    assert {"class", "eraseable", "reason", "path", "start_line", "end_line", "span", "provenance", "hash"} <= set(
        report["rows"][0]
    )
    assert str(root) not in json.dumps(report)
    assert len(report["plan"]) == 64


@pytest.mark.parametrize("output", ["sarif", "github", "markdown"])
def test_other_formats_name_what_may_go(root: Path, rubout: Rubout, output: str) -> None:
    ran = rubout("erase", root, "--format", output)
    assert ran.code == 0
    assert "lone.py" in ran.out


def test_an_apply_in_json_says_what_became_of_it(root: Path, rubout: Rubout) -> None:
    ran = rubout("erase", "--apply", root, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    applied = json.loads(ran.out)["applied"]
    assert (applied["paths"], applied["wrong"], applied["further"]) == (["copy.py", "doc2.md", "lone.py"], "", [])


def test_facts_are_judged_again_from_a_file(root: Path, rubout: Rubout, tmp_path: Path) -> None:
    facts = rubout("facts", "erase", root)
    (tmp_path / "facts.json").write_text(facts.out)
    ran = rubout("judge", "erase", tmp_path / "facts.json")
    verdict = json.loads(ran.out)
    assert (facts.code, ran.code) == (0, 1)
    assert [row for row, _ in verdict["rows"]].count(True) == 4  # the copy is in two classes
    (tmp_path / "knobs.json").write_text(facts.out.replace('"knobs":{}', '"knobs":{"x":1}'))
    refused = rubout("judge", "erase", tmp_path / "knobs.json")
    assert (refused.code, "no facts of erase" in refused.err) == (2, True)


def test_a_row_is_explained_with_its_numbers(root: Path, rubout: Rubout) -> None:
    report = json.loads(rubout("erase", root, "--format", "json").out)
    said = {row["path"]: rubout("explain", row["id"], root).out for row in report["rows"]}
    assert (
        "references that could mean it 0: 0 lets it go\neraseable: every fact of the class holds\n" in said["lone.py"]
    )
    assert "words in a row 50 >= 50 of the survivor and >= 50 of its own: both are needed" in said["doc2.md"]
    assert "advice: it stays" in said["t2.py"]


def test_advice_is_told_when_it_is_asked_for(tree: Tree, rubout: Rubout) -> None:
    text = "import os\nimport sys\n\n# `old_helper` was removed.\n\nprint(sys)\n\n\ndef _left_over():\n    pass\n"
    root = tree({"__main__.py": text}, git=True)
    ran = rubout("erase", "--advisory", root)
    assert ran.err.splitlines()[:3] == [
        "advice unused_import __main__.py:1-1: os (its name stands nowhere else in the file)",
        "advice tombstone __main__.py:4-4: old_helper (it tells of what went, and nothing else knows the name)",
        "advice dead_symbol __main__.py:9-10: _left_over (liveness: nothing mentions this function)",
    ]
    assert "advice" not in rubout("erase", root).err
    assert rubout("erase", "--check", "--advisory", root).code == 0
    assert rubout("erase", "--apply", "--advisory", root).code == 0
    assert (root / "__main__.py").read_text() == text


def test_what_may_not_go_is_told_by_reason_and_all_of_it_when_asked_for(tree: Tree, rubout: Rubout) -> None:
    dead = {f"dead{number}.py": f"x = {number}\n" for number in range(5)}
    main = "import importlib\n\nimportlib.import_module(input())\n"
    root = tree({"__main__.py": main, **dead}, git=True)
    found = "language_unresolved (1 reference could mean it; liveness: unref_private)"
    lines = [f"advisory dead_file dead{number}.py: {found}" for number in range(5)]
    more = "advisory dead_file: language_unresolved: 2 more (--advisory and --format json name all)"
    said = rubout("erase", root).err.splitlines()
    assert (said[:4], said[-1]) == ([*lines[:3], more], "erase plan: 0 eraseable, 5 advisory (nothing may go)")
    assert rubout("erase", "--advisory", root).err.splitlines()[:5] == lines
    assert len(json.loads(rubout("erase", root, "--format", "json").out)["rows"]) == 5


def test_bytes_that_are_no_text_reach_git_as_they_are(tree: Tree) -> None:
    root = tree(EXAMPLE | {"lone.py": b"# \xff\xfe\r\nx = 1"}, git=True)
    ran = started(root, "-m", "rubout", "erase")
    assert b"-# \xff\xfe\r\n-x = 1\n\\ No newline at end of file\n" in ran.stdout
    subprocess.run(["git", "apply", "-"], input=ran.stdout, cwd=root, check=True)
    assert not (root / "lone.py").exists()


def test_an_interrupt_rolls_back_at_once(root: Path) -> None:
    before = snapshot(root)
    ran = started(root, "-c", INTERRUPTED, "erase", "--apply")
    assert ran.returncode == 1
    assert b"restored copy.py (rolled back)\n" in ran.stderr
    assert b"nothing was erased, everything was rolled back: interrupted\n" in ran.stderr
    assert snapshot(root) == before


# Ctrl-C when the first file is gone.
INTERRUPTED = """
import os, signal, sys
from rubout.cli.main import entry
signal.signal(signal.SIGINT, signal.default_int_handler)
unlink = os.unlink
def interrupt(path, **options):
    unlink(path, **options)
    if str(path).endswith("copy.py"):
        os.kill(os.getpid(), signal.SIGINT)
os.unlink = interrupt
sys.exit(entry())
"""


def started(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(package.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, *words, str(root)], env=environment, capture_output=True, check=False, timeout=120
    )


def test_doctor_tells_of_an_erase_that_was_cut_short(root: Path, rubout: Rubout) -> None:
    rubout("erase", "--apply", root)
    assert " erase " not in rubout("doctor", root).out
    place = root / ".rubout/erase-undo.json"
    place.write_text(place.read_text().replace('"state":"done"', '"state":"open"'))
    assert "one was cut short: the next `rubout erase` rolls it back" in rubout("doctor", root).out
    assert rubout("erase", root).err.splitlines()[:3] == [
        "restored copy.py (unfinished erase)",
        "restored doc2.md (unfinished erase)",
        "restored lone.py (unfinished erase)",
    ]
    place.write_text("{")
    ran = rubout("doctor", root)
    assert (ran.code, "erase-undo.json: cannot be used" in ran.out) == (1, True)


def test_a_plan_that_is_too_large_to_judge_authorises_nothing(
    tree: Tree, rubout: Rubout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erase, "ROW_CAP", 8)
    files = {f"d{number}.py": f"x = {number}\n" for number in range(9)}
    root = tree({"__main__.py": "m = 1\n", **files}, git=True)
    for words in ((), ("--apply",)):
        ran = rubout("erase", root, *words)
        assert (ran.code, ran.out) == (2, "")
        assert "could not judge: erase_too_large" in ran.err
    assert len(list(root.glob("d*.py"))) == 9
