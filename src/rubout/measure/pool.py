"""Work over files, in as many processes as there are processors.

Forking by hand answers in a third of the time of the standard pools, whose start-up would be a tenth of a
whole run; anything with the face of `concurrent.futures.Executor` can be handed in instead.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import struct
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor, Future

Task = TypeVar("Task")

MOST_TASKS = 1024  # their numbers fit the smallest pipe there is, one page, from which workers take them
_NUMBER = struct.Struct("<I")
_FRAME = struct.Struct("<BIQ")  # what it says, task number, bytes that follow
_TAKEN, _ANSWERED, _RAISED = range(3)
_CHUNK = 1 << 20


class WorkerError(Exception):
    """The work raised an exception in another process, whose traceback this is: our bug."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(
    tasks: Sequence[Task], work: Callable[[Task], bytes], jobs: int, executor: Executor | None = None
) -> Generator[tuple[int, bytes | None], None, None]:
    """Run `work` over at most `MOST_TASKS` tasks, yielding (task number, answer) as they come.

    The answer is None when the worker that held the task died; the other tasks still get theirs. An exception
    in `work` is raised here, from another process as `WorkerError`. Close the iterator to end the workers.
    """
    if len(tasks) > MOST_TASKS:
        raise ValueError(f"{len(tasks)} tasks, at most {MOST_TASKS} at once")
    if executor is not None:
        yield from _executed(tasks, work, executor)
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


@contextmanager
def beside(work: Callable[[], bytes]) -> Iterator[Callable[[], bytes]]:
    """Begin work in a process of its own, and give what waits for its answer; where it dies, the work is done here."""
    if not hasattr(os, "fork"):
        yield work
        return
    take = _numbers(1)
    gc.freeze()  # as in `_forked`
    with _uninterrupted():
        worker = _Worker([work], lambda task: task(), take, ())
    try:
        yield lambda: _answer_of(worker, work)
    finally:
        with _uninterrupted():
            worker.stop()
        os.close(take)
        gc.unfreeze()


def _answer_of(worker: _Worker, work: Callable[[], bytes]) -> bytes:
    while not worker.ended:
        for _, answer in worker.read():
            if answer is not None:
                return answer
    return work()


def _executed(
    tasks: Sequence[Task], work: Callable[[Task], bytes], executor: Executor
) -> Iterator[tuple[int, bytes | None]]:
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - who hands one in has it loaded

    futures: list[Future[bytes]] = []
    try:
        with suppress(BrokenExecutor):
            futures.extend(executor.submit(work, task) for task in tasks)
        for number in range(len(tasks)):
            answer = None
            with suppress(BrokenExecutor, IndexError):
                answer = futures[number].result()
            yield number, answer
    finally:
        for future in futures:
            future.cancel()


def _forked(tasks: Sequence[Task], work: Callable[[Task], bytes], jobs: int) -> Iterator[tuple[int, bytes | None]]:
    workers: dict[int, _Worker] = {}  # by their pipe
    missing = set(range(len(tasks)))
    hiring = True
    poll = select.poll()
    take = _numbers(len(tasks))
    gc.freeze()  # so that a collection in a worker does not copy the parent's pages
    try:
        while missing:
            if hiring and len(workers) < jobs:
                with _uninterrupted():
                    while len(workers) < jobs:
                        worker = _Worker(tasks, work, take, tuple(workers))
                        workers[worker.pipe] = worker
                        poll.register(worker.pipe, select.POLLIN)
            if not workers:  # taken by workers that died before they could say so
                yield from ((number, None) for number in sorted(missing))
                return
            for pipe, _ in poll.poll():
                worker = workers[pipe]
                answered = worker.read()
                if worker.ended:
                    poll.unregister(pipe)
                    del workers[pipe]
                    # One that found nothing to take, or died before it could, has no use for a successor.
                    hiring = worker.stop() != 0 and worker.took and hiring
                    if worker.task is not None:
                        answered.append((worker.task, None))
                missing.difference_update(number for number, _ in answered)
                yield from answered
    finally:
        with _uninterrupted():
            for worker in workers.values():
                worker.stop()
        os.close(take)
        gc.unfreeze()


@contextmanager
def uncollected() -> Iterator[None]:
    """Without collections: records and arrays make no cycles, and a collection walks everything there is."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back, so that it meets no worker that is forgotten or half stopped.

    The terminal sends it to the whole group. A worker forked in here never gets it: what follows from it is
    the parent's to decide alone.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _numbers(count: int) -> int:
    """The reading end of a pipe that holds the numbers of the tasks and nothing more."""
    take, give = os.pipe()
    os.write(give, b"".join(_NUMBER.pack(number) for number in range(count)))
    os.close(give)
    return take


class _Worker:
    """A forked process and the reading end of its answers; `others` are the reading ends it must not keep."""

    def __init__(self, tasks: Sequence[Task], work: Callable[[Task], bytes], take: int, others: Sequence[int]) -> None:
        self.pipe, answer = os.pipe()
        self.task: int | None = None  # the one it holds
        self.took = False
        self.ended = False
        self._buffer = bytearray()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(tasks, work, take, answer, (self.pipe, *others))
        os.close(answer)

    def read(self) -> list[tuple[int, bytes | None]]:
        """Take what the worker wrote; the answers that are complete.

        Raises:
            WorkerError: the work raised.
        """
        data = os.read(self.pipe, _CHUNK)
        self.ended = not data
        self._buffer += data
        complete: list[tuple[int, bytes | None]] = []
        start = 0
        while len(self._buffer) - start >= _FRAME.size:
            said, number, size = _FRAME.unpack_from(self._buffer, start)
            body = start + _FRAME.size
            if len(self._buffer) - body < size:
                break
            start = body + size
            if said == _TAKEN:
                self.task, self.took = number, True
                continue
            answer = bytes(memoryview(self._buffer)[body:start])
            if said == _RAISED:
                raise WorkerError(answer.decode())
            complete.append((number, answer))
            self.task = None
        del self._buffer[:start]
        return complete

    def stop(self) -> int:
        """End the process, if it still runs, and collect it; its exit code."""
        os.close(self.pipe)
        if not self.ended:
            os.kill(self._pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


def _serve(
    tasks: Sequence[Task], work: Callable[[Task], bytes], take: int, answer: int, foreign: Sequence[int]
) -> NoReturn:
    code = 1
    try:
        for descriptor in foreign:  # while one is open, nobody notices that the parent is gone
            os.close(descriptor)
        while taken := os.read(take, _NUMBER.size):
            (number,) = _NUMBER.unpack(taken)
            _write(answer, _FRAME.pack(_TAKEN, number, 0))
            said, body = _worked(work, tasks[number])
            _write(answer, _FRAME.pack(said, number, len(body)))
            _write(answer, body)
        code = 0
    finally:
        # Not sys.exit: the parent's exit handlers and buffers are not this process's to run.
        os._exit(code)


def _worked(work: Callable[[Task], bytes], task: Task) -> tuple[int, bytes]:
    try:
        return _ANSWERED, work(task)
    except MemoryError:  # the task's fault, not ours: as if the process had been killed for it
        raise
    except Exception:  # noqa: BLE001 - raised again in the parent
        import traceback  # noqa: PLC0415 - only for bugs

        return _RAISED, traceback.format_exc().encode(errors="replace")


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
