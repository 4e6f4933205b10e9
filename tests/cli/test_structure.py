"""`rubout structure` on small trees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.histories import make_versions
from tests.longs import CONFIG, HALVES
from tests.reports import read
from tests.samples import LOOP
from tests.tables import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

MIXED = {
    "pyproject.toml": '[project]\nname = "pkg"\n',
    "README.md": "# pkg\n",
    **{f"pkg/{name}.py": "" for name in ("one", "two", "three", "FourFive", "SixSeven")},
}
DEEP = {"a/b/c/deep.py": "", "rubout.toml": "[structure]\ndepth_ceil = 2\n", "README.md": "#\n"}


def test_a_finding_says_what_was_measured_and_the_limit(tree: Tree, rubout: Rubout) -> None:
    ran = rubout("structure", tree(MIXED))
    assert ran.code == 0
    assert ran.out.startswith("Structure: 934 of 1000.\n\nwarn pkg: naming 960 > 600  structure:naming:pkg\n")
    assert "geometry 0 (-0), naming 1 (-333)" in ran.out


def test_the_json_has_the_tree_and_the_axes(tree: Tree, rubout: Rubout) -> None:
    said = json.loads(rubout("structure", tree(DEEP), "--format", "json").out)
    assert said["schema"] == "rubout.structure/1"
    assert said["rows"] == [
        {
            "path": "a/b/c",
            "id": "structure:geometry:a/b/c",
            "axis": 0,
            "name": "geometry",
            "measured": [{"what": "depth", "value": 3, "limit": 2}],
        }
    ]
    assert [(row["name"], row["axes"]) for row in said["tree"]] == [(".", []), ("a", []), ("a/b", []), ("a/b/c", [0])]
    assert said["counts"] == {"dirs": 4, "findings": 1}
    assert (said["score"], said["law"], said["days"], said["declared_dirs"]) == (960, "density", None, 0)
    assert said["knobs"]["depth_ceil"] == 2


def test_a_scope_narrows_the_rows_and_not_the_score(tree: Tree, rubout: Rubout) -> None:
    root = tree(DEEP)
    elsewhere = json.loads(rubout("structure", root / "README.md", "--format", "json").out)
    assert (elsewhere["rows"], elsewhere["score"]) == ([], 960)


def test_a_root_without_a_manifest_is_named_by_a_dot(tree: Tree, rubout: Rubout) -> None:
    assert "warn .: no manifests  structure:docs:.\n" in rubout("structure", tree({"a.py": ""})).out


def test_days_judge_staleness(tmp_path: Path, rubout: Rubout) -> None:
    root = make_versions(tmp_path / "r", {0: {**MIXED, "README.md": "[x](pkg/one.py)\n"}, 1: {"pkg/one.py": "x = 1\n"}})
    said = rubout("structure", root, "--days", "9")
    assert "warn .: stale documents 1 >= 1  structure:staleness:.\n" in said.out


def test_a_history_that_is_not_there_cannot_be_judged(tree: Tree, rubout: Rubout) -> None:
    ran = rubout("structure", tree(MIXED), "--days", "9")
    assert (ran.code, "no repository, so no history" in ran.err) == (2, True)


def test_a_layout_is_compared_beside_the_score(tree: Tree, rubout: Rubout) -> None:
    layout = {**MIXED, "rubout.toml": '[structure]\nlayout = { "pkg" = 1 }\n'}
    said = rubout("structure", tree(layout))
    assert "note . holds files that no declared folder owns\n" in said.out
    assert "from the declared layout" not in said.out


def test_a_layout_shows_what_each_folder_owns(tree: Tree, rubout: Rubout) -> None:
    root = tree({**MIXED, "rubout.toml": '[structure]\nlayout = { "pkg" = 3, "." = 1 }\n'})
    assert "note . owns 1 of 6 files, weight 1 of 4\nnote pkg owns 5 of 6 files, weight 3 of 4\n" in (
        rubout("structure", root).out
    )
    said = read(rubout, "structure", root)
    assert said["layout"] == [{"path": ".", "weight": 1, "files": 1}, {"path": "pkg", "weight": 3, "files": 5}]
    assert (said["declared_dirs"], said["divergence"]) == (2, 37)  # (1/6 - 1/4)^2 / (1/4) + (5/6 - 3/4)^2 / (3/4)


def test_deep_judges_where_copies_and_dead_files_pile_up(tree: Tree, rubout: Rubout) -> None:
    root = tree({**MIXED, "pkg/one.py": LOOP, "lib/two.py": LOOP})
    assert "redundancy" not in rubout("structure", root).out
    said = read(rubout, "structure", root, "--deep")
    assert (said["deep"], [axis["axis"] for axis in said["axes"]]) == (True, [0, 1, 2, 3, 4, 6])
    dead = {"what": "dead files", "value": 1, "limit": 1}
    assert [row for row in said["rows"] if row["axis"] == 6] == [
        {
            "path": "lib",
            "id": "structure:redundancy:lib",
            "axis": 6,
            "name": "redundancy",
            "measured": [{"what": "copies", "value": 1, "limit": 1}, dead],
        },
        {
            "path": "pkg",
            "id": "structure:redundancy:pkg",
            "axis": 6,
            "name": "redundancy",
            "measured": [{"what": "copies", "value": 1, "limit": 1}, {**dead, "value": 5}],
        },
    ]


def test_split_candidates_are_the_rows_of_split_and_stand_only_where_asked_for(tree: Tree, rubout: Rubout) -> None:
    root = tree({**MIXED, "rubout.toml": CONFIG, "pkg/one.py": HALVES, "pkg/two.py": "x = 1\n" * 30})
    plain = read(rubout, "structure", root)
    assert (plain["split"], plain.keys() & {"split_candidates", "size_exempt"}) == (False, set())
    said = read(rubout, "structure", root, "--split-candidates")
    assert said["split"]
    assert said["split_candidates"] + said["size_exempt"] == read(rubout, "split", root)["rows"]
    assert [row["path"] for row in said["size_exempt"]] == ["pkg/two.py"]
    assert "\nsplit pkg/one.py: cut after line 20 (load), " in rubout("structure", root, "--split-candidates").out


def test_split_candidates_are_narrowed_and_priced_without_a_history_too(tree: Tree, rubout: Rubout) -> None:
    root = tree({**MIXED, "rubout.toml": CONFIG, "pkg/one.py": HALVES})
    said = rubout("structure", root, "--split-candidates").out
    assert "changes made together were not looked at, and cost nothing" in said
    assert read(rubout, "structure", root / "README.md", "--split-candidates")["split_candidates"] == []


@cases(
    "row_id lines",
    """
    structure:naming:pkg => naming 960 > 600: permille of (1 - sum((c / N)^2)) / (1 - 1 / n), for n styles of c files \
