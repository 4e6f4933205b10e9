"""`rubout graph`: edges, sites and cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports import read

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

FILES = {
    "rubout.toml": "",
    "a.py": "import b\n\nfrom b import (\n    c,\n)\n",
    "b.py": "import a\nimport os\nimport gone\nclass K:\n    def m(self):\n        import a\n",
    "deep/c.py": "import a\n",
}


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(FILES)


def test_an_edge_is_a_row_at_its_first_site(rubout: Rubout, root: Path) -> None:
    found = read(rubout, "graph", root)
    assert found["schema"] == "rubout.graph/1"
    assert [(row["path"], row["start_line"], row["to"], row["kind"], row["sites"]) for row in found["rows"]] == [
        ("a.py", 1, "b.py", "import", 2),
        ("b.py", 1, "a.py", "import", 2),
        ("deep/c.py", 1, "a.py", "import", 1),
    ]
    assert (found["counts"]["sites"], found["counts"]["unresolved"]) == (7, 1)


def test_sites_are_listed_as_they_are_written(rubout: Rubout, root: Path) -> None:
    found = read(rubout, "graph", root, "--sites")
    rows = [(row["path"], row["line"], row["nth"], row["kind"], row["spec"], row["name"]) for row in found["sites"]]
    assert rows == [
        ("a.py", 1, 0, "import", "b", ""),
        ("a.py", 4, 0, "import_from", "b", "c"),
        ("b.py", 1, 0, "import", "a", ""),
        ("b.py", 2, 0, "import", "os", ""),
        ("b.py", 3, 0, "import", "gone", ""),
        ("b.py", 6, 0, "import", "a", ""),
        ("deep/c.py", 1, 0, "import", "a", ""),
    ]
    assert [row["owner"] for row in found["sites"]][5] == "m/1"


def test_cycles_come_alone_with_their_cut(rubout: Rubout, root: Path) -> None:
    found = read(rubout, "graph", root, "--cycles")
    assert found["rows"] == []
    assert found["cycles"] == [
        {"id": 0, "paths": ["a.py", "b.py"], "cut": [{"path": "a.py", "start_line": 1, "to": "b.py"}]}
    ]


def test_a_path_narrows_the_rows(rubout: Rubout, root: Path) -> None:
    assert [row["path"] for row in read(rubout, "graph", root / "deep")["rows"]] == ["deep/c.py"]
    assert {row["path"] for row in read(rubout, "graph", root / "deep", "--sites")["sites"]} == {"deep/c.py"}
    assert read(rubout, "graph", root / "deep")["cycles"] == []


def test_text_has_a_line_an_edge(rubout: Rubout, root: Path) -> None:
    assert rubout("graph", root).out == (
        "References\n\n"
        "a.py:1 -> b.py  import, rung 2, 2 sites\n"
        "b.py:1 -> a.py  import, rung 2, 2 sites\n"
        "deep/c.py:1 -> a.py  import, rung 2\n"
        "\n"
        "cycle of 2  a.py, b.py\n"
        "  cut a.py:1 -> b.py\n"
        "\n"
        "3 files, 3 nodes, 3 edges, 7 references, 1 unresolved, 1 cycle\n"
    )


def test_an_ambiguous_site_does_not_hide_an_unsupported_one(rubout: Rubout, root: Path) -> None:
    lines = rubout("graph", root, "--sites").out.splitlines()
    assert "b.py:6  import  a" in lines


def test_the_index_changes_no_byte(rubout: Rubout, root: Path) -> None:
    cold = rubout("graph", root, "--no-cache").out
    assert rubout("graph", root).out == cold
    (root / "deep/c.py").write_text("import b\n")
    assert rubout("graph", root).out == rubout("graph", root, "--no-cache").out != cold


def test_nothing_in_scope_is_an_error(rubout: Rubout, tree: Tree) -> None:
    for option in ((), ("--sites",)):
        assert rubout("graph", tree({"a.css": ""}), *option).code == 2


def test_a_cycle_of_many_files_is_cut_short_for_people(rubout: Rubout, tree: Tree) -> None:
    files = {f"m{number}.py": f"import m{(number + 1) % 23}\n" for number in range(23)}
    root = tree(files)
    (line,) = [one for one in rubout("graph", root, "--cycles").out.splitlines() if one.startswith("cycle of 23")]
    assert line.count(".py") == 20
    assert line.endswith(" and 3 more")
    assert len(read(rubout, "graph", root, "--cycles")["cycles"][0]["paths"]) == 23
