"""Work over files, in as many processes as there are processors.

Forking by hand answers in a third of the time of the standard pools, whose start-up would be a tenth of a
whole run; anything with the face of `concurrent.futures.Executor` can be handed in instead.
"""

from __future__ import annotations

import os
import select
import signal
import struct
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

Task = TypeVar("Task")

MOST_TASKS = 4096  # their numbers certainly fit a pipe, which is how workers take them
_INDEX = struct.Struct("<I")
_FRAME = struct.Struct("<IQ")  # task number, bytes of its answer
_TAKEN = 2**64 - 1  # in place of a length: the task was taken, its answer is still to come


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(
    tasks: Sequence[Task], work: Callable[[Task], bytes], jobs: int, executor: Executor | None = None
) -> Iterator[tuple[int, bytes | None]]:
    """Run `work` over at most `MOST_TASKS` tasks, yielding (task number, answer) as they come.

    The answer is None when the worker that held the task died; the other tasks still get theirs.
    """
    if executor is not None:
        yield from enumerate(executor.map(work, tasks))
    elif jobs > 1 and len(tasks) > 1 and hasattr(os, "fork"):
        yield from _forked(tasks, work, min(jobs, len(tasks)))
    else:
        for number, task in enumerate(tasks):
            yield number, work(task)


def alone(task: Task, work: Callable[[Task], bytes]) -> bytes | None:
    """Run one task in a process of its own; None when that process dies."""
    if not hasattr(os, "fork"):
        return work(task)
    return dict(_forked([task], work, 1))[0]


def _forked(
    tasks: Sequence[Task], work: Callable[[Task], bytes], jobs: int
) -> Iterator[tuple[int, bytes | None]]:
    take, give = os.pipe()
    os.write(give, b"".join(_INDEX.pack(number) for number in range(len(tasks))))
    os.close(give)
    workers = [_Worker(tasks, work, take) for _ in range(jobs)]
    open_tasks = len(tasks)
    try:
        while open_tasks:
            ready, _, _ = select.select([worker.pipe for worker in workers], [], [])
            for worker in [worker for worker in workers if worker.pipe in ready]:
                answered = worker.read()
                if worker.ended:
                    workers.remove(worker)
                    worker.stop()
                    if worker.task is not None:
                        answered.append((worker.task, None))
                open_tasks -= len(answered)
                yield from answered
            if open_tasks and not workers:
                workers.append(_Worker(tasks, work, take))
    finally:
        for worker in workers:
            worker.stop()
        os.close(take)


class _Worker:
    """A forked process and the reading end of its answers."""

    def __init__(self, tasks: Sequence[Task], work: Callable[[Task], bytes], take: int) -> None:
        self.pipe, answer = os.pipe()
        self.task: int | None = None  # the one it holds
        self.ended = False
        self._buffer = bytearray()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(tasks, work, take, answer)
        os.close(answer)

    def read(self) -> list[tuple[int, bytes | None]]:
        """Take what the worker wrote; the answers that are complete."""
        data = os.read(self.pipe, 1 << 20)
        self.ended = not data
        self._buffer += data
        complete: list[tuple[int, bytes | None]] = []
        start = 0
        while len(self._buffer) - start >= _FRAME.size:
            number, size = _FRAME.unpack_from(self._buffer, start)
            body = start + _FRAME.size
            if size == _TAKEN:
                self.task, start = number, body
                continue
            if len(self._buffer) - body < size:
                break
            complete.append((number, bytes(memoryview(self._buffer)[body : body + size])))
            self.task, start = None, body + size
        if start:
            del self._buffer[:start]
        return complete

    def stop(self) -> None:
        """End the process, if it still runs, and collect it."""
        os.close(self.pipe)
        if not self.ended:
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def _serve(tasks: Sequence[Task], work: Callable[[Task], bytes], take: int, answer: int) -> NoReturn:
    # The terminal sends Ctrl-C to the whole group; the parent alone decides what follows from it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    code = 1
    try:
        while taken := os.read(take, _INDEX.size):
            (number,) = _INDEX.unpack(taken)
            _write(answer, _FRAME.pack(number, _TAKEN))
            body = work(tasks[number])
            _write(answer, _FRAME.pack(number, len(body)))
            _write(answer, body)
        code = 0
    except BaseException:  # noqa: BLE001 - a fork must not run the parent's handlers; the traceback is shown below
        _show_traceback()
    finally:
        # Not sys.exit: the parent's exit handlers and buffers are not this process's to run.
        os._exit(code)


def _show_traceback() -> None:
    import traceback

    traceback.print_exc()


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
