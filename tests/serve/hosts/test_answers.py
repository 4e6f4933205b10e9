"""What is printed, byte for byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.serve.hosts.codec import HOSTS, answer, carried, notice, start_context

TIERS = ["observe", "warn", "ask", "deny"]
LINE = b'{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"R"}}'


def said(event: str, rest: str) -> bytes:
    return f'{{"hookSpecificOutput":{{"hookEventName":"{event}",{rest}}}'.encode()


WARNING = said("PreToolUse", '"additionalContext":"R"},"systemMessage":"R"')
ASKED = said("PreToolUse", '"permissionDecision":"ask","permissionDecisionReason":"R"}')
REFUSED = said("PreToolUse", '"permissionDecision":"deny","permissionDecisionReason":"R"}')
ALLOWED = said("PreToolUse", '"permissionDecision":"allow","permissionDecisionReason":"R","additionalContext":"R"}')
AFTERWARDS = said("PostToolUse", '"additionalContext":"R"},"systemMessage":"R"')
BLOCK = b'{"decision":"block","reason":"R"}'
PASS = b'{"permission":"allow"}'
CURSOR_WARNING = b'{"permission":"allow","user_message":"R","agent_message":"R"}'
CURSOR_REFUSED = b'{"permission":"deny","user_message":"R","agent_message":"R"}'
GEMINI_WARNING = b'{"systemMessage":"R"}'
GEMINI_REFUSED = b'{"decision":"deny","reason":"R"}'
COPILOT_WARNING = b'{"type":"progress","message":"R"}'
COPILOT_REFUSED = b'{"permissionDecision":"deny","permissionDecisionReason":"R"}'
CLINE_WARNING = b'{"cancel":false,"contextModification":"R"}'

PROBE = {
    "claude": [b"", WARNING, ASKED, REFUSED],
    "vscode": [b"", WARNING, ASKED, REFUSED],
    "codex": [b"", WARNING, WARNING, REFUSED],
    "opencode": [b"", WARNING, WARNING, REFUSED],
    "cursor": [PASS, CURSOR_WARNING, CURSOR_WARNING, CURSOR_REFUSED],
    "gemini": [b"", GEMINI_WARNING, GEMINI_WARNING, GEMINI_REFUSED],
    "copilot": [b"", COPILOT_WARNING, COPILOT_WARNING, COPILOT_REFUSED],
    "cline": [b"", CLINE_WARNING, CLINE_WARNING, b'{"cancel":true,"errorMessage":"R"}'],
}
POST = {
    "cursor": b'{"additional_context":"R"}',
    "gemini": said("AfterTool", '"additionalContext":"R"},"systemMessage":"R"'),
    "copilot": b'{"additionalContext":"R"}',
    "cline": CLINE_WARNING,
}
STOP = {"cursor": b'{"followup_message":"R"}', "gemini": GEMINI_REFUSED, "cline": b""}
START = {"cursor": b'{"additional_context":"R"}', "copilot": b'{"additionalContext":"R"}', "cline": b""}
NOTICE = {"cursor": b'{"user_message":"R"}', "copilot": COPILOT_WARNING, "cline": b""}
ALLOW = {"claude": ALLOWED, "vscode": ALLOWED, "copilot": COPILOT_REFUSED.replace(b"deny", b"allow")}

host = pytest.mark.parametrize("host", HOSTS)


@host
def test_a_decision_before_a_write(host: str) -> None:
    assert [answer(host, "probe", tier, "R") for tier in TIERS] == PROBE[host]


@host
def test_after_a_shell_command_there_is_a_warning_at_most(host: str) -> None:
    warning = POST.get(host, AFTERWARDS)
    assert [answer(host, "post", tier, "R") for tier in TIERS] == [b"", warning, warning, warning]


@host
def test_only_a_refusal_keeps_a_turn_going(host: str) -> None:
    assert [answer(host, "stop", tier, "R") for tier in TIERS] == [b"", b"", b"", STOP.get(host, BLOCK)]


@host
def test_a_session_starts_with_a_line_for_the_model(host: str) -> None:
    assert start_context(host, "R") == START.get(host, LINE)


@host
def test_a_notice_decides_nothing(host: str) -> None:
    assert notice(host, "R") == NOTICE.get(host, GEMINI_WARNING)


@host
def test_a_warning_approves_only_where_it_was_told_to_and_the_host_shows_it(host: str) -> None:
    observed, warned, asked, refused = PROBE[host]
    allowed = ALLOW.get(host, warned)
    assert answer(host, "probe", "warn", "R", warn="allow") == allowed
    assert answer(host, "probe", "ask", "R", warn="allow") == (allowed if carried(host, "ask") == "warn" else asked)
    assert answer(host, "probe", "observe", "R", warn="allow") == observed
    assert answer(host, "probe", "deny", "R", warn="allow") == refused
    assert answer(host, "post", "warn", "R", warn="allow") == POST.get(host, AFTERWARDS)


@host
def test_an_ask_is_a_warning_where_nobody_can_be_asked(host: str) -> None:
    asks = host in {"claude", "vscode"}
    assert [carried(host, tier) for tier in TIERS] == ["observe", "warn", "ask" if asks else "warn", "deny"]


@given(
    st.sampled_from([*HOSTS, "emacs"]), st.sampled_from(["probe", "post", "stop", "start", "x"]), st.text(), st.text()
)
def test_whatever_is_to_be_said_is_one_json_object_or_nothing(host: str, entry: str, tier: str, reason: str) -> None:
    reason += "\udcff"  # of the name of a file
    answers = [answer(host, entry, other, reason) for other in (*TIERS, tier)]
    for printed in (*answers, notice(host, reason), start_context(host, reason)):
        assert not printed or isinstance(json.loads(printed), dict)
        assert b"\n" not in printed
