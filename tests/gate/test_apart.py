"""What a process of its own says of a survey is what is said here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.config.records import Config
from rubout.facts import clones
from rubout.gate import apart
from rubout.gate.survey import Request, Run
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.parts import TREES
from rubout.measure.sources.universe import candidates
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from rubout.gate.apart import Apart
    from tests.conftest import Grow

FILES = {
    "a.py": f"{LOOP}# rubout:allow(clones) -- the tables differ\n",
    "b.py": LOOP,
    "c.py": LOOP.replace("total", "count"),
    "a.md": f"<!-- rubout:allow(docdup) -->\n{prose(60)}",
    "b.md": prose(60),
}


def found(root: Path, jobs: int) -> Apart:
    request = Request(anchor=str(root), cache=False, jobs=jobs)
    surveyed = Run(request, candidates(str(root)), 0, lambda _: None).survey(parts=(TREES, DOCUMENTS))
    with apart.apart(surveyed, request, Config(clones=clones.Knobs(budget=0))) as answer:
        return answer()


def test_all_outcomes_are_the_same(grow: Grow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = grow(tmp_path / "tree", FILES)
    here = found(root, 1)
    monkeypatch.setattr(apart, "ALONE_BYTES", 0)
    assert found(root, 2) == here
    assert [len(outcome.verdict.classes) for outcome in (here.copies, here.texts)] == [1, 1]
    assert here.texts.options["bare_permits"] == (("a.md", 1),)
