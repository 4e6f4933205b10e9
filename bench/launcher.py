"""Runs a command and writes what it took to a file.

A script, started with `-I -S` and importing next to nothing: a process counts for no less than the size of the one that
started it, so that one has to be small.
"""

from __future__ import annotations

import os
import sys
import time


def main() -> None:
    """Run the command behind the first argument, the file for wall s, CPU s, largest process and exit status."""
    figures, *command = sys.argv[1:]
    started = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - started
    with open(figures, "w", encoding="ascii") as file:  # noqa: PTH123 - pathlib would double this process
        file.write(f"{wall} {usage.ru_utime + usage.ru_stime} {usage.ru_maxrss} {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
