"""What did one run of a command take?"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PROC = Path("/proc")
SAMPLE_SECONDS = 0.004
STATE, SESSION = 0, 3  # fields of /proc/PID/stat, counted from behind the name


@dataclass(frozen=True, slots=True)
class Run:
    """One run; `all_mib`, the peak of the sum over its processes, is None where it was not sampled."""

    wall: float  # seconds
    cpu: float  # seconds, user and system, of every process that was waited for
    largest_mib: float  # the largest single process; never below `floor_mib`
    exit_code: int
    out: bytes
    all_mib: float | None = None


def run(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a folder, undisturbed."""
    return _run(command, folder, sampled=False)


def run_sampled(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a folder and watch its memory, which costs it time."""
    return _run(command, folder, sampled=PROC.joinpath("self", "smaps_rollup").exists())


def floor_mib() -> float:
    """What `Run.largest_mib` cannot fall below: a process begins as the size of the one that starts it."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def middle(numbers: Iterable[float]) -> float:
    """The median."""
    return median(numbers)


def _run(command: Sequence[str], folder: Path, *, sampled: bool) -> Run:
    # A file, not a pipe: nobody has to read while the command is timed.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            peak = _peak_while_running(child.pid) if sampled else None
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if child.returncode not in {0, 1}:
            complaint = err.read().decode(errors="replace") or out.read().decode(errors="replace")
            raise SystemExit(f"{' '.join(command)}: exit status {child.returncode}\n{complaint}")
        return Run(
            wall=wall,
            cpu=usage.ru_utime + usage.ru_stime,
            largest_mib=usage.ru_maxrss / 1024,
            exit_code=child.returncode,
            out=out.read(),
            all_mib=peak,
        )


def _environment() -> dict[str, str]:
    """Ours, but with bytecode kept between runs, as it is where a package was installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _peak_while_running(leader: int) -> float:
    """The highest sum of proportional set sizes over the session of a process, MiB; returns when it has ended."""
    peak = 0
    while not _ended(leader):
        peak = max(peak, sum(map(_proportional_kib, _session(leader))))
        time.sleep(SAMPLE_SECONDS)
    return peak / 1024


def _ended(pid: int) -> bool:
    fields = _stat(pid)
    return not fields or fields[STATE] == "Z"


def _session(leader: int) -> list[int]:
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdecimal() and int(entry.name) >= leader]
    return [pid for pid in pids if (fields := _stat(pid)) and fields[SESSION] == str(leader)]


def _stat(pid: int) -> list[str]:
    """The fields behind the name, which may hold blanks and brackets; empty when the process is gone."""
    try:
        text = PROC.joinpath(str(pid), "stat").read_text(errors="replace")
    except OSError:
        return []
    return text.rpartition(") ")[2].split()


def _proportional_kib(pid: int) -> int:
    """Pages that several processes share count as their share; 0 when the process is gone."""
    try:
        lines = PROC.joinpath(str(pid), "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
