"""Reports and tables, read back from what a command printed."""

from __future__ import annotations

import io
import json
import os
from typing import TYPE_CHECKING, Any

from rubout.cli.main import main
from rubout.report.render import report_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rubout.cli.doctor_line import Line, State
    from rubout.gate.outcome import Outcome
    from tests.conftest import Rubout

COMMANDS = ("scan", "clones", "check")


def said(*argv: object) -> tuple[int, str, str]:
    """What a command line comes to in this process: its status, its output and its errors."""
    out, err = io.StringIO(), io.StringIO()
    code = main([os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in argv], out, err)
    return code, out.getvalue(), err.getvalue()


def read(rubout: Rubout, *argv: object) -> Any:
    """The report of a command that held and said nothing else."""
    ran = rubout(*argv, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def reports(rubout: Rubout, root: Path, *, code: int = 0) -> dict[str, dict[str, Any]]:
    """What each command says of a tree, which is the same with a cache that is absent, full, and not used."""
    found = {}
    for command in COMMANDS:
        ran = [rubout(command, root, "--format", "json", *options) for options in ((), (), ("--no-cache",))]
        assert ran[0] == ran[1] == ran[2]
        assert (ran[0].code, ran[0].err) == (code, "")
        found[command] = json.loads(ran[0].out)
    return found


def spans(report: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Path and lines of each member of each class."""
    return [(m["path"], m["start_line"], m["end_line"]) for row in report["rows"] for m in row["members"]]


def places(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Path and lines of each row, as people read them."""
    return [f"{row['path']}:{row['start_line']}-{row['end_line']}" for row in rows]


def said_of(lines: Iterable[Line], subject: str) -> list[tuple[State, str]]:
    """What `doctor` says of one thing."""
    return [(line.state, line.what) for line in lines if line.subject == subject]


def ids(outcome: Outcome) -> list[str]:
    """The id of each row of a report, in their order."""
    return [row.id for row in report_of(outcome).rows]


def cells(markdown: str) -> list[list[str]]:
    """The rows of the tables in a text, their heads and rules among them."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in markdown.splitlines() if line[:2] == "| "]
