"""What a process of its own says of a survey is what is said here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Config
from rubout.errors import StoreError
from rubout.facts import clones
from rubout.gate import apart
from rubout.gate.survey import Request, Run
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.parts import TREES
from rubout.measure.sources.universe import candidates
from tests.near_misses import AND, TOTAL
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.apart import Apart
    from tests.conftest import Grow

FILES = {
    "a.py": f"# rubout:allow(clones) -- the tables differ\n{LOOP}",
    "b.py": LOOP,
    "c.py": LOOP.replace("total", "count"),
    "d.py": TOTAL,
    "e.py": AND,
    "a.md": f"<!-- rubout:allow(docdup) -->\n{prose(60)}",
    "b.md": prose(60),
    "c.md": prose(60),
}


def found(root: Path, jobs: int, *, damage: bool = False) -> Apart:
    run = Run(Request(anchor=str(root), cache=False, jobs=jobs), candidates(str(root)), 0, lambda _: None)
    surveyed = run.survey(parts=(TREES, DOCUMENTS))
    if damage:
        trees = tuple(part.replace(b"\x1f\0\0\0", b"\x1e\0\0\0", 1) for part in surveyed.parts[TREES.name])
        surveyed = replace(surveyed, parts={**surveyed.parts, TREES.name: trees})
    with apart.apart(run, Config(clones=clones.Knobs(budget=0)), surveyed) as answer:
        return answer()


@pytest.fixture(autouse=True)
def _nothing_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "ALONE_BYTES", 0)


def test_all_outcomes_are_the_same(grow: Grow, tmp_path: Path) -> None:
    root = grow(tmp_path / "tree", FILES)
    here = found(root, 1)
    assert found(root, 2) == here
    assert [len(outcome.verdict.classes) for outcome in (here.copies, here.texts)] == [1, 1]
    assert here.texts.options["bare_permits"] == (("a.md", 1),)
    assert here.copies.options["permitted"] == 1
    left = here.alike.options["found"]
    assert [[left.files[left.forest.units[one].file].path for one in each.units] for each in left.classes.classes] == [
        ["d.py", "e.py"]
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tree_that_is_none_of_its_digest_is_named_wherever_it_is_met(grow: Grow, tmp_path: Path, jobs: int) -> None:
    root = grow(tmp_path / "tree", {"a.py": TOTAL, "b.py": AND})
    with pytest.raises(StoreError, match=r"total/2#0: its tree is not the one"):
        found(root, jobs, damage=True)
