"""How long does a host wait for a hook, beside a bare interpreter started in the same run?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import table
from bench.process import run
from bench.trees import copy_tree
from rubout.serve import client, control
from rubout.serve.wiring.program import LOCAL, program_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BARE = (sys.executable, "-I", "-S", "-c", "pass")
HEAD = ("before each write", "p50 ms", "p95 ms", "over bare, p50", "over bare, p95", "in the daemon, p50")
LINES = (250, 400)  # of the files that are written
TEXTS = 4
FULL = 10_000  # probes after which memory is looked at again
SETTLING_SECONDS = 4  # files as young as this copy's are read again at every look
TOKENS = count()


@dataclass(frozen=True, slots=True)
class Write:
    """A write of a host: the file and its new text."""

    name: str
    path: Path
    text: str


def hooks(tree: Path, work: Path, *, rounds: int) -> str:
    """Round trips of hooks with a warm daemon on a copy of the tree, in Markdown."""
    project = copy_tree(tree, work / "tree")
    with tempfile.TemporaryDirectory(prefix="rb", dir="/tmp") as sockets:  # the path of a socket must be short
        environment = {**os.environ, "XDG_RUNTIME_DIR": sockets}
        os.environ["XDG_RUNTIME_DIR"] = sockets
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        hook = program_for(LOCAL, strict=False)
        try:
            first = _first(hook, project, environment)
            _start(hook, project, environment)
            time.sleep(SETTLING_SECONDS)
            writes = list(_writes(project))
            rows = _rows(hook, project, environment, writes, rounds)
            memory = _memory(project, writes[0])
        finally:
            control.shutdown(str(project))
    return (
        f"### Hooks on {tree.name}\n\n{rounds} writes of each file, a bare interpreter before each.\n\n"
        f"{table.markdown(HEAD, rows)}\nFirst call, without a daemon: {first:.0f} ms. {memory}\n"
    )


def _rows(
    hook: Sequence[str], project: Path, environment: dict[str, str], writes: Sequence[Write], rounds: int
) -> Iterator[list[str]]:
    for write in writes:
        bare, asked = [], []
        for number in range(rounds):
            bare.append(_milliseconds(BARE, b"", project, environment))
            event = _event(project, write, f"// {number}\n")
            asked.append(_milliseconds((*hook, "probe"), event, project, environment))
        inside = [line["elapsed_ms"] for line in _feed(project) if line["event"] == "probe"][-rounds:]
        yield [
            write.name,
            *(f"{_at(asked, share):.1f}" for share in (50, 95)),
            *(f"{_at(asked, share) - _at(bare, share):+.1f}" for share in (50, 95)),
            f"{_at(inside, 50)}",
        ]


def _writes(project: Path) -> Iterator[Write]:
    """Files of the project of a common length, the ones that repeat most first, and one that is cut off."""
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=project, capture_output=True, text=True, check=True).stdout
    names = [name for name in listed.split("\0") if name.endswith((".py", ".ts", ".rs", ".go"))]
    texts = [(project / name, (project / name).read_text(errors="replace")) for name in names]
    fit = [(path, text) for path, text in texts if LINES[0] <= text.count("\n") <= LINES[1]][:TEXTS]
    for path, text in fit:
        yield Write(f"{path.relative_to(project)}, {text.count(chr(10))} lines", path, text)
    path, text = fit[0]
    yield Write("the first of them, cut off in the middle", path, text[: len(text) // 2])


def _first(hook: Sequence[str], project: Path, environment: dict[str, str]) -> float:
    shutil.rmtree(project / ".rubout", ignore_errors=True)
    write = Write("", project / "first.py", "x = 1\n")
    return _milliseconds((*hook, "probe"), _event(project, write, ""), project, environment)


def _start(hook: Sequence[str], project: Path, environment: dict[str, str]) -> None:
    """Let the daemon take the tree in."""
    event = {"session_id": "s", "cwd": str(project), "hook_event_name": "SessionStart", "source": "startup"}
    for _ in range(60):
        asked = (*hook, "start")
        fed = json.dumps(event).encode()
        said = subprocess.run(asked, input=fed, cwd=project, env=environment, capture_output=True, check=True)
        if b"daemon: warm" in said.stdout:
            return
    raise SystemExit("the daemon did not take the tree in")


def _event(project: Path, write: Write, more: str) -> bytes:
    event = {
        "session_id": "s",
        "cwd": str(project),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_use_id": f"t{next(TOKENS)}",
        "tool_input": {"file_path": str(write.path), "content": write.text + more},
    }
    return json.dumps(event).encode()


def _milliseconds(command: Sequence[str], fed: bytes, folder: Path, environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, input=fed, cwd=folder, env=environment, capture_output=True, check=True)
    return (time.perf_counter() - started) * 1000


def _memory(project: Path, write: Write) -> str:
    """What the hook's process takes, and the daemon at rest and after many probes."""
    asked = project.parent / "event"
    asked.write_bytes(_event(project, write, "// memory\n"))
    code = (
        f"import sys; sys.stdin = open({str(asked)!r}); sys.argv = ['', 'probe'];"
        "from rubout.serve.client import entry; entry()"
    )
    client_mib = run((sys.executable, "-c", code), project, project.parent / "out").largest_mib
    before = _resident_mib(project)
    for number in range(FULL):
        client.ask(str(project), "probe", b"claude", str(project).encode(), _event(project, write, f"// {number}\n"))
    after = _resident_mib(project)
    return (
        f"A hook takes {client_mib:.0f} MiB; the daemon {before:.0f} MiB, after {FULL:,} more probes {after:.0f} MiB."
    )


def _resident_mib(project: Path) -> float:
    words = f"-m\0rubout\0daemon\0{project}\0".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        if (entry / "cmdline").read_bytes().endswith(words):
            lines = (entry / "status").read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024
    raise SystemExit("the daemon is gone")


def _feed(project: Path) -> list[dict[str, Any]]:
    control.ping(str(project))  # the daemon then keeps nothing back
    return [json.loads(line) for line in (project / ".rubout" / "observe.ndjson").read_text().splitlines()]


def _at(figures: Sequence[float], share: int) -> float:
    return sorted(figures)[min(len(figures) - 1, len(figures) * share // 100)]
