"""A program is asked: what it sees, and what every kind of bad program comes to."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rubout.config.records import Semantic
from rubout.errors import ConfigError
from rubout.review.semantic.base import Asked, Patience, ask
from rubout.review.semantic.command import Command
from tests.questions import CLEAN, EVAL, subject

ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C", "SEEN": "yes", "HIDDEN": "no", "RUBOUT_KEY": "never"}
LONG = Patience()
SHORT = Patience(whole=0.5, waits=(0, 0))
# What a program does with `asked`; `say` answers.
HONEST = """
import json, os, sys, time
asked = json.load(sys.stdin)
def say(verdict="approve", **more):
    clauses = [{"id": c["id"], "met": True, "edit": 0, "quote": "fn"} for c in asked["clauses"]]
    covered = [edit["index"] for edit in asked["edits"]]
    stage = {"verdict": "approve", "findings": [], "covered": covered}
    stages = [{**stage, "stage": "spec_compliance", "clauses": clauses}, {**stage, "stage": "quality", "clauses": []}]
    reply = {"schema": "rubout.review-reply/1", "nonce": asked["nonce"], "op_id": asked["op_id"]}
    print(json.dumps({**reply, "stages": stages, "induced": [], **more}))
    sys.stdout.flush()
"""
FORK = """
if os.fork() == 0:
    open(sys.argv[1], "w").write(str(os.getpid()))
    time.sleep(600)
while not os.path.exists(sys.argv[1]) or not os.path.getsize(sys.argv[1]):
    pass
"""
FLOOD = "while True: sys.stdout.write('x' * 65536)"


def asked_of(program: str, *argv: str, text: str = CLEAN, patience: Patience = LONG, **knobs: Any) -> Asked:
    command = (sys.executable, "-S", "-c", HONEST + program, *argv)
    provider = Command(Semantic(provider="command", command=command, **knobs), ENVIRONMENT)
    return ask(provider, subject(text), lambda _: True, patience=patience)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def stops(pid: int) -> bool:
    """Whether a killed process goes within a while."""
    deadline = time.monotonic() + 30
    while is_running(pid) and time.monotonic() < deadline:
        pass
    return not is_running(pid)


def test_a_program_answers() -> None:
    found = asked_of("say()")
    assert found.answer is not None
    assert not found.answer.refuses
    assert (found.spent.calls, found.spent.decodes) == (1, 1)


def test_a_program_sees_the_question_and_the_words_that_put_it() -> None:
    found = asked_of("sys.exit(asked['edits'][0]['after'] + asked['messages'][0]['role'])", text=EVAL)
    assert (found.reason, found.detail) == ("runner_error", EVAL + "system")


def test_a_program_sees_only_the_environment_that_it_may() -> None:
    show = "sys.exit(json.dumps(sorted(set(os.environ) - {'LC_CTYPE'})))"
    found = asked_of(show, env_allow=("SEEN", "ABSENT", "RUBOUT_KEY"))
    assert json.loads(found.detail) == ["LANG", "PATH", "SEEN"]


def test_a_program_starts_in_an_empty_folder_that_goes_with_it() -> None:
    found = asked_of("open('left', 'w').write('x'); sys.exit(json.dumps([os.getcwd(), os.listdir()]))")
    folder, listed = json.loads(found.detail)
    assert listed == ["left"]
    assert not Path(folder).exists()


@pytest.mark.parametrize("end", ["sys.exit(3)", "os.kill(os.getpid(), 9)"])
def test_a_program_that_fails_is_not_heard_whatever_it_said(end: str) -> None:
    found = asked_of(f"say(); {end}")
    assert (found.answer, found.reason, found.spent.decodes) == (None, "runner_error", 1)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("", "empty"),
        *((program, "malformed") for program in ("print('LGTM')", "say(); say()", "say(score=1)", FLOOD)),
        ("say(nonce='f' * 32)", "stale_reply"),
        ("say(stages=[])", "missing_stage"),
    ],
)
def test_a_bad_answer_is_neither_a_yes_nor_a_no_and_is_asked_for_again(program: str, reason: str) -> None:
    found = asked_of(program)
    assert (found.answer, found.reason, found.spent.decodes) == (None, reason, 2)


@pytest.mark.parametrize("program", ["time.sleep(600)", "os.close(1); os.close(2); time.sleep(600)"])
def test_a_program_that_hangs_is_killed(program: str) -> None:
    started = time.monotonic()
    found = asked_of(program, patience=SHORT)
    assert (found.reason, found.spent.decodes) == ("timeout", 1)
    assert time.monotonic() - started < 60


def test_a_program_that_complains_without_end_is_heard_to_the_end() -> None:
    found = asked_of("say(); sys.stderr.write('x' * 1000000)")
    assert found.answer is not None


def test_a_program_that_reads_nothing_may_answer_all_the_same() -> None:
    command = (sys.executable, "-S", "-c", "import os; os.close(0); print('{}')")
    provider = Command(Semantic(provider="command", command=command), ENVIRONMENT)
    found = ask(provider, subject(CLEAN * 3_000), lambda _: True)
    assert (found.reason, found.spent.decodes) == ("malformed", 2)


def test_what_a_program_starts_dies_with_it(tmp_path: Path) -> None:
    found = asked_of(f"{FORK}\nsay()", str(tmp_path / "pid"))
    assert found.answer is not None
    assert stops(int((tmp_path / "pid").read_text(encoding="utf-8")))


def test_what_a_hanging_program_starts_dies_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    for seconds in (1, 5, 50):  # a program on a loaded machine may need long to start anything
        found = asked_of(f"{FORK}\ntime.sleep(600)", str(pid), patience=Patience(whole=seconds))
        assert found.reason == "timeout"
        if pid.exists() and pid.read_text(encoding="utf-8"):
            break
    assert stops(int(pid.read_text(encoding="utf-8")))


def test_a_pipe_that_somebody_else_holds_open_is_not_waited_for(tmp_path: Path) -> None:
    away = FORK.replace("    open(", "    os.setsid()\n    open(")
    found = asked_of(f"{away}\nsay()", str(tmp_path / "pid"))
    os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 9)
    assert found.answer is not None


@pytest.mark.parametrize("name", ["/nowhere/reviewer", "/etc", "a\0b"])
def test_a_program_that_cannot_be_started_costs_nothing(name: str) -> None:
    provider = Command(Semantic(provider="command", command=(name,)), ENVIRONMENT)
    found = ask(provider, subject(CLEAN), lambda _: True)
    assert (found.reason, found.spent.decodes) == ("runner_error", 0)
    assert found.detail


def test_a_program_must_be_named() -> None:
    with pytest.raises(ConfigError, match="no program is named"):
        Command(Semantic(provider="command"), ENVIRONMENT)
