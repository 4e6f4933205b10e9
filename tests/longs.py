"""Long files made of functions, and a configuration under which forty lines are many."""

from __future__ import annotations

CONFIG = "[thresholds]\nfile_lines_warn = 20\nfile_lines_fail = 40\n"


def function(name: str, lines: int, *says: str) -> str:
    """A function of Python of so many lines, calls of others and comments, which are no copies of one another."""
    calls = [f"    {word}()" for word in says]
    comments = [f"    # {name} {number}" for number in range(lines - 2 - len(calls))]
    return "\n".join([f"def {name}():", *calls, *comments, "    pass"]) + "\n"


def long_file(*functions: str) -> str:
    """The functions, one line between each two."""
    return "\n".join(functions)


HALVES = long_file(function("load", 20), function("save", 20, "load"))  # 41 lines: the seam lies behind line 20
