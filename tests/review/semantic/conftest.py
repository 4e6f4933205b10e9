"""A server of the chat-completions protocol in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(__file__).with_name("chat_server.py")


@dataclass(frozen=True)
class Served:
    """A server that does one thing after the other."""

    url: str
    log: Path

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What it was sent."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return [json.loads(line) for line in lines]


class Serve(Protocol):
    """Start a server; `steps` as in chat_server.py."""

    def __call__(self, *steps: dict[str, Any]) -> Served: ...


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[subprocess.Popen[str]] = []

    def start(*steps: dict[str, Any]) -> Served:
        log = tmp_path / f"requests{len(started)}"
        process = subprocess.Popen(
            [sys.executable, str(SERVER), json.dumps(steps or ({},)), str(log)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        port = int(process.stdout.readline())
        return Served(f"http://127.0.0.1:{port}/v1", log)

    yield start
    for process in started:
        process.kill()
        process.communicate()
