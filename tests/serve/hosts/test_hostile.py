"""An envelope that is anything but what is expected is no event, and never an error."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.serve.hosts.codec import ENTRIES, HOSTS, carried, notice, read, start_context
from rubout.serve.hosts.envelope import CAP_BYTES
from rubout.serve.hosts.event import Event
from rubout.serve.hosts.tools import SHELLS, TOOLS

WRITE = {"file_path": "/r/a.py", "content": "a"}
GOOD = {"hook_event_name": "PreToolUse", "cwd": "/r", "tool_name": "Write", "tool_input": WRITE}
EVENTS = ["PreToolUse", "PostToolUse", "Stop", "SessionStart", "BeforeTool", "AfterTool", "AfterAgent"]
EVENTS += ["preToolUse", "postToolUse", "afterShellExecution", "stop", "sessionStart"]
KEYS = ["hook_event_name", "cwd", "session_id", "tool_name", "tool_input", "tool_use_id", "stop_hook_active", "source"]
KEYS += [
    "toolName",
    "toolArgs",
    "toolResult",
    "stopReason",
    "sessionId",
    "conversation_id",
    "workspace_roots",
    "status",
]
KEYS += ["loop_count", "command", "workspaceRoots", "preToolUse", "postToolUse", "taskId", "parameters", "edits"]
KEYS += ["file_path", "path", "filePath", "content", "file_text", "old_string", "new_string", "old_str", "new_str"]
KEYS += ["notebook_path", "new_source", "cell_id", "edit_mode", "replace_all", "expected_replacements", "input"]

ATOM = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ATOM |= st.sampled_from(["/r", "/r/a.py", "a.ipynb", "{}", '{"path": "a", "file_text": "b"}', "\ud800", "\0", 1 << 80])
ATOM |= st.sampled_from([*EVENTS, *TOOLS, *SHELLS])
VALUE = st.recursive(
    ATOM,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)
DOCUMENT = st.dictionaries(st.sampled_from(KEYS), VALUE, max_size=9)
# Closer to what is meant, so that more of it is read.
NEAR = st.fixed_dictionaries(
    {"cwd": st.just("/r")},
    optional={
        "hook_event_name": st.sampled_from(EVENTS),
        "tool_name": st.sampled_from([*TOOLS, *SHELLS]),
        "toolName": st.sampled_from([*TOOLS, *SHELLS]),
        "tool_input": VALUE,
        "toolArgs": VALUE,
        "stopReason": ATOM,
        "workspaceRoots": st.just(["/r"]),
        "preToolUse": st.fixed_dictionaries({"toolName": st.sampled_from([*TOOLS]), "parameters": VALUE}),
    },
)


def encoded(said: object) -> bytes:
    return json.dumps(said).encode()


def mutated(**changes: object) -> bytes:
    return encoded(GOOD | changes)


def check(host: str, entry: str, envelope: bytes) -> None:
    event = read(host, entry, envelope)
    if event is not None:
        assert isinstance(event, Event)
        assert event.cwd.startswith("/")
        assert "\0" not in event.cwd
        assert (event.pending is not None) == (entry == "probe")
        assert bool(event.key) == (entry in {"probe", "post"})
        event.session.encode()


HOST = st.sampled_from([*HOSTS, "emacs", ""])
ENTRY = st.sampled_from([*ENTRIES, "bogus"])


@given(HOST, ENTRY, st.binary())
def test_any_bytes_are_answered(host: str, entry: str, envelope: bytes) -> None:
    assert read(host, entry, envelope) is None


@given(HOST, ENTRY, DOCUMENT | NEAR | VALUE)
def test_any_json_is_answered(host: str, entry: str, said: object) -> None:
    check(host, entry, encoded(said))


@given(HOST, ENTRY, st.data())
def test_an_envelope_cut_anywhere_is_answered(host: str, entry: str, data: st.DataObject) -> None:
    whole = encoded(data.draw(NEAR))
    check(host, entry, whole[: data.draw(st.integers(0, len(whole)))])


def test_the_envelope_that_the_bad_ones_are_made_of_is_good() -> None:
    assert read("claude", "probe", mutated()) is not None
    assert read("claude", "probe", mutated(session_id=None, tool_use_id=None, unknown=[{}])) is not None


@pytest.mark.parametrize(
    "envelope",
    [
        b"",
        b"\0",
        b"null",
        b"5",
        b"[]",
        b"{}",
        encoded([GOOD]),
        mutated()[:-1],
        mutated() + b"\0",
        mutated() + mutated(),
        mutated().decode().encode("utf-16"),
        mutated().replace(b'"/r"', b'"/\xff"'),
        mutated().replace(b'"Write"', b"NaN"),
        mutated().replace(b'"cwd"', b'"cwd": "/s", "cwd"'),
        mutated().replace(b'"content"', b'"content": "b", "content"'),
        mutated(more="\ud800"),
        mutated(more=float("nan")),
        mutated(more=float("-inf")),
        mutated(cwd="/\udcff"),
        mutated(more=[]).replace(b"[]", b"1" * 5000),
        b'{"a":' * 100_000,
        mutated(more=[]).replace(b"[]", b"[" * 100_000 + b"]" * 100_000),
        b"[" * (10 << 20),
        mutated(more="x" * (10 << 20)),
        mutated(more="x" * CAP_BYTES),
        mutated(hook_event_name="PostToolUse"),
        mutated(hook_event_name="pretooluse"),
        mutated(hook_event_name=None),
        mutated(cwd=""),
        mutated(cwd="."),
        mutated(cwd="r"),
        mutated(cwd="/r\0"),
        mutated(cwd=None),
        mutated(cwd=["/r"]),
        mutated(session_id=5),
        mutated(tool_use_id=5),
        mutated(tool_name=""),
        mutated(tool_name="Read"),
        mutated(tool_name="write_"),
        mutated(tool_name=["Write"]),
        mutated(tool_input=None),
        mutated(tool_input="text"),
        mutated(tool_input=[WRITE]),
        mutated(tool_input={"content": "a"}),
        mutated(tool_input={"file_path": "/r/a.py"}),
        mutated(tool_input=WRITE | {"file_path": ""}),
        mutated(tool_input=WRITE | {"file_path": "a\0b"}),
        mutated(tool_input=WRITE | {"file_path": 5}),
        mutated(tool_input=WRITE | {"content": None}),
        mutated(tool_input=WRITE | {"content": ["a"]}),
        mutated(tool_name="Edit", tool_input={"file_path": "a", "old_string": "a"}),
        mutated(
            tool_name="Edit", tool_input={"file_path": "a", "old_string": "a", "new_string": "b", "replace_all": 1}
        ),
        mutated(tool_name="MultiEdit", tool_input={"file_path": "a", "edits": []}),
        mutated(tool_name="MultiEdit", tool_input={"file_path": "", "edits": [{"old_string": "a", "new_string": "b"}]}),
        mutated(tool_name="Edit", tool_input={"file_path": "", "old_string": "a", "new_string": "b"}),
        mutated(tool_name="NotebookEdit", tool_input={"file_path": "", "new_source": "a"}),
        mutated(tool_name="MultiEdit", tool_input={"file_path": "a", "edits": {}}),
        mutated(tool_name="MultiEdit", tool_input={"file_path": "a", "edits": [5]}),
        mutated(tool_name="NotebookEdit", tool_input={"notebook_path": "a", "new_source": "a", "edit_mode": "move"}),
        mutated(tool_name="NotebookEdit", tool_input={"notebook_path": "a", "new_source": "a", "cell_type": "raw"}),
        mutated(tool_name="apply_patch", tool_input={"command": ["apply_patch"]}),
    ],
    ids=lambda envelope: envelope[:100].decode(errors="replace"),
)
def test_what_is_no_such_envelope_is_silent(envelope: bytes) -> None:
    assert read("claude", "probe", envelope) is None


def test_an_envelope_of_the_largest_size_is_read() -> None:
    size = len(mutated(more=""))
    assert read("claude", "probe", mutated(more="x" * (CAP_BYTES - size))) is not None
    assert read("claude", "probe", mutated(more="x" * (CAP_BYTES - size + 1))) is None


@pytest.mark.parametrize(
    ("entry", "event", "more"),
    [
        ("probe", {"toolName": "create", "toolArgs": {"path": "a", "file_text": "b"}}, {"toolResult": {}}),
        ("probe", {"toolName": "create", "toolArgs": {"path": "a", "file_text": "b"}}, {"error": "failed"}),
        ("probe", {"toolName": "create", "toolArgs": '{"path": "a", "file_text": "b"}'}, {"toolArgs": '{"path": "a"'}),
        ("post", {"toolName": "bash", "toolArgs": {"command": "ls"}, "toolResult": {}}, {"error": "failed"}),
        ("stop", {"stopReason": "end_turn"}, {"agentName": "explore"}),
        ("start", {"source": "new"}, {"toolName": "bash"}),
    ],
)
def test_an_event_without_a_name_is_known_by_what_it_has_and_has_not(
    entry: str, event: dict[str, object], more: dict[str, object]
) -> None:
    assert read("copilot", entry, encoded({"cwd": "/r"} | event)) is not None
    assert read("copilot", entry, encoded({"cwd": "/r"} | event | more)) is None


def test_a_turn_that_was_broken_off_is_silent() -> None:
    stop = {"hook_event_name": "stop", "workspace_roots": ["/r"], "loop_count": 0}
    assert read("cursor", "stop", encoded(stop | {"status": "completed"})) is not None
    assert read("cursor", "stop", encoded(stop | {"status": "aborted"})) is None


def test_our_own_spelling_of_an_argument_is_never_overruled() -> None:
    event = read("claude", "probe", mutated(tool_input={"path": "b.py", **WRITE, "contents": "b"}))
    assert event == read("claude", "probe", mutated())


def test_of_a_host_that_is_not_known_nothing_is_said() -> None:
    assert (notice("emacs", "text"), start_context("emacs", "text"), carried("emacs", "ask")) == (b"", b"", "ask")
