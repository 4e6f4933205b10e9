"""A host's hook file keeps all that is not rubout's, and gives back exactly what was put in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.serve.wiring.hosts import CLAUDE, COPILOT, CURSOR, HOSTS, Host
from rubout.serve.wiring.json_text import ShapeError
from rubout.serve.wiring.merge import ours_in, unwired, wired
from rubout.serve.wiring.program import PROGRAM, Words, loaded, program_of

JSON_HOSTS = [host for host in HOSTS.values() if host.handler]
BARE = (PROGRAM,)
LATER = ("/opt/py", "-I", "-c", "import site; from rubout.serve.client import entry, start; start(2)", "--new", "x")
PROGRAMS = st.sampled_from(
    [
        BARE,
        ("/opt/my tools/rubout-hook",),
        loaded("/opt/it's/python3", "/opt/my site/ü"),
        loaded("/usr/bin/python3", "/site", strict=True),
        LATER,
    ]
)
LAYOUTS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{}, {"indent": 2}, {"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")}]
)
THEIR_HANDLERS = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["lint", "x/rubout", "echo 'rubout-hook'", "rubout-hooks"])}
)
OTHER_KEYS = st.dictionaries(
    st.sampled_from(["permissions", "env", "model", "$schema"]), st.text(max_size=3) | st.just({"allow": ["Bash"]})
)


@st.composite
def settings(draw: st.DrawFn, host: Host) -> dict[str, Any]:
    """A file as people have it; what would be empty is left out, since taking out removes what is empty."""
    found: dict[str, Any] = draw(OTHER_KEYS)
    if host.versioned:
        found = {"version": 1, **found}
    names = st.sampled_from([*(hook.event for hook in host.hooks), "SessionEnd"])
    groups = st.fixed_dictionaries(
        {"matcher": st.sampled_from(["Write", "*"]), "hooks": st.lists(THEIR_HANDLERS, max_size=2)}
    )
    items = groups if host.grouped else THEIR_HANDLERS
    hooks = draw(st.dictionaries(names, st.lists(items, min_size=1, max_size=2), max_size=3))
    if hooks:
        found["hooks"] = hooks
        found = {key: found[key] for key in draw(st.permutations(sorted(found)))}
    return found


HOST_AND_FILE = st.sampled_from(JSON_HOSTS).flatmap(lambda host: st.tuples(st.just(host), settings(host)))


@given(HOST_AND_FILE, LAYOUTS, PROGRAMS, st.booleans(), st.sampled_from(["\n", ""]))
def test_taking_out_gives_back_every_byte(
    case: tuple[Host, dict[str, Any]], layout: dict[str, Any], program: Words, strict: bool, end: str
) -> None:
    host, document = case
    text = json.dumps(document, **layout) + end
    expected = text if set(document) - {"version"} else None
    assert unwired(host, wired(host, text, program, strict=strict)) == expected


@given(HOST_AND_FILE, LAYOUTS, PROGRAMS, st.booleans())
def test_wiring_twice_changes_nothing_more(
    case: tuple[Host, dict[str, Any]], layout: dict[str, Any], program: Words, strict: bool
) -> None:
    host, document = case
    once = wired(host, json.dumps(document, **layout), program, strict=strict)
    assert wired(host, once, program, strict=strict) == once


@given(HOST_AND_FILE, LAYOUTS, PROGRAMS, st.booleans())
def test_wiring_adds_the_hosts_hooks_and_keeps_the_rest_in_order(
    case: tuple[Host, dict[str, Any]], layout: dict[str, Any], program: Words, strict: bool
) -> None:
    host, document = case
    after = json.loads(wired(host, json.dumps(document, **layout), program, strict=strict))
    assert sorted(one.event for one in ours_in(host, json.dumps(after))) == sorted(hook.event for hook in host.hooks)
    for event, items in document.get("hooks", {}).items():
        assert after["hooks"][event][: len(items)] == items
    assert {**after, "hooks": 0} == {**({"version": 1} if host.versioned else {}), **document, "hooks": 0}
    assert [key for key in after if key in document] == list(document)


@given(HOST_AND_FILE, PROGRAMS, PROGRAMS, st.booleans(), st.booleans())
def test_what_was_wired_otherwise_is_replaced(
    case: tuple[Host, dict[str, Any]], old: Words, new: Words, old_strict: bool, new_strict: bool
) -> None:
    host, document = case
    text = json.dumps(document)
    before = wired(host, text, old, strict=old_strict)
    assert ours_in(host, wired(host, before, new, strict=new_strict)) == ours_in(
        host, wired(host, text, new, strict=new_strict)
    )


@pytest.mark.parametrize("host", JSON_HOSTS, ids=lambda host: host.name)
@pytest.mark.parametrize("nothing", [None, "", "\n", "{}\n"])
def test_a_file_that_holds_nothing_goes_away_again(host: Host, nothing: str | None) -> None:
    text = wired(host, nothing, BARE, strict=False)
    assert text == wired(host, None, BARE, strict=False)
    assert unwired(host, text) is None


def test_a_handler_that_somebody_put_beside_ours_stays() -> None:
    document = json.loads(wired(CLAUDE, None, BARE, strict=False))
    theirs = {"type": "command", "command": "lint"}
    document["hooks"]["PreToolUse"][0]["hooks"].insert(0, theirs)
    left = json.loads(unwired(CLAUDE, json.dumps(document)) or "")
    matcher = "Write|Edit|MultiEdit|NotebookEdit"
    assert left == {"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": [theirs]}]}}


def test_ours_is_found_wherever_it_was_put() -> None:
    handler = {"type": "command", "command": "/old/venv/bin/rubout-hook", "args": ["stop"], "timeout": 1}
    text = json.dumps({"hooks": {"SubagentStop": [{"hooks": [handler]}]}, "a": 1})
    assert unwired(CLAUDE, text) == '{"a": 1}'


def test_only_the_probe_takes_the_strict_switch() -> None:
    strict = ours_in(CLAUDE, wired(CLAUDE, None, BARE, strict=True))
    assert [one.event for one in strict if one.handler.get("onFailure") == "block"] == ["PreToolUse"]
    cursor = ours_in(CURSOR, wired(CURSOR, None, BARE, strict=True))
    assert [one.event for one in cursor if one.handler.get("failClosed")] == ["preToolUse"]


@pytest.mark.parametrize(
    ("host", "text", "what", "line"),
    [
        (CLAUDE, "[]", "the file is not an object", 1),
        (CLAUDE, '{\n"hooks": []}', '"hooks" is not an object', 2),
        (CLAUDE, '{"hooks": {\n"Stop": {}}}', '"Stop" is not an array', 2),
        (CLAUDE, '{"hooks": {"Stop": [\n7]}}', 'an entry of "Stop" is not an object', 2),
        (CLAUDE, '{"hooks": {"Stop": [\n{"hooks": {}}]}}', '"hooks" of an entry of "Stop" is not an array', 2),
        (CLAUDE, '{"hooks": {},\n"hooks": {}}', '"hooks" stands twice', 2),
        (CLAUDE, '{"hooks": {"Stop": [],\n"Stop": []}}', '"Stop" stands twice', 2),
        (COPILOT, '{\n"version": 2}', "its version is not 1", 2),
        (CLAUDE, "{\n// mine\n}", "no JSON", 2),
    ],
)
def test_a_file_of_another_shape_is_refused_with_its_line(host: Host, text: str, what: str, line: int) -> None:
    with pytest.raises(ShapeError, match=what) as caught:
        wired(host, text, BARE, strict=False)
    assert caught.value.line == line
    with pytest.raises(ShapeError, match=what):
        unwired(host, text)


def test_another_key_of_hooks_may_have_any_shape() -> None:
    text = '{"hooks": {"disabled": ["a", {"hooks": 3}], "enabled": true}}'
    assert unwired(CLAUDE, wired(CLAUDE, text, BARE, strict=False)) == text


@given(HOST_AND_FILE, PROGRAMS)
def test_a_hook_tells_by_which_words_it_starts_rubout(case: tuple[Host, dict[str, Any]], program: Words) -> None:
    host, document = case
    text = wired(host, json.dumps(document), program, strict=False)
    assert {program_of(one.handler) for one in ours_in(host, text)} == {program}
