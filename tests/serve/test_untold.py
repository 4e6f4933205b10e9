"""The feed learns what a write resembles after the host has its answer, and nobody waits for that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rubout.serve import desk as desks
from rubout.serve.desk import Desk
from rubout.serve.untold import Untold
from tests.near_misses import AND, TOTAL
from tests.samples import prose

if TYPE_CHECKING:
    from tests.conftest import Tree

WARN = '[guard]\nmode = "warn"\n[thresholds]\nfile_lines_warn = 10\nfile_lines_fail = 20\n'
LONG = "x = 1\n" * 21


@pytest.fixture
def desk(tree: Tree) -> Desk:
    """A desk that knows its tree and what writes may resemble."""
    made = Desk(str(tree({"rubout.toml": WARN, "a.py": TOTAL, "b.md": prose(60)}, git=True)))
    made.load()
    assert made.project is not None
    made._untold.learn(made.project)
    return made


def write(desk: Desk, path: str, content: str, *, more: bool = True) -> bytes:
    event = {
        "session_id": "s",
        "cwd": desk.anchor,
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": f"{desk.anchor}/{path}", "content": content},
    }
    return desk.hook("probe", "claude", desk.anchor, json.dumps(event).encode(), more=more)


def told(desk: Desk) -> list[tuple[str, Any, Any]]:
    """Of each line about a write: the file and both counts."""
    feed = f"{desk.anchor}/.rubout/observe.ndjson"
    try:
        with open(feed, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
    except FileNotFoundError:
        return []
    return [(line["file"], line["near_miss"], line["docdup"]) for line in lines if line["event"] == "probe"]


def test_the_counts_of_a_write_stand_in_its_line_once_the_host_has_its_answer(desk: Desk) -> None:
    write(desk, "c.py", AND + TOTAL)
    assert told(desk) == []
    desk.finish()
    assert told(desk) == [("c.py", 2, 0)]
    desk.finish()
    write(desk, "c.md", prose(60))
    desk.finish()
    assert told(desk) == [("c.py", 2, 0), ("c.md", 0, 1)]


def test_who_comes_before_a_write_was_counted_finds_its_line_without_counts(desk: Desk) -> None:
    write(desk, "c.py", AND)
    write(desk, "d.py", AND)
    assert told(desk) == [("c.py", None, None)]
    desk.finish()
    assert told(desk) == [("c.py", None, None), ("d.py", 1, 0)]


def test_a_warning_whose_line_was_kept_back_is_not_given_twice(desk: Desk) -> None:
    assert b"hard budget" in write(desk, "c.py", LONG)
    assert write(desk, "c.py", f"{LONG}y = 2\n") == b""


@pytest.mark.parametrize("asks", [Desk.tell, Desk.close])
def test_who_asks_for_the_feed_gets_what_was_kept_back(desk: Desk, asks: Any) -> None:
    write(desk, "c.py", AND)
    asks(desk)
    desk.finish()
    assert told(desk) == [("c.py", None, None)]


def test_without_a_promise_to_finish_a_line_is_told_at_once(desk: Desk) -> None:
    write(desk, "c.py", AND, more=False)
    assert told(desk) == [("c.py", None, None)]


def test_a_write_that_is_not_judged_is_told_at_once(desk: Desk) -> None:
    write(desk, "c.py", "# @generated\n")
    assert told(desk) == [("c.py", None, None)]


def test_a_write_that_has_landed_counts_for_the_next_one(desk: Desk) -> None:
    write(desk, "c.py", AND)
    desk.finish()
    with open(f"{desk.anchor}/c.py", "w", encoding="utf-8") as file:
        file.write(AND)
    write(desk, "d.py", TOTAL)
    desk.finish()
    assert told(desk)[-1] == ("d.py", 2, 0)


def test_counts_change_no_answer(desk: Desk, tree: Tree) -> None:
    plain = Desk(str(tree({"rubout.toml": WARN, "a.py": TOTAL, "b.md": prose(60)}, git=True, name="plain")))
    plain.load()
    for content in (AND, TOTAL, LONG, prose(60)):
        for ending in ("py", "md"):
            first, second = (write(one, f"c.{ending}", content) for one in (desk, plain))
            desk.finish()
            plain.tell()
            assert first == second


def test_of_a_project_that_is_not_known_nothing_is_counted(desk: Desk) -> None:
    untold = Untold(desk.anchor)
    assert desk.project is not None
    assert not untold.knows(desk.project)
    untold.learn(desk.project)
    assert untold.knows(desk.project)


def test_after_the_first_write_the_tree_is_taken_in_by_itself(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "QUIET_SECONDS", 0.0)
    desk = Desk(str(tree({"rubout.toml": WARN, "a.py": TOTAL}, git=True)))
    desk.load()
    write(desk, "c.py", AND)
    desk.finish()
    assert told(desk) == [("c.py", None, None)]
    assert desk.project is not None
    with desk._learning:  # until it is done
        assert desk._untold.knows(desk.project)
    write(desk, "d.py", AND)
    desk.finish()
    assert told(desk)[-1] == ("d.py", 1, 0)
    desk.close()
