"""The README shows what the program does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.main import COMMANDS
from tests.near_misses import AND, TOTAL

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LONG = "class Long:\n" + "".join(f"    x{number} = {number}\n" for number in range(1100))  # too large for a tree, too
BRANCHY = "def f(a):\n" + "".join(
    f"    if a == {n} and a:\n        if a > {n}:\n            f({n})\n" for n in range(12)
)


def shape(report: str) -> list[str]:
    """The first word of each line that is not indented: the parts of a report, whatever tree it is about."""
    return [line.split()[0] for line in report.splitlines() if line and not line.startswith(" ")]


def shown() -> str:
    """The pasted report."""
    found = FENCED.search(README, README.index("<!-- output -->"))
    assert found
    return found[1]


def test_the_main_command_prints_what_is_pasted(tree: Tree, rubout: Rubout) -> None:
    assert ".venv/bin/rubout check PATH" in README
    started = '[graph]\nentry_globs = ["*"]\n'
    files = {"long.py": LONG, "branchy.py": BRANCHY, "a.py": TOTAL, "b.py": AND, "rubout.toml": started}
    ran = rubout("check", tree(files))
    assert (ran.code, ran.err) == (0, "")
    assert shape(ran.out) == shape(shown())


def test_every_command_is_listed() -> None:
    assert set(re.findall(r"`rubout ([a-z-]+)\b", README)) == set(COMMANDS)
