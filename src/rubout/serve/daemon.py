"""The daemon of one project: it holds the tree in memory and answers hooks at once.

It answers one request at a time, starts to answer before it knows the tree (then by sizes alone), and ends when nobody
has asked for a while.

Frames  docs/guard.md, "The daemon"
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager, suppress
from hmac import compare_digest
from typing import TYPE_CHECKING

from rubout.errors import ProtocolError
from rubout.serve import client, frames
from rubout.store import places

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from typing import BinaryIO

    from rubout.serve.desk import Desk

CONNECTIONS = 64
HELLO_CAP = 4096  # bytes of the first frame
QUESTION_CAP = 1 << 16
SILENT_BEFORE_HELLO = 5.0  # seconds
SILENT_AFTER_HELLO = 60.0
IDLE_SECONDS = 1800.0  # RUBOUT_DAEMON_IDLE_SECS, for tests, says otherwise
BREATH = 0.05  # seconds until a connection that could not be accepted is tried again
TICK = 1.0  # seconds after which the daemon looks whether it is still needed
PARTING = 5.0  # seconds for which an ending daemon lets the replies that it has begun go out

RESTART = b"\0restart"
UNAUTHORIZED = b"\0unauthorized"


def serve(anchor: str) -> None:
    """Answer until nobody asks any more; returns at once when another daemon already does.

    Raises:
        StoreError: no socket can be made.
    """
    place = client.address(anchor)
    held = places.only_one(place)
    if held is None:
        return
    os.chdir("/")  # no folder is kept from being removed
    secret = _minted(anchor)  # before anybody can connect and read it
    with held, places.listening(place, CONNECTIONS) as listener:
        _Daemon(anchor, listener, held, secret).run()


def _minted(anchor: str) -> bytes:
    """A new secret, or what clients take for one where none can be written."""
    return places.mint(anchor) or client.token(anchor)


class _Daemon:
    def __init__(self, anchor: str, listener: socket.socket, held: BinaryIO, secret: bytes) -> None:
        self._anchor = anchor
        self._listener = listener
        self._held = held
        self._place: str = listener.getsockname()
        self._inode = os.stat(self._place).st_ino
        self._secret = secret
        self._started = self._asked = time.monotonic()
        self._slots = threading.Semaphore(CONNECTIONS)
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._spoken = threading.Condition()
        self._speaking = 0  # replies that are being made
        self._made: Desk | None = None

    def run(self) -> None:
        """Accept until it is time to end."""
        idle = float(os.environ.get("RUBOUT_DAEMON_IDLE_SECS", IDLE_SECONDS))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._ended.set())
        threading.Thread(target=self._prepare, daemon=True).start()
        self._listener.settimeout(min(idle, TICK))
        try:
            while not self._ended.is_set() and time.monotonic() - self._asked < idle and self._is_needed():
                self._accept()
        finally:
            self._make_room()
            with self._spoken:
                self._spoken.wait_for(lambda: not self._speaking, PARTING)
            self._desk().close()

    def _accept(self) -> None:
        try:
            peer, _ = self._listener.accept()
        except TimeoutError:
            return
        except OSError:  # too many open files, or a peer that is gone again
            self._ended.wait(BREATH)
            return
        try:
            self._welcome(peer)
        except RuntimeError:  # too many threads
            self._slots.release()
            peer.close()

    def _is_needed(self) -> bool:
        """Whether the project is still there, and our socket the one that its clients find."""
        return os.path.isdir(self._anchor) and self._holds_place()

    def _holds_place(self) -> bool:
        try:
            return os.stat(self._place).st_ino == self._inode
        except OSError:
            return False

    def _make_room(self) -> None:
        """End, and let the next daemon begin before we have."""
        self._ended.set()
        if self._holds_place():
            places.remove(self._place)
        self._held.close()

    def _prepare(self) -> None:
        self._desk().prepare()

    def _desk(self) -> Desk:
        """What answers; made when first needed, since nobody may have to wait for what it imports to connect."""
        from rubout.serve.desk import Desk  # noqa: PLC0415

        with self._lock:
            if self._made is None:
                self._made = Desk(self._anchor)
            return self._made

    def _welcome(self, peer: socket.socket) -> None:
        if self._slots.acquire(blocking=False):
            threading.Thread(target=self._converse, args=(peer,), daemon=True).start()
        else:
            peer.close()

    def _converse(self, peer: socket.socket) -> None:
        """One connection, from its hello to its end."""
        try:
            # A peer that closes, falls silent or does not keep to the frames is its own loss.
            with peer, suppress(OSError, ProtocolError):
                peer.settimeout(SILENT_BEFORE_HELLO)
                hello = frames.read(peer, HELLO_CAP) or b""
                with self._replying():
                    admitted = self._admits(peer, hello)
                if admitted:
                    peer.settimeout(SILENT_AFTER_HELLO)
                    while not self._ended.is_set() and (question := frames.read(peer, QUESTION_CAP)) is not None:
                        self._asked = time.monotonic()
                        with self._replying():
                            self._reply(peer, question)
        finally:
            self._slots.release()

    @contextmanager
    def _replying(self) -> Iterator[None]:
        """While one is open the process does not end, so whoever asked it to end hears that it does."""
        with self._spoken:
            self._speaking += 1
        try:
            yield
        finally:
            with self._spoken:
                self._speaking -= 1
                self._spoken.notify_all()

    def _reply(self, peer: socket.socket, question: bytes) -> None:
        try:
            frames.write(peer, self._answer(question, peer))
        finally:
            if self._made:
                self._made.finish()

    def _admits(self, peer: socket.socket, said: bytes) -> bool:
        hello = said.split(b"\0")
        word, protocol, build, secret = hello if len(hello) == 4 else (b"", b"", b"", b"")  # noqa: PLR2004
        # The secret first: a stranger must not end us with a version.
        if word != b"hello" or not compare_digest(secret, self._secret):
            self._keep_secret()
            frames.write(peer, UNAUTHORIZED)
            return False
        if (protocol, build) != (client.PROTOCOL, client.BUILD):
            self._make_room()
            frames.write(peer, RESTART)
            return False
        return True

    def _keep_secret(self) -> None:
        """Write it anew where it has been removed, as `git clean` does; whoever asks again can read it."""
        with self._lock:
            if client.token(self._anchor) != self._secret:
                self._secret = _minted(self._anchor)

    def _answer(self, question: bytes, peer: socket.socket) -> bytes:
        if question.startswith(b"{"):
            return self._answer_json(question)
        entry, host, folder = ([*question.split(b"\0", 2), b"", b""])[:3]
        envelope = frames.read(peer, client.ENVELOPE_CAP)
        if envelope is None:
            return b""
        words = entry.decode("ascii", "replace"), host.decode("ascii", "replace")
        return self._desk().hook(*words, os.fsdecode(folder), envelope, more=True)

    def _answer_json(self, question: bytes) -> bytes:
        from rubout.serve.requests import answer  # noqa: PLC0415

        reply, goes_on = answer(question, self._desk(), int((time.monotonic() - self._started) * 1000))
        if not goes_on:
            self._make_room()
            self._desk().close()
        return reply
