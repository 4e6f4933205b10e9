"""`rubout deadcode --symbols`: names that nothing mentions, through the command."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Files, Rubout, Tree

FILES: Files = {
    "main.go": 'package main\n\nimport (\n\t"ex.io/m/inner"\n)\n\nfunc main() { inner.Used() }\n',
    "go.mod": "module ex.io/m\n",
    "inner/a.go": "package inner\n\n// Used is.\nfunc Used() { helped() }\n\nfunc helped() {}\n\n"
    "// unsaid does\n// nothing.\nfunc unsaid(n int) { unsaid(n) }\n\nconst limit = 3\n",
    "run.py": "import lib\n\nif __name__ == '__main__':\n    lib.go_on()\n",
    "lib.py": "FACTOR = 3\n\n\ndef go_on():\n    pass\n\n\ndef forgotten():\n    pass\n\n\ndef _hidden():\n    pass\n",
    "web/package.json": '{"name": "w", "main": "./src/main.ts"}\n',
    "web/src/main.ts": 'import { show } from "./show";\nexport function offered() { show(); }\n',
    "web/src/show.ts": "export function show() {}\nexport function lost() {}\nfunction kept() {}\n",
    "dead.py": "def in_a_dead_file():\n    pass\n",
    "logo.png": b"\x89PNG\0forgotten limit lost",
}
NAMES = ["FACTOR", "forgotten", "_hidden", "unsaid", "limit", "kept", "lost"]


def report(rubout: Rubout, root: Path, *options: str) -> dict[str, Any]:
    ran = rubout("deadcode", root, "--symbols", "--format", "json", *options)
    assert ran.out, ran.err
    return {**json.loads(ran.out), "exit": ran.code}


def symbols(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in found["rows"] if row["tier"] == "symbol"}


def test_a_name_that_nothing_mentions_is_a_row_with_its_evidence(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    found = report(rubout, root)
    rows = symbols(found)
    assert sorted(rows) == sorted(NAMES)
    assert rows["unsaid"] == {
        "tier": "symbol",
        "path": "inner/a.go",
        "start_line": 8,
        "end_line": 10,
        "id": rows["unsaid"]["id"],
        "key": "unsaid/1",
        "name": "unsaid",
        "kind": "function",
        "confidence": "high",
        "evidence": {"searched": 9, "skipped": 1, "line": 10, "inside": 3, "importers": 1},
    }
    assert {name: row["confidence"] for name, row in rows.items()} == {
        **dict.fromkeys(("_hidden", "unsaid", "limit", "kept"), "high"),
        **dict.fromkeys(("FACTOR", "forgotten", "lost"), "medium"),
    }


def test_names_come_after_files_and_fail_nothing(rubout: Rubout, tree: Tree) -> None:
    found = report(rubout, tree({**FILES, "rubout.toml": '[graph]\nentry_globs = ["dead.py"]\n'}), "--check")
    assert ([row["tier"] for row in found["rows"]], found["fail"], found["exit"]) == (["symbol"] * 7, False, 0)
    tiers = [row["tier"] for row in report(rubout, tree(FILES, name="other"))["rows"]]
    assert tiers == ["file", *["symbol"] * 7]


def test_without_the_option_there_are_none(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("deadcode", tree(FILES), "--format", "json")
    assert [row["tier"] for row in json.loads(ran.out)["rows"]] == ["file"]


@pytest.mark.parametrize("name", NAMES)
@cases(
    "path text",
    r"""
    notes.txt        => see ~
    docs/README.md   => `~`
    settings.unknown => key=~
    inner/b.go       => package inner\n\nvar text = "a ~ b"\n
    more.py          => # ~
    web/data.json    => {"~": 1}
    escaped.txt      => say("\t~")
    """,
)
def test_a_mention_anywhere_takes_the_row_away(rubout: Rubout, tree: Tree, name: str, path: str, text: str) -> None:
    rows = symbols(report(rubout, tree({**FILES, path: text.replace("~", name)})))
    assert name not in rows
    assert set(NAMES) - set(rows) == {name}


@pytest.mark.parametrize("text", ["unsaidly", "xunsaid", "Unsaid", "un-said", "UNSAID"])
def test_only_a_whole_word_in_the_same_case_is_a_mention(rubout: Rubout, tree: Tree, text: str) -> None:
    assert "unsaid" in symbols(report(rubout, tree({**FILES, "notes.txt": text})))


def test_every_name_stands_only_in_its_own_lines(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    rows = symbols(report(rubout, root))
    for name, row in rows.items():
        places = [
            (path.relative_to(root).as_posix(), line)
            for path in root.rglob("*")
            if path.is_file() and ".rubout" not in path.parts and b"\0" not in path.read_bytes()
            for line, text in enumerate(path.read_text().splitlines(), start=1)
            if re.search(rf"(?<!\w){name}(?!\w)", text)
        ]
        assert places, name
        assert all(path == row["path"] and row["start_line"] <= line <= row["end_line"] for path, line in places)


def test_renaming_a_file_changes_no_name(rubout: Rubout, tree: Tree) -> None:
    before = set(symbols(report(rubout, tree(FILES))))
    moved = {("inner/zz.go" if path == "inner/a.go" else path): text for path, text in FILES.items()}
    assert set(symbols(report(rubout, tree(moved, name="moved")))) == before


def test_a_second_run_says_the_same_and_an_edit_is_seen(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    first = rubout("deadcode", root, "--symbols").out
    assert rubout("deadcode", root, "--symbols").out == first
    assert rubout("deadcode", root, "--symbols", "--no-cache").out == first
    (root / "notes.txt").write_text("limit")
    assert set(symbols(report(rubout, root))) == set(NAMES) - {"limit"}
    (root / "notes.txt").unlink()
    assert set(symbols(report(rubout, root))) == set(NAMES)


def test_a_path_narrows_the_rows_and_not_the_search(rubout: Rubout, tree: Tree) -> None:
    rows = symbols(report(rubout, tree({**FILES, "rubout.toml": "", "notes.txt": "limit"}) / "inner"))
    assert (sorted(rows), rows["unsaid"]["evidence"]["searched"]) == (["unsaid"], 11)


STARTED = {"run.py": "import lib\n\nif __name__ == '__main__':\n    lib\n"}


NEVER: dict[str, dict[str, str]] = {
    "short": {"lib.py": "def ab():\n    pass\n"},
    "special": {"lib.py": "class Box:\n    def __enter__(self): pass\n\n\nBox()\n"},
    "decorated": {"lib.py": "@register\ndef handled():\n    pass\n"},
    "outside_base": {
        "lib.py": "from http.server import Base\n\n\nclass Box(Base):\n    def do_get(self): pass\n\n\nBox()\n"
    },
    "outside_base_further_up": {
        "lib.py": "class Base(Outside): pass\n\n\nclass Box(Base):\n    def hooked(self): pass\n\n\nBox()\n"
    },
    "stand_in": {"lib.py": "class MockBox:\n    def asked(self): pass\n\n\nMockBox()\n"},
    "put_together": {"lib.py": "def visit_name():\n    pass\n\n\ngetattr(run, 'visit_' + kind)\n"},
    "asked_for_by_its_base": {"lib.py": "class Plugin(Base): pass\n\n\nclass Base: pass\n\n\nBase.__subclasses__()\n"},
    "test": {
        "lib.py": "",
        "test_lib.py": "def test_it():\n    pass\n\n\nclass TestBox:\n    def test_that(self): pass\n",
    },
    "hook": {"lib.py": "", "conftest.py": "def pytest_configure():\n    pass\n"},
    "mark_of_a_module_of_tests": {"lib.py": "", "test_lib.py": "pytestmark = []\n"},
    "outside_base_of_its_own_name": {
        "lib.py": "import far\n\n\nclass Box(far.Box):\n    def hooked(self): pass\n\n\nBox()\n"
    },
    "data_of_tests": {"lib.py": "", "tests/data/sample.py": "def sampled():\n    pass\n"},
    "stub": {"lib.py": "", "stubs/api.pyi": "def stubbed(): ...\n"},
    "allowed": {"lib.py": "# rubout:allow(liveness) -- loaded by the host\ndef hosted():\n    pass\n"},
    "mentioned": {"lib.py": "", "Makefile": "all:\n\tpython -m tool\n", "tool.py": "def started():\n    pass\n"},
    "loaded_by_string": {
        "lib.py": "PLUGINS = ['plug.one']\nprint(PLUGINS)\n",
        "plug/one.py": "def loaded():\n    pass\n",
    },
    "distribution": {
        "lib.py": "",
        "pyproject.toml": '[project]\nname = "box"\n',
        "box/__init__.py": "",
        "box/api.py": "def offered(): pass\n",
    },
    "handed_on_in_typescript": {
        "lib.py": "",
        "package.json": '{"name": "w", "main": "./index.ts"}\n',
        "index.ts": 'export * from "./a";\nexport { Box } from "./b";\n',
        "a.ts": "export function offered() {}\n",
        "b.ts": "export class Box { open() {} }\n",
    },
    "handed_on_in_rust": {
        "lib.py": "",
        "Cargo.toml": '[package]\nname = "k"\nversion = "0.1.0"\n',
        "src/lib.rs": "mod inner;\npub use inner::Shape;\n",
        "src/inner.rs": "pub struct Shape;\nimpl Shape {\n    pub fn area(&self) {}\n}\n",
    },
}


@pytest.mark.parametrize("files", NEVER.values(), ids=NEVER)
def test_what_something_else_may_use_is_never_told(rubout: Rubout, tree: Tree, files: dict[str, str]) -> None:
    assert symbols(report(rubout, tree({**STARTED, **files}))) == {}


@pytest.mark.parametrize(
    ("output", "expected"), [("text", "note lib.py:8 forgotten: "), ("github", "::notice file=lib.py")]
)
def test_every_format_tells_them(rubout: Rubout, tree: Tree, output: str, expected: str) -> None:
    assert expected in rubout("deadcode", tree(FILES), "--symbols", "--format", output).out


def test_sarif_has_a_rule_for_them(rubout: Rubout, tree: Tree) -> None:
    run = json.loads(rubout("deadcode", tree(FILES), "--symbols", "--format", "sarif").out)["runs"][0]
    notes = [result for result in run["results"] if result["level"] == "note"]
    assert {result["ruleId"] for result in notes} == {"unmentioned_symbol"}
    assert len(notes) == len(NAMES)
    assert [run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] for result in notes] == ["unmentioned_symbol"] * 7
