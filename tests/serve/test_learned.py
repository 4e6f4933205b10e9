"""What reviews have learned, against writes that have not happened yet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rubout.facts.pending import Outlook
from rubout.gate.writes import Learned
from rubout.review.pending import pending_hits
from rubout.review.skill import Provenance, Replay, ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.serve.desk import Desk
from rubout.serve.learned import FILE, LearnedSkills
from rubout.store import feed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

EVAL = ReviewSkill("eval(", "quality", "never evaluate input")
DENY = '[guard]\nmode = "deny"\n'


def proven(edits: int = 200, hits: int = 0, **more: Any) -> ReviewSkill:
    """The skill with a history behind it."""
    seen = Provenance("ed25519:" + "0" * 64, "sha256:" + "0" * 64, "sha256:" + "0" * 64, None, "", Replay(edits, hits))
    return ReviewSkill("eval(", "quality", "never evaluate input", provenance=seen, **more)


def look(after: str | None, before: str | None = None, silent: str | None = None) -> Outlook:
    return Outlook("a.py", before, after, silent)


@pytest.mark.parametrize(
    ("skill", "text", "expected"),
    [
        (EVAL, "y = eval(x)\n", Learned(1)),
        (EVAL, "y = x\n", Learned()),
        (proven(), "y = eval(x)\n", Learned(1, ("never evaluate input",))),
        (proven(199), "y = eval(x)\n", Learned(1)),
        (proven(500, 1), "y = eval(x)\n", Learned(1, ("never evaluate input",))),
        (proven(499, 1), "y = eval(x)\n", Learned(1)),
        (proven(state="observe"), "y = eval(x)\n", Learned(1)),
        (proven(state="retired"), "y = eval(x)\n", Learned()),
    ],
)
def test_a_skill_may_refuse_when_accepted_history_speaks_for_it(
    tree: Tree, skill: ReviewSkill, text: str, expected: Learned
) -> None:
    root = tree({"a.py": "x\n"})
    ReviewSkills([skill]).save(root / FILE)
    assert LearnedSkills(str(root)).matched(look(text)) == expected


def test_a_line_that_the_write_leaves_alone_fires_nothing() -> None:
    before = "y = eval(x)\nz = 1\n"
    assert pending_hits(ReviewSkills([EVAL]), [look("y = eval(x)\nz = 2\n", before)]) == []
    (hit,) = pending_hits(ReviewSkills([EVAL]), [look("y = eval(x)\nz = 1\nw = eval(z)\n", before)])
    assert (hit.path, hit.line) == ("a.py", 3)


@pytest.mark.parametrize("unknown", [look(None, "eval("), look("eval(", silent="no_match")])
def test_of_a_text_that_is_not_known_nothing_is_said(tree: Tree, unknown: Outlook) -> None:
    root = tree({"a.py": "x\n"})
    ReviewSkills([EVAL]).save(root / FILE)
    assert LearnedSkills(str(root)).matched(unknown) == Learned()


def test_the_file_is_read_anew_when_it_has_changed(tree: Tree) -> None:
    root = tree({"a.py": "x\n"})
    learned = LearnedSkills(str(root))
    assert learned.matched(look("eval(x)\n")) == Learned()
    ReviewSkills([EVAL]).save(root / FILE)
    assert learned.matched(look("eval(x)\n")) == Learned(1)
    (root / FILE).unlink()
    assert learned.matched(look("eval(x)\n")) == Learned()


def test_a_file_that_cannot_be_used_matches_nothing_and_is_said_once(tree: Tree) -> None:
    root = tree({"a.py": "x\n", FILE: '{"skills": [{"marker": 1}]}'}, git=True)
    learned = LearnedSkills(str(root))
    for _ in range(2):
        assert learned.matched(look("eval(x)\n")) == Learned()
    lines = [json.loads(line) for line in feed.recent(str(root)) or ()]
    assert [line["event"] for line in lines] == ["guard_error"]
    assert FILE in lines[0]["why"]


def write(desk: Desk, root: Path, text: str) -> dict[str, Any]:
    tool = {"file_path": str(root / "a.py"), "content": text}
    event = {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": tool, "cwd": str(root)}
    answer = desk.hook("probe", "claude", str(root), json.dumps({**event, "session_id": "s"}).encode())
    return json.loads(answer) if answer else {}


@pytest.mark.parametrize(("skill", "decision"), [(proven(), "deny"), (EVAL, None)])
def test_the_guard_refuses_what_was_refused_before(tree: Tree, skill: ReviewSkill, decision: str | None) -> None:
    root = tree({"rubout.toml": DENY, "a.py": "x = 1\n"}, git=True)
    ReviewSkills([skill]).save(root / FILE)
    desk = Desk(str(root))
    desk.load()
    said = write(desk, root, "x = 1\ny = eval(x)\n").get("hookSpecificOutput", {})
    assert said.get("permissionDecision") == decision
    lines = [json.loads(line) for line in feed.recent(str(root)) or ()]
    assert [line["skills"] for line in lines if line["event"] == "probe"] == [1]
