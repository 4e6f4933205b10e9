"""Lines that are still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.churn import Survival
from rubout.measure.survival import survival, young_lines
from tests.histories import DAY, START, Made, make_history

if TYPE_CHECKING:
    from pathlib import Path

ONE, TWO = b"1" * 40, b"2" * 64


def test_a_commit_is_described_once_and_has_many_hunks() -> None:
    told = b"%b 1 1 3\nauthor A\ncommitter-time 50\nsummary 1 2 3\nfilename 4 5 6\n%b 9 9 1\nfilename x\n" % (ONE, ONE)
    told += b"%b 1 4 2\ncommitter-time 49\nboundary\nfilename x\n" % TWO
    assert [young_lines(told, cutoff) for cutoff in (49, 50, 51)] == [6, 4, 0]


def test_lines_of_the_window_survive_or_do_not(tmp_path: Path) -> None:
    root = make_history(
        tmp_path / "r",
        [
            Made({"a.py": "1\n2\n", "gone.py": "1\n"}, at=START),
            Made({"a.py": "1\n2\n3\n4\n"}, at=START + 20 * DAY),
            Made({"a.py": "1\n2\n4\n", "gone.py": None}, at=START + 21 * DAY),
        ],
    )
    paths = {"a.py", "gone.py", "never.py"}
    assert survival(str(root), paths, START + DAY, 2, 1) == Survival(1, 1)
    assert survival(str(root), paths, START, 2, 3) == Survival(3, 0)
    assert survival(str(root), {"gone.py"}, START, 5, 0) == Survival(0, 5)
