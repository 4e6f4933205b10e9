"""The tree of a project, measured and judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.config.knobs import structure_knobs
from rubout.config.records import Config, Score, Structure
from rubout.errors import ConfigError, RepositoryError
from rubout.facts.structure import Convention, Declared, Document, Knobs, Node, Target, Touch
from rubout.gate.liveness import liveness
from rubout.gate.structure import Ask, judged_files, redundancy, structure
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.measure.structure import tree_of
from tests.histories import DAY, START, Made, make_history

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.outcome import Outcome
    from tests.conftest import Tree

FILES = {
    "pyproject.toml": '[project]\nname = "pkg"\n',
    "README.rst": "Read\n====\n",
    "docs/guide.md": "[x](../pkg/one.py) ![y](../pkg/two.py)\n",
    "pkg/__init__.py": "",
    "pkg/one.py": "from pkg import two\nfrom pkg.sub import three\n",
    "pkg/two.py": "",
    "pkg/sub/__init__.py": "",
    "pkg/sub/three.py": "",
    "web/style.css": "a {}\n",
}


def whole_run(root: Path) -> Run:
    anchor = str(root)
    return Run(Request(anchor=anchor, cache=False, jobs=1), candidates(anchor), 0, lambda _: None)


def judged(root: Path, config: Config = Config(), ask: Ask = Ask()) -> Outcome:  # noqa: B008 - frozen
    return structure(whole_run(root), config, ask)


def test_folders_without_a_judged_file_are_no_part_of_the_tree(tree: Tree) -> None:
    outcome = judged(tree(FILES))
    assert outcome.options["tree"].folders == ("", "docs", "pkg", "pkg/sub")
    assert outcome.facts.nodes == (Node(0, 0, 0, 2, 0), Node(1, 0, 1, 0, 1), Node(2, 0, 1, 1, 3), Node(3, 2, 2, 0, 2))
    assert outcome.facts.conventions == (Convention(0, 3),)
    assert (outcome.verdict.score, outcome.exit_code) == (1000, 0)


def test_what_is_evidence_for_liveness_touches_and_an_image_does_not(tree: Tree) -> None:
    facts = judged(tree(FILES)).facts
    touched = {row for row in facts.touches if row.dir == 1}
    assert touched == {Touch(1, 0, 1, 1)}
    assert sum(row.outside * row.count for row in facts.touches) % 2 == 0


def test_staleness_is_judged_for_days_alone(tmp_path: Path) -> None:
    versions = [
        Made(FILES, at=START),
        Made({"docs/guide.md": FILES["docs/guide.md"] + "more\n"}, at=START + DAY),
        Made({"pkg/one.py": FILES["pkg/one.py"] + "x = 1\n"}, at=START + 2 * DAY),
    ]
    root = make_history(tmp_path / "r", versions)
    assert [axis.axis for axis in judged(root).verdict.axes] == [0, 1, 2, 3, 4]
    outcome = judged(root, ask=Ask(days=30))
    assert outcome.facts.documents == (Document(1, START + DAY),)
    assert outcome.facts.targets == (Target(0, START + 2 * DAY),)
    assert [(flag.dir, flag.axis) for flag in outcome.verdict.flags] == [(1, 5)]


def test_staleness_needs_a_history(tree: Tree) -> None:
    with pytest.raises(RepositoryError, match="no history"):
        judged(tree(FILES), ask=Ask(days=30))


def test_a_declared_layout_is_compared_and_must_be_there(tree: Tree) -> None:
    root = tree(FILES)
    outcome = judged(root, Config(structure=Structure(layout=((".", 1), ("pkg", 5)))))
    assert outcome.facts.declared == (Declared(0, 1), Declared(2, 5))
    assert (outcome.verdict.divergence, outcome.verdict.deviations) == (0, ())
    with pytest.raises(ConfigError, match="`nowhere`"):
        judged(root, Config(structure=Structure(layout=(("nowhere", 1),))))


def test_copies_are_not_rolled_up_beside_dead_files_that_are_not_known(tree: Tree) -> None:
    run = whole_run(tree(FILES))
    unused = liveness(run, Config())
    folders = tree_of(judged_files(run.universe))
    assert sum(row.dead for row in redundancy(folders, unused, ())) == unused.verdict.counts.dead_gated > 0
    unknown = msgspec.structs.replace(unused.verdict, degraded=True, reason="graph_too_large")
    with pytest.raises(RepositoryError, match="could not be judged: graph_too_large"):
        redundancy(folders, replace(unused, verdict=unknown), ())


def test_a_tree_without_a_judged_file_is_refused(tree: Tree) -> None:
    with pytest.raises(RepositoryError, match="nothing to judge"):
        judged(tree({"style.css": "a {}\n"}))


def test_every_knob_comes_from_the_configuration() -> None:
    assert structure_knobs(Config()) == Knobs()
    config = Config(structure=Structure(depth_ceil=3, scale=500), score=Score(law="mass"))
    assert structure_knobs(config) == Knobs(depth_ceil=3, scale=500, law="mass")
