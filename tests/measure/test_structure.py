"""What is measured of a tree of folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ConfigError, ContractError
from rubout.facts.structure import Convention, Declared, Document, Facts, Node, Pattern, Redundant, Target, Touch
from rubout.judge.structure import judge
from rubout.measure.sources import history
from rubout.measure.structure import (
    conventions,
    declared,
    documents,
    newest,
    nodes,
    patterns,
    redundant,
    touches,
    tree_of,
)
from tests.histories import Made, make_history

if TYPE_CHECKING:
    from pathlib import Path

NAME = st.text("ab-", min_size=1, max_size=2)
PATHS = st.sets(st.lists(NAME, min_size=1, max_size=4).map("/".join), min_size=1, max_size=9).map(
    lambda paths: {f"{path}.py" for path in paths}
)


def test_folders_are_numbered_as_the_paths_in_order_meet_them() -> None:
    tree = tree_of(["src/b/x.py", "src/a.py", "docs/deep/y.md", "a.py", "src-b/z.py"])
    assert tree.folders == ("", "docs", "docs/deep", "src-b", "src", "src/b")
    assert nodes(tree) == (
        Node(0, 0, 0, 3, 1),
        Node(1, 0, 1, 1, 0),
        Node(2, 1, 2, 0, 1),
        Node(3, 0, 1, 0, 1),
        Node(4, 0, 1, 1, 1),
        Node(5, 4, 2, 0, 1),
    )


def test_without_a_file_there_is_the_root() -> None:
    assert nodes(tree_of([])) == (Node(0, 0, 0, 0, 0),)


@given(PATHS)
def test_a_tree_keeps_the_contract_and_loses_no_file(paths: set[str]) -> None:
    tree = tree_of(paths)
    rows = nodes(tree)
    judge(Facts(nodes=rows, patterns=patterns(tree)))
    assert sum(row.files for row in rows) == len(paths)
    assert sum(row.subdirs for row in rows) == len(rows) - 1
    assert set(tree.folders) == {
        "",
        *("/".join(path.split("/")[:at]) for path in paths for at in range(path.count("/") + 1)),
    }


@given(PATHS, st.randoms())
def test_the_order_of_the_files_does_not_matter(paths: set[str], random: object) -> None:
    shuffled = sorted(paths, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert tree_of(shuffled) == tree_of(paths)


def test_example_8_a_readme_beside_four_snake_files_is_no_mixture() -> None:
    tree = tree_of(["pkg/a.py", "pkg/b.py", "pkg/c_d.py", "pkg/e.py", "pkg/README.md", "pkg/__init__.py"])
    assert patterns(tree) == (Pattern(1, 0, 4),)
    verdict = judge(Facts(nodes=nodes(tree), patterns=patterns(tree)))
    assert [flag for flag in verdict.flags if flag.axis == 1] == []


@pytest.mark.parametrize(
    ("walked", "bits"),
    [
        (["README"], 1),
        (["readme.RST"], 1),
        (["README-old.md"], 0),
        (["Cargo.toml"], 2),
        (["cargo.toml"], 0),
        (["go.mod", "Readme.txt"], 3),
        (["elsewhere/package.json"], 0),
        (["x/README.md"], 0),
    ],
)
def test_readme_and_manifest_are_looked_for_among_all_names(walked: list[str], bits: int) -> None:
    tree = tree_of(["a.py"])
    assert conventions(tree, walked) == ((Convention(0, bits),) if bits else ())


def test_a_reference_touches_both_of_its_files() -> None:
    tree = tree_of(["a/x.py", "a/y.py", "a/z.py", "b/u.py", "b/v.py"])
    arcs = [("a/x.py", "a/y.py"), ("a/x.py", "b/u.py"), ("a/y.py", "b/u.py"), ("a/z.py", "a/z.py")]
    assert touches(tree, arcs) == (Touch(1, 1, 1, 2), Touch(2, 0, 2, 1))


def test_a_reference_to_what_is_no_file_of_the_tree_is_refused_by_name() -> None:
    with pytest.raises(ContractError, match=r"c/w\.py"):
        touches(tree_of(["a/x.py"]), [("a/x.py", "c/w.py")])


@given(st.lists(st.tuples(st.sampled_from(["a/x", "a/y", "b/x", "b/y", "z"]), st.sampled_from(["a/x", "b/x", "z"]))))
def test_every_touch_is_one_end_of_a_reference(arcs: list[tuple[str, str]]) -> None:
    rows = touches(tree_of(["a/x", "a/y", "b/x", "b/y", "z"]), arcs)
    real = [(one, other) for one, other in arcs if one != other]
    within = [arc for arc in real if arc[0].rpartition("/")[0] == arc[1].rpartition("/")[0]]
    assert sum(row.inside * row.count for row in rows) == 2 * len(within)
    assert sum(row.outside * row.count for row in rows) == 2 * (len(real) - len(within))


def test_a_declared_layout_ascends_by_folder() -> None:
    tree = tree_of(["src/a.py", "docs/b.md"])
    assert declared(tree, [(".", 1), ("docs", 2), ("src", 3)]) == (Declared(0, 1), Declared(1, 2), Declared(2, 3))
    with pytest.raises(ConfigError, match="`nowhere`"):
        declared(tree, [("nowhere", 1)])


def test_a_document_is_a_markdown_file_that_refers_to_another_path() -> None:
    tree = tree_of(["README.md", "docs/a.md", "docs/b.markdown", "docs/c.md", "src/x.py"])
    arcs = [
        ("src/x.py", "docs/a.md"),
        ("docs/c.md", "docs/c.md"),
        ("docs/b.markdown", "src/x.py"),
        ("docs/b.markdown", "src"),
        ("docs/a.md", "src/x.py"),
        ("docs/a.md", "src/x.py"),
        ("README.md", "docs/c.md"),
    ]
    assert documents(tree, arcs, {"src/x.py": 9, "docs/a.md": 4}) == (
        (Document(0, 0), Document(1, 4), Document(1, 0)),
        (Target(1, 9), Target(2, 9)),
    )


def test_the_newest_commit_that_lists_a_path_dates_it(tmp_path: Path) -> None:
    made = [
        Made({"a.md": "1", "b.py": "1", "\u6587.py": "1"}, at=100),
        Made({"b.py": "2"}, at=300),
        Made({"\u6587.py": "2"}, at=200),
        Made({}, rename=[("a.md", "c.md")], at=400),
    ]
    root = str(make_history(tmp_path / "r", made))
    times = {link.name: link.time for link in history.chain(root)}
    found = newest(history.changed_in(root, list(times)), times)
    assert found == {"a.md": 400, "b.py": 300, "\u6587.py": 200, "c.md": 400}


def test_a_copy_counts_once_in_each_folder_that_it_touches() -> None:
    tree = tree_of(["a/one.py", "a/two.py", "b/three.py", "c/four.py"])
    copies = [("a/one.py", "a/two.py"), ("a/one.py", "b/three.py"), ("b/three.py", "b/three.py")]
    assert redundant(tree, copies, ["a/two.py", "c/four.py"]) == (
        Redundant(tree.ids["a"], 2, 1),
        Redundant(tree.ids["b"], 2, 0),
        Redundant(tree.ids["c"], 0, 1),
    )
    assert redundant(tree, [], []) == ()
