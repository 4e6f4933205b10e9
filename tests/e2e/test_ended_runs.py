"""Runs that are ended from outside leave nothing that the next one would believe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest

import rubout as package
from tests.reports import COMMANDS
from tests.samples import LOOP

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree

SOURCE = Path(package.__file__).parents[1]
# Stops its own process with a signal as soon as the first file is about to be read.
STRUCK = """
import os, signal, sys
from rubout.cli import main as frame
from rubout.measure import contents

def struck(*_):
    os.kill(os.getpid(), signal.{name})
    signal.pause()

contents.read_source = struck
sys.exit(frame.entry())
"""


@pytest.mark.parametrize(
    ("name", "status"), [("SIGINT", 130), ("SIGKILL", -signal.SIGKILL), ("SIGTERM", -signal.SIGTERM)]
)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("interruptible")
def test_after_a_run_that_was_ended_the_next_one_is_right(
    rubout: Rubout, tree: Tree, name: str, status: int, command: str
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP})
    ended = subprocess.run(
        [sys.executable, "-c", STRUCK.format(name=name), command, str(root)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, b"", b"")
    assert rubout(command, root) == rubout(command, root, "--no-cache")
    left = {place.name for place in (root / ".rubout").iterdir()} if name == "SIGINT" else set()
    assert not any(".tmp" in entry for entry in left)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_workers_run_ends_them_too(tree: Tree, rubout: Rubout) -> None:
    bulk = "# " + "words and words " * 300 + "\n"
    root = tree({"rubout.toml": "", **{f"{n}.py": bulk * 400 + LOOP for n in range(12)}})
    process = subprocess.Popen(
        [sys.executable, "-m", "rubout", "clones", str(root), "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 60
    while workers.exists() and process.poll() is None and not workers.read_text() and time.monotonic() < deadline:
        pass
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) in {(130, b"", b""), (0, out, b"")}
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    rmtree(root / ".rubout/answers", ignore_errors=True)
    assert rubout("clones", root) == rubout("clones", root, "--no-cache")
