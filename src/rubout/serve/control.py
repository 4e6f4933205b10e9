"""What people ask a running daemon: whether it answers, and to end. Neither starts one."""

from __future__ import annotations

import os
import socket
import time

import msgspec

from rubout.errors import ProtocolError
from rubout.serve import frames

_PATIENCE = 2.0  # seconds
_ANSWER_CAP = 1 << 16
_HAS_DAEMON = os.name == "posix"  # elsewhere the client cannot even be loaded


def ping(anchor: str) -> int | None:
    """The milliseconds until the project's daemon has answered; None when none does."""
    started = time.monotonic()
    try:
        answer = _answer(anchor, "ping")
    except (OSError, ProtocolError):
        return None
    return None if answer is None or b"pong" not in answer else int((time.monotonic() - started) * 1000)


def shutdown(anchor: str) -> bool:
    """End the project's daemon; False when one listens that does not say goodbye."""
    try:
        answer = _answer(anchor, "shutdown")
    except (OSError, ProtocolError):
        return False
    return answer is None or b"bye" in answer


def places(anchor: str) -> tuple[str, ...]:
    """Where the project's daemon has its socket and its lock; none where there are no daemons."""
    if not _HAS_DAEMON:
        return ()
    from rubout.serve.client import address  # noqa: PLC0415 - see above

    return address(anchor), f"{address(anchor)}.lock"


def _answer(anchor: str, request: str) -> bytes | None:
    """The daemon's answer; None when none listens.

    Raises:
        OSError: the connection broke, fell silent, or is somebody else's.
        ProtocolError: the answer is no frame.
    """
    if not _HAS_DAEMON:
        return None
    from rubout.serve import client  # noqa: PLC0415 - see above

    place = client.address(anchor)
    try:
        if os.lstat(place).st_uid != os.getuid():
            raise PermissionError(place)
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with peer:
            peer.settimeout(_PATIENCE)
            peer.connect(place)
            frames.write(peer, client.hello(anchor))
            frames.write(peer, msgspec.json.encode({"request": request}))
            return frames.read(peer, _ANSWER_CAP) or b""
    except (FileNotFoundError, ConnectionRefusedError):
        return None
