"""A survey says the same of a tree whatever is remembered of it and however many hands do the work."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.errors import RepositoryError, StoreError
from rubout.gate import survey
from rubout.gate.nothing import require_files
from rubout.gate.survey import Request, Run
from rubout.gate.surveyed import Surveyed, Tokens
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.parts import TREES
from rubout.measure.sources.universe import candidates
from rubout.measure.tree import SlowParseError
from rubout.measure.unit_trees import decoded
from rubout.store import index as index_module
from rubout.store.index_file import NAME
from rubout.store.scratch import FOLDER
from tests.indexes import harm
from tests.samples import notebook

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from pathlib import Path

    from rubout.measure.extract import Parsed
    from rubout.measure.parts import Part
    from tests.conftest import Tree

LONG_AGO = 1_000_000_000 * 10**9


def body(number: int) -> str:
    """A file of some functions, of which others share one."""
    lines = [f"import m{number}", "", "", f"def own_{number}(a, b):"]
    lines += [f"    a = a * {n} + b if a > {number} else b - {n}" for n in range(number % 40)]
    lines += ["    return a", "", "", "def shared(rows):", "    return [row + 1 for row in rows if row]", ""]
    return "\n".join(lines)


FILES: dict[str, str | bytes] = {
    **{f"src/m{number:03}.py": body(number) for number in range(90)},
    "a.ts": "export function f(x: number) { return x ? 1 : 2 }\n",
    "b.rs": "fn f(x: u8) -> u8 { x + 1 }\n",
    "c.css": "a { b: c }\n",
    "made.py": "# @generated\nx = 1\n",
    "copy.pyi": body(3),
    "book.ipynb": notebook("a = 1", "def g(x):\n    return x"),
    "foreign.ipynb": notebook("f <- 1", language="R"),
    "broken.ipynb": "{",
    "empty.py": "",
    "wrong.py": "def f(:\n",
    "é.py": "x = 'é'\n",
}


@pytest.fixture
def root(tree: Tree) -> Path:
    """A tree whose files were last changed long ago."""
    made = tree(FILES)
    age(made)
    return made


def age(root: Path) -> None:
    for path in root.rglob("*"):
        if path.is_file() and FOLDER not in path.parts:
            os.utime(path, ns=(LONG_AGO, LONG_AGO))


def surveyed(root: Path, notes: list[str] | None = None, **options: Any) -> Surveyed:
    """A survey with the options of a request and those of `Run.survey`."""
    started = time.time_ns()
    scope = str(options.get("scope", ""))
    asked = {name: options.pop(name) for name in ("for_copies", "tokens", "parts") if name in options}
    request = Request(anchor=str(root), **options)
    said = notes if notes is not None else []
    return Run(request, candidates(str(root), scope), started, said.append).survey(**asked)


def said(found: Surveyed) -> bytes:
    return msgspec.msgpack.encode((found.survey, found.tokens))


def fresh(root: Path, **options: object) -> bytes:
    """What is so, by a run that remembers nothing."""
    return said(surveyed(root, None, cache=False, jobs=1, **options))


def test_a_survey_holds_every_file_in_order_with_what_became_of_the_others(root: Path) -> None:
    survey = surveyed(root).survey
    paths = [file.path for file in survey.files]
    assert paths == sorted(set(FILES) - {"foreign.ipynb", "broken.ipynb"})
    assert survey.excluded == {"generated": 1, "kernel": 1}
    assert [(problem.path, problem.what[:17]) for problem in survey.problems] == [("broken.ipynb", "cannot be parsed:")]
    assert survey.missing_grammars == ()


# The same bytes.


def test_cold_warm_and_without_an_index_are_the_same(root: Path) -> None:
    notes: list[str] = []
    expected = fresh(root)
    assert not (root / FOLDER).exists()
    assert [said(surveyed(root, notes)) for _ in range(3)] == [expected] * 3
    assert notes == []


@pytest.mark.parametrize("jobs", [0, 1, 2, 5])
@pytest.mark.parametrize("cache", [True, False])
def test_the_number_of_processes_changes_nothing(root: Path, jobs: int, cache: bool) -> None:
    assert said(surveyed(root, jobs=jobs, cache=cache)) == fresh(root)


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, lambda: ProcessPoolExecutor(2, get_context("fork"))])
@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_an_executor_changes_nothing(root: Path, executor: Callable[[], Executor], cache: bool) -> None:
    with executor() as given:
        assert said(surveyed(root, executor=given, cache=cache)) == fresh(root)


def changed(root: Path) -> None:
    (root / "src/m004.py").write_text(body(40))


def added(root: Path) -> None:
    (root / "src/new.py").write_text("def new(): pass\n")


def copied(root: Path) -> None:
    (root / "src/new.py").write_bytes((root / "src/m004.py").read_bytes())


def removed(root: Path) -> None:
    (root / "src/m004.py").unlink()


def renamed(root: Path) -> None:
    (root / "src/m004.py").rename(root / "moved.py")


def made_a_notebook(root: Path) -> None:
    (root / "empty.ipynb").write_bytes((root / "empty.py").read_bytes())


def made_another_language(root: Path) -> None:
    (root / "src/m004.py").rename(root / "src/m004.ts")


def swapped(root: Path) -> None:
    one, two = root / "src/m004.py", root / "src/m005.py"
    contents = one.read_bytes(), two.read_bytes()
    two.write_bytes(contents[0])
    one.write_bytes(contents[1])


def broken(root: Path) -> None:
    (root / "book.ipynb").write_text("[]")


def mended(root: Path) -> None:
    (root / "broken.ipynb").write_bytes(notebook("x = 1"))


def everything(root: Path) -> None:
    for path in root.rglob("*.py"):
        path.write_bytes(path.read_bytes() + b"x = 2\n")


EDITS = [
    changed,
    added,
    copied,
    removed,
    renamed,
    made_a_notebook,
    made_another_language,
    swapped,
    broken,
    mended,
    everything,
]


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("edit", EDITS)
def test_after_an_edit_the_rest_is_remembered_and_nothing_differs(
    root: Path, edit: Callable[[Path], None], settled: bool
) -> None:
    surveyed(root)
    edit(root)
    if settled:
        age(root)
    expected = fresh(root)
    assert [said(surveyed(root)) for _ in range(2)] == [expected] * 2


def test_all_edits_one_after_another_in_any_order_leave_no_trace(root: Path) -> None:
    rng = random.Random(7)
    for _ in range(12):
        edit = rng.choice([changed, added, copied, made_a_notebook, broken, mended, everything])
        edit(root)
        assert said(surveyed(root, jobs=rng.choice([1, 2]))) == fresh(root)


def test_what_is_measured_is_only_what_changed(root: Path) -> None:
    (root / "broken.ipynb").unlink()
    surveyed(root)
    seen: list[tuple[int, int]] = []
    surveyed(root, progress=lambda done, total: seen.append((done, total)))
    assert seen == []
    changed(root)
    surveyed(root, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 1)]


def test_a_branch_that_comes_back_is_not_measured_again(root: Path) -> None:
    surveyed(root)
    before = (root / "src/m004.py").read_bytes()
    changed(root)
    surveyed(root)
    (root / "src/m004.py").write_bytes(before)
    surveyed(root)
    assert rows_of(root) == len({*FILES.values(), body(40)}) - 1  # a broken notebook has no facts


def rows_of(root: Path) -> int:
    connection = sqlite3.connect(root / FOLDER / NAME)
    (count,) = connection.execute("SELECT count(*) FROM facts").fetchone()
    connection.close()
    return int(count)


PARTS = (TREES, DOCUMENTS)
ASKED: tuple[dict[str, Any], ...] = ({}, {"for_copies": True}, {"parts": PARTS}, {"tokens": False, "parts": PARTS})


@pytest.mark.parametrize("first", ASKED)
@pytest.mark.parametrize("then", ASKED)
def test_what_is_asked_for_does_not_depend_on_what_was_asked_before(
    root: Path, first: dict[str, Any], then: dict[str, Any]
) -> None:
    surveyed(root, **first)
    changed(root)
    expected = surveyed(root, cache=False, jobs=1, **then)
    assert [surveyed(root, **then) for _ in range(2)] == [expected] * 2


def test_copies_are_read_from_what_another_family_left_and_no_other_way_round(root: Path) -> None:
    (root / "broken.ipynb").unlink()
    seen: list[int] = []

    def count(done: int, _total: int) -> None:
        seen.append(done)

    surveyed(root)
    surveyed(root, for_copies=True, progress=count)
    assert seen == []
    shutil.rmtree(root / FOLDER)
    surveyed(root, for_copies=True)
    surveyed(root, progress=count)
    assert seen[-1] == len(FILES) - 1


def test_kept_imports_and_cut_ones_are_remembered_apart(root: Path) -> None:
    expected = [fresh(root, keep_imports=keep) for keep in (True, False)]
    assert expected[0] != expected[1]
    for _ in range(2):
        assert [said(surveyed(root, keep_imports=keep)) for keep in (True, False)] == expected


def test_a_part_is_the_same_and_makes_the_index_forget_nothing(root: Path) -> None:
    surveyed(root)
    assert said(surveyed(root, scope="src")) == fresh(root, scope="src")
    seen: list[int] = []
    (root / "broken.ipynb").unlink()
    surveyed(root, progress=lambda done, _: seen.append(done))
    assert seen == []


def test_some_files_can_be_surveyed_alone(root: Path) -> None:
    universe = candidates(str(root))
    run = Run(Request(anchor=str(root)), universe, time.time_ns(), print)
    some = [file for file in universe.files if file.path in {"a.ts", "src/m004.py"}]
    assert [file.path for file in run.survey(some).survey.files] == ["a.ts", "src/m004.py"]
    whole = run.survey()
    assert said(whole) == fresh(root)


# Parts.


def parted(root: Path, *parts: Part, **options: Any) -> Surveyed:
    return surveyed(root, parts=parts, **options)


def test_parts_come_beside_the_same_facts_and_tokens_in_the_order_of_the_files(root: Path) -> None:
    found = parted(root, *PARTS, cache=False)
    assert said(found) == fresh(root)
    assert parted(root, *PARTS, cache=False, for_copies=True) == found
    files = found.survey.files
    assert {name: len(column) for name, column in found.parts.items()} == {"trees": len(files), "documents": len(files)}
    documented = [file.path for file, part in zip(files, found.parts["documents"], strict=True) if part]
    assert documented == [file.path for file in files if file.path != "c.css"]
    for file, part in zip(files, found.parts["trees"], strict=True):
        assert len(decoded(part).roots) == 4 * len(file.facts.units)


def test_parts_are_the_same_cold_warm_and_without_an_index(root: Path) -> None:
    expected = parted(root, *PARTS, cache=False)
    assert [parted(root, *PARTS) for _ in range(3)] == [expected] * 3
    for damage in ("UPDATE facts SET tokens = head", "DELETE FROM facts"):
        harm(root / FOLDER / NAME, f"{damage} WHERE rowid % 2")
        assert parted(root, *PARTS) == expected


def test_a_part_that_is_asked_for_later_is_measured_alone_and_once(root: Path) -> None:
    (root / "broken.ipynb").unlink()
    seen: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        seen.append((done, total))

    facts = rows_after(root)
    trees = rows_after(root, TREES)
    assert rows_after(root, TREES, DOCUMENTS) > trees > facts
    assert parted(root, *PARTS, progress=note) == parted(root, *PARTS, cache=False)
    surveyed(root, progress=note)
    assert seen == []


def test_what_was_measured_of_files_too_young_to_be_known_by_their_times_is_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "SPARE_ROWS", 1)
    for path in root.rglob("*"):
        if path.is_file():
            os.utime(path)
    assert rows_after(root) < rows_after(root, TREES) < rows_after(root, TREES, DOCUMENTS)


def rows_after(root: Path, *parts: Part) -> int:
    parted(root, *parts)
    return rows_of(root)


def test_without_tokens_none_are_kept(root: Path) -> None:
    for _ in range(2):
        found = surveyed(root, tokens=Tokens.NONE, parts=(TREES,))
        assert (found.survey, found.tokens) == (surveyed(root, cache=False).survey, ())


NO_TOKENS = "UPDATE facts SET tokens = head WHERE length(head) > 0"


def late(root: Path, **options: Any) -> Surveyed:
    return surveyed(root, tokens=Tokens.LATE, parts=PARTS, **options)


def streams(found: Surveyed) -> dict[str, bytes]:
    """The token streams of all files."""
    return dict(found.streams(file.path for file in found.survey.files))


def test_late_tokens_are_those_of_all_files_whoever_measured_them(root: Path) -> None:
    expected = surveyed(root, cache=False)
    for _ in range(2):  # measured, then recalled
        found = late(root)
        assert (found.survey, found.tokens) == (expected.survey, ())
        assert streams(found) == streams(expected)
    assert found.streams(["a.ts", "of no file"]) == {"a.ts": streams(expected)["a.ts"]}
    assert streams(late(root, cache=False)) == streams(expected)


@pytest.mark.parametrize("few", [0, 64])
def test_late_tokens_that_the_index_lost_are_measured_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(survey, "_FEW", few)
    expected = streams(surveyed(root))
    found = late(root)
    harm(root / FOLDER / NAME, NO_TOKENS)
    assert streams(found) == expected
    found = late(root)
    (root / FOLDER / NAME).unlink()
    assert streams(found) == expected


def test_late_tokens_that_are_lost_with_what_they_were_made_of_are_named(root: Path) -> None:
    surveyed(root)
    found = late(root)
    harm(root / FOLDER / NAME, NO_TOKENS)
    (root / "a.ts").write_text("other();\n")
    with pytest.raises(StoreError, match=r"^a\.ts: the index lost its tokens, and it has changed since") as failure:
        streams(found)
    assert failure.value.fix == "run it again when nobody writes to the tree"


def test_some_of_the_files_are_told_with_their_problems_and_tokens(root: Path) -> None:
    found = late(root)
    files = [file for file in candidates(str(root)).files if file.path in {"a.ts", "broken.ipynb"}]
    some = found.only(files)
    assert [file.path for file in some.survey.files] == ["a.ts"]
    assert [problem.path for problem in some.survey.problems] == ["broken.ipynb"]
    assert some.tokens == (streams(found)["a.ts"],)


def test_a_file_of_which_a_part_cannot_be_made_is_named_and_keeps_its_facts(root: Path) -> None:
    def hopeless(parsed: Parsed) -> bytes:
        if parsed.path == "a.ts":
            raise SlowParseError("it takes too long")
        return DOCUMENTS.made(parsed)

    slow = DOCUMENTS._replace(made=hopeless)
    for _ in range(2):
        found = parted(root, slow, TREES, jobs=1)
        assert ("a.ts", "cannot be parsed: it takes too long") in {
            (one.path, one.what) for one in found.survey.problems
        }
        assert found.survey.files == surveyed(root, cache=False).survey.files
        at = [file.path for file in found.survey.files].index("a.ts")
        assert found.parts["documents"][at] == b""
    assert parted(root, *PARTS) == parted(root, *PARTS, cache=False)


# Time and change.


def test_an_edit_of_the_same_size_within_the_clocks_grain_is_seen(root: Path) -> None:
    place = root / "src/m004.py"
    now = time.time_ns()
    os.utime(place, ns=(now, now))
    surveyed(root)
    place.write_bytes(place.read_bytes().replace(b"own_4", b"new_4"))
    os.utime(place, ns=(now, now))
    assert said(surveyed(root)) == fresh(root)


@pytest.mark.parametrize("ns", [0, -1_000_000_000, 4_000_000_000 * 10**9])
def test_odd_times_change_nothing(root: Path, ns: int) -> None:
    os.utime(root / "src/m004.py", ns=(ns, ns))
    assert [said(surveyed(root)) for _ in range(2)] == [fresh(root)] * 2


def test_a_file_that_vanishes_after_the_listing_is_left_out(root: Path) -> None:
    for cache in (False, True):
        universe = candidates(str(root))
        (root / f"src/m00{int(cache)}.py").unlink()
        run = Run(Request(anchor=str(root), cache=cache), universe, time.time_ns(), print)
        assert said(run.survey()) == fresh(root)


def test_a_file_edited_after_the_listing_is_not_known_by_its_old_times(root: Path) -> None:
    place = root / "src/m004.py"
    before = place.read_bytes()
    universe = candidates(str(root))
    place.write_bytes(before.replace(b"own_4", b"new_4"))
    Run(Request(anchor=str(root)), universe, time.time_ns(), print).survey()
    place.write_bytes(before)
    os.utime(place, ns=(LONG_AGO, LONG_AGO))  # as a backup that is put back
    assert said(surveyed(root)) == fresh(root)


def test_a_file_that_cannot_be_read_is_a_problem_and_the_run_goes_on(root: Path, as_nobody: Callable[[], None]) -> None:
    (root / "src/m004.py").chmod(0)
    as_nobody()
    found = surveyed(root, cache=False).survey
    assert ("src/m004.py", "cannot be read: Permission denied") in {(p.path, p.what) for p in found.problems}
    assert len(found.files) == len(FILES) - 3


def test_a_read_only_project_is_judged_and_that_is_said_once(root: Path, as_nobody: Callable[[], None]) -> None:
    expected = fresh(root)
    root.chmod(0o555)
    as_nobody()
    notes: list[str] = []
    assert said(surveyed(root, notes)) == expected
    assert notes == [f"{FOLDER}/ cannot be written: this run is not remembered"]


# The index fails.


@pytest.mark.parametrize("keep", [0, 100, 5000, 60_000])
def test_a_damaged_index_changes_no_byte_and_is_rebuilt_with_one_note(root: Path, keep: int) -> None:
    expected = said(surveyed(root))
    place = root / FOLDER / NAME
    whole = place.read_bytes()
    place.write_bytes(whole[:keep] + bytes(len(whole) - keep))
    notes: list[str] = []
    assert [said(surveyed(root, notes)) for _ in range(3)] == [expected] * 3
    assert len(notes) == 1
    assert rows_of(root) == len(set(FILES.values())) - 1


@pytest.mark.parametrize("damage", ["UPDATE facts SET head = tokens, tokens = head", "DELETE FROM facts"])
def test_rows_that_are_damaged_or_gone_are_measured_again(root: Path, damage: str) -> None:
    expected = said(surveyed(root))
    harm(root / FOLDER / NAME, f"{damage} WHERE rowid % 2")
    assert [said(surveyed(root)) for _ in range(2)] == [expected] * 2


def test_an_index_deleted_while_files_are_measured_changes_no_byte(root: Path) -> None:
    surveyed(root)
    changed(root)
    expected = fresh(root)
    notes: list[str] = []

    def take_away(_done: int, _total: int) -> None:
        for place in list((root / FOLDER).iterdir()):
            place.unlink()

    assert said(surveyed(root, notes, progress=take_away)) == expected
    assert len(notes) == 1
    assert said(surveyed(root, notes)) == expected
    assert len(notes) == 1


def test_ctrl_c_while_files_are_measured_leaves_no_process_and_no_index(
    root: Path, childless: Callable[[], bool]
) -> None:
    for number in range(8):
        (root / f"long{number}.py").write_text(body(39) * 60)

    def interrupt(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        surveyed(root, jobs=2, progress=interrupt)
    assert childless()
    assert os.listdir(root / FOLDER) in ([], [".gitignore"])


# Grammars.


def test_files_without_their_grammar_are_sized_and_their_language_is_named(root: Path, tmp_path: Path) -> None:
    shadow = tmp_path / "shadow"
    (shadow / "tree_sitter_rust").mkdir(parents=True)
    (shadow / "tree_sitter_rust/__init__.py").touch()
    (shadow / "tree_sitter_rust-9.9.9.dist-info").mkdir()
    (shadow / "tree_sitter_rust-9.9.9.dist-info/METADATA").write_text("Name: tree-sitter-rust\nVersion: 9.9.9\n")
    code = (
        "import json, sys\n"
        "from rubout.gate.survey import Request, Run\n"
        "from rubout.measure.sources.universe import candidates\n"
        "survey = Run(Request(anchor=sys.argv[1]), candidates(sys.argv[1]), 0, print).survey().survey\n"
        "parsed = {file.path: file.facts.parsed for file in survey.files}\n"
        "print(json.dumps([survey.missing_grammars, parsed['b.rs'], parsed['a.ts']]))\n"
    )
    surveyed(root)  # facts of the grammar that is there are not those of the one that is not
    for _ in range(2):
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(shadow), *sys.path])}
        ran = subprocess.run([sys.executable, "-c", code, root], env=env, capture_output=True, text=True, check=True)
        assert json.loads(ran.stdout) == [["rust"], False, True]
    assert said(surveyed(root)) == fresh(root)


# Nothing.


def test_a_run_over_nothing_is_refused_by_name(root: Path) -> None:
    found = surveyed(root).survey
    require_files(found, found.files)
    with pytest.raises(RepositoryError, match=r"nothing to judge \(left out: 1 generated, 1 kernel\)"):
        require_files(found, ())


def test_an_empty_folder_is_a_survey_of_nothing(tmp_path: Path) -> None:
    assert [surveyed(tmp_path).survey.files for _ in range(2)] == [(), ()]
