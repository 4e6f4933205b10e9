"""What a daemon keeps outside of its memory: the lock that makes it the only one, its socket, its clients' secret."""

from __future__ import annotations

import fcntl
import os
import secrets
import socket
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rubout.errors import StoreError
from rubout.store.scratch import scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

SECRET = "daemon.token"  # noqa: S105 - the name of its file
_SECRET_BYTES = 32


def only_one(place: str) -> BinaryIO | None:
    """The lock of a socket's place, held until it is closed; None when another process holds it.

    The system frees it when its holder dies, however that comes about.

    Raises:
        StoreError: the folder cannot be used, or is somebody else's.
    """
    folder = os.path.dirname(place)
    try:
        with _private():
            os.makedirs(folder, mode=0o700, exist_ok=True)
            if os.stat(folder).st_uid != os.getuid():
                fix = "set XDG_RUNTIME_DIR to a folder of yours"
                raise StoreError("belongs to another user", where=folder, fix=fix)
            held = os.fdopen(os.open(f"{place}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "wb")
    except OSError as error:
        raise _no_socket(place, error) from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        return None
    return held


def listening(place: str, backlog: int) -> socket.socket:
    """A socket that listens at `place`, which the lock makes ours, in place of what a killed daemon has left there.

    Raises:
        StoreError: it cannot be made.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        remove(place)
        with _private():
            listener.bind(place)
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        raise _no_socket(place, error) from error
    return listener


def remove(place: str) -> None:
    """Take a socket away, if it is there; raises OSError."""
    with suppress(FileNotFoundError):
        os.unlink(place)


def mint(anchor: str) -> bytes:
    """A new secret in `.rubout/`, which only the user can read; empty where the project cannot be written to.

    Then only the folder of the socket keeps strangers out.
    """
    folder = scratch_folder(anchor)
    if folder is None:
        return b""
    place = os.path.join(folder, SECRET)
    secret = secrets.token_hex(_SECRET_BYTES).encode()
    try:
        remove(place)
        # Made anew, never written through what stands there.
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
            file.write(secret)
    except OSError:
        return b""
    return secret


@contextmanager
def _private() -> Iterator[None]:
    """What is made meanwhile is the user's alone."""
    mask = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(mask)


def _no_socket(place: str, error: OSError) -> StoreError:
    fix = "make room for it, or set XDG_RUNTIME_DIR to a folder of yours with a short name"
    return StoreError(f"no socket can be made: {error.strerror or error}", where=place, fix=fix)
