"""One project as its daemon holds it, without the daemon."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from rubout.facts.ratchet import Baseline, Header
from rubout.serve.desk import Desk
from rubout.store.baseline import NAME, write_baseline
from tests.serve.conftest import DENY, UTIL

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.conftest import Tree

SLOW_GIT = """\
#!/bin/sh
touch {began}
while [ ! -e {goes_on} ]; do sleep 0.01; done
exec {git} "$@"
"""


def test_a_tree_that_was_taken_in_for_another_configuration_is_not_kept(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"rubout.toml": DENY, "util.py": UTIL}, git=True)
    began, goes_on, slow = tmp_path / "began", tmp_path / "goes on", tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(SLOW_GIT.format(began=began, goes_on=f"'{goes_on}'", git=shutil.which("git")))
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
    desk = Desk(str(root))
    with ThreadPoolExecutor(1) as pool:
        loading = pool.submit(desk.load)
        while not began.exists():
            assert not loading.done()
        (root / "rubout.toml").write_text(f'exclude = ["util.py"]\n{DENY}')
        _stop(desk)
        goes_on.touch()
        loading.result()
    assert desk.project is None
    desk.load()
    assert desk.project is not None
    assert desk.project.asked.exclude == ("util.py",)


def test_the_zone_begins_at_the_soft_line_of_the_baseline_while_there_is_one(tree: Tree) -> None:
    root = tree({"rubout.toml": DENY, "a.py": "x = 1\n"})
    desk = Desk(str(root))
    default = (desk.knobs.soft_line, desk.knobs.zone_low, desk.knobs.zone_high)
    header = Header(revisions={}, soft_line=222, zone_tiers=(100, 200))
    write_baseline(root / NAME, Baseline(header, (), ()), None)
    assert (desk.knobs.soft_line, desk.knobs.zone_low, desk.knobs.zone_high) == (222, 100, 200)
    (root / NAME).write_text("garbled\n")
    assert (desk.knobs.soft_line, desk.knobs.zone_low, desk.knobs.zone_high) == default


def _stop(desk: Desk) -> None:
    """An event that asks nothing of git."""
    event = {"session_id": "s", "cwd": desk.anchor, "hook_event_name": "Stop", "stop_hook_active": True}
    assert desk.hook("stop", "claude", desk.anchor, json.dumps(event).encode()) == b""
