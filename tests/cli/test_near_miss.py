"""`rubout near-miss`: its options, its formats, permits, and the commands that look at one finding or at the facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.near_misses import AND, CLASSES, OPERATORS, SEEN, TOTAL, TS_LOOP
from tests.reports import places, read
from tests.samples import notebook

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree

TWO = {"rubout.toml": "", "a.py": TOTAL, "b.py": AND}
PERMIT = "# rubout:allow(near-miss) -- a protocol of others\n"


def test_a_class_is_a_paragraph_with_its_pairs_and_where_they_differ(rubout: Rubout, tree: Tree) -> None:
    out = rubout("near-miss", tree(TWO)).out
    assert out.splitlines()[4:9] == [
        "2 near-copies, 4 edits apart, merging saves 31 nodes  near-miss:" + out.split("near-miss:")[1][:12],
        "  a.py:1-6 total/2 <-> b.py:1-6 total/2  ted 4 (nodes 31/35)",
        "    nothing | b.py:4  insert 4",
        "      + if x.price > 0 and x.ok:",
        "  hint: a switch for what others have besides",
    ]
    assert "excess 1; over_cap_units 0, windowed 1, nested 0, pruned_label 0" in out


def test_operators_that_differ_where_the_trees_are_equal_are_said_and_names_are_not(rubout: Rubout, tree: Tree) -> None:
    renamed = TOTAL.replace("items", "rows").replace("0", "7")
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": OPERATORS, "c.py": renamed})
    out = rubout("near-miss", root).out
    assert out.splitlines()[4:11] == [
        "3 near-copies, equal but for operators, merging saves 62 nodes  near-miss:" + out.split("near-miss:")[1][:12],
        "  a.py:1-6 total/2 <-> b.py:1-6 total/2  ted 0 (nodes 31/31)",
        "    a.py:5 | b.py:5  operators `+=` / `-=`, `*` / `/`",
        "      - out += x.price * rate",
        "      + out -= x.price / rate",
        "  a.py:1-6 total/2 <-> c.py:1-6 total/2  ted 0 (nodes 31/31)",
        "  hint: they differ in operators only: `+=` / `-=`, `*` / `/`",
    ]
    (row,) = read(rubout, "near-miss", root)["rows"]
    (spot,) = row["spots"]
    assert (spot["operators"], spot["a_lines"], spot["b_lines"]) == ([["+=", "-="], ["*", "/"]], [5, 5], [5, 5])
    assert "differ: 0 line 5 and 1 line 5: operators `+=` / `-=`, `*` / `/`\n" in rubout("explain", row["id"], root).out


def test_a_keyword_that_one_side_has_alone_is_said(rubout: Rubout, tree: Tree) -> None:
    other = TS_LOOP.replace("export function", "export async function").replace("let", "const")
    (row,) = read(rubout, "near-miss", tree({"rubout.toml": "", "a.ts": TS_LOOP, "b.ts": other}))["rows"]
    assert row["hint"] == "they differ in operators or keywords only: nothing / `async`, `let` / `const`"
    assert [(spot["a_lines"], spot["b_lines"]) for spot in row["spots"]] == [(None, [1, 1]), ([2, 2], [2, 2])]


def test_both_sides_of_a_spot_are_shown_as_they_stand(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": TOTAL.replace("out = 0", f"out = '{'é' * 120}'")})
    (spot,) = read(rubout, "near-miss", root)["rows"][0]["spots"]
    assert (spot["a_text"], spot["b_text"]) == ("out = 0", "out = '" + "é" * 92 + "…")
    assert (spot["a_lines"], spot["b_lines"], spot["relabel"]) == ([2, 2], [2, 2], 1)


def test_the_lines_of_a_notebook_are_those_of_its_code(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.ipynb": notebook("import os\n", AND)})
    (row,) = read(rubout, "near-miss", root)["rows"]
    assert (row["members"][1]["cell"], row["spots"][0]["b_text"]) == (1, "if x.price > 0 and x.ok:")


def test_every_counter_of_the_ledger_is_said(rubout: Rubout, tree: Tree) -> None:
    counts = read(rubout, "near-miss", tree({**TWO, "c.py": CLASSES, "d.ts": TS_LOOP}))["counts"]
    parts = ("nested", "pruned_label", "pruned_sequence", "over_work", "sent")
    assert counts["windowed"] == sum(counts[part] for part in parts) > counts["sent"] > 0
    assert counts["sent"] == counts["judged"]
    assert (counts["units"], counts["admitted"], counts["files"]) == (7, 7, 4)


def test_units_are_listed_and_nothing_is_judged(rubout: Rubout, tree: Tree) -> None:
    root = tree({**TWO, "c.py": "def f(): pass\n"})
    report = read(rubout, "near-miss", root, "--units")
    assert places(report["units"]) == ["a.py:1-6", "b.py:1-6", "c.py:1-1"]
    assert [(unit["key"], unit["nodes"]) for unit in report["units"]] == [("total/2", 31), ("total/2", 35), ("f/0", 5)]
    assert (report["rows"], report["counts"]["windowed"], report["counts"]["admitted"]) == ([], 0, 2)
    assert "c.py:f/0#0  5 nodes, 1 line\n" in rubout("near-miss", root, "--units").out
    assert "nothing was judged" in rubout("near-miss", root, "--units", "--format", "markdown").out


def test_advisory_lists_what_is_nearly_a_clone_and_counts_it_nowhere(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": TOTAL, "b.py": SEEN})
    plain, wide = read(rubout, "near-miss", root), read(rubout, "near-miss", root, "--advisory")
    (pair,) = wide.pop("advisory")
    assert (pair["a"]["path"], pair["b"]["path"], pair["ted"]) == ("a.py", "b.py", 8)
    assert plain == wide
    assert (
        "near a.py:1-6 total/2 <-> b.py:1-7 total/2  ted 8 (nodes 31/39)" in rubout("near-miss", root, "--advisory").out
    )


def test_units_and_advisory_exclude_each_other(rubout: Rubout, tree: Tree) -> None:
    assert rubout("near-miss", tree(TWO), "--units", "--advisory").code == 2


def test_a_permit_takes_its_unit_out_and_is_counted(rubout: Rubout, tree: Tree) -> None:
    three = {"rubout.toml": "", "a.py": TOTAL, "b.py": AND, "c.py": PERMIT + TOTAL}
    report = read(rubout, "near-miss", tree(three))
    assert [member["path"] for member in report["rows"][0]["members"]] == ["a.py", "b.py"]
    assert (report["counts"]["permitted"], report["counts"]["clones"]) == (1, 1)
    alone = read(rubout, "near-miss", tree({"rubout.toml": "", "a.py": PERMIT + TOTAL}, name="alone"))
    assert alone["counts"]["permitted"] == 0  # it repeats nothing
    bare = read(rubout, "near-miss", tree({**TWO, "c.py": PERMIT.partition(" --")[0] + "\n" + TOTAL}, name="bare"))
    assert (bare["counts"]["permitted"], len(bare["rows"][0]["members"])) == (0, 3)
    assert [note["kind"] for note in bare["notes"]] == ["permit"]


def test_what_did_not_parse_is_counted_and_said(rubout: Rubout, tree: Tree) -> None:
    report = read(rubout, "near-miss", tree({**TWO, "c.py": "def f(a:\n"}))
    assert report["counts"]["parse_errors"] > 0
    assert [note["kind"] for note in report["notes"]] == ["parse-errors"]


def test_a_unit_of_too_many_nodes_is_named_with_its_size(rubout: Rubout, tree: Tree) -> None:
    huge = "def f():\n" + "    a = [" + "0, " * 5000 + "]\n"
    root = tree({**TWO, "c.py": huge})
    report = read(rubout, "near-miss", root)
    (row,) = report["unjudged"]
    assert (row["why"], row["units"][0]["key"], report["counts"]["over_cap_units"]) == ("over_cap", "f/0", 1)
    assert row["units"][0]["nodes"] > report["knobs"]["tree_cap"]
    for output in ("text", "sarif", "github", "markdown"):
        out = rubout("near-miss", root, "--format", output).out
        assert "not judged: f/0 (" in out.replace("\\", "")
        assert "c.py" in out
    assert "3 are large enough to judge, 1 of them too large\n" in rubout("near-miss", root, "--units").out


def test_a_deep_tree_is_judged(rubout: Rubout, tree: Tree) -> None:
    deep = "def f(a):\n    return " + "(" * 150 + "a" + ")" * 150 + "\n"
    report = read(
        rubout, "near-miss", tree({"rubout.toml": "", "a.py": deep, "b.py": deep.replace("(a)", "(a + 1)", 1)})
    )
    assert report["counts"]["clones"] == 1


def test_languages_are_not_compared(rubout: Rubout, tree: Tree) -> None:
    report = read(rubout, "near-miss", tree({"rubout.toml": "", "a.ts": TS_LOOP, "b.tsx": TS_LOOP, "c.mts": TS_LOOP}))
    assert [[member["path"] for member in row["members"]] for row in report["rows"]] == [["a.ts", "c.mts"]]


@pytest.mark.parametrize("output", ["sarif", "github", "markdown"])
def test_every_format_names_both_places(output: str, rubout: Rubout, tree: Tree) -> None:
    ran = rubout("near-miss", tree(TWO), "--format", output)
    assert ran.code == 0
    assert "a.py" in ran.out
    assert "2 near-copies" in ran.out


def test_a_finding_is_explained_with_its_numbers(rubout: Rubout, tree: Tree) -> None:
    root = tree(TWO)
    (row,) = read(rubout, "near-miss", root)["rows"]
    ran = rubout("explain", row["id"], root)
    assert ran.code == 0
    assert "  0 and 1: (35 - 4) * 100 = 3100 >= 2975\n" in ran.out
    assert "saves = (members - 1) * nodes of the smallest = (2 - 1) * 31 = 31\n" in ran.out
    assert "differ: 0 nowhere and 1 line 4: insert 4\n" in ran.out


def test_an_id_does_not_depend_on_where_a_class_stands(rubout: Rubout, tree: Tree) -> None:
    here = read(rubout, "near-miss", tree(TWO))["rows"][0]["id"]
    there = {"rubout.toml": "", "x/z.py": f"import os\n{AND}", "y.py": TOTAL.replace("total", "sum_up")}
    assert read(rubout, "near-miss", tree(there, name="there"))["rows"][0]["id"] == here


def test_the_facts_of_a_tree_can_be_judged_again(rubout: Rubout, tree: Tree, tmp_path: Path) -> None:
    facts = rubout("facts", "near-miss", tree({**TWO, "c.py": CLASSES}))
    assert facts.code == 0
    file = Path(tmp_path, "facts.json")
    file.write_text(facts.out)
    verdict = json.loads(rubout("judge", "near-miss", file).out)
    assert verdict["scores"][0] == [0, 1, 4, 31, 35]
    assert verdict["counts"]["pairs"] == verdict["counts"]["judged"] == len(json.loads(facts.out)["facts"]["pairs"])


@pytest.mark.parametrize("options", [(), ("--advisory",), ("--units",)])
@pytest.mark.parametrize("output", ["text", "json", "sarif", "github", "markdown"])
def test_neither_what_is_kept_nor_the_processes_change_a_byte(
    output: str, options: tuple[str, ...], rubout: Rubout, tree: Tree
) -> None:
    files = {
        **TWO,
        "c.py": CLASSES,
        "d.ts": TS_LOOP * 3,
        **{f"{n:02}.py": "# " + "w " * 5000 + "\n" for n in range(20)},
    }
    root = tree(files)
    line = ("near-miss", root, "--format", output, *options)
    afresh = rubout(*line, "--no-cache", "--jobs", "1")
    assert afresh.code == 0
    rubout("clones", root)  # half-warm: facts without trees
    said = [rubout(*line, "--jobs", jobs) for jobs in ("2", "1", "2")]
    assert [one.out for one in said] == [afresh.out] * 3
    Path(root, "b.py").write_text(SEEN)
    assert rubout(*line).out == rubout(*line, "--no-cache", "--jobs", "2").out
