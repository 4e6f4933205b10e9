"""Asking a daemon starts none, and only its own goodbye lets others go on."""

from __future__ import annotations

import os
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from rubout.serve import frames
from rubout.serve.client import address, hello
from rubout.serve.control import ping, shutdown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("runtime")
ANCHOR = "/no/such/project"


def asked(answer: bytes | None, ask: Callable[[str], object]) -> tuple[object, list[bytes | None]]:
    """What `ask` comes to beside a daemon that gives this answer, None for none; and the frames that it read."""
    read: list[bytes | None] = []

    def serve(listener: socket.socket) -> None:
        peer, _ = listener.accept()
        with peer:
            read.extend((frames.read(peer, 4096), frames.read(peer, 4096)))
            if answer is not None:
                frames.write(peer, answer)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address(ANCHOR))
        listener.listen()
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        said = ask(ANCHOR)
        thread.join()
    return said, read


def test_without_a_daemon_nobody_answers_and_nothing_stands_in_the_way(runtime: Path) -> None:
    assert ping(ANCHOR) is None
    assert shutdown(ANCHOR)
    assert os.listdir(runtime) == []


def test_a_socket_that_a_killed_daemon_left_is_no_daemon() -> None:
    with socket.socket(socket.AF_UNIX) as corpse:
        corpse.bind(address(ANCHOR))
    assert ping(ANCHOR) is None
    assert shutdown(ANCHOR)


def test_a_daemon_that_answers_is_warm() -> None:
    said, read = asked(b'{"pong":{"uptime_ms":1}}', ping)
    assert isinstance(said, int)
    assert said >= 0
    assert read == [hello(ANCHOR), b'{"request":"ping"}']


def test_a_daemon_that_says_goodbye_has_ended() -> None:
    assert asked(b'{"bye":{}}', shutdown) == (True, [hello(ANCHOR), b'{"request":"shutdown"}'])


@pytest.mark.parametrize("answer", [b"\0unauthorized", b'{"error":"no"}', b"", None])
def test_any_other_answer_is_neither(answer: bytes | None) -> None:
    assert asked(answer, ping)[0] is None


@pytest.mark.parametrize("answer", [b"\0unauthorized", b'{"error":"no"}', b"", None])
def test_without_a_goodbye_the_daemon_may_still_run(answer: bytes | None) -> None:
    assert asked(answer, shutdown)[0] is False
