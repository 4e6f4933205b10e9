"""The benchmarks measure what they say, on trees that are what they say."""

from __future__ import annotations

import ast
import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from bench import table
from bench.check import check
from bench.contenders import peers
from bench.deadcode import deadcode
from bench.docdup import docdup
from bench.growth import growth
from bench.near_miss import near_miss
from bench.process import floor_mib, run, run_sampled
from bench.programs import program
from bench.renaming import is_source, renamed
from bench.review_records import records
from bench.review_recurrence import recurrence
from bench.trees import change, copy_tree, probe_file, sources, write_files
from bench.trend import trend
from tests.reports import cells
from tests.samples import prose
from tests.tables import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

FUNCTION = """\
def total(rows, factor):
    result = 0  # of all rows
    for row in rows:
        if row.kind == "open" and row.amount > 0:
            result += row.amount * factor
        elif row.kind == "void":
            result -= row.amount * 2
    return result / len(rows) if rows else None
"""


@cases(
    "ending text expected",
    r"""
    .py => for row in rows: # row\n => for row_1 in rows_1: # row\n
    .py => name = "name" + f(1e5) => name_1 = "name" + f_1(1e5)
    .ts => const a: string = b; // a\n => const a_1: string = b_1; // a\n
    .js => a = `b ${c}` /* d\n d */ + e => a_1 = `b ${c}` /* d\n d */ + e_1
    .go => func f(x int) { return x } => func f_1(x_1 int) { return x_1 }
    """,
)
def test_renaming_changes_names_and_nothing_else(ending: str, text: str, expected: str) -> None:
    assert renamed(text, "_1", ending) == expected
    assert is_source(ending)


def test_a_renamed_function_is_a_copy_under_other_names(tree: Tree, rubout: Rubout) -> None:
    root = tree({"a.py": FUNCTION, "b.py": renamed(FUNCTION, "_1", ".py")})
    (found,) = json.loads(rubout("clones", "--format", "json", root).out)["rows"]
    assert (found["type"], len(found["members"])) == ("T2", 2)


@pytest.mark.parametrize("number", range(20))
def test_a_made_program_is_valid_and_as_long_as_asked_for(number: int) -> None:
    text = program(number, 5_000)
    ast.parse(text)
    assert 5_000 <= len(text) < 10_000
    assert text == program(number, 5_000) != program(number + 1, 5_000)


def test_a_copy_holds_what_git_lists_and_leaves_the_tree_alone(tree: Tree, tmp_path: Path) -> None:
    root = tree({"a.py": FUNCTION, ".gitignore": "out/\n.rubout/\n"}, git=True)
    tree({"out/b.py": FUNCTION, ".rubout/index.db": "x", "new.py": "a = 1\n"})
    before = sorted(root.rglob("*"))
    copy = copy_tree(root, tmp_path / "copy")
    assert [path.name for path in sources(copy)] == [".gitignore", "a.py", "new.py"]
    change(probe_file(copy), 1)
    assert (copy / "a.py").read_text() + (copy / "new.py").read_text() != FUNCTION + "a = 1\n"
    assert (root / "a.py").read_text() + (root / "new.py").read_text() == FUNCTION + "a = 1\n"
    assert sorted(root.rglob("*")) == before


def test_a_run_is_timed_with_the_processes_it_starts(tmp_path: Path) -> None:
    work = "sum(range(3_000_000))"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}]); print('said')"
    once = run((sys.executable, "-c", nested), tmp_path, tmp_path / "out")
    alone = run((sys.executable, "-c", "pass"), tmp_path, tmp_path / "nothing")
    assert (once.exit_code, (tmp_path / "out").read_text()) == (0, "said\n")
    assert once.cpu > alone.cpu


def test_a_run_counts_no_memory_of_who_measures_it() -> None:
    ballast = bytearray(200_000_000)
    assert 1 < floor_mib() < len(ballast) / 2**20 / 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sums over processes are read from /proc")
def test_memory_is_summed_over_the_processes_of_a_run(tmp_path: Path) -> None:
    for seconds in (0.3, 3, 30):  # a loaded machine may need long for a look at both
        hold = f"import time; a = b'x' * 40_000_000; time.sleep({seconds})"
        nested = f"import subprocess, sys; c = subprocess.Popen([sys.executable, '-c', {hold!r}]); {hold}; c.wait()"
        once = run_sampled((sys.executable, "-c", nested), tmp_path, tmp_path / "out")
        if once.all_mib and once.all_mib > 2 * 40_000_000 / 2**20:
            break
    assert once.all_mib is not None
    assert once.all_mib > 2 * 40_000_000 / 2**20 > once.largest_mib > 40_000_000 / 2**20


