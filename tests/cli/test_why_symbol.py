"""`rubout why NAME`: where a name is defined and mentioned."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Files, Rubout, Tree

FILES: Files = {
    "run.py": "import lib\n\nif __name__ == '__main__':\n    lib.wanted()\n",
    "lib.py": "LIMIT = 3\n\n\n# wanted here\ndef wanted():\n    return wanted\n\n\n"
    "class Box:\n    def wanted(self):\n        pass\n",
    "old.py": "def lost():\n    pass\n",
    "notes.txt": "wanted wanted\n" * 30,
    "picture.bin": b"wanted\0",
}


@pytest.fixture
def why(rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ask in a tree of these files; what the command prints."""
    root = tree({**FILES, "rubout.toml": ""})
    monkeypatch.chdir(root)

    def ask(name: str, output: str = "json") -> Any:
        ran = rubout("why", name, "--format", output)
        assert ran.code == 0, ran.err
        return json.loads(ran.out) if output == "json" else ran.out

    return ask


def test_a_name_is_answered_with_its_definitions_and_mentions(why: Any) -> None:
    found = why("wanted")
    places = [(one["path"], one["start_line"], one["end_line"], one["kind"]) for one in found["definitions"]]
    assert places == [("lib.py", 4, 6, "function"), ("lib.py", 10, 11, "method")]
    mentions = [(one["path"], one["line"]) for one in found["mentions"]]
    assert mentions == [*(("notes.txt", line) for line in range(1, 21))]
    assert (found["more"], found["searched"], found["skipped"]) == (11, 5, 1)


def test_a_key_asks_about_one_definition_and_the_other_is_a_mention(why: Any) -> None:
    found = why("lib.py:wanted/1")
    assert [(one["key"], one["start_line"]) for one in found["definitions"]] == [("wanted/1", 10)]
    assert {"path": "lib.py", "line": 4} in found["mentions"]


def test_it_says_whether_the_file_is_alive(why: Any) -> None:
    assert why("LIMIT")["definitions"][0]["liveness"]["steps"][0]["path"] == "run.py"
    assert why("lost")["definitions"][0]["liveness"]["verdict"] == "unref_private"


def test_a_constant_is_a_definition_and_a_plain_word_has_none(why: Any) -> None:
    assert [(one["kind"], one["key"]) for one in why("LIMIT")["definitions"]] == [("constant", "LIMIT")]
    assert (why("here")["definitions"], why("here")["mentions"]) == ([], [{"path": "lib.py", "line": 4}])


def test_text_says_it_for_people(why: Any) -> None:
    assert why("lost", "text") == (
        "lost  function lost/0 at old.py:1-2\n"
        + "".join(f"  {line}\n" for line in why("old.py", "text").splitlines()[2:])
        + "mentioned nowhere outside of its own definition; 5 files searched, 1 file could not be\n"
    )
    assert why("wanted", "text").endswith("     notes.txt:20\n     and 11 more\n")


def test_a_path_wins_over_a_name(why: Any) -> None:
    assert why("lib.py")["path"] == "lib.py"


@pytest.mark.parametrize("asked", ["nothing_says_this", "lib.py:absent/0", "no/such.py", "gone.py:x/0"])
def test_what_is_neither_is_an_absent_path(
    rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.chdir(tree({**FILES, "rubout.toml": ""}))
    ran = rubout("why", asked, "--format", "json")
    assert (ran.code, json.loads(ran.out)["rule"]) == (2, "absent")


def test_a_definition_is_found_from_anywhere(rubout: Rubout, tree: Tree) -> None:
    root: Path = tree({**FILES, "rubout.toml": ""})
    found = json.loads(rubout("why", f"{root / 'lib.py'}:Box", "--format", "json").out)
    assert [one["key"] for one in found["definitions"]] == ["Box"]
