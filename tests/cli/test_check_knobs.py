"""Each key of the score, set alone in `rubout.toml`, moves what `rubout check` says of a tree, and is echoed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rubout.config.keys import keys_of
from tests.histories import make_versions
from tests.reports import read
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout

BASE = "[score.weights]\nsize = 2\n"
DEEP = "def deep(rows):\n" + "".join(f"{'    ' * depth}for row in rows:\n" for depth in range(1, 8))
FILES = {
    "main.py": "import a, b, ring.one\n\nif __name__ == '__main__':\n    print(a, b)\n",
    "a.py": f"{LOOP}\n\n{DEEP}{'    ' * 8}print(row)\n",
    "b.py": LOOP,
    "ring/one.py": "import ring.two\n" + "x = 1\n" * 280,
    "ring/two.py": "import ring.one\n",
    "left/dead.py": "import left.deader\n",
    "left/deader.py": "y = 1\n",
    "one.md": prose(60),
    "two.md": f"{prose(60)} and more\n" + "word\n\n" * 300,
    "rubout.toml": BASE,
}
SETTINGS = {
    "score": {
        "law": "'mass'",
        "default_weight": "3",
        "viol_cost": "11",
        "score_scale": "999",
        "size_penalty_max": "11",
        "soft_line_k": "1024",
        "dead_indeg_ceil": "1",
    },
    "score.weights": dict.fromkeys(("size", "complexity", "clone", "docdup", "deadcode", "churn", "cycle"), "5"),
}
KEYS = [(section, name, setting) for section, own in SETTINGS.items() for name, setting in own.items()]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree that something is wrong with on every axis."""
    now = {"b.py": LOOP.replace("out += x", "out += 2 * x"), "a.py": FILES["a.py"].replace("out += x", "out += 2 * x")}
    return make_versions(tmp_path_factory.mktemp("knobs") / "r", {0: FILES, 20: now})


def judged(rubout: Rubout, root: Path, settings: str) -> dict[str, Any]:
    """The score, its axes and the knobs that were in force."""
    (root / "rubout.toml").write_text(settings, encoding="utf-8")
    found = read(rubout, "check", root, "--days", 5)
    return {name: found[name] for name in ("score", "axes", "knobs")}


def test_something_is_wrong_on_every_axis(rubout: Rubout, root: Path) -> None:
    axes = judged(rubout, root, BASE)["axes"]
    assert [axis["name"] for axis in axes if axis["charge"]] == list(SETTINGS["score.weights"])


@pytest.mark.parametrize(("section", "name", "setting"), KEYS)
def test_each_key_moves_the_verdict_and_is_echoed(
    rubout: Rubout, root: Path, section: str, name: str, setting: str
) -> None:
    before = judged(rubout, root, BASE)
    named = BASE if section == "score" else ""
    after = judged(rubout, root, f"[{section}]\n{name} = {setting}\n{named}")
    assert after["knobs"] != before["knobs"]
    assert (after["score"], after["axes"]) != (before["score"], before["axes"])


def test_no_key_of_the_score_is_left_out() -> None:
    tolerances = {"tol_num", "tol_den", "tol_abs_lines", "tol_abs_cognitive"}  # of the ratchet
    assert set(SETTINGS["score"]) == {key.name for key in keys_of("score")} - tolerances
    assert set(SETTINGS["score.weights"]) == {key.name for key in keys_of("score.weights")}
