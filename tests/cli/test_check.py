"""`rubout check` on a tree: the score, the exit status, the explanation of an axis."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from rubout.errors import ExitCode
from rubout.measure import whole
from rubout.measure.sites import work
from rubout.measure.whole import parsed_file
from tests.histories import make_versions
from tests.near_misses import AND, COMMENTED, TOTAL
from tests.reports import read, said
from tests.samples import prose

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.measure.extract import Parsed
    from rubout.measure.languages.table import Language
    from tests.conftest import Git, Grow, Rubout

COPY = """def {name}(rows, limit):
    total = 0
    for row in rows:
        if row > limit and not row % 2:
            total += row * limit - 7
        else:
            print("{name}", row, file=limit)
    while total > limit:
        total //= 2
        yield [total, *rows]
    return {{"sum": total, "limit": limit}}
"""


STARTED = '[graph]\nentry_globs = ["*"]\n'  # nothing is dead


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two files of one class of copies, and a text of 400 lines."""
    (tmp_path / "rubout.toml").write_text(STARTED, encoding="utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(COPY.format(name=name), encoding="utf-8")
    (tmp_path / "notes.md").write_text("word\n" * 400, encoding="utf-8")
    return tmp_path


def test_a_tree_is_scored_and_nothing_fails_without_a_condition(tree: Path) -> None:
    code, out, err = said("check", tree, "--format", "json")
    document = json.loads(out)
    assert (code, err) == (ExitCode.HELD, "")
    assert [(axis["name"], axis["mass"], axis["opportunity"]) for axis in document["axes"]] == [
        ("size", "160/121", 3),
        ("complexity", 0, 2),
        ("clone", 1, 3),
        ("docdup", 0, 3),
        ("deadcode", 0, 2),
        ("cycle", 0, 2),
    ]
    assert (document["soft_line"], document["days"]) == (200, None)
    assert (document["score"], document["fail"]) == (1000 - (305 + 0 + 250 + 0 + 0 + 0) // 6, False)


@pytest.mark.parametrize(("floor", "code"), [(908, ExitCode.HELD), (909, ExitCode.FAILED)])
def test_a_score_under_the_floor_fails(tree: Path, floor: int, code: ExitCode) -> None:
    exit_code, out, _ = said("check", tree, "--fail-under", floor)
    assert exit_code == code
    assert (f"FAIL score 908 is under the floor of {floor}" in out) == (code is ExitCode.FAILED)


@pytest.mark.parametrize(("budget", "code"), [(1, ExitCode.HELD), (0, ExitCode.FAILED)])
def test_extra_copies_over_the_budget_fail(tree: Path, budget: int, code: ExitCode) -> None:
    (tree / "rubout.toml").write_text(f"[clones]\nbudget = {budget}\n", encoding="utf-8")
    assert said("check", tree)[0] == code


@pytest.mark.parametrize("floor", [1001, 99999])
def test_a_floor_that_no_score_could_reach_is_refused(tree: Path, floor: int) -> None:
    code, out, err = said("check", tree, "--fail-under", floor)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert f"--fail-under {floor} is above the scale" in err


def test_a_tree_over_nothing_is_no_pass(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").touch()
    code, _, err = said("check", tmp_path)
    assert code == ExitCode.UNJUDGED
    assert "nothing to judge" in err


def test_weights_on_unjudged_axes_alone_give_no_score(tree: Path) -> None:
    weights = "[score.weights]\nsize = 0\ncomplexity = 0\nclone = 0\ndocdup = 0\ndeadcode = 0\ncycle = 0\n"
    (tree / "rubout.toml").write_text(weights, encoding="utf-8")
    code, out, _ = said("check", tree)
    assert code == ExitCode.UNJUDGED
    assert out.startswith("Score: could not judge.")


def test_an_axis_is_explained_from_its_mass_to_the_score(tree: Path) -> None:
    code, out, _ = said("explain", "score:clone", tree)
    assert code == ExitCode.HELD
    assert "floor(1000 * 1 / (1 + 3)) = 250\n" in out
    assert out.splitlines()[-2].endswith("= 908")


def test_what_facts_prints_judges_to_the_same_score(tree: Path, tmp_path: Path) -> None:
    kept = tmp_path / "facts.json"
    kept.write_text(said("facts", "score", tree)[1], encoding="utf-8")
    code, out, _ = said("judge", "score", kept)
    assert (code, json.loads(out)["score"]) == (ExitCode.HELD, 908)


@pytest.mark.parametrize("below", ["pkg", "pkg/c.py", "one.py"])
def test_a_path_below_the_root_is_refused(tree: Path, below: str) -> None:
    (tree / "pkg").mkdir()
    (tree / "pkg/c.py").write_text("x = 1\n", encoding="utf-8")
    code, out, err = said("check", tree / below)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert f"give the root: {tree}" in err


def test_a_project_below_another_is_a_root_of_its_own(tree: Path) -> None:
    (tree / "pkg").mkdir()
    (tree / "pkg/c.py").write_text("x = 1\n", encoding="utf-8")
    (tree / "pkg/rubout.toml").touch()
    code, out, _ = said("check", tree / "pkg", "--format", "json")
    assert (code, json.loads(out)["counts"]["files"]) == (ExitCode.HELD, 1)


def test_a_syntax_error_shows_in_the_text(tree: Path) -> None:
    (tree / "broken.py").write_text("def f(a:\n", encoding="utf-8")
    assert "parse" in said("check", tree)[1]


def masses(*argv: object) -> dict[str, int | str]:
    """The mass of each judged axis."""
    return {axis["name"]: axis["mass"] for axis in json.loads(said("check", *argv, "--format", "json")[1])["axes"]}


@pytest.fixture
def alike(tmp_path: Path) -> Path:
    """Three near-copies and a copied function of several files, and one text in three."""
    (tmp_path / "rubout.toml").write_text(STARTED, encoding="utf-8")
    sources = {
        "near/one.py": TOTAL,
        "near/two.py": AND,
        "near/three.py": COMMENTED.replace("total", "sum_up"),
        "same/one.py": COPY.format(name="one"),
        "same/two.py": COPY.format(name="two"),
        "a.md": prose(60),
        "b.rst": f"{prose(60)} and one more word\n",
        "c.py": f'"""{prose(30)}\n{prose(60).partition("w29 ")[2]}"""\n',
    }
    for path, source in sources.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(source, encoding="utf-8")
    return tmp_path


def test_near_copies_and_documentation_count_their_extra_copies_and_a_copied_function_counts_once(alike: Path) -> None:
    assert said("near-miss", alike)[1].count("near-copies") == 2
    document = json.loads(said("check", alike, "--format", "json")[1])
    found = {axis["name"]: (axis["mass"], axis["opportunity"]) for axis in document["axes"]}
    assert (found["clone"], found["docdup"]) == ((2 + 1, 8), (2, 8))
    assert sorted(result["rule"] for result in document["results"]) == ["clones", "docdup", "near-miss"]
    assert document["counts"]["excess"] == 1


def test_the_text_names_near_copies_and_documentation_with_ids_that_can_be_explained(alike: Path) -> None:
    lines = said("check", alike)[1].splitlines()
    (near,) = (line for line in lines if line.startswith("  near/"))
    (text,) = (line for line in lines if line.startswith("  a.md"))
    assert "near/one.py:1  with near/three.py:1 and 1 more file: nearly the same 31 nodes; 2 extra copies" in near
    assert "a.md:1  with b.rst:1 and 1 more file: 64 words; 2 extra copies in 1 class" in text
    for line in (near, text):
        assert said("explain", line.rpartition("  ")[2], alike)[0] == ExitCode.HELD


def test_the_axes_of_copies_are_explained_by_their_classes(alike: Path) -> None:
    clone, docdup = (said("explain", f"score:{axis}", alike)[1] for axis in ("clone", "docdup"))
    assert "summed over 1 class of copies and 1 of near-copies over several files = 3\n" in clone
    assert "summed over 1 class of documentation over several files = 2\n" in docdup


@pytest.mark.parametrize(
    ("path", "permit", "axis", "mass"),
    [
        ("near/two.py", "# rubout:allow(near-miss) -- the other is generated\n", "clone", 2),
        ("a.md", "<!-- rubout:allow(docdup) -- read on its own -->\n", "docdup", 1),
    ],
)
def test_a_permit_takes_a_member_off_its_axis(alike: Path, path: str, permit: str, axis: str, mass: int) -> None:
    place = alike / path
    place.write_text(permit + place.read_text(encoding="utf-8"), encoding="utf-8")
    assert masses(alike)[axis] == mass
    assert json.loads(said("check", alike, "--format", "json")[1])["counts"]["permitted"] == 1


def test_each_file_is_parsed_once_for_all_families(alike: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def noted(source: bytes, path: str, language: Language) -> Parsed:
        parsed.append(path)
        return parsed_file(source, path, language)

    monkeypatch.setattr(whole, "parsed_file", noted)
    sources = {
        path.relative_to(alike).as_posix() for ending in ("py", "md", "rst") for path in alike.rglob(f"*.{ending}")
    }
    for path in sources:
        os.utime(alike / path, (1, 1))  # what changed just now is read again
    cold = said("check", alike)[1]
    assert sorted(parsed) == sorted(sources)
    monkeypatch.setattr(work, "read_one", None)  # of the graph's own reading
    for command in ("scan", "clones", "near-miss", "docdup", "graph", "deadcode"):
        assert said(command, alike, "--format", "json")[2] == ""
    (alike / "a.md").write_text("short\n", encoding="utf-8")
    parsed.clear()
    assert said("check", alike)[1] != cold
    assert parsed == ["a.md"]


def test_documents_alone_are_judged_by_size_and_what_they_repeat(tmp_path: Path) -> None:
    (tmp_path / "rubout.toml").touch()
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(prose(60), encoding="utf-8")
    assert masses(tmp_path) == {"size": 0, "docdup": 1}


def test_a_permit_without_a_reason_is_told_in_markdown_too(alike: Path) -> None:
    (alike / "a.md").write_text(f"<!-- rubout:allow(docdup) -->\n{prose(60)}", encoding="utf-8")
    assert "a.md:1" in said("check", alike)[1].partition("permits nothing")[0].splitlines()[-1]


def test_what_the_graph_read_before_is_not_read_again(alike: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in alike.rglob("*.*"):
        os.utime(path, (1, 1))
    fresh = said("check", alike, "--no-cache")[1]
    said("deadcode", alike)
    monkeypatch.setattr(work, "_references", None)
    assert said("check", alike)[1] == fresh


GRAPHED = {
    "main.py": "import pkg.a\n\nif __name__ == '__main__':\n    print(pkg.a.one())\n",
    "pkg/a.py": "from pkg import b\n\n\ndef one():\n    return b.two\n",
    "pkg/b.py": "from pkg import a\n\ntwo = 2\n",
    "pkg/left.py": "import pkg.deep\n",
    "pkg/deep.py": "three = 3\n",
    "README.md": "# A\n\nSee [the guide](guide.md).\n",
    "guide.md": "# B\n\nBack to [the start](README.md).\n",
    "rubout.toml": "",
}


def test_what_nothing_starts_and_what_imports_in_a_circle_weigh(grow: Grow, rubout: Rubout, tmp_path: Path) -> None:
    root = grow(tmp_path, GRAPHED)
    document = read(rubout, "check", root)
    found = {axis["name"]: (axis["mass"], axis["opportunity"]) for axis in document["axes"]}
    assert (found["deadcode"], found["cycle"]) == ((1, 5), (2, 5))
    assert (document["counts"]["dead_files"], document["counts"]["findings"]) == (2, 2)
    shown = {one["name"]: [place["path"] for place in one["shown"]] for one in document["worst"]}
    assert (shown["deadcode"], shown["cycle"]) == (["pkg/left.py"], ["pkg/a.py"])
    assert {row["place"]["path"] for row in document["results"] if row["id"].startswith("liveness:")} == {
        "pkg/deep.py",
        "pkg/left.py",
    }
    said = rubout("check", root).out
    assert "deadcode: 1 file that nothing starts, with no reference\n  pkg/left.py:1  1 line  liveness:" in said
    for row in ("score:deadcode", "score:cycle", document["worst"][0]["shown"][0]["id"]):
        assert rubout("explain", row, root).code == ExitCode.HELD


ADVISED = {
    "A.java": "class A { B b; }\n",
    "B.java": "class B { A a; }\n",
    "old.md": "Old.\n",
}
LEFT = "note 3 dead files and 1 cycle on no axis, which may fail no check: `rubout liveness` and `rubout graph"


def test_what_may_fail_no_check_is_on_no_axis_and_told(grow: Grow, rubout: Rubout, tmp_path: Path) -> None:
    root = grow(tmp_path, {**ADVISED, "rubout.toml": ""})
    assert masses(root).keys() == {"size", "complexity", "clone", "docdup"}
    assert LEFT in rubout("check", root).out
    grow(root, GRAPHED)
    assert (masses(root)["deadcode"], masses(root)["cycle"]) == (1, 2)
    assert LEFT in rubout("check", root).out
    grow(root, {"rubout.toml": '[graph]\ngated_langs = ["go"]\n'})
    assert masses(root).keys() == {"size", "complexity", "clone", "docdup"}
    assert {row["path"] for row in read(rubout, "deadcode", root)["rows"]} > {*ADVISED, "pkg/left.py"}


def test_public_files_that_may_not_fail_are_on_no_axis(grow: Grow, tmp_path: Path) -> None:
    library = {"go.mod": "module m\n", "main.go": "package main\n", "p/p.go": "package p\n", "rubout.toml": ""}
    root = grow(tmp_path, library)
    assert masses(root)["deadcode"] == 1
    grow(root, {"rubout.toml": "[graph]\npublic_fails = false\n"})
    assert masses(root)["deadcode"] == 0


def test_a_file_that_a_dead_one_refers_to_is_dead_on_request(grow: Grow, rubout: Rubout, tmp_path: Path) -> None:
    root = grow(tmp_path, {**GRAPHED, "rubout.toml": "[score]\ndead_indeg_ceil = 1\n"})
    assert masses(root)["deadcode"] == 2
    assert "with <= 1 references, and that may fail a check = 2\n" in rubout("explain", "score:deadcode", root).out


def test_lines_that_were_rewritten_lately_weigh_only_when_days_are_given(rubout: Rubout, tmp_path: Path) -> None:
    text = "def load(path):\n    data = {}\n    return data\n"
    later = {day: {"a.py": text.format(day), "lib/b.py": f"x = {day}\n"} for day in range(20, 23)}
    root = make_versions(
        tmp_path / "r", {0: {"a.py": text.format(0), "lib/b.py": "x = 0\n", "rubout.toml": ""}, **later}
    )
    assert "churn" not in masses(root)
    document = read(rubout, "check", root, "--days", 14)
    (churn,) = (axis for axis in document["axes"] if axis["name"] == "churn")
    assert (churn["mass"], churn["opportunity"], document["days"]) == (1, 2, 14)
    (found,) = (one for one in document["worst"] if one["name"] == "churn")
    assert [(place["path"], place["value"], place["added"]) for place in found["shown"]] == [("a.py", 3, 3)]
    shown = rubout("check", root, "--days", 14).out
    said = "churn: 1 file in which at least 50 of 100 new lines rewrite what stood there, in the last 14 days\n"
    assert said in shown
    assert "  a.py:1  3 of its 3 new lines\n" in shown
    (root / "rubout.toml").write_text("[churn]\nrewrite_num = 101\n", encoding="utf-8")
    assert masses(root, "--days", 14)["churn"] == 0


def test_the_same_tree_on_another_commit_is_judged_anew(tmp_path: Path, git: Git) -> None:
    text = "def load(path):\n    return {}\n"
    later = {day: {"a.py": text.format(day)} for day in (1, 2)}
    root = make_versions(tmp_path / "r", {0: {"a.py": text.format(0), "rubout.toml": ""}, **later})
    assert masses(root, "--days", 1)["churn"] == 1
    git(root, "commit", "--quiet", "--allow-empty", "--message=c", "--date=@1800000000 +0000")
    assert masses(root, "--days", 1)["churn"] == 0


def test_days_without_a_history_are_refused_by_name(grow: Grow, rubout: Rubout, tmp_path: Path) -> None:
    ran = rubout("check", grow(tmp_path, {"a.py": "x = 1\n", "rubout.toml": ""}), "--days", 3)
    assert (ran.code, ran.out) == (ExitCode.UNJUDGED, "")
    assert "no repository, so no history" in ran.err


def test_a_shallow_clone_that_ends_within_the_days_is_refused(rubout: Rubout, tmp_path: Path, git: Git) -> None:
    root = make_versions(tmp_path / "r", {day: {"a.py": f"x = {day}\n", "rubout.toml": ""} for day in range(3)})
    git(tmp_path, "clone", "--quiet", "--depth=1", root.as_uri(), "shallow")
    ran = rubout("check", tmp_path / "shallow", "--days", 30)
    assert (ran.code, ran.out) == (ExitCode.UNJUDGED, "")
    assert "shallow clone" in ran.err
    assert rubout("check", tmp_path / "shallow").code == ExitCode.HELD
