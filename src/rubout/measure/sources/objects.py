"""What do git's objects hold? One program answers for as many as are asked for."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import finalize

from rubout.errors import RepositoryError
from rubout.measure.sources import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen
    from typing import IO


class Objects:
    """The blobs of the repository at `anchor`; nothing is fetched that the clone lacks.

    A process that was forked from ours needs one of its own. Who does not close it leaves its program to the collector.
    """

    def __init__(self, anchor: str) -> None:
        self.anchor = anchor
        self._pipes: tuple[IO[bytes], IO[bytes]] | None = None
        self._end: Callable[[], object] = lambda: None

    def read(self, blob: str) -> bytes:
        """The bytes of a blob; raises RepositoryError when it is not in this clone."""
        asks, answers = self._pipes = self._pipes or self._started()
        try:
            asks.write(f"{blob}\n".encode("ascii"))
            asks.flush()
            words = answers.readline().split()
        except BrokenPipeError:
            words = []
        if not words:  # the program ended, as it does over what a partial clone lacks
            self.close()
        if len(words) != 3:  # noqa: PLR2004 - `ID KIND SIZE`, or `ID missing`
            raise missing(self.anchor, blob)
        source = answers.read(int(words[2]) + 1)[:-1]
        if words[1] != b"blob":
            raise missing(self.anchor, blob)
        return source

    def close(self) -> None:
        """End the program, if one was started; the next blob that is asked for starts another one."""
        self._end()
        self._pipes = None

    def _started(self) -> tuple[IO[bytes], IO[bytes]]:
        import subprocess  # noqa: PLC0415 - most runs read no objects

        argv, env = git.offline_command(self.anchor, "cat-file", "--batch")
        pipe = subprocess.PIPE
        try:
            program = subprocess.Popen(argv, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)  # noqa: S603
        except FileNotFoundError as error:
            raise git.no_program(self.anchor) from error
        self._end = finalize(self, _end, program)
        if program.stdin is None or program.stdout is None:
            raise RuntimeError("a pipe that was asked for is not there")
        return program.stdin, program.stdout


def missing(anchor: str, *names: str) -> RepositoryError:
    """What is said of objects that the clone lacks; of many, the first are named."""
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    fix = "fetch what the clone left out: `git fetch --refetch --no-filter`, in a shallow one `git fetch --unshallow`"
    return RepositoryError(f"not in this clone: {shown}", where=anchor, fix=fix)


_SHOWN = 5


def _end(program: Popen[bytes]) -> None:
    """Killed, not awaited: a process that was forked meanwhile may still hold the pipe that it reads."""
    program.kill()
    with suppress(BrokenPipeError), program:  # it may have ended with a question unread
        pass
