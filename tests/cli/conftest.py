"""A project with reviews."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.review.keys import keys_folder, new_key
from rubout.review.start import start_reviews
from tests.review_worlds import MODEL, PEOPLE, World

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow, Rubout, Tree


@pytest.fixture
def world(tree: Tree, rubout: Rubout, git: Git, grow: Grow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    for name in ("RUBOUT_KEY", "RUBOUT_KEY_FILE", "RUBOUT_TRUST_ROOT"):
        monkeypatch.delenv(name, raising=False)
    root = tree({"a.py": "x = 1\n"}, git=True)
    monkeypatch.chdir(root)
    git(root, "config", "user.name", "A")
    git(root, "config", "user.email", "a@b.c")
    keys = {name: new_key(name, keys_folder(os.environ)) for name, _, _ in PEOPLE}
    start_reviews(root, "author", "human", keys["author"])
    principals = [
        {"id": name, "kind": kind, "keys": [keys[name].public], "roles": roles} for name, kind, roles in PEOPLE
    ]
    (root / "rubout-review/trust.json").write_text(json.dumps({"v": 1, "principals": principals}))
    world = World(root, tmp_path / "count", rubout, git, grow)
    command = [sys.executable, "-S", str(MODEL), str(world.count)]
    with (root / "rubout.toml").open("a") as file:
        file.write(f'\n[review.semantic]\nprovider = "command"\ncommand = {json.dumps(command)}\n')
    world.commit()
    return world
