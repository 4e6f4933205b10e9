"""A project with reviews: people, a scripted model, changes on branches."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.conftest import Files, Git, Grow, Ran, Rubout

MODEL = Path(__file__).parent / "cli" / "scripted_model.py"
EVAL = "84723821596ad042b4ee77eaae51d95d4462b59de91beb92809c0523bf632b37"
PEOPLE = (
    ("author", "human", ("author", "spec", "admin")),
    ("helper", "human", ("author",)),
    ("bot", "robot", ("review", "teach")),
    ("friend", "human", ("review", "override", "teach")),
)
ASKED = ("--claim", "C1", "--intent", "what it does", "--author", "author", "--as", "bot")
EVIL = {"b.py": "def f(x):\n    return eval(x)\n"}
CLEAN = {"b.py": "def f(x):\n    return x\n"}


@dataclass
class World:
    """A project whose main branch holds trust file, policy and spec; its model counts the questions."""

    root: Path
    count: Path
    _rubout: Rubout
    _git: Git
    _grow: Grow

    @property
    def asked(self) -> int:
        """How often the model was asked."""
        return len(self.count.read_text().splitlines()) if self.count.exists() else 0

    def change(self, files: Files, *, branch: str = "topic") -> None:
        """Commit files on a branch of their own, from main."""
        self._git(self.root, "checkout", "--quiet", "-b", branch, "main")
        self._grow(self.root, files)
        self.commit(*files)

    def commit(self, *paths: str) -> None:
        """Commit these paths, without any everything."""
        self._git(self.root, "add", "--", *(paths or (".",)))
        self._git(self.root, "commit", "--quiet", "--message=c")

    def git(self, *words: str) -> None:
        """Run git there."""
        self._git(self.root, *words)

    def run(self, *argv: object) -> Ran:
        """`rubout review ARGV`."""
        return self._rubout("review", *argv)

    def report(self, *argv: object) -> dict[str, Any]:
        """Its JSON report."""
        found: dict[str, Any] = json.loads(self.run(*argv, "--format", "json").out)
        return found

    def review(self, span: str = "main..HEAD", *more: object) -> dict[str, Any]:
        """A run of the ladder."""
        return self.report("--range", span, *ASKED, *more)


def refusals(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows that refuse."""
    return [row for row in report["rows"] if row["effect"] == "reject"]


def recurring(world: World) -> None:
    """On a branch from main, where `eval(` was learned, a change that has it."""
    world.change(EVIL)
    assert world.review()["outcome"] == "rejected"
    assert world.run("learn").code == 0
    world.git("checkout", "--quiet", "main")
    world.commit("rubout-review")
    world.change({"c.py": "y = eval(z)\n"}, branch="other")


def ways_out(report: dict[str, Any]) -> list[str]:
    """What is said about clearing the refusals that stand."""
    return [note["what"] for note in report["notes"] if note["kind"] == "refusal"]


def sign(world: World, op_id: str, stage: str, *more: str, verdict: str = "approve") -> Ran:
    digits = op_id.removeprefix("sha256:")[:8]
    words = ("--op", op_id, "--stage", stage, "--verdict", verdict, "--as", "friend", "--confirm", digits)
    return world.run("sign", *words, *more)
