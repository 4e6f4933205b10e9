"""`rubout explain ID`: every id of every report has an explanation."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.histories import make_twins
from tests.samples import LOOP, prose
from tests.tables import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Grow, Rubout, Tree

FILES = {
    "rubout.toml": "[clones]\nbudget = 0\n[thresholds]\ncyclomatic_warn = 3\nfn_lines_warn = 5\nfn_lines_fail = 9\n",
    "a.py": LOOP,
    "b.py": LOOP.replace("total", "sumUp").replace("out", "acc"),
    "pkg/c.py": "def f(a:\n" + LOOP * 2,
    "long.md": "words\n" * 800,
    "near.py": LOOP.replace("return", "print(n)\n    return"),
    "one.md": f"{prose(60)}\n",
    "two.md": f"{prose(60)}\n",
    "run.py": "import lib\n\nif __name__ == '__main__':\n    lib.used()\n",
    "lib.py": "def used():\n    pass\n\n\n# never is\n# said\ndef never(n):\n    return never(n)\n\n\nUNSAID = 3\n",
}


@cases(
    "command option least",
    """
    scan      => --no-cache => 3
    clones    => --no-cache => 1
    check     => --no-cache => 5
    near-miss => --no-cache => 1
    docdup    => --no-cache => 1
    join      => --no-churn => 3
    join      => --tier=u   => 6
    deadcode  => --no-cache => 3
    deadcode  => --symbols  => 5
    """,
)
def test_every_id_of_a_report_is_explained(rubout: Rubout, tree: Tree, command: str, option: str, least: str) -> None:
    root = tree(FILES)
    report = json.loads(rubout(command, root, option, "--format", "json").out)
    ids = [row["id"] for row in (*report["rows"], *report.get("axes", ()), *report.get("units", ()))]
    assert len(ids) == len(set(ids)) >= int(least)
    for row_id in ids:
        ran = rubout("explain", row_id, root)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{row_id}  ")


def test_an_explanation_has_the_numbers_in_the_formula(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP})
    ran = rubout("explain", "clones:87959bfdca35", root)
    assert "saves = (members - 1) * tokens = (3 - 1) * 52 = 104" in ran.out
    assert "a.py:1-10" in ran.out


def test_a_path_below_the_root_finds_the_findings_below_it(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "pkg/b.py": LOOP, "pkg/c.py": LOOP})
    assert "(2 - 1) * 52" in rubout("explain", "clones:87959bfdca35", root / "pkg").out


TWINS = "join:6756152c292b"  # a.py and lib/b.py
BOTH_REFERENCED = """\
yes  2 sim_over: 100 / 100 >= 85 / 100: 100 * 100 = 10000, 85 * 100 = 8500
yes  4 graph_both: the graph placed both
yes  8 both_ref: references to a >= 1 and to b >= 1: 1, 1
yes  16 scc_distinct: components of a and of b differ: 0, 1
no   32 dead_flank: references, reach and flags & entry_mask of one are 0, and the other is referenced: \
a 1, 1, 0 & 126 = 0; b 1, 1, 0 & 126 = 0
no   64 public_guard: flags & 1 of that one: there is none
yes  128 cochange_hot: commits in common >= cochange_floor: 2, 2
yes  256 rewrite_hot: rewritten 4 of 4 added lines, at least one: 4 * 100 >= 50 * 4
reasons = 2 + 4 + 8 + 16 + 128 + 256 = 414
code 1 merge_candidate: the first that fits, with sim_over, graph_both, both_ref, scc_distinct
"""


def test_a_pair_of_files_has_its_legs_then_each_condition_and_the_row_that_fits(rubout: Rubout, tmp_path: Path) -> None:
    root = make_twins(tmp_path.resolve() / "r")
    card = rubout("join", root).out.splitlines()[3:7]
    said = rubout("explain", TWINS, root).out
    assert said.splitlines()[:5] == [f"{TWINS}  a.py:1-10 <-> lib/b.py:1-10", *card]
    assert "".join(said.splitlines(keepends=True)[5:]) == BOTH_REFERENCED


@cases(
    "main lines",
    r"""
    import a\n => code 1 merge_candidate: lacks both_ref\ncode 2 delete_candidate: the first that fits, with
    x = 1\n    => code 2 delete_candidate: lacks dead_flank\ncode 3 churn_hotspot: the first that fits, with
    import a\n => no   64 public_guard: flags & 1 of that one: 0 & 1 = 0 of b
    """,
)
def test_the_rows_of_the_table_before_the_one_that_fits_say_what_they_lack(
    rubout: Rubout, tmp_path: Path, main: str, lines: str
) -> None:
    root = make_twins(tmp_path.resolve() / "r")
    (root / "main.py").write_text(main)
    assert f"\n{lines}" in rubout("explain", TWINS, root).out


def test_a_pair_without_a_history_and_without_a_code_says_so(rubout: Rubout, tree: Tree) -> None:
    said = rubout("explain", TWINS, tree({"rubout.toml": "", "a.py": LOOP, "lib/b.py": LOOP})).out.splitlines()
    assert "no   128 cochange_hot: not measured" in said
    assert said[-1] == "code 0 report_only: no row of the table fits"
    assert "code 3 churn_hotspot: lacks cochange_hot, rewrite_hot" in said


def test_a_pair_is_found_from_a_folder_that_holds_one_side_of_it(rubout: Rubout, tmp_path: Path) -> None:
    root = make_twins(tmp_path.resolve() / "r")
    assert rubout("explain", TWINS, root / "lib") == rubout("explain", TWINS, root)


def test_a_name_has_its_lines_and_where_it_was_looked_for(rubout: Rubout, tree: Tree) -> None:
    root = tree({path: FILES[path] for path in ("run.py", "lib.py")} | {"rubout.toml": "", "x.bin": b"\0never"})
    row_id = _id_of(rubout, root, "never")
    assert rubout("explain", row_id, root).out.splitlines() == [
        f"{row_id}  lib.py:5-8  never",
        "function never/1, defined on line 7; its own lines are 5-8",
        "searched 3 text files, 1 could not be",
        "the name stands 3 times in its own lines, 0 times outside of them: one would be a veto",
        "an entry leads to lib.py; 1 file refers to it, and 0 of these mention the name",
        "confidence medium: what lies outside the tree could know the name",
        "advice: it fails no check; `rubout why lib.py:never/1` says what leads to the file",
    ]


def test_names_are_looked_for_only_when_no_file_has_the_id(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    row_ids = [_id_of(rubout, root, name) for name in (None, "never")]
    found = []
    for row_id in row_ids:
        assert rubout("explain", row_id, root).code == 0
        found.append(_texts_searched(root))
    assert found == [0, len(set(FILES.values()))]


def _texts_searched(root: Path) -> int:
    """How many different texts the index knows the words of."""
    with closing(sqlite3.connect(root / ".rubout" / "index.db")) as index:
        return int(index.execute("SELECT count(*) FROM facts WHERE revision LIKE '%/words-%'").fetchone()[0])


def _id_of(rubout: Rubout, root: Path, name: str | None) -> str:
    """The id of a name, or of the first dead file."""
    rows = json.loads(rubout("deadcode", root, "--symbols", "--no-cache", "--format", "json").out)["rows"]
    return str(next(row["id"] for row in rows if row.get("name") == name))


@cases(
    "row_id what",
    """
    clones:000000000000   => no row has the id
    clones:               => no row has the id
    scan:000000000000     => no row has the id
    score:nothing         => no row has the id
    score:floor           => give the `--base` or `--fail-under` of the check
    score:ratchet:0       => give the `--base` or `--fail-under` of the check
    liveness:000000000000 => no row has the id
    join:000000000000     => no row has the id
    clones                => is no id of a finding
    split:000000000000    => no row has the id
    structure:nothing:.   => no row has the id
    edits:a.py:f/0        => is no id of a finding
    erase:000000000000    => no row has the id
    review:000000000000   => is no id of a finding
                          => is no id of a finding
    """,
)
def test_an_id_that_nothing_has_is_refused(rubout: Rubout, tree: Tree, row_id: str, what: str) -> None:
    ran = rubout("explain", row_id, tree(FILES))
    assert (ran.code, ran.out) == (2, "")
    assert what in ran.err


def test_the_axis_of_churn_is_explained_with_the_days_that_are_asked_for(rubout: Rubout, tmp_path: Path) -> None:
    root = make_twins(tmp_path.resolve() / "r")
    said = rubout("explain", "score:churn", root).out
    assert said.startswith("score:churn  mass ")
    assert "with new lines in the last 14 days and" in said
    assert " new lines, adds 1\n" in said
    assert "in the last 3 days" in rubout("explain", "score:churn", root, "--days", 3).out
    assert "not judged: churn" in rubout("explain", "score:size", root).out
    assert ", churn, cycle\n" in rubout("explain", "score:size", root, "--days", 3).out


@pytest.mark.parametrize("option", ["--days=3", "--base=HEAD", "--fail-under=3"])
def test_options_of_check_are_for_its_ids_alone(rubout: Rubout, tree: Tree, option: str) -> None:
    ran = rubout("explain", "clones:87959bfdca35", tree({"rubout.toml": "", "a.py": LOOP}), option)
    said = f"{option.partition('=')[0]} is for ids of `check`"
    assert (ran.code, said in ran.err) == (2, True)


def test_a_condition_is_explained_as_the_check_was_asked(rubout: Rubout, tree: Tree, grow: Grow) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    grow(root, {"c.py": LOOP, "d.py": LOOP})
    asked = ("--base", "HEAD", "--fail-under", 1000)
    added, *_, floor = json.loads(rubout("check", root, *asked, "--format", "json").out)["rows"]
    said = rubout("explain", added["id"], root, *asked).out
    assert "\n4 places, of which one is no extra copy: extra copies 3 > known 1: added; holds at <= 1\n" in said
    assert "\nheld against HEAD\n" in said
    assert "< fail-under 1000: fails" in rubout("explain", floor["id"], root, *asked).out


def test_without_a_history_the_axis_of_churn_has_no_explanation(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("explain", "score:churn", tree({"rubout.toml": "", "a.py": LOOP}))
    assert (ran.code, ran.out, "no history" in ran.err) == (2, "", True)


def test_a_weight_is_rounded_to_be_read_and_exact_in_brackets(rubout: Rubout, tree: Tree) -> None:
    said = rubout("explain", "score:size", tree({"rubout.toml": "", "a.py": "x = 1\n" * 600, "b.py": LOOP})).out
    assert said.startswith("score:size  mass 1.60 (8/5), opportunity 2, charge 444, weight 1\n")
    assert "  a.py:1  600 lines, adds 1.60 (8/5)\n" in said
    assert "= floor(1000 * 1.60 / (1.60 + 2)) = 444, of the exact mass\n" in said
