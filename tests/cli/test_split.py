"""`rubout split`: text, JSON, the other formats, and what narrows them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rubout.facts.ratchet import Baseline, Header
from rubout.facts.split import Knobs
from rubout.gate.ratchet import REVISIONS
from rubout.store.baseline import NAME, baseline_text
from tests.histories import make_versions
from tests.longs import CONFIG, HALVES, function, long_file
from tests.reports import read
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

FILES = {"rubout.toml": CONFIG, "lib/a.py": HALVES, "b.py": "x = 1\n" * 30, "short.py": "x = 1\n"}
TIED = {**FILES, "b.py": long_file(function("open", 11), function("shut", 11, "open"))}
ROW_ID = "split:fded1813262d"


NO_HISTORY = "no repository, so no history"
TWO_LINES = (
    "note no baseline holds a soft line, so files past 20 lines are priced, and `rubout check` weighs those past 200, "
    "drawn from this tree: `rubout baseline` freezes one for both"
)
SEVERED = "1 mention, 0 clone cuts, co-changes unknown"
CUT = f"cut after line 20 (load), ratio 14.6x, recover 10975 against cost 750 ({SEVERED})"
COST = "mentions * ref_milli + cuts * clone_milli + cochange * churn_milli + phi_milli"


def test_a_cut_is_shown_with_what_it_recovers_and_severs(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("split", tree(TIED))
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "2 files past 20 lines.",
        "",
        f"split lib/a.py: {CUT}  {ROW_ID}",
        "  between load (1-20) and save (22-41)",
        "  mentions save:22 -> load:1",
        "exempt b.py: cohesive, best seam recovers 225 against 750  split:4a5b41e3baad",
        "",
        f"warn changes made together were not looked at, and cost nothing: {NO_HISTORY}",
        TWO_LINES,
        "",
        "1 to split, 1 cohesive, 0 without a seam, no history",
    ]


def test_where_split_and_check_take_other_lines_it_is_said_until_a_baseline_holds_one(
    rubout: Rubout, tree: Tree
) -> None:
    root = tree(FILES)
    assert TWO_LINES in rubout("split", root).out
    assert read(rubout, "check", root)["soft_line"] == 200
    assert rubout("baseline", root).code == 0
    assert "soft line" not in rubout("split", root).out
    assert read(rubout, "split", root)["soft_line"] == read(rubout, "check", root)["soft_line"] == 200


def test_the_json_has_a_row_a_long_file(rubout: Rubout, tree: Tree) -> None:
    report = read(rubout, "split", tree(FILES))
    assert (report["schema"], report["soft_line"], report["law"], report["days"]) == (
        *("rubout.split/1", 20, "density"),
        None,
    )
    assert report["counts"] == {"files": 2, "split": 1, "cohesive": 0, "no_seam": 1, "permitted": 0}
    flat, cut = report["rows"]
    assert cut == {
        "path": "lib/a.py",
        "start_line": 1,
        "end_line": 41,
        "id": ROW_ID,
        "advice": "split",
        "after_line": 20,
        "unit": "load",
        "benefit_milli": 10_975,
        "cost_milli": 750,
        "mentions": 1,
        "cuts": 0,
        "cochange": None,
        "shared": 0,
        "inside": None,
        "seam_line": 20,
        "before": {"name": "load", "start_line": 1, "end_line": 20},
        "behind": {"name": "save", "start_line": 22, "end_line": 41},
        "severed": {
            "mentions": [{"a": "save", "a_line": 22, "b": "load", "b_line": 1}],
            "clones": [],
            "cochange": [],
            "shared": [],
        },
        "plan": [],
        "score": {
            "size": [0, 0],
            "clone": [0, 0],
            "spread": 0,
            "points_milli": 0,
            "axes": 6,
        },
        "parse_errors": 0,
    }
    assert (flat["path"], flat["advice"], flat["after_line"], flat["severed"]) == ("b.py", "no_seam", None, None)


def test_severed_changes_and_further_cuts_are_listed(rubout: Rubout, tmp_path: Path) -> None:
    names = ("one", "two", "three", "four")
    text = long_file(*(function(name, 12) for name in names))
    both = text.replace("# one 3", "# one").replace("# four 3", "# four")
    root = make_versions(tmp_path / "r", {0: {"rubout.toml": CONFIG, "a.py": text}, 20: {"a.py": both}})
    (row,) = read(rubout, "split", root)["rows"]
    assert row["severed"]["cochange"] == [{"a": "one", "a_line": 1, "b": "four", "b_line": 40}]
    assert (row["after_line"], [(cut["after_line"], cut["unit"]) for cut in row["plan"]]) == (
        25,
        [(12, "one"), (38, "three")],
    )
    said = rubout("split", root).out
    assert "  changed together one:1 + four:40\n  then after line 12 (one), 38 (three)\n" in said
    assert "changes of 14 days\n" in said


NEAR = LOOP.replace("return", "print(n)\n    return")


def test_the_axes_of_a_check_are_as_said_once_the_cut_is_made(rubout: Rubout, tree: Tree) -> None:
    front = [LOOP, NEAR.replace("total", "near"), function("load", 20)]
    back = [LOOP.replace("total", "other"), NEAR.replace("total", "far").replace("(n)", "(n, 1)"), function("save", 20)]
    line = baseline_text(Baseline(Header(revisions=REVISIONS, soft_line=20), (), ()))
    root = tree({"rubout.toml": CONFIG, "a.py": long_file(*front, *back), "b.py": LOOP, "c.py": "x = 1\n", NAME: line})
    (row,) = read(rubout, "split", root)["rows"]
    said, lines = row["score"], (root / "a.py").read_text().splitlines(keepends=True)
    axes = _charges(rubout, root)
    assert (said["size"][0], said["clone"][0], said["axes"]) == (axes["size"], axes["clone"], len(axes))
    (root / "a.py").write_text("".join(lines[: row["after_line"]]))
    (root / "behind.py").write_text("".join(lines[row["after_line"] :]))
    axes = _charges(rubout, root)
    assert (said["size"][1], said["clone"][1], said["spread"]) == (axes["size"], axes["clone"], 3)


def _charges(rubout: Rubout, root: Path) -> dict[str, int]:
    report: dict[str, Any] = json.loads(rubout("check", root, "--format", "json").out)
    return {axis["name"]: axis["charge"] for axis in report["axes"]}


def test_a_scope_narrows_the_rows(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    assert [row["path"] for row in read(rubout, "split", root / "lib")["rows"]] == ["lib/a.py"]
    assert read(rubout, "split", root / "short.py")["counts"]["files"] == 0


@pytest.mark.parametrize("output_format", ["sarif", "github", "markdown"])
def test_what_is_worth_cutting_is_a_finding(rubout: Rubout, tree: Tree, output_format: str) -> None:
    ran = rubout("split", tree(FILES), "--format", output_format)
    assert ran.code == 0
    assert ran.out.count("cut after line 20") == 1
    assert "b.py" not in ran.out


def test_a_permit_is_counted(rubout: Rubout, tree: Tree) -> None:
    root = tree({**FILES, "lib/a.py": HALVES + "# rubout:allow(split) -- one table\n"})
    assert rubout("split", root).out.endswith("0 to split, 0 cohesive, 1 without a seam, 1 permitted, no history\n")


def test_a_commit_of_the_same_tree_is_another_answer(rubout: Rubout, tmp_path: Path) -> None:
    text = long_file(function("one", 12), function("two", 12))
    both = text.replace(" 3", "")
    root = make_versions(tmp_path / "r", {0: {"rubout.toml": CONFIG, "a.py": both}})
    assert read(rubout, "split", root)["rows"][0]["cochange"] == 1
    later = make_versions(tmp_path / "s", {0: {"rubout.toml": CONFIG, "a.py": both}, 30: {"b.py": ""}})
    assert read(rubout, "split", later)["rows"][0]["cochange"] == 0


def test_the_facts_are_judged_again_to_the_same_rows(rubout: Rubout, tree: Tree, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(rubout("facts", "split", tree(TIED)).out)
    ran = rubout("judge", "split", facts)
    assert ran.code == 0
    rows = json.loads(ran.out)["rows"]
    assert rows == [[0, "cohesive", 0, 225, 750, 1, 0, 0, 0], [1, "split", 0, 10_975, 750, 1, 0, 0, 0]]


def test_an_explanation_puts_the_numbers_in(rubout: Rubout, tree: Tree) -> None:
    root = tree(FILES)
    assert rubout("explain", ROW_ID, root).out.splitlines() == [
        f"{ROW_ID}  lib/a.py:1-41",
        "p(x) = 0 for x <= 20",
        "p(x) = 10 * ((x - 20) / 20)^2 for x <= 40",
        "p(x) = 10 * (1 + 2 * (x - 40) / 20) past it",
        "best seam after line 20: p(41) = 11, p(20) = 0, p(21) = 0.02 (1/40)",
        "benefit = floor(1000 * (p(41) - p(20) - p(21))), at least 0, = 10975",
        f"cost = {COST} = 1 * 250 + 0 * 500 + 0 * 150 + 500 = 750",
        "benefit 10975 >= cost 750, ratio 14.6x: split; no other seam has a greater ratio",
        "size axis 0 to 0: `rubout check` +0.0 points, over its 6 axes without --days",
    ]
    flat = next(row["id"] for row in read(rubout, "split", root)["rows"] if row["path"] == "b.py")
    assert rubout("explain", flat, root).out.endswith(
        "no seam: fewer than two units that no other holds, nor two members of a type that holds all\n"
    )


PRICES = ("ref_milli", "clone_milli", "churn_milli", "phi_milli")


def test_every_price_is_a_key_of_its_own(rubout: Rubout, tree: Tree) -> None:
    for price in PRICES:
        root = tree({**FILES, "rubout.toml": f"{CONFIG}[split]\n{price} = 777\n"}, name=price)
        knobs = read(rubout, "split", root)["knobs"]
        assert [name for name in PRICES if knobs[name] != getattr(Knobs(), name)] == [price]


BOX = f"""\
class Box(Base):
    def __init__(self):
        self.items, self.seen = [], 0

    def load(self, path):
        self.items.append(path)
{chr(10).join(f"        # load {number}" for number in range(12))}

    def save(self):
        self.load(self.items)
{chr(10).join(f"        # save {number}" for number in range(12))}

    def show(self):
        self.inherited()
        return self.seen
{chr(10).join(f"        # show {number}" for number in range(12))}
"""


def test_a_file_that_is_one_class_is_cut_between_its_members(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": CONFIG, "box.py": BOX})
    (row,) = read(rubout, "split", root)["rows"]
    assert (row["inside"], row["unit"], row["mentions"], row["shared"]) == (
        {"name": "Box", "start_line": 1, "end_line": 49},
        "save",
        0,
        1,
    )
    assert row["severed"]["shared"] == [{"name": "seen", "a": "__init__", "a_line": 2, "b": "show", "b_line": 35}]
    cut = "cut Box after line 33 (save), ratio 19.7x, recover 14775 against cost 750"
    assert rubout("split", root).out.splitlines()[2:5] == [
        f"split box.py: {cut} (0 mentions, 1 shared name, 0 clone cuts, co-changes unknown)  {row['id']}",
        "  between save (20-33) and show (35-49)",
        "  shared seen (2, 35)",
    ]
    said = rubout("explain", row["id"], root).out
    assert "cost = (mentions + shared) * ref_milli + " in said
    assert " = (0 + 1) * 250 + 0 * 500 + 0 * 150 + 500 = 750\n" in said
