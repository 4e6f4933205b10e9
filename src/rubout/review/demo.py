"""The story that reviews are for, played with real records in a repository of its own.

A model, here a script, is asked about a defect once. What it objects to is learned, and the next change with it is
refused without the model. A change without a defect is approved by the model each time it is asked, never by memory.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import RepositoryError
from rubout.measure.sources import git
from rubout.review.accepted import accepted_edits
from rubout.review.canonical import content_id
from rubout.review.crypto import signing_key
from rubout.review.energy import Saving, all_savings, savings
from rubout.review.envelope import Signed, sign
from rubout.review.judging import Claims
from rubout.review.learning import REPLAY_COMMITS, learn, replayed
from rubout.review.ops import draft
from rubout.review.outcome import SemanticOutcome
from rubout.review.proposing import proposed, require_op
from rubout.review.records import Clause, Context, Finding, Review, Spec, Stage
from rubout.review.refusal import refuse
from rubout.review.running import Hands, Run
from rubout.review.running import run as climb
from rubout.review.setting import setting_at
from rubout.review.sitting import asked
from rubout.review.skill import ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.skills_file import PATH as SKILLS_PATH
from rubout.review.sources import of_range
from rubout.review.stores import keep
from rubout.review.trust import PATH as TRUST_PATH
from rubout.review.trust import Principal, TrustFile
from rubout.review.verdict import approve
from rubout.store.files import make_parents, replace_text
from rubout.store.temporary import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.review.crypto import SigningKey
    from rubout.review.proposal import Proposal

CONTEXT = Context("demo", "refs/heads/main")
MARKER = "eval("
SKILL = ReviewSkill(MARKER, "quality", "Input is never evaluated as code.")
STORY = (
    ("A change evaluates its input.", "run.py", "def run(text):\n    return eval(text)\n"),
    ("Another change does so too.", "other.py", "def other(text):\n    return [eval(line) for line in text]\n"),
    ("A change writes its input to a file.", "save.py", "def save(text, file):\n    file.write(text)\n"),
    ("The same change is reviewed again.", "save.py", "def save(text, file):\n    file.write(text)\n"),
)
_AUTHOR, _TOOL, _MODEL = (signing_key(bytes([number]) * 32) for number in (1, 2, 3))
_TRUST = TrustFile(
    v=1,
    principals=(
        Principal(id="author", kind="human", keys=(_AUTHOR.public,), roles=("author", "spec", "admin")),
        Principal(id="tool", kind="robot", keys=(_TOOL.public,), roles=("review",)),
        Principal(id="model", kind="robot", keys=(_MODEL.public,), roles=("review", "teach")),
    ),
)
_SPEC = Spec(
    author=_AUTHOR.public,
    intent="demo",
    parent=None,
    clauses=(Clause("C1", "requirement", "The input is kept as it is."),),
)


class Scripted:
    """Objects to what it knows to be wrong, approves everything else; `calls` counts how often it was asked."""

    def __init__(self, key: SigningKey) -> None:
        self._key = key
        self.calls = 0

    @property
    def key(self) -> str:
        """Its public key."""
        return self._key.public

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
        """Look for the one thing it knows."""
        self.calls += 1
        for number, edit in enumerate(op.texts):
            at = (edit.text or b"").find(MARKER.encode())
            sitting = asked.get()
            if at >= 0 and sitting:
                span = (at, at + len(MARKER))
                finding = Finding(check="semantic", edit=number, span=span, quote=MARKER, text=SKILL.finding)
                refusal = refuse(op, Stage.QUALITY, self._key, [finding], sitting, induced=[SKILL])
                return SemanticOutcome((refusal,), (SKILL,))
        stages = tuple(Stage) if claimed else (Stage.QUALITY,)
        return SemanticOutcome(tuple(approve(op, spec, stage, self._key) for stage in stages))


@dataclass(frozen=True, slots=True)
class Scene:
    """One change: what it is, what became of it, how often the model has been asked by then, what was learned."""

    title: str
    run: Run
    calls: int
    learned: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """The scenes, every review that was signed, and what remembering saved."""

    scenes: tuple[Scene, ...]
    reviews: tuple[Review, ...]
    saved: Saving


def play() -> Played:
    """The whole story.

    Raises:
        RepositoryError: there is no git.
        StoreError: there is no place for a temporary folder.
    """
    with temporary_folder("rubout-demo-") as folder:
        stage = _Stage(Path(folder).resolve())
        scenes = tuple(stage.play(number, *scene) for number, scene in enumerate(STORY))
        records = scenes[-1].run.setting.ledger.records.values()
        reviews = sorted(
            (each.record for each in records if isinstance(each.record, Review)),
            key=lambda review: (stage.order.index(review.op_id), review.round, list(Stage).index(review.stage)),
        )
        return Played(scenes, tuple(reviews), all_savings(savings(records)))


class _Stage:
    """A repository in which the story happens."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.anchor = str(root)
        self.order: list[str] = []
        self._model = Scripted(_MODEL)
        self._git("init", "--quiet", "--initial-branch=main")
        self._spec = Signed(content_id("spec", _SPEC), _SPEC, sign(_SPEC, _AUTHOR))
        self._write(TRUST_PATH, msgspec.json.encode(_TRUST).decode())
        keep(self.anchor, "tree", [self._spec])
        self._commit("start")

    def play(self, number: int, title: str, path: str, text: str) -> Scene:
        """A change on a branch of its own, reviewed; what is learned comes to the main branch."""
        self._git("checkout", "--quiet", "-b", f"change-{number}", "main")
        self._write(path, text)
        self._commit(title, path)
        source = of_range(self.anchor, "main", "HEAD")
        setting = setting_at(self.anchor, source.base, source.head)
        drafted = draft(source.base, source.head, source.authors, setting.rules.trust)
        op = require_op(proposed(setting, drafted, CONTEXT, _AUTHOR, title, "L3"))
        self.order += [op.id]
        hands = Hands(reviewer=_TOOL, semantic=self._model)
        run = climb(setting, op, Claims(self._spec, ("C1",)), hands, 0)
        learned = self._learn(run, op) if run.climb and run.climb.induced else None
        return Scene(title, run, self._model.calls, learned)

    def _learn(self, run: Run, op: Proposal) -> str:
        """Teach what the refusal induced, and commit it where the next change starts."""
        skills = ReviewSkills.load(self.root / SKILLS_PATH)
        (review,) = (each for each in run.setting.ledger.of(Review) if each.record.induced)
        (replay,) = replayed([SKILL], accepted_edits(self.anchor, "main", REPLAY_COMMITS))
        learn(skills, SKILL, op, review, replay=replay)
        self._git("checkout", "--quiet", "main")
        skills.save(self.root / SKILLS_PATH)
        self._commit("learn", SKILLS_PATH)
        return MARKER

    def _write(self, path: str, text: str) -> None:
        place = self.root / path
        make_parents(place)
        replace_text(place, text)

    def _commit(self, message: str, *paths: str) -> None:
        self._git("add", "--", *(paths or (".",)))
        self._git("commit", "--quiet", "--message", message)

    def _git(self, *words: str) -> None:
        who = ("-c", "user.name=demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgSign=false")
        command = ("git", "-C", self.anchor, *who, "-c", "core.hooksPath=/dev/null", *words)
        try:
            ran = subprocess.run(command, capture_output=True, env=git.environment(), check=False)  # noqa: S603
        except FileNotFoundError as error:
            raise RepositoryError("git is not on PATH", where="review demo", fix="install git") from error
        if ran.returncode:
            said = ran.stderr.decode("utf-8", "replace").strip()
            raise RepositoryError(said[:300], where="review demo", fix="see what git says")
