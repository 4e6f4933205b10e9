"""What a baseline keeps of a tree, and what no edit that says the same may add to it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import rubout as package
from rubout.config.read import read_config
from rubout.facts.ratchet import Baseline, Header, Knobs
from rubout.gate.against import FILE, Against, Held, hold
from rubout.gate.base_tree import base_tree
from rubout.gate.ratchet import REVISIONS, Rows, clone_spots, tree_rows
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from tests.samples import LOOP, notebook

if TYPE_CHECKING:
    from tests.conftest import Git, Grow, Tree

SOURCE = Path(package.__file__).parent


def swapped(source: str, first: int, second: int) -> str:
    """A module with two of its functions in each other's place, the first before the second."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    lines = source.splitlines(keepends=True)
    a, b = (slice(functions[at].lineno - 1, functions[at].end_lineno) for at in (first, second))
    return "".join([*lines[: a.start], *lines[b], *lines[a.stop : b.start], *lines[a], *lines[b.stop :]])


# Real files with a good many functions; some say the same, in one order or another, so that there are copies.
REAL = {
    "lib/sarif.py": (SOURCE / "report" / "sarif.py").read_text(),
    "lib/written.py": (SOURCE / "report" / "sarif.py").read_text(),
    "tool/ratchet.py": (SOURCE / "judge" / "ratchet.py").read_text(),
    "tool/held.py": swapped(swapped((SOURCE / "judge" / "ratchet.py").read_text(), 0, 7), 2, 5),
    "github.py": (SOURCE / "report" / "github.py").read_text(),
}
MOST_COMMENTS = 8  # of a file, whose ceiling tolerates ten lines


def run_over(root: Path) -> Run:
    request = Request(anchor=str(root), cache=False, jobs=1)
    return Run(request, candidates(str(root), exclude=read_config(root).exclude, others=True), 0, lambda _: None)


def rows(root: Path) -> Rows:
    return tree_rows(base_tree(run_over(root), read_config(root)))


def against(root: Path, then: Rows) -> Held:
    """The tree as it is, held against the rows that it had."""
    run = run_over(root)
    baseline = Baseline(Header(revisions=REVISIONS), *then)
    return hold(base_tree(run, read_config(root)), run, Against(baseline=baseline, base=FILE), Knobs())


def test_every_file_with_a_size_and_every_function_has_a_ceiling(tree: Tree) -> None:
    root = tree({"a.py": LOOP, "b.css": "a {}\n", "min.js": "x" * 5000, "n.ipynb": notebook("def f():\n    pass\n")})
    found = {(row.metric, row.key): row.value for row in rows(root).ceilings}
    assert found == {
        ("file_lines", "a.py"): 10,
        ("file_lines", "b.css"): 1,
        ("file_lines", "n.ipynb"): 2,
        ("fn_cognitive", "a.py::total/2#0"): 5,
        ("fn_cognitive", "n.ipynb::f/0#0"): 0,
    }


def test_a_file_is_known_by_the_head_of_its_content_id_and_a_function_is_not(tree: Tree) -> None:
    lines, function = rows(tree({"a.py": LOOP})).ceilings
    assert (len(lines.content), function.content) == (12, "")


def test_functions_of_one_key_are_told_apart_by_their_rank(tree: Tree) -> None:
    root = tree({"a.js": "let f = [(x) => x, (y) => { if (y) { return 1; } }];\n"})
    found = {row.key: row.value for row in rows(root).ceilings if row.metric == "fn_cognitive"}
    assert found == {"a.js::(anonymous)/1#0": 0, "a.js::(anonymous)/1#1": 1}


METHOD = "".join(f"    {line}\n" for line in LOOP.splitlines())
TABLE = "\n".join(f"x{n} = f(a, {n}) + g.h[{n}] - (b if c else {{}})" for n in range(9))


