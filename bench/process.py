"""What did one run of a command take?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LAUNCHER = (sys.executable, "-I", "-S", str(Path(__file__).with_name("launcher.py")))
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes
MIB = 2**20
PROC = Path("/proc")
SAMPLE_SECONDS = 0.004
STATE, SESSION = 0, 3  # fields of /proc/PID/stat, counted from behind the name


@dataclass(frozen=True, slots=True)
class Run:
    """One run; `all_mib`, the peak of the sum over its processes, is None where it was not sampled."""

    wall: float  # seconds
    cpu: float  # seconds, user and system, of every process that was waited for
    largest_mib: float  # the largest single process, never below the size of the launcher
    exit_code: int
    all_mib: float | None = None


def run(command: Sequence[str], folder: Path, out: Path) -> Run:
    """Run a command in a folder, undisturbed; `out` gets what it prints."""
    return _run(command, folder, out, sampled=False)


def run_sampled(command: Sequence[str], folder: Path, out: Path) -> Run:
    """Run a command and watch its memory, which costs it time."""
    return _run(command, folder, out, sampled=PROC.joinpath("self", "smaps_rollup").exists())


def floor_mib() -> float:
    """What `Run.largest_mib` cannot fall below."""
    return run((sys.executable, "-I", "-S", "-c", ""), Path.cwd(), Path(os.devnull)).largest_mib


def _run(command: Sequence[str], folder: Path, out: Path, *, sampled: bool) -> Run:
    with tempfile.NamedTemporaryFile() as figures, tempfile.TemporaryFile() as err, out.open("wb") as printed:
        launcher = subprocess.Popen(
            (*LAUNCHER, figures.name, *command),
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=printed,  # a file, not a pipe: nobody has to read while the command is timed
            stderr=err,
            start_new_session=True,
        )
        try:
            peak = _peak_while_running(launcher.pid) if sampled else None
            launcher.wait()
        except BaseException:
            os.killpg(launcher.pid, signal.SIGKILL)
            raise
        said = figures.read().decode().split()
        if not said or said[-1] not in {"0", "1"}:
            err.seek(0)
            status = said[-1] if said else launcher.returncode
            raise SystemExit(f"{' '.join(command)}: exit status {status}\n{err.read().decode(errors='replace')}")
    wall, cpu, largest, status = map(float, said)
    return Run(wall, cpu, largest * MAXRSS_UNIT / MIB, int(status), peak)


def _environment() -> dict[str, str]:
    """Ours, for another folder, and with bytecode kept between runs, as it is where a package was installed."""
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if "PYTHONPATH" in ours:
        ours["PYTHONPATH"] = os.pathsep.join(
            str(Path(part).absolute()) for part in ours["PYTHONPATH"].split(os.pathsep)
        )
    return ours


def _peak_while_running(leader: int) -> float | None:
    """The highest sum of proportional set sizes, MiB, over what a process started; returns when it has ended.

    None when it ended before it was seen, as a short one may on a loaded machine.
    """
    peak = 0
    while not _ended(leader):
        peak = max(peak, sum(map(_proportional_kib, _session(leader))))
        time.sleep(SAMPLE_SECONDS)
    return peak / 1024 if peak else None


def _ended(pid: int) -> bool:
    fields = _stat(pid)
    return not fields or fields[STATE] == "Z"


def _session(leader: int) -> list[int]:
    """The processes of a session, without its leader."""
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdecimal() and entry.name != str(leader)]
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
