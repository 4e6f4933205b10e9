"""`rubout explain ID`: every id of every report has an explanation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.samples import LOOP

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree

FILES = {
    "rubout.toml": "[clones]\nbudget = 0\n[thresholds]\ncyclomatic_warn = 3\nfn_lines_warn = 5\nfn_lines_fail = 9\n",
    "a.py": LOOP,
    "b.py": LOOP.replace("total", "sumUp").replace("out", "acc"),
    "pkg/c.py": "def f(a:\n" + LOOP * 2,
    "long.md": "words\n" * 800,
}


@pytest.mark.parametrize("command", ["scan", "clones", "check"])
def test_every_id_of_a_report_is_explained(rubout: Rubout, tree: Tree, command: str) -> None:
    root = tree(FILES)
    report = json.loads(rubout(command, root, "--format", "json").out)
    ids = [row["id"] for row in (*report["rows"], *report.get("axes", ()))]
    assert len(ids) == len(set(ids)) > 0
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


@pytest.mark.parametrize(
    ("row_id", "what"),
    {
        "clones:000000000000": "no row has the id",
        "clones:": "no row has the id",
        "scan:000000000000": "no row has the id",
        "score:nothing": "no row has the id",
        "clones": "is no id of a finding",
        "split:000000000000": "is no id of a finding",
        "": "is no id of a finding",
    }.items(),
)
def test_an_id_that_nothing_has_is_refused(rubout: Rubout, tree: Tree, row_id: str, what: str) -> None:
    ran = rubout("explain", row_id, tree(FILES))
    assert (ran.code, ran.out) == (2, "")
    assert what in ran.err