def test_a_command_that_cannot_judge_ends_the_benchmark(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "import sys; sys.stderr.write('no such thing'); sys.exit(2)")
    with pytest.raises(SystemExit, match="exit status 2\nno such thing"):
        run(command, tmp_path, tmp_path / "out")


def test_a_command_that_is_not_there_ends_the_benchmark(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No such file or directory: 'no-such-command'"):
        run(("no-such-command",), tmp_path, tmp_path / "out")


def test_growth_shows_that_copies_are_copies_and_strangers_are_not(tree: Tree, tmp_path: Path) -> None:
    said = growth(tree({"a.py": FUNCTION}), tmp_path / "work", rounds=1)
    excess = {row[0]: row[4] for row in cells(said)}
    assert [excess[f"{times}x, renamed copies"] for times in (1, 2, 4)] == ["0", "1", "3"]
    assert [excess[f"{times}x, unrelated files"] for times in (1, 2, 4)] == ["0", "0", "0"]


def test_near_miss_is_timed_in_every_state_and_copies_are_found(tree: Tree, tmp_path: Path) -> None:
    said = near_miss(tree({"a.py": FUNCTION}), tmp_path / "work", rounds=1)
    assert "the same bytes as without it" in said
    assert {row[0]: row[5:] for row in cells(said)[2:]} == {
        "cold": ["1", "0", "0"],
        "warm": ["1", "0", "0"],
        "one file changed": ["1", "0", "0"],
        "cold, 1x": ["1", "0", "0"],
        "cold, 2x": ["2", "1", "1"],
    }


def test_deadcode_is_timed_in_every_state(tree: Tree, tmp_path: Path) -> None:
    said = deadcode(tree({"main.ts": 'import "./a";\n', "a.ts": FUNCTION}), tmp_path / "work", rounds=1)
    assert "the same bytes as without it" in said
    assert [row[:1] + row[5:] for row in cells(said)[2:]] == [
        ["cold", "2", "1", "2"],
        ["warm", "2", "1", "2"],
        ["one file changed", "2", "1", "2"],
    ]


def test_check_is_timed_in_every_state(tree: Tree, tmp_path: Path) -> None:
    said = check(tree({"a.py": FUNCTION, "b.py": FUNCTION}), tmp_path / "work", rounds=1)
    assert "the same bytes as without it" in said
    assert [row[:1] + row[5:] for row in cells(said)[2:]] == [
        [state, "2", "2", "1", "0", "0", "2"] for state in ("cold", "warm", "one file changed")
    ]


def test_trend_is_timed_with_head_known_and_again(tree: Tree, tmp_path: Path) -> None:
    said = trend(tree({"a.py": FUNCTION}, git=True), tmp_path / "work", rounds=1)
    assert [row[:1] + row[4:] for row in cells(said)[2:]] == [["HEAD known", "1", "1"], ["all known", "1", "1"]]


def test_docdup_counts_the_copies_of_a_tree_and_none_of_made_texts(tree: Tree, tmp_path: Path) -> None:
    said = docdup(tree({"a.md": prose(60)}), tmp_path / "work", rounds=1)
    assert {row[0]: row[4] for row in cells(said)[1:] if row[0][:1].isdigit()} == {
        "1x": "0",
        "2x": "1",
        "4x": "3",
        **{f"{times}x, made texts": "0" for times in (1, 2, 4)},
    }


def test_a_table_is_markdown() -> None:
    assert table.markdown(("a", "b"), [("c", "1"), ("d", "2")]) == "| a | b |\n| --- | ---: |\n| c | 1 |\n| d | 2 |\n"
    assert [table.seconds(0.0514), table.seconds(12.345), table.mebibytes(None)] == ["0.051", "12.35", "-"]
    assert (table.count(1234), table.count(None)) == ("1,234", "-")


def test_a_peer_that_is_named_and_not_there_ends_the_benchmark(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no program `no-such-jscpd`"):
        peers(tmp_path, tmp_path, jscpd="no-such-jscpd", pmd_home=None)
    write_files(tmp_path, [("a.py", FUNCTION)])
    with pytest.raises(SystemExit, match="pmd-core-VERSION"):
        peers(tmp_path, tmp_path, jscpd=None, pmd_home=tmp_path)


def test_stored_reviews_are_timed_alone_and_from_disk(tmp_path: Path) -> None:
    report = records(tmp_path, count=20)
    assert report.startswith("### 20 stored reviews of ")
    assert len([line for line in report.splitlines() if "process" in line]) == 4
    assert len(list(tmp_path.rglob("*.json"))) == 20


def test_a_learned_refusal_is_timed_beside_what_any_command_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)  # the benchmark sets them; they are put back when this ends
    report = recurrence(tmp_path, rounds=2)
    assert report.startswith("### A learned refusal from a cold process, 2 runs\n")
    assert [row[0] for row in cells(report)[2:]] == ["a bare interpreter", "one git", "a learned refusal"]
