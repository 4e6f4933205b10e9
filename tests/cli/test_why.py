"""`rubout why PATH`: which rule keeps a path in or out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

FILES = {
    "rubout.toml": 'exclude = ["skip*.py"]\n',
    ".ruboutignore": "mine.py\n",
    ".gitignore": "loose.py\n",
    **dict.fromkeys(("a.py", "skip_me.py", "mine.py", "vendor/b.py", "notes.txt"), "x = 1\n"),
    "made.py": "# @generated\n",
    "big.py": "x = 1\n" * 750_000,
}


@pytest.fixture
def project(tree: Tree) -> Path:
    root = tree(FILES, git=True)
    (root / ".hidden.py").write_text("x = 1\n")
    (root / "loose.py").write_text("x = 1\n")
    (root / "link.py").symlink_to("a.py")
    return root


@pytest.mark.parametrize(
    ("path", "included", "rule"),
    [
        ("a.py", True, ""),
        ("skip_me.py", False, "exclude"),
        ("mine.py", False, "ruboutignore"),
        ("vendor/b.py", False, "builtin"),
        ("vendor", False, "builtin"),
        ("made.py", False, "generated"),
        ("big.py", True, "large"),
        (".hidden.py", False, "dot"),
        ("loose.py", False, "gitignore"),
        ("link.py", False, "symlink"),
        ("notes.txt", False, "no-language"),
        ("gone.py", False, "absent"),
        (".git/config", False, "git"),
        (".", True, "folder"),
    ],
)
def test_a_path_is_in_or_out_by_a_rule_that_is_named(
    rubout: Rubout, project: Path, monkeypatch: pytest.MonkeyPatch, path: str, included: bool, rule: str
) -> None:
    monkeypatch.chdir(project)
    ran = rubout("why", path, "--format", "json")
    answer = json.loads(ran.out)
    assert ran.code == (2 if rule == "absent" else 0)
    assert (answer["included"], answer["rule"]) == (included, rule)


def test_a_link_out_of_the_project_is_asked_about_itself(rubout: Rubout, project: Path, tmp_path: Path) -> None:
    for name, target in (("out.py", "/dev/zero"), ("dangling.py", tmp_path / "gone"), ("folder", "/dev")):
        (project / name).symlink_to(target)
        answer = json.loads(rubout("why", project / name, "--format", "json").out)
        assert (answer["path"], answer["included"], answer["rule"]) == (name, False, "symlink")


def test_text_says_the_rule_and_where_it_is_written(rubout: Rubout, project: Path) -> None:
    assert rubout("why", project / "mine.py").out == (
        "out  mine.py [ruboutignore]: dropped by mine.py (.ruboutignore:1)\n     mine.py  (.ruboutignore:1)\n"
    )
    assert rubout("why", project / "a.py").out.startswith("in  a.py: judged\n     python, tracked by git\ndead [")
    assert rubout("why", project).out == "in  . [folder]: a folder; its files are judged one by one\n"


def test_what_why_says_is_what_scan_does(rubout: Rubout, project: Path) -> None:
    files = {file["path"] for file in json.loads(rubout("scan", project, "--format", "json").out)["files"]}
    paths = [place.relative_to(project).as_posix() for place in project.rglob("*") if ".git" not in place.parts]
    kept = {path for path in paths if _included(rubout, project / path)}
    assert kept == files


def _included(rubout: Rubout, place: Path) -> bool:
    answer = json.loads(rubout("why", place, "--format", "json").out)
    return answer["included"] and answer["rule"] != "folder"


def test_a_glob_that_takes_back_is_refused(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("why", tree({"rubout.toml": 'exclude = ["!a.py"]\n', "a.py": ""}) / "a.py")
    assert (ran.code, ran.out) == (2, "")
    assert "!a.py" in ran.err


LIVE = {
    "rubout.toml": '[graph]\nentry_globs = ["main.py", "z.py"]\n',
    "main.py": "\nimport near\n",
    "z.py": "import near\nimport far\n",
    "near.py": "import far, deep\n",
    "far.py": "import deep\n",
    "deep.py": "",
    "old.py": "import older\nimport gone.older\n",
    "older.py": "",
    "Makefile": "all:\n\tpython tool.py\n",
    "tool.py": "",
}


def liveness(rubout: Rubout, root: Path, path: str) -> dict[str, Any]:
    return json.loads(rubout("why", root / path, "--format", "json").out)["liveness"]


def test_a_live_file_has_its_shortest_proof(rubout: Rubout, tree: Tree) -> None:
    found = liveness(rubout, tree(LIVE), "deep.py")
    assert (found["alive"], found["entry"]) == (True, "main.py")
    assert found["starts"] == ["selected by `[graph] entry_globs`"]
    assert [(step["path"], step["line"], step["to"]) for step in found["steps"]] == [
        ("main.py", 2, "near.py"),
        ("near.py", 1, "deep.py"),
    ]


def test_of_several_proofs_the_first_by_its_files_from_the_entry_on(rubout: Rubout, tree: Tree) -> None:
    more = {**LIVE, "aside.py": "import deep\n", "z.py": "import aside\n"}
    assert [step["path"] for step in liveness(rubout, tree(more), "deep.py")["steps"]] == ["main.py", "near.py"]
    more = {**LIVE, "aside.py": "import deep\n", "main.py": "import near\nimport aside\n"}
    assert [step["path"] for step in liveness(rubout, tree(more), "deep.py")["steps"]] == ["main.py", "aside.py"]


def test_an_entry_says_what_names_it(rubout: Rubout, tree: Tree) -> None:
    found = liveness(rubout, tree(LIVE), "tool.py")
    assert (found["starts"], found["steps"]) == (["named from outside the code: Makefile"], [])


def test_a_dead_file_says_what_was_looked_for(rubout: Rubout, tree: Tree) -> None:
    root = tree(LIVE)
    found = liveness(rubout, root, "older.py")
    assert (found["alive"], found["verdict"], found["referrers"]) == (False, "unreach_private", ["old.py"])
    assert "not collected by a test runner" in found["looked_for"]
    assert "unresolved, out_of_scope: old.py:2 `gone.older`" in found["looked_for"]
    text = rubout("why", root / "older.py").out
    assert "dead [unreach_private]: no entry leads to it\n" in text
    assert text.endswith("     old.py refers to it, and is dead, too\n")


def test_a_file_that_is_no_node_has_no_proof(rubout: Rubout, tree: Tree) -> None:
    root = tree({**LIVE, "a.css": ""})
    assert liveness(rubout, root, "a.css") is None
    assert liveness(rubout, root, "rubout.toml") is None
