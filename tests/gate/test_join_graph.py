"""Where files stand in the graph, as the join asks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rubout.config.read import read_config
from rubout.gate.join_graph import GraphLeg, Placed, positions_of
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree


def leg(root: Path) -> GraphLeg:
    run = Run(Request(anchor=str(root), jobs=1), candidates(str(root)), time.time_ns(), lambda _: None)
    return positions_of(run, read_config(root))


def test_each_file_has_its_place_and_where_it_is_referred_to(tree: Tree) -> None:
    found = leg(tree({"__main__.py": "\nimport a\n", "a.py": "import b\n", "b.py": "import a\n", "c.py": ""}))
    assert found.reason is None
    assert found.positions == {
        "__main__.py": Placed(indeg=0, outdeg=1, scc=0, scc_size=1, reach=1, flags=2),
        "a.py": Placed(indeg=2, outdeg=1, scc=1, scc_size=2, reach=1, flags=0, seen_at="__main__.py:2"),
        "b.py": Placed(indeg=1, outdeg=1, scc=1, scc_size=2, reach=1, flags=0, seen_at="a.py:1"),
        "c.py": Placed(indeg=0, outdeg=0, scc=2, scc_size=1, reach=0, flags=0),
    }


def test_a_tree_without_a_file_of_the_graph_places_none(tree: Tree) -> None:
    assert leg(tree({"a.css": ""})).positions == {}