@pytest.mark.parametrize(
    ("source", "places"),
    [
        pytest.param(LOOP, ("total/2#0",), id="a function"),
        pytest.param(f"class A:\n{METHOD}", ("total/2#0",), id="a method"),
        pytest.param(f"{TABLE}\n", ("#0",), id="the top level"),
        pytest.param(f"class A:\n{TABLE}".replace("\nx", "\n    x") + "\n", ("A#0",), id="a class"),
        pytest.param(f"{LOOP}\n{LOOP.replace('total', 'sum_up')}", ("sum_up/2#0", "total/2#0"), id="several functions"),
    ],
)
def test_a_copy_stands_in_the_function_that_holds_it_or_else_in_the_units_that_it_touches(
    tree: Tree, source: str, places: tuple[str, ...]
) -> None:
    found = rows(tree({"a.py": source, "b.py": source})).findings
    widest = max((row for row in found if row.kind == "clone"), key=lambda row: len(row.places))
    assert widest.places == tuple(sorted(f"{path}::{key}" for path in ("a.py", "b.py") for key in places))


SEAM = """\
    out = a + b * c - d
    log(out, a, b, c)
    return out / 2 + a
def g(x, y, z, w):
    k = x + y * z - w
    m = k[0] + k[1]
"""


@pytest.mark.parametrize(("tail", "count"), [("", 0), ("    n = [k, m, x, y, z, w, k, m, x, y, z, w]\n", 1)])
def test_the_end_of_one_unit_and_the_head_of_the_next_are_no_finding_unless_one_is_long_enough(
    tree: Tree, tail: str, count: int
) -> None:
    sides = (
        ("def f(a):\n    while a:\n        a.b()\n", "def f(a, b):\n    c = [1, 2]\n"),
        ("    if k:\n        k()\n", "    x.y = 2\n    z()\n"),
    )
    root = tree({f"{name}.py": f"{head}{SEAM}{tail}{end}" for name, head, end in zip("ab", *sides, strict=True)})
    judged = base_tree(run_over(root), read_config(root))
    assert len(judged.copies.verdict.classes) == 1
    assert sum(row.kind == "clone" for row in tree_rows(judged).findings) == count


def test_a_copy_that_lies_in_a_seam_does_not_count(tree: Tree) -> None:
    # What follows the run on its last line is long enough in one file alone.
    rest = {"a": " + q.r(s, t) - u", "b": "", "c": ""}
    heads = {
        "a": "def f(a):\n    while a:\n        a.b()\n",
        "b": "def f(a, b):\n    c = [1, 2]\n",
        "c": "x = 1\ndef f():\n",
    }
    ends = {"a": "    if k:\n        k()\n", "b": "    x.y = 2\n    z()\n", "c": "    for k in m:\n        pass\n"}
    tail = "    n = [k, m, x, y]"
    root = tree({f"{name}.py": f"{heads[name]}{SEAM}{tail}{rest[name]}\n{ends[name]}" for name in "abc"})
    judged = base_tree(run_over(root), read_config(root))
    (copied,) = judged.copies.verdict.classes
    spots = clone_spots(judged, {copied.digest})
    assert (len(copied.members), spots) == (3, {})
    assert not [row for row in tree_rows(judged).findings if row.kind == "clone"]


def test_dead_files_of_one_content_are_one_finding_that_counts_them(tree: Tree) -> None:
    root = tree({"main.py": "if __name__ == '__main__':\n    pass\n", "a.py": "x = 1\n", "b.py": "y = 2\n"})
    (found,) = rows(root).findings
    assert (found.kind, found.count, found.places) == ("dead", 2, ("a.py", "b.py"))


def test_a_file_that_only_fails_no_check_is_no_finding(tree: Tree) -> None:
    root = tree({"rubout.toml": "[graph]\ngated_langs = []\n", "a.py": "x = 1\n"})
    assert rows(root).findings == ()


def test_a_generated_file_has_no_length_to_hold_and_may_be_dead(tree: Tree) -> None:
    root = tree({"a.py": "# Code generated by hand. DO NOT EDIT.\nx = 1\n"})
    found = rows(root)
    assert [row.key for row in found.ceilings] == []
    assert [row.places for row in found.findings] == [("a.py",)]


