from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.measure.sources import spawn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Start = Callable[[tuple[str, ...], Mapping[str, str], bytes], Callable[[], spawn.Answer]]

BOTH = pytest.mark.parametrize("start", [spawn._start_posix, spawn._start_portable])
LOUD = "import sys; sys.stderr.write('e' * 300_000); sys.stdout.write('o' * 300_000); sys.exit(3)"


@BOTH
def test_much_output_on_both_streams_blocks_nothing(start: Start) -> None:
    answer = start((sys.executable, "-c", LOUD), {}, b"")()
    assert (answer.code, len(answer.out), len(answer.err)) == (3, 300_000, 300_000)


@BOTH
def test_the_program_gets_its_input_and_only_the_environment_it_is_given(start: Start) -> None:
    code = "import os, sys; print(sys.stdin.read(), os.environ.get('HOME'), os.environ['X'])"
    answer = start((sys.executable, "-c", code), {"X": "y"}, b"hello")()
    assert answer == spawn.Answer(0, b"hello None y\n", b"")


@BOTH
def test_a_program_that_is_not_there_is_file_not_found(start: Start) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with pytest.raises(FileNotFoundError):
        start(("no-such-program-of-this-name",), {}, b"")
    assert not before or len(os.listdir("/proc/self/fd")) == before


@BOTH
def test_a_program_ended_by_a_signal_has_a_negative_code(start: Start) -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert start((sys.executable, "-c", code), {}, b"")().code < 0


def test_a_platform_without_posix_spawn_has_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_spawnp")
    assert spawn.start((sys.executable, "-c", "print(1)"), {})().out.split() == [b"1"]


def test_two_programs_run_side_by_side() -> None:
    first = spawn.start((sys.executable, "-c", LOUD), {})
    second = spawn.start((sys.executable, "-c", LOUD), {})
    assert (first().code, second().code) == (3, 3)
