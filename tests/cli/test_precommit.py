"""`rubout precommit` over real repositories."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from rubout.facts.audit import Facts, Knobs
from rubout.gate.audit import Audited
from rubout.gate.precommit import outcome_of
from rubout.judge.audit import judge
from rubout.report.render import render, report_of
from rubout.report.schemas import schemas
from tests.conftest import SOURCE
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from tests.conftest import Git, Grow, Rubout, Tree

    class Repository(Protocol):
        def __call__(self, mode: str | None, *, copy: bool = True) -> Path: ...


@pytest.fixture
def repository(tree: Tree, grow: Grow, git: Git) -> Repository:
    """A repository that holds `LOOP` and, staged, a copy of it, with this `[guard] mode`."""

    def make(mode: str | None, *, copy: bool = True) -> Path:
        settings = f'[guard]\nmode = "{mode}"\n' if mode else ""
        root = tree({"a.py": LOOP, "rubout.toml": settings}, git=True)
        if copy:
            grow(root, {"b.py": LOOP.replace("total", "sum_up")})
            git(root, "add", "b.py")
        return root

    return make


@pytest.mark.parametrize(
    ("mode", "code"), [("deny", 1), ("ask", 0), ("warn", 0), ("observe", 0), (None, 0), ("Deny", 0)]
)
def test_only_deny_stops_a_commit(repository: Repository, rubout: Rubout, mode: str | None, code: int) -> None:
    ran = rubout("precommit", repository(mode))
    assert ran.code == code
    assert ran.out.startswith(
        "1 staged file, net +10 lines, 1 introduced duplicate\n  b.py:1-10 duplicates a.py:1-10 (52 tokens)\n"
    )


WAY = "call the other place, or permit one of the two by a comment `rubout:allow(clones) -- reason`"


@pytest.mark.parametrize("mode", ["ask", "warn", "observe", None])
def test_a_commit_that_passes_is_told_of_no_stop(repository: Repository, rubout: Rubout, mode: str | None) -> None:
    assert len(rubout("precommit", repository(mode)).out.splitlines()) == 2


def test_a_commit_that_is_stopped_says_by_what_and_what_would_pass(repository: Repository, rubout: Rubout) -> None:
    lines = rubout("precommit", repository("deny")).out.splitlines()
    assert lines[2:] == [f'this commit is stopped by `[guard] mode = "deny"`: {WAY}']


def test_a_misspelt_mode_says_that_it_disarms(repository: Repository, rubout: Rubout) -> None:
    assert 'observe (rubout.toml ERROR: unknown guard mode "Deny"' in rubout("precommit", repository("Deny")).out


def test_nothing_staged_is_no_fault(repository: Repository, rubout: Rubout) -> None:
    ran = rubout("precommit", repository("deny", copy=False))
    assert (ran.code, ran.out) == (0, "0 staged files, net +0 lines, 0 introduced duplicates\n")


def test_only_what_is_staged_counts(repository: Repository, rubout: Rubout, grow: Grow) -> None:
    root = repository("deny", copy=False)
    grow(root, {"b.py": LOOP})
    assert rubout("precommit", root).code == 0


def test_a_configuration_that_cannot_be_read_cannot_judge(repository: Repository, rubout: Rubout, grow: Grow) -> None:
    root = repository("deny")
    grow(root, {"rubout.toml": "[guard\n"})
    assert rubout("precommit", root).code == 2


def test_a_folder_without_a_repository_cannot_be_judged(tree: Tree, rubout: Rubout) -> None:
    assert rubout("precommit", tree({"a.py": LOOP, "rubout.toml": ""})).code == 2


@pytest.mark.parametrize(("mode", "code"), [("deny", 2), ("ask", 0)])
def test_an_audit_that_could_not_judge_says_so_and_stops_a_commit_at_deny(mode: str, code: int) -> None:
    facts = Facts((), "more pairs than can be judged")
    outcome = outcome_of(Audited(facts, judge(facts, Knobs(mode=mode)), (), ("a.py",), 3))
    assert outcome.exit_code == code
    assert render(report_of(outcome), "text") == (
        "1 staged file, net +3 lines, DEGRADED: duplicates not judged (more pairs than can be judged)\n"
    )


def test_json_fits_its_schema(repository: Repository, rubout: Rubout) -> None:
    document = json.loads(rubout("precommit", repository("deny"), "--format", "json").out)
    Draft202012Validator(schemas()["audit.report"]).validate(document)
    assert document["counts"] == {"files": 1, "net_lines": 10, "introduced": 1, "touched": 1}
    assert document["rows"][0]["other"] == {"path": "a.py", "start_line": 1, "end_line": 10}


@pytest.mark.parametrize("form", ["sarif", "github", "markdown"])
def test_every_format_points_at_the_copy(repository: Repository, rubout: Rubout, form: str) -> None:
    assert "b.py" in rubout("precommit", repository("deny"), "--format", form).out


def test_the_feed_keeps_a_line(repository: Repository, rubout: Rubout) -> None:
    root = repository("deny")
    rubout("precommit", root)
    (line,) = (root / ".rubout" / "observe.ndjson").read_text().splitlines()
    record = json.loads(line)
    assert record.pop("ts_ms") > 0
    assert record == {
        "schema": "rubout.observe/1",
        "event": "precommit",
        "session_id": None,
        "mode": "deny",
        "net_loc": 10,
        "changed_files": 1,
        "dup_blocks": 1,
        "touched_blocks": 1,
        "degraded": False,
        "reason": None,
        "emitted": "deny",
    }


def test_without_the_cache_nothing_is_written(repository: Repository, rubout: Rubout) -> None:
    root = repository("deny")
    assert rubout("precommit", root, "--no-cache").code == 1
    assert not (root / ".rubout").exists()


def test_what_is_pushed_is_named_by_the_framework(
    repository: Repository, rubout: Rubout, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository("deny")
    git(root, "commit", "--quiet", "--message=copy")
    assert rubout("precommit", root, "--pushed").code == 2
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "HEAD~1")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "HEAD")
    ran = rubout("precommit", root, "--pushed")
    assert (ran.code, ran.out.splitlines()[0]) == (1, "1 pushed file, net +10 lines, 1 introduced duplicate")
    assert ran.out.endswith(f'this push is stopped by `[guard] mode = "deny"`: {WAY}\n')


def test_a_history_that_is_pushed_for_the_first_time_is_audited_as_a_whole(
    repository: Repository, rubout: Rubout, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository("deny")
    git(root, "commit", "--quiet", "--message=copy")
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/main")
    ran = rubout("precommit", root, "--pushed")
    assert ran.code == 1
    assert "1 introduced duplicate" in ran.out


def test_a_commit_hook_refuses_the_copy_and_lets_the_rest_pass(repository: Repository, git: Git, grow: Grow) -> None:
    root = repository("deny")
    hook = root / ".git" / "hooks" / "pre-commit"
    hook.write_text(f"#!/bin/sh\nPYTHONPATH='{SOURCE}' exec '{sys.executable}' -m rubout precommit\n")
    hook.chmod(0o755)
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "commit", "--quiet", "--message=copy")
    grow(root, {"a.py": LOOP + "\n\nx = 1\n"})
    # A commit of one path has an index of its own, without the copy that stands in the common one.
    git(root, "commit", "--quiet", "--message=rest", "--", "a.py")
