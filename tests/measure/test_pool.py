"""Work in several processes: every task has its answer, whatever becomes of the processes."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import pytest

from rubout.measure.pool import MOST_TASKS, WorkerError, alone, answers, beside, processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is one process where there is no fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),  # an executor has threads
]

DEADLY = 3


def doubled(task: int) -> bytes:
    return b"%d" % (2 * task)


def huge(task: int) -> bytes:
    return bytes([task]) * 3_000_001


def deadly(task: int) -> bytes:
    if task == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return doubled(task)


def starved(task: int) -> bytes:
    if task == DEADLY:
        raise MemoryError
    return doubled(task)


def wrong(task: int) -> bytes:
    return doubled(1 // (task - DEADLY))


@pytest.mark.parametrize("jobs", [1, 2, 3, 50])
@pytest.mark.parametrize("count", [0, 1, 2, 40, MOST_TASKS])
def test_every_task_has_its_answer_once(jobs: int, count: int, childless: Callable[[], bool]) -> None:
    found = list(answers(range(count), doubled, jobs))
    assert sorted(found) == [(number, doubled(number)) for number in range(count)]
    assert childless()


def test_more_tasks_than_a_pipe_surely_holds_are_refused() -> None:
    with pytest.raises(ValueError, match=f"{MOST_TASKS + 1} tasks, at most {MOST_TASKS}"):
        list(answers(range(MOST_TASKS + 1), doubled, 2))


def test_answers_larger_than_a_pipe_arrive_whole() -> None:
    assert dict(answers(range(5), huge, 2)) == {number: huge(number) for number in range(5)}


def test_an_empty_answer_is_an_answer() -> None:
    assert dict(answers((b"", b"a"), bytes, 2)) == {0: b"", 1: b"a"}


@pytest.mark.parametrize("work", [deadly, starved])
@pytest.mark.parametrize("jobs", [2, 3])
def test_a_task_that_ends_its_worker_has_no_answer_and_the_others_have_theirs(
    work: Callable[[int], bytes], jobs: int
) -> None:
    found = dict(answers(range(9), work, jobs))
    assert found == {number: None if number == DEADLY else doubled(number) for number in range(9)}


def test_when_every_task_ends_its_worker_none_has_an_answer() -> None:
    assert dict(answers([DEADLY] * 9, deadly, 2)) == dict.fromkeys(range(9))


def test_a_task_alone_has_its_answer_or_none() -> None:
    assert alone(4, deadly) == b"8"
    assert alone(DEADLY, deadly) is None


def test_an_exception_in_a_worker_is_raised_with_its_traceback_and_ends_the_others(
    childless: Callable[[], bool],
) -> None:
    with (
        pytest.raises(WorkerError, match=r"(?s)in wrong.*ZeroDivisionError"),
        closing(answers(range(9), wrong, 2)) as it,
    ):
        list(it)
    assert childless()


def test_an_exception_without_workers_is_itself() -> None:
    with pytest.raises(ZeroDivisionError):
        list(answers(range(9), wrong, 1))


def test_closing_early_ends_the_workers_and_thaws_the_collector(childless: Callable[[], bool]) -> None:
    frozen = gc.get_freeze_count()
    with closing(answers(range(40), huge, 2)) as running:
        next(running)
    assert childless()
    assert gc.get_freeze_count() == frozen


def executors() -> list[Callable[[], Executor]]:
    return [lambda: ThreadPoolExecutor(2), lambda: ProcessPoolExecutor(2, mp_context=get_context("fork"))]


@pytest.mark.parametrize("executor", executors(), ids=["threads", "processes"])
def test_an_executor_that_is_handed_in_does_the_work(executor: Callable[[], Executor]) -> None:
    with executor() as given:
        assert dict(answers(range(40), doubled, 9, given)) == {number: doubled(number) for number in range(40)}


@pytest.mark.parametrize("executor", executors(), ids=["threads", "processes"])
def test_an_exception_in_an_executor_is_itself(executor: Callable[[], Executor]) -> None:
    with executor() as given, pytest.raises(ZeroDivisionError):
        list(answers(range(9), wrong, 1, given))


def test_an_executor_that_breaks_leaves_tasks_without_answers_and_no_task_out() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as given:
        found = dict(answers(range(200), deadly, 1, given))
    assert found.keys() == set(range(200))
    assert found[DEADLY] is None
    assert all(answer in {None, doubled(number)} for number, answer in found.items())


def test_there_is_a_processor() -> None:
    assert processors() >= 1


BLOCKED = """
    import os, sys
    from rubout.measure.pool import answers

    def work(task):
        os.write(1, b"%d " % os.getpid())
        os.read(0, 1)
        return b"done"

    try:
        list(answers(range(4), work, 2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@contextmanager
def started(script: str) -> Iterator[subprocess.Popen[bytes]]:
    """A script in a process group of its own, as a shell starts it, and killed as a whole after a minute."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    limit = Timer(60, os.killpg, (process.pid, signal.SIGKILL))
    limit.start()
    try:
        with process:
            yield process
    finally:
        limit.cancel()


def two_workers(process: subprocess.Popen[bytes]) -> list[int]:
    """The workers, once both hold a task."""
    assert process.stdout
    said = b""
    while said.count(b" ") < 2:
        said += os.read(process.stdout.fileno(), 100)
    return [int(pid) for pid in said.split()]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_everything_quietly() -> None:
    with started(BLOCKED) as process:
        workers = two_workers(process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout
        assert process.stderr
        out, err = process.stdout.read(), process.stderr.read()  # `communicate` would free the workers first
    assert (process.returncode, out, err) == (130, b"", b"")
    assert not any(map(is_running, workers))


def test_workers_outlive_a_killed_parent_by_one_task_at_most() -> None:
    with started(BLOCKED) as process:
        two_workers(process)
        process.kill()
        process.wait()
        out, err = process.communicate(b"12")  # lets each finish its task; then both must be gone for this to end
    assert (out, err) == (b"", b"")


MURDEROUS = """
    import os, signal
    from contextlib import suppress
    from pathlib import Path
    from rubout.measure.pool import answers

    def work(task):
        me, parent = os.getpid(), os.getppid()
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for other in children:
            if int(other) != me:
                with suppress(ProcessLookupError):
                    os.kill(int(other), signal.SIGKILL)
                break
        return b"done"

    found = dict(answers(range(300), work, 4))
    assert found.keys() == set(range(300)), sorted(set(range(300)) - found.keys())
    assert set(found.values()) <= {None, b"done"}
    print(len(found))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="a task finds its siblings in /proc")
def test_no_task_is_lost_when_workers_are_killed_at_any_time() -> None:
    with started(MURDEROUS) as process:
        out, err = process.communicate()
    assert (out, err) == (b"300\n", b"")


HASTY = """
    import os, signal
    from rubout.measure.pool import answers

    def work(task):
        if task == 0:
            os.kill(os.getppid(), signal.SIGINT)
        os.read(0, 1)
        return b"done"

    for _ in range(60):
        try:
            list(answers(range(8), work, 8))
        except KeyboardInterrupt:
            pass
        try:
            print("left behind:", os.waitpid(-1, os.WNOHANG))
        except ChildProcessError:
            pass
"""


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_workers_are_started_leaves_none_behind() -> None:
    with started(HASTY) as process:
        process.wait()
        out, err = process.communicate()  # which frees those that were
    assert (out, err) == (b"", b"")


def test_work_beside_is_done_in_another_process() -> None:
    with beside(lambda: str(os.getpid()).encode()) as answer:
        assert answer() != str(os.getpid()).encode()


def test_work_beside_that_dies_is_done_here() -> None:
    here = os.getpid()

    def work() -> bytes:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return b"done"

    with beside(work) as answer:
        assert answer() == b"done"


def test_work_beside_says_more_than_a_pipe_holds() -> None:
    with beside(lambda: b"x" * 3_000_000) as answer:
        assert answer() == b"x" * 3_000_000


def test_what_work_beside_raises_is_raised_here() -> None:
    def work() -> bytes:
        raise ValueError("no")

    with beside(work) as answer, pytest.raises(WorkerError, match="ValueError: no"):
        answer()


def test_work_beside_that_nobody_waits_for_ends(childless: Callable[[], bool]) -> None:
    def work() -> bytes:
        os.read(os.pipe()[0], 1)
        return b""

    with beside(work):
        pass
    assert childless()