def test_a_place_that_is_permitted_is_no_copy(tree: Tree) -> None:
    root = tree({"a.py": LOOP, "b.py": f"# rubout:allow(clones) -- told apart on purpose\n{LOOP}"})
    assert [row.kind for row in rows(root).findings] == ["dead"]


class Edits:
    """Edits of real files that say the same: files move, functions change places, comments come."""

    def __init__(self, root: Path, data: st.DataObject) -> None:
        self.root, self.data = root, data
        self.paths = list(REAL)

    def make(self) -> None:
        for path in list(self.paths):
            for edit in self.data.draw(st.lists(st.sampled_from([self._move, self._swap]), max_size=3)):
                path = edit(path)  # noqa: PLW2901 - the next edit is of the file where it now lies
            self._comment(path)

    def _move(self, path: str) -> str:
        folder = self.data.draw(st.sampled_from(["", "lib/", "src/deep/"]))
        new = f"{folder}m{len(self.paths)}.py"
        self.paths.append(new)
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(self.root / new)
        return new

    def _swap(self, path: str) -> str:
        source = (self.root / path).read_text()
        last = sum(isinstance(node, ast.FunctionDef) for node in ast.parse(source).body) - 1
        first, second = sorted(self.data.draw(st.lists(st.integers(0, last), min_size=2, max_size=2, unique=True)))
        (self.root / path).write_text(swapped(source, first, second))
        return path

    def _comment(self, path: str) -> None:
        source = (self.root / path).read_text()
        lines = source.splitlines(keepends=True)
        starts = [node.lineno - 1 for node in ast.parse(source).body[1:]]
        for at in sorted(self.data.draw(st.lists(st.sampled_from(starts), max_size=MOST_COMMENTS)), reverse=True):
            lines.insert(at, "# what is said here changes nothing\n")
        (self.root / path).write_text("".join(lines))


@settings(max_examples=15, phases=[Phase.generate])  # to shrink an example of whole trees takes minutes
@given(st.data())
def test_a_tree_that_says_the_same_in_other_places_adds_nothing(
    tmp_path_factory: pytest.TempPathFactory, grow: Grow, data: st.DataObject
) -> None:
    root = grow(tmp_path_factory.mktemp("t") / "tree", REAL, git=True)
    then = rows(root)
    assert {row.kind for row in then.findings} == {"clone", "dead"}
    Edits(root, data).make()
    held = against(root, then)
    assert (held.verdict.over, held.verdict.added) == ((), ())


def shown(held: Held) -> list[tuple[str, int, int, list[str]]]:
    """The kind of each finding that is too much, its counts, and where it is looked for, the likeliest place first."""
    return [(row.name, row.value, row.allowed, [spot.path for spot in row.spots]) for row in held.failed]


@pytest.mark.parametrize(
    ("came", "failed"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"b.py": f"y = 3\n{LOOP}"}, [("clone", 1, 0, ["b.py", "a.py"])], id="a second copy"),
        pytest.param(
            {"a.py": f"{LOOP}{LOOP.replace('total', 'other')}"}, [("clone", 1, 0, ["a.py", "a.py"])], id="here"
        ),
    ],
)
def test_a_copy_that_comes_is_looked_for_where_it_came(
    tree: Tree, grow: Grow, came: dict[str, str], failed: list[tuple[str, int, int, list[str]]]
) -> None:
    root = tree({"a.py": LOOP, "b.py": "y = 3\n", "main.py": "import a, b\nif __name__ == '__main__':\n    pass\n"})
    then = rows(root)
    grow(root, came)
    assert shown(against(root, then)) == failed


EVERYTHING = "import a, b, c\nif __name__ == '__main__':\n    pass\n"