each, > naming_ceil 600; judged from N = naming_min 5 files on
    structure:naming:pkg => charge = floor(1000 * 1 / (1 + 2)) = 333
    structure:naming:pkg => the score loses the charges of 5 axes * 10 / (10 * 5), rounded down
    structure:redundancy:pkg => dead files 5 >= 1: files that nothing starts >= dead_min 1
    structure:redundancy:pkg => the score loses the charges of 6 axes * 10 / (10 * 6), rounded down
    """,
)
def test_an_explanation_says_how_it_was_measured(tree: Tree, rubout: Rubout, row_id: str, lines: str) -> None:
    assert lines in rubout("explain", row_id, tree(MIXED)).out.splitlines()


def test_an_explanation_by_mass_counts_folders(tree: Tree, rubout: Rubout) -> None:
    root = tree({**MIXED, "rubout.toml": '[score]\nlaw = "mass"\n'})
    said = rubout("explain", "structure:naming:pkg", root).out
    assert said.endswith("charge = 1; the score loses the charges of 5 axes * 10 / 5, rounded down\n")


def test_a_stale_document_is_explained_by_the_days_of_the_configuration(tmp_path: Path, rubout: Rubout) -> None:
    root = make_versions(tmp_path / "r", {0: {**MIXED, "README.md": "[x](pkg/one.py)\n"}, 1: {"pkg/one.py": "x = 1\n"}})
    assert "stale documents 1 >= 1" in rubout("explain", "structure:staleness:.", root).out


def test_every_format_is_there(tree: Tree, rubout: Rubout) -> None:
    root = tree(MIXED)
    for output_format in ("sarif", "github", "markdown"):
        assert "naming 960" in rubout("structure", root, "--format", output_format).out
