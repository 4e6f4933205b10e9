"""Length-prefixed frames on a socket, as the daemon reads and writes them (docs/guard.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ProtocolError

if TYPE_CHECKING:
    from socket import socket


def read(peer: socket, cap: int) -> bytes | None:
    """The next frame; None when the peer has closed between two frames.

    Raises:
        ProtocolError: it is longer than `cap`, or ends in the middle.
        TimeoutError: the peer says nothing for longer than the socket waits.
    """
    head = _received(peer, 4)
    if not head:
        return None
    size = int.from_bytes(head, "big")
    if len(head) < 4 or size > cap:  # noqa: PLR2004 - the four bytes of a length
        raise ProtocolError(f"a frame of {size} bytes", where="daemon", fix=f"send at most {cap} bytes")
    body = _received(peer, size)
    if len(body) < size:
        raise ProtocolError(
            f"a frame of {size} bytes that ends after {len(body)}", where="daemon", fix="send all of it"
        )
    return body


def write(peer: socket, body: bytes) -> None:
    """Send a frame; raises OSError."""
    peer.sendall(len(body).to_bytes(4, "big") + body)


def _received(peer: socket, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = peer.recv(min(size, 1 << 16))
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