def test_the_copy_of_a_known_function_is_the_one_whose_unit_is_new(tree: Tree, grow: Grow) -> None:
    root = tree({"b.py": f"z = 1\n{LOOP}", "a.py": "y = 3\n", "c.py": "", "main.py": EVERYTHING})
    then = rows(root)
    grow(root, {"a.py": LOOP})
    (row,) = against(root, then).failed
    assert [(spot.path, spot.start_line, spot.end_line) for spot in row.spots] == [("a.py", 1, 10), ("b.py", 2, 11)]


def test_two_copies_edited_alike_add_nothing_and_a_third_copy_fails(tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": LOOP, "b.py": LOOP, "c.py": "y = 3\n", "main.py": EVERYTHING})
    then = rows(root)
    mended = LOOP.replace("out += 1", "out += 1\n            log(x)")
    grow(root, {"a.py": mended, "b.py": mended})
    held = against(root, then)
    assert held.failed == ()
    assert [row.kind for row in held.verdict.removed] == ["clone"]
    grow(root, {"c.py": mended})
    (row,) = against(root, then).failed
    assert (row.condition, row.value, row.spots[0].path) == ("discrete_added", 2, "c.py")


def test_a_file_that_dies_fails_where_it_lies(tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": "x = 1\n", "b.py": "y = f(2)\n", "c.py": "", "main.py": EVERYTHING})
    then = rows(root)
    grow(root, {"main.py": EVERYTHING.replace("b, ", "")})
    assert shown(against(root, then)) == [("dead", 1, 0, ["b.py"])]


DEEP = """\
    for x in items:
        if x.price > 0:
            if x.price > 1:
                if x.price > 2:
                    pass
"""


def test_growth_fails_where_the_function_stands(tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": f"x = 1\n\n\n{LOOP}"})
    then = rows(root)
    grow(root, {"a.py": "x = 1\n\n\n" + LOOP.replace("    return", f"{DEEP}    return")})
    (row,) = against(root, then).failed
    assert (row.condition, row.name, row.key) == ("ratchet_over", "fn_cognitive", "a.py::total/2#0")
    assert (row.value, row.allowed) == (15, 7)
    assert [(spot.path, spot.start_line, spot.end_line) for spot in row.spots] == [("a.py", 4, 18)]


@pytest.mark.parametrize("added", [True, False], ids=["git add", "nothing told to git"])
def test_a_ceiling_follows_a_file_that_moved_and_changed_whether_git_knows_or_not(
    tree: Tree, git: Git, *, added: bool
) -> None:
    text = "".join(f"x{n} = {n}\n" for n in range(40))
    root = tree({"a.py": text}, git=True)
    then = rows(root)
    (root / "a.py").unlink()
    (root / "pkg").mkdir()
    (root / "pkg" / "b.py").write_text(text + "y = 2\n" * 11)
    if added:
        git(root, "add", "--all")
    held = against(root, then)
    assert [(row.key, row.value, row.allowed) for row in held.verdict.over] == [("pkg/b.py", 51, 50)]


def test_a_shallow_clone_says_that_it_does_not_know_what_moved(tree: Tree, git: Git, tmp_path: Path) -> None:
    origin = tree({"a.py": "x = 1\n" * 40}, git=True)
    git(origin, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "then", "--allow-empty")
    then = rows(origin)
    (origin / "a.py").rename(origin / "b.py")
    (origin / "b.py").write_text("x = 1\n" * 41)
    git(origin, "add", "--all")
    git(origin, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "moved")
    for name, depth, notes in (("whole", "5", 0), ("shallow", "1", 1)):
        git(tmp_path, "clone", "-q", "--depth", depth, origin.as_uri(), name)
        said: list[str] = []
        run = replace(run_over(tmp_path / name), note=said.append)
        judged = base_tree(run, read_config(tmp_path / name))
        baseline = Baseline(Header(revisions=REVISIONS), *then)
        commit = None if depth == "1" else "HEAD~1"
        hold(judged, run, Against(baseline=baseline, base=FILE, commit=commit), Knobs())
        assert ["a shallow clone" in line for line in said] == [True] * notes
