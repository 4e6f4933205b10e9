"""The guard as a host meets it: real hooks, a real daemon, a real tree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.serve.conftest import DENY, UTIL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, Tree
    from tests.serve.conftest import Host

    HostAt = Callable[..., Host]

ADDED = "".join(f"+{line}\n" for line in UTIL.splitlines())  # as a patch has it
TWICE = f"*** Begin Patch\n*** Add File: one.py\n{ADDED}*** Add File: two.py\n{ADDED}*** End Patch\n"
WARN = '[guard]\nmode = "warn"\n'


@pytest.fixture
def host(tree: Tree, host_at: HostAt) -> Host:
    made = host_at(tree({"rubout.toml": DENY, "util.py": UTIL, "a.py": "x = 1\n"}, git=True))
    made.start()
    return made


def reason(said: dict[str, dict[str, str]]) -> str:
    return said["hookSpecificOutput"]["permissionDecisionReason"]


def test_a_copy_is_refused_before_it_is_written(host: Host) -> None:  # worked example 9
    said = host.tool("Write", file_path=str(host.root / "dup.py"), content=UTIL)
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "dup.py lines 1-20 duplicate util.py:1-20 (128 tokens)" in reason(said)
    assert "delete it there first" in reason(said)
    (line,) = [line for line in host.feed() if line["event"] == "probe"]
    assert (line["file"], line["matches"], line["emitted"], line["mode"]) == ("dup.py", 1, "deny", "deny")
    assert line["hits"] == [{"file": "util.py", "start_line": 1, "end_line": 20, "tokens": 128, "distinct": 31}]


def test_code_may_be_moved_by_removing_it_first(host: Host) -> None:  # worked example 9
    assert host.write("util.py", "y = 2\n") == ""
    (host.root / "util.py").write_text("y = 2\n")
    assert host.write("dup.py", UTIL) == ""


def test_a_patch_may_move_code_in_one_call(lasting: Host) -> None:
    patch = f"*** Begin Patch\n*** Delete File: util.py\n*** Add File: dup.py\n{ADDED}*** End Patch\n"
    assert lasting.tool("apply_patch", command=patch) == {}


def test_a_patch_that_writes_the_same_twice_is_refused(host: Host) -> None:
    (host.root / "util.py").unlink()
    host.shell("true")
    assert "two.py lines 1-20 duplicate one.py:1-20" in reason(host.tool("apply_patch", command=TWICE))


def test_what_a_host_wrote_a_moment_ago_is_known(host: Host) -> None:
    text = UTIL.replace("result", "answer").replace("< 0", "< 0 or row.kind == 'none' or row.other.value is None")
    text = text.replace("def total", "def grand_total(self, first, *more):\n    self.more = more\n\n\ndef total")
    (host.root / "util.py").unlink()
    assert host.write("util.py", "y = 2\n") == ""
    (host.root / "util.py").write_text("y = 2\n")
    assert host.write("one.py", text) == ""
    (host.root / "one.py").write_text(text)
    assert host.write("two.py", text) == "deny"


def test_a_project_without_files_is_known_as_well(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY}, git=True))
    host.start()
    assert "two.py lines 1-20 duplicate one.py:1-20" in reason(host.tool("apply_patch", command=TWICE))
    assert [line["degraded"] for line in host.feed() if line["event"] == "probe"] == [False, False]


@pytest.mark.parametrize("notes", ["notes.unknown", "../notes.unknown"])
def test_a_patch_of_files_that_are_not_judged_is_judged_for_the_others(host: Host, notes: str) -> None:
    (host.root / notes).write_text("one\ntwo\n")
    update = f"*** Update File: {notes}\n@@\n-one\n+1\n"
    patch = f"*** Begin Patch\n{update}*** Add File: dup.py\n{ADDED}*** End Patch\n"
    assert "dup.py lines 1-20 duplicate util.py:1-20" in reason(host.tool("apply_patch", command=patch))


@pytest.mark.parametrize("file", [".ruboutignore", ".gitignore"])
@pytest.mark.parametrize("by_shell", [True, False])
def test_a_file_that_is_ignored_from_now_on_is_not_judged(host: Host, file: str, *, by_shell: bool) -> None:
    assert host.write("dup.py", UTIL) == "deny"
    (host.root / file).write_text("dup.py\n")
    if by_shell:
        host.shell("true")
    assert host.write("dup.py", UTIL) == ""


@pytest.mark.parametrize("by_shell", [True, False])
def test_nobody_is_charged_with_a_copy_of_an_ignored_file(host: Host, *, by_shell: bool) -> None:
    (host.root / "util.py").rename(host.root / "one.py")
    host.shell("true")
    assert host.write("one.py", UTIL + "\n") == ""
    (host.root / "one.py").write_text(UTIL + "\n")
    assert host.write("dup.py", UTIL) == "deny"
    (host.root / ".gitignore").write_text("one.py\n")
    if by_shell:
        host.shell("true")
    assert host.write("dup.py", UTIL) == ""
    assert host.write("dup.py", UTIL) == ""


def test_what_is_judged_follows_the_configuration(host: Host) -> None:
    for _ in range(3):
        (host.root / "rubout.toml").write_text(f'exclude = ["util.py"]\n{DENY}')
        assert host.write("dup.py", UTIL) == ""
        host.start()
        assert host.write("dup.py", UTIL) == ""
        (host.root / "rubout.toml").write_text(DENY)
        assert host.write("util.py", "y = 2\n") == ""
        host.start()
        assert host.write("dup.py", UTIL) == "deny"


def test_a_file_that_is_too_large_to_be_judged_is_not_read(host: Host) -> None:
    with (host.root / "huge.py").open("wb") as file:
        file.truncate(64 << 20)
    assert host.write("huge.py", UTIL) == ""
    assert host.feed()[-1]["replay"] == "unreadable"
    assert host.write("dup.py", UTIL) == "deny"
    (host.root / "util.py").unlink()
    (host.root / "huge.py").rename(host.root / "util.py")
    assert host.write("dup.py", UTIL) == ""


def test_a_long_file_is_refused_and_may_shrink(host: Host) -> None:  # worked examples 1 and 6
    lines = "".join(f"v{n} = {n}\n" for n in range(900))
    said = host.tool("Write", file_path=str(host.root / "big.py"), content=lines)
    assert reason(said) == (
        "rubout: this write leaves big.py at 900 lines, past the hard budget of 750. "
        "Split it, or write at most 750 lines."
    )
    (host.root / "big.py").write_text(lines)
    host.shell("true")
    edit = {"file_path": str(host.root / "big.py"), "old_string": "v3 = 3\n"}
    assert host.decision("Edit", **edit, new_string="") == ""
    assert host.decision("Edit", **edit, new_string="v3 = 3\nw = 4\n") == "deny"


def test_a_repeat_of_the_same_call_is_answered_alike_and_written_down_once(host: Host) -> None:
    call: dict[str, Any] = {"tool_name": "Write", "tool_use_id": "same"}
    arguments: dict[str, Any] = {"tool_input": {"file_path": str(host.root / "dup.py"), "content": UTIL}}
    first = host.event("probe", "PreToolUse", **call, **arguments)
    assert host.event("probe", "PreToolUse", **call, **arguments) == first != {}
    assert len([line for line in host.feed() if line["event"] == "probe"]) == 1


def test_a_warning_is_given_once_a_session(tree: Tree, host_at: HostAt) -> None:  # worked example 11
    host = host_at(tree({"rubout.toml": WARN, "util.py": UTIL}, git=True))
    host.start()
    assert [host.write("dup.py", UTIL) for _ in range(2)] == ["warn", ""]
    assert host.feed()[-1]["suppressed"] is True
    host.session = "another"
    assert host.write("dup.py", UTIL) == "warn"


def test_a_copy_made_by_a_shell_is_told_and_never_refused(host: Host) -> None:  # worked example 18
    said = host.shell("cat util.py > dup.py")
    text = said["hookSpecificOutput"]["additionalContext"]
    assert "dup.py lines 1-20 duplicate util.py:1-20 (128 tokens)" in text
    assert "changed since the last look" in text
    assert said["hookSpecificOutput"]["hookEventName"] == "PostToolUse"
    (line,) = [line for line in host.feed() if line["event"] == "shell_write"]
    assert (line["emitted"], line["files"][0]["file"], line["files"][0]["matches"]) == ("warn", "dup.py", 1)
    assert host.shell("touch dup.py; rm -f dup.py; cat util.py > dup.py") == {}


def test_a_shell_that_writes_nothing_is_no_event(lasting: Host) -> None:  # worked example 18
    assert lasting.shell("ls") == {}
    assert [line["event"] for line in lasting.feed() if line["event"] == "shell_write"] == []


def test_a_write_that_was_judged_is_no_news_to_the_look_after_a_shell(host: Host) -> None:
    text = "z = 3\n" * 4
    assert host.write("new.py", text) == ""
    (host.root / "new.py").write_text(text)
    assert host.shell("true") == {}
    assert [line["event"] for line in host.feed() if line["event"] == "shell_write"] == []


def test_what_git_brings_is_no_write_of_a_shell(host: Host, git: Git) -> None:
    git(host.root, "switch", "--quiet", "--create=side")
    host.shell("cat util.py > dup.py")
    git(host.root, "add", "dup.py")
    git(host.root, "commit", "--quiet", "--message=copy")
    host.shell("git switch --quiet main")
    assert host.shell("git switch --quiet side") == {}
    (host.root / "dup.py").write_text("x = 1\n")
    host.shell("true")
    assert host.shell("git checkout --quiet -- dup.py") == {}


def test_what_a_shell_writes_and_commits_at_once_is_told(host: Host) -> None:
    said = host.shell(
        "cat util.py > dup.py && git add dup.py && git -c user.name=a -c user.email=a@b commit --quiet -m c"
    )
    assert "duplicate util.py:1-20" in said["hookSpecificOutput"]["additionalContext"]


def test_a_turn_that_leaves_a_copy_is_held_up_once(host: Host) -> None:  # worked example 14
    (host.root / "dup.py").write_text(UTIL)
    said = host.stop()
    assert said["decision"] == "block"
    assert "dup.py" in said["reason"]
    assert "util.py" in said["reason"]
    assert host.stop(stop_hook_active=True) == {}
    assert host.feed()[-1]["skipped"] == "loop_guard"


def test_a_turn_without_copies_ends(host: Host) -> None:
    (host.root / "a.py").write_text("x = 2\n")
    assert host.stop() == {}
    assert (host.feed()[-1]["changed_files"], host.feed()[-1]["dup_blocks"]) == (1, 0)


def test_a_mode_that_is_none_disarms_and_says_so(tree: Tree, host_at: HostAt) -> None:  # worked example 10
    host = host_at(tree({"rubout.toml": '[guard]\nmode = "Deny"\n', "util.py": UTIL}, git=True))
    wrong = 'observe (rubout.toml ERROR: unknown guard mode "Deny"'
    assert wrong in host.start()
    first = host.tool("Write", file_path=str(host.root / "dup.py"), content=UTIL)
    assert first == {"systemMessage": "rubout: rubout.toml unusable, guard observes only: unknown guard mode 'Deny'"}
    assert host.write("dup.py", UTIL) == ""
    assert host.feed()[-1]["mode"].startswith(wrong)


def test_a_configuration_that_cannot_be_read_is_told_once_and_allows_nothing(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": "[guard\n", "util.py": UTIL}, git=True))  # worked example 10
    assert "observe (rubout.toml ERROR: rubout.toml:1: not TOML" in host.start()
    first = host.tool("Write", file_path=str(host.root / "dup.py"), content=UTIL)
    assert list(first) == ["systemMessage"]
    assert "rubout.toml unusable, guard observes only" in first["systemMessage"]
    assert host.tool("Write", file_path=str(host.root / "dup.py"), content=UTIL) == {}


def test_a_new_configuration_counts_at_once(host: Host) -> None:
    assert host.write("dup.py", UTIL) == "deny"
    (host.root / "rubout.toml").write_text(WARN)
    assert host.write("dup.py", UTIL) == "warn"


def test_without_a_daemon_the_decision_is_the_same(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True), RUBOUT_DAEMON="off")
    host.argv = (host.argv[0], "-m", "rubout", "hook")
    assert host.write("dup.py", UTIL) == "deny"
    assert host.write("b.py", "x = 1\n") == ""
    assert host.daemons() == []


def test_a_permit_counts_only_when_it_was_there_before(host: Host) -> None:
    allowed = f"# rubout:allow(clones) -- a copy on purpose\n{UTIL}"
    assert host.write("dup.py", allowed) == "deny"
    (host.root / "dup.py").write_text(allowed)
    host.shell("true")
    assert host.write("dup.py", f"{allowed}\n\nw = 1\n") == ""
    (host.root / "util.py").write_text(allowed)
    host.shell("true")
    assert host.write("third.py", UTIL) == ""


@pytest.mark.parametrize(
    "path", ["build/dup.py", "../outside.py", "/etc/dup.py", "dup.unknown", ".git/dup.py", "ignored.py"]
)
def test_files_that_are_not_judged_pass_without_a_line(lasting: Host, path: str) -> None:
    before = len(lasting.feed())
    assert lasting.write(path, UTIL) == ""
    assert len(lasting.feed()) == before


def test_a_link_out_of_the_project_is_not_followed(host: Host, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("x = 1\n")
    (host.root / "link.py").symlink_to(tmp_path / "outside.py")
    assert host.write("link.py", UTIL) == ""


def test_an_event_of_another_project_is_answered_by_its_own_daemon(host: Host, tree: Tree, host_at: HostAt) -> None:
    other = host_at(tree({"rubout.toml": WARN, "util.py": UTIL}, git=True, name="other"))
    other.start()
    said = {"tool_name": "Write", "tool_input": {"file_path": str(other.root / "dup.py"), "content": UTIL}}
    event = {"session_id": "s", "cwd": str(other.root), "hook_event_name": "PreToolUse", **said}
    answer = host.decoded(host.run("probe", json.dumps(event).encode()))
    assert "additionalContext" in answer["hookSpecificOutput"]
    assert other.feed()[-1]["file"] == "dup.py"
