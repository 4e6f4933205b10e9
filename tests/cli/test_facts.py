"""`rubout facts FAMILY`: what was measured, ready to be judged anywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from rubout.gate.families import FAMILIES

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree

# A change and a history need a repository: test_edits.py, test_trend.py.
TREES = [name for name in FAMILIES if name not in ("edits", "trend")]
SOURCE = "def f(a, b):\n    return a + b\n"


@pytest.mark.parametrize("family", ["scan", "clones", "score"])
def test_facts_stand_beside_their_family_and_the_knobs_in_force(rubout: Rubout, tree: Tree, family: str) -> None:
    config = "[thresholds]\nfile_lines_warn = 7\n[clones]\nmin_distinct = 9\n[score]\nsoft_line_k = 3\n"
    ran = rubout("facts", family, tree({"rubout.toml": config, "a.py": SOURCE}))
    document = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert (sorted(document), document["family"]) == (["facts", "family", "knobs"], family)
    changed = {"scan": ("file_lines_warn", 7), "clones": ("min_distinct", 9), "score": ("soft_line_k", 3)}
    key, value = changed[family]
    assert document["knobs"][key] == value


@pytest.mark.parametrize("family", TREES)
def test_facts_hold_no_text_of_the_source(rubout: Rubout, tree: Tree, family: str) -> None:
    source = "def secret_name(a):\n    return 'secret text'\n" * 3
    ran = rubout("facts", family, tree({"rubout.toml": "", "a.py": source}))
    assert "secret" not in ran.out


@pytest.mark.parametrize("family", TREES)
def test_failing_facts_are_facts(rubout: Rubout, tree: Tree, family: str) -> None:
    root = tree({"rubout.toml": "[clones]\nbudget = 0\n", "a.py": "x = 1\n" * 751})
    assert rubout("facts", family, root).code == 0


@pytest.mark.parametrize("family", TREES)
def test_no_file_has_no_facts(rubout: Rubout, tree: Tree, family: str) -> None:
    ran = rubout("facts", family, tree({"rubout.toml": ""}))
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to judge" in ran.err


@pytest.mark.parametrize("argv", [(), ("sizes",), ("review",)])
def test_a_family_without_facts_is_refused(rubout: Rubout, argv: tuple[str, ...]) -> None:
    ran = rubout("facts", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert "FAMILY" in ran.err


@pytest.mark.parametrize("family", TREES)
def test_the_cache_and_the_workers_change_no_byte(rubout: Rubout, tree: Tree, family: str) -> None:
    root = tree({"rubout.toml": "", "a.py": SOURCE, "b.py": SOURCE * 9})
    first = rubout("facts", family, root)
    assert rubout("facts", family, root) == first
    assert rubout("facts", family, root, "--no-cache", "--jobs", 2) == first
