"""A warning is given once a session, and only a warning."""

from __future__ import annotations

from typing import Any

import pytest

from rubout.facts.observe import Budget, Changed, Probe, ShellWrite
from rubout.gate.suppress import warned_files
from rubout.store.feed import escaped, line_of


def probe(**changes: Any) -> bytes:
    fields: dict[str, Any] = {
        "ts_ms": 1,
        "session_id": "s",
        "mode": "warn",
        "file": "a.py",
        "tool": "Write",
        "elapsed_ms": 3,
    }
    return line_of(Probe(**fields | {"emitted": "warn"} | changes))


BUDGET = line_of(
    Budget(
        ts_ms=1,
        session_id="s",
        mode="warn",
        file="a.py",
        tool="Edit",
        before_lines=1,
        resulting_lines=751,
        cap=750,
        shrinking=False,
        emitted="warn",
    )
)


def is_suppressed(lines: list[bytes] | None, session: str | None, event: str, file: str) -> bool:
    return escaped(file) in warned_files(lines, session, event)


def test_the_same_warning_again_is_suppressed() -> None:
    assert is_suppressed([probe()], "s", "probe", "a.py")


@pytest.mark.parametrize(
    "line",
    [
        probe(session_id="t"),
        probe(session_id=None),
        probe(file="b.py"),
        probe(emitted="ask"),
        probe(emitted="deny"),
        probe(emitted=None),
        probe(emitted=None, suppressed=True),
        BUDGET,
    ],
)
def test_another_session_file_tier_or_rule_does_not_suppress(line: bytes) -> None:
    assert not is_suppressed([line], "s", "probe", "a.py")


@pytest.mark.parametrize("session", [None, ""])
def test_without_a_session_nothing_is_suppressed(session: str | None) -> None:
    assert not is_suppressed([probe(session_id=session)], session, "probe", "a.py")


def test_an_unreadable_feed_suppresses_nothing() -> None:
    assert not is_suppressed(None, "s", "probe", "a.py")


def test_each_file_of_a_shell_command_counts_by_itself() -> None:
    files = tuple(Changed(file=name, before_lines=0, resulting_lines=9, matches=1) for name in ("a.py", "b.py"))
    line = line_of(ShellWrite(ts_ms=1, session_id="s", mode="deny", files=files, emitted="warn"))
    assert warned_files([line], "s", "shell_write") == {"a.py", "b.py"}
    assert not is_suppressed([line], "s", "probe", "a.py")


def test_a_path_that_is_no_utf8_is_known_again() -> None:
    assert is_suppressed([probe(file="a\udcff.py", session_id="\udc80")], "\udc80", "probe", "a\udcff.py")


@pytest.mark.parametrize(
    "line",
    [
        b'{"emitted":"warn"',
        b'["emitted":"warn"]',
        b'{"emitted":"warn","event":"probe","session_id":"s","file":7}',
        b'{"emitted":"warn","event":"probe","session_id":"s","file":"\xff"}',
        b'"emitted":"warn"\x00',
    ],
)
def test_a_line_that_is_no_record_tells_nothing(line: bytes) -> None:
    assert not is_suppressed([line], "s", "probe", "a.py")
    assert is_suppressed([line, probe()], "s", "probe", "a.py")
