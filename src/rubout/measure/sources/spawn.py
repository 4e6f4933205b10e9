"""Start a program without a shell and collect what it says.

`subprocess` costs more to import than git takes to answer, so it is used only where `posix_spawn` is missing.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_CHUNK = 1 << 20


class Answer(NamedTuple):
    """How a program ended and what it wrote."""

    code: int  # negative: the signal that ended it
    out: bytes
    err: bytes


def start(argv: tuple[str, ...], env: Mapping[str, str], stdin: bytes = b"") -> Callable[[], Answer]:
    """Start `argv` now; the function that comes back waits for its end, and is called once.

    Args:
        argv: a program found on PATH, and its arguments.
        env: its whole environment.
        stdin: at most 64 KiB, since it is written before anything is read.

    Raises:
        FileNotFoundError: there is no such program.
    """
    if hasattr(os, "posix_spawnp"):
        return _start_posix(argv, env, stdin)
    return _start_portable(argv, env, stdin)


def _start_posix(argv: tuple[str, ...], env: Mapping[str, str], stdin: bytes) -> Callable[[], Answer]:
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    in_read, in_write = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, in_read, 0),
        (os.POSIX_SPAWN_DUP2, out_write, 1),
        (os.POSIX_SPAWN_DUP2, err_write, 2),
    ]
    try:
        pid = os.posix_spawnp(argv[0], argv, env, file_actions=actions)
        os.write(in_write, stdin)
    except OSError:
        os.close(out_read)
        os.close(err_read)
        raise
    finally:
        for descriptor in (in_read, in_write, out_write, err_write):
            os.close(descriptor)

    def answer() -> Answer:
        out, err = _drain(out_read, err_read)
        _, status = os.waitpid(pid, 0)
        return Answer(os.waitstatus_to_exitcode(status), out, err)

    return answer


def _drain(*descriptors: int) -> list[bytes]:
    """Read every pipe to its end as data arrives, so that none can block its writer, and close it."""
    import select  # noqa: PLC0415 - Windows has no poll and never comes here

    poll = select.poll()
    chunks: dict[int, list[bytes]] = {descriptor: [] for descriptor in descriptors}
    unfinished = set(descriptors)
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    while unfinished:
        for descriptor, _ in poll.poll():
            chunk = os.read(descriptor, _CHUNK)
            if chunk:
                chunks[descriptor].append(chunk)
                continue
            poll.unregister(descriptor)
            os.close(descriptor)
            unfinished.remove(descriptor)
    return [b"".join(chunks[descriptor]) for descriptor in descriptors]


def _start_portable(argv: tuple[str, ...], env: Mapping[str, str], stdin: bytes) -> Callable[[], Answer]:
    import subprocess  # noqa: PLC0415 - see the module's docstring

    process = subprocess.Popen(  # noqa: S603 - fixed programs, no shell
        argv, env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )

    def answer() -> Answer:
        out, err = process.communicate(stdin)
        return Answer(process.returncode, out, err)

    return answer
