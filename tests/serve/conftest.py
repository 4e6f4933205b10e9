"""A host that calls real hooks, with a real daemon behind them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rubout as package
from rubout.serve import client, control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Grow

SOURCE = Path(package.__file__).parents[1]
PATIENCE = "50"  # seconds for an answer, which a loaded machine may need; less than `Host.run` waits
_HOOK = "from rubout.serve.client import entry; entry()"
_names = count()

UTIL = """\
def total(rows, limit):
    result = 0
    count = 0
    for row in rows:
        if row.value > limit:
            result += row.value * 2
            count += 1
        elif row.value < 0:
            result -= row.value
        else:
            result += 1
    if count > 10:
        return result / count
    return result


def other(a, b):
    while a < b:
        a += 1
    return [a, b, a * b, a - b, a + b, a or b, a % b, a and b, not b, 7, "y", 3 * a, not a, a is b]
"""
DENY = '[guard]\nmode = "deny"\n'


@dataclass
class Host:
    """Claude Code, as far as a hook can tell, in a project at `root`."""

    root: Path
    environment: dict[str, str]
    session: str = "s"
    argv: tuple[str, ...] = (sys.executable, "-c", _HOOK)
    said: list[bytes] = field(default_factory=list)  # what the hooks printed, the latest last

    def run(self, entry: str, envelope: bytes, *, cwd: Path | None = None, options: tuple[str, ...] = ()) -> bytes:
        ended = subprocess.run(
            [*self.argv, entry, *options],
            input=envelope,
            env=self.environment,
            cwd=cwd or self.root,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (ended.returncode, ended.stderr) == (0, b"")
        self.said.append(ended.stdout)
        return ended.stdout

    def event(self, entry: str, name: str, *, cwd: Path | None = None, **more: Any) -> dict[str, Any]:
        said = {"session_id": self.session, "cwd": str(cwd or self.root), "hook_event_name": name, **more}
        return self.decoded(self.run(entry, json.dumps(said).encode(), cwd=cwd))

    def tool(self, tool: str, *, cwd: Path | None = None, **arguments: Any) -> dict[str, Any]:
        call: dict[str, Any] = {"tool_name": tool, "tool_use_id": f"t{next(_names)}", "tool_input": arguments}
        return self.event("probe", "PreToolUse", cwd=cwd, **call)

    def decision(self, tool: str, **arguments: Any) -> str:
        """What becomes of a call: the permission, "warn", or "" when nothing is said."""
        said = self.tool(tool, **arguments).get("hookSpecificOutput", {})
        return str(said.get("permissionDecision", "warn" if said else ""))

    def write(self, path: str, content: str) -> str:
        return self.decision("Write", file_path=str(self.root / path), content=content)

    def shell(self, command: str) -> dict[str, Any]:
        """Run a command as the host's shell tool does, and what the hook says of it."""
        subprocess.run(["sh", "-c", command], cwd=self.root, check=True)
        call: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {}}
        return self.event("post", "PostToolUse", tool_use_id=f"t{next(_names)}", **call)

    def stop(self, **more: Any) -> dict[str, Any]:
        return self.event("stop", "Stop", **more)

    def start(self) -> str:
        """The health line; the daemon then knows the tree."""
        for _ in range(20):
            said = self.event("start", "SessionStart", source="startup").get("hookSpecificOutput", {})
            line = str(said.get("additionalContext", ""))
            if "warm" in line:
                self._only_one()
                return line
        raise AssertionError(self.feed())

    def _only_one(self) -> None:
        """Wait for the daemons that others came before: each ends as soon as it has seen that."""
        late = time.monotonic() + 60
        while len(self.daemons()) > 1 and time.monotonic() < late:
            pass

    def feed(self) -> list[dict[str, Any]]:
        """Everything that was told; the daemon, if there is one, then keeps nothing back."""
        control.ping(str(self.root))
        feed = self.root / ".rubout" / "observe.ndjson"
        return [json.loads(line) for line in feed.read_text().splitlines()] if feed.exists() else []

    def kill(self) -> None:
        """Kill the daemon as the system would."""
        for process in self.daemons():
            os.kill(process, signal.SIGKILL)

    def daemons(self) -> list[int]:
        words = f"-P\0-m\0rubout\0daemon\0{self.root}\0".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            number = int(entry.parent.name)
            with suppress(OSError):
                # What it starts has its words too, for a moment, but leads no session.
                if entry.read_bytes().endswith(words) and os.getsid(number) == number:
                    found.append(number)
        return found

    @staticmethod
    def decoded(said: bytes) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(said) if said else {}
        return found


@contextmanager
def _sockets() -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="rb", dir="/tmp") as folder:
        patch.setattr(control, "_PATIENCE", float(PATIENCE))
        patch.setenv("RUBOUT_HOOK_DEADLINE", PATIENCE)
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.delenv("RUBOUT_DAEMON", raising=False)
        yield Path(folder)


@contextmanager
def _hosts(runtime: Path) -> Iterator[Callable[..., Host]]:
    hosts: list[Host] = []

    def make(root: Path, **more: str) -> Host:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment = {**clean, "PYTHONPATH": str(SOURCE), "XDG_RUNTIME_DIR": str(runtime), **more}
        hosts.append(Host(root, environment))
        return hosts[-1]

    yield make
    for host in hosts:
        control.shutdown(str(host.root))
        host.kill()


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A folder for sockets, whose paths may not be long; whoever asks there is patient."""
    with _sockets() as folder:
        yield folder


@pytest.fixture
def host_at(runtime: Path) -> Iterator[Callable[..., Host]]:
    """A host in a project; its daemon is ended afterwards."""
    with _hosts(runtime) as make:
        yield make


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory, grow: Grow) -> Iterator[Host]:
    """A host whose daemon serves every test that leaves the project as it is."""
    files = {"rubout.toml": DENY, "util.py": UTIL, "a.py": "x = 1\n", ".gitignore": "ignored.py\n"}
    with _sockets() as folder, _hosts(folder) as make:
        host = make(grow(tmp_path_factory.mktemp("lasting").resolve() / "tree", files, git=True))
        host.start()
        yield host


def talk(root: Path, *bodies: bytes, hello: bytes | None = None) -> list[bytes]:
    """What the daemon answers to frames, until it closes the connection or has answered them all."""
    peer = client.connected(str(root))
    assert peer is not None
    answers: list[bytes] = []
    with closing(peer):
        peer.settimeout(float(PATIENCE))
        for body in (client.hello(str(root)) if hello is None else hello, *bodies):
            peer.sendall(client.framed(body))
        for _ in bodies or (b"",):
            size = peer.recv(4)
            if not size:
                break
            left, parts = int.from_bytes(size, "big"), b""
            while len(parts) < left:
                parts += peer.recv(left - len(parts))
            answers.append(parts)
    return answers
