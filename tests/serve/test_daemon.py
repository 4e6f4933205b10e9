"""The daemon and its client: one a project, whatever happens to it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

import rubout as package
from rubout.measure.extract import RULES_REVISION
from rubout.serve import client, control
from rubout.serve.desk import Desk
from rubout.serve.missed import NOTICE
from tests.serve.conftest import DENY, PATIENCE, SOURCE, UTIL, talk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree
    from tests.serve.conftest import Host

    HostAt = Callable[..., Host]


@pytest.fixture
def host(tree: Tree, host_at: HostAt) -> Host:
    made = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    made.start()
    return made


def probe(host: Host, content: str = UTIL) -> tuple[bytes, bytes]:
    event = {
        "session_id": "s",
        "cwd": str(host.root),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": str(host.root / "dup.py"), "content": content},
    }
    return f"probe\0claude\0{host.root}".encode(), json.dumps(event).encode()


def test_the_client_is_built_for_this_package() -> None:
    assert f"{package.__version__}/{RULES_REVISION}".encode() == client.BUILD


def test_the_client_loads_nothing_but_built_in_modules_and_the_socket() -> None:
    code = (
        "import sys; before = set(sys.modules); import rubout.serve.client;"
        "print(sorted(set(sys.modules) - before - set(sys.builtin_module_names)))"
    )
    ended = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == "['_socket', 'rubout', 'rubout.serve', 'rubout.serve.client']"


def test_two_daemons_of_one_project_are_one(lasting: Host) -> None:
    (first,) = lasting.daemons()
    assert _begun(lasting).wait(60) == 0
    assert lasting.daemons() == [first]
    assert control.ping(str(lasting.root)) is not None


def test_many_first_hooks_at_once_start_one_daemon(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: host.write("dup.py", UTIL), range(6)))
    host.start()
    assert len(host.daemons()) == 1
    assert host.write("dup.py", UTIL) == "deny"


def test_a_killed_daemon_is_replaced(host: Host) -> None:
    (first,) = host.daemons()
    host.kill()
    host.start()
    assert host.daemons() != [first]
    assert host.write("dup.py", UTIL) == "deny"


def test_the_first_call_falls_open_and_says_so(tree: Tree, host_at: HostAt) -> None:  # worked example 16
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    assert host.write("dup.py", UTIL) == ""
    host.start()
    feed = host.feed()
    told = [line for line in feed if line["event"] in {"guard_error", "probe"}]
    assert told
    assert all(line["degraded"] for line in told)
    assert host.write("dup.py", UTIL) == "deny"


def test_a_person_is_told_once_that_a_write_passed_while_the_daemon_started(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    host.write("dup.py", UTIL)
    host.start()
    assert host.write("dup.py", UTIL) == "deny"  # what is to be said of a write comes first
    assert host.tool("Write", file_path=str(host.root / "x.py"), content="x = 1\n") == {"systemMessage": NOTICE}
    assert host.tool("Write", file_path=str(host.root / "x.py"), content="x = 2\n") == {}
    assert host.stop() == {}


def test_a_guard_that_only_observes_has_missed_nothing(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": '[guard]\nmode = "observe"\n', "util.py": UTIL}, git=True))
    host.write("dup.py", UTIL)
    host.start()
    assert host.tool("Write", file_path=str(host.root / "x.py"), content="x = 1\n") == {}


def test_a_hook_that_no_longer_waits_for_a_daemon_to_start_says_so(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True), RUBOUT_HOOK_DEADLINE="0.001")
    assert host.write("dup.py", UTIL) == ""
    assert [line["why"] for line in host.feed() if line["event"] == "guard_error"] == [client.STARTING]


def test_the_secret_is_the_users_alone(lasting: Host) -> None:
    token = lasting.root / ".rubout" / "daemon.token"
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    assert len(token.read_bytes()) == 64
    assert stat.S_IMODE(os.lstat(client.address(str(lasting.root))).st_mode) & 0o077 == 0


def test_a_wrong_secret_is_refused_and_the_daemon_lives(lasting: Host) -> None:  # worked example 16
    wrong = b"\0".join((b"hello", client.PROTOCOL, b"of another build", b"x" * 64))
    assert talk(lasting.root, hello=wrong) == [b"\0unauthorized"]
    assert control.ping(str(lasting.root)) is not None


def test_a_secret_that_was_removed_is_written_anew(host: Host, git: Git) -> None:
    (host.root / ".gitignore").write_text(".rubout/\n")
    git(host.root, "clean", "-fdxq")
    assert host.write("dup.py", UTIL) == "deny"
    assert len(host.daemons()) == 1


def test_a_secret_that_cannot_be_replaced_goes_on_counting(tree: Tree, host_at: HostAt, tmp_path: Path) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "daemon.token").write_text("x" * 64)
    (host.root / ".rubout").symlink_to(tmp_path / "elsewhere")  # nothing is written through a link
    host.start()
    assert host.write("dup.py", UTIL) == "deny"
    assert sorted(os.listdir(tmp_path / "elsewhere")) == ["daemon.token"]


def test_a_large_event_with_a_wrong_secret_is_answered_after_all(host: Host) -> None:
    (host.root / ".rubout" / "daemon.token").write_text("x" * 64)
    _, envelope = probe(host, UTIL + "#" * (3 << 20))
    assert b'"deny"' in host.run("probe", envelope)


def test_a_daemon_out_of_files_goes_on_when_there_are_some(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    usual = host.argv
    host.argv = ("sh", "-c", 'ulimit -n 32; exec "$@"', "sh", *usual)
    host.start()  # the daemon has no more files than who starts it
    host.argv = usual
    (daemon,) = host.daemons()
    with ExitStack() as stack:
        for _ in range(40):
            peer = client.connected(str(host.root))
            assert peer is not None
            stack.callback(peer.close)
        host.environment["RUBOUT_HOOK_DEADLINE"] = "0.3"
        assert host.write("dup.py", UTIL) == ""
    host.environment["RUBOUT_HOOK_DEADLINE"] = PATIENCE
    assert host.write("dup.py", UTIL) == "deny"
    assert host.daemons() == [daemon]


def test_a_daemon_of_another_build_makes_room(host: Host) -> None:  # worked example 16
    (first,) = host.daemons()
    other = b"\0".join((b"hello", client.PROTOCOL, b"of another build", client.token(str(host.root))))
    assert talk(host.root, hello=other) == [b"\0restart"]
    host.start()
    assert host.daemons() != [first]
    assert host.write("dup.py", UTIL) == "deny"


def test_requests_in_json_are_answered_in_json(lasting: Host) -> None:
    ping, other, nothing = talk(lasting.root, b'{"request":"ping"}', b'{"request":"dance"}', b'{"')
    assert json.loads(ping)["pong"]["uptime_ms"] >= 0
    assert json.loads(other) == {"error": "no request `dance`"}
    assert "error" in json.loads(nothing)


def test_the_daemon_says_goodbye(host: Host) -> None:
    assert talk(host.root, b'{"request":"shutdown"}') == [b'{"bye":{}}']
    assert control.shutdown(str(host.root))


@pytest.mark.parametrize(
    "envelope",
    [
        b"",
        b"no json",
        b"[1]",
        b"{}",
        b'{"hook_event_name":"PreToolUse"}',
        b'{"hook_event_name":"PreToolUse","cwd":"","tool_name":"Write","tool_input":{"file_path":"a.py","content":"x"}}',
        b'{"cwd":7}',
        b"\0\xff" * 1000,
        b'{"a":' * 100_000,
    ],
)
def test_an_envelope_that_is_none_is_silent(lasting: Host, envelope: bytes) -> None:
    assert lasting.run("probe", envelope) == b""
    assert control.ping(str(lasting.root)) is not None


def test_an_envelope_over_the_cap_falls_open_and_says_so(lasting: Host) -> None:
    _, envelope = probe(lasting, UTIL + "#" * (10 << 20))
    assert lasting.run("probe", envelope) == b""
    assert "larger than" in lasting.feed()[-1]["why"]


@pytest.mark.parametrize(
    "path", ["\0.py", "x" * 5000 + ".py", "a/../../../etc/x.py", "loop/x.py", "folder.py", "pipe.py"]
)
def test_a_path_that_is_none_passes(host: Host, path: str) -> None:
    (host.root / "loop").symlink_to("loop")
    (host.root / "folder.py").mkdir()
    os.mkfifo(host.root / "pipe.py")
    assert host.write(path, UTIL) == ""
    assert host.write("dup.py", UTIL) == "deny"


@pytest.mark.parametrize("options", [("--bogus",), ("--host",), ("--host", "nobody"), ("--host=nobody",)])
def test_a_command_line_that_is_none_exits_with_0(lasting: Host, options: tuple[str, ...]) -> None:  # worked example 17
    for argv in (lasting.argv, (sys.executable, "-m", "rubout", "hook")):
        ended = subprocess.run(
            [*argv, "probe", *options],
            input=probe(lasting)[1],
            env=lasting.environment,
            cwd=lasting.root,
            capture_output=True,
            check=False,
        )
        assert (ended.returncode, ended.stdout) == (0, b"")
        assert ended.stderr.count(b"\n") == (0 if "nobody" in options[-1] else 1)


def test_a_socket_of_nobody_is_no_daemon(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True))
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(client.address(str(host.root)))
    host.start()
    assert host.write("dup.py", UTIL) == "deny"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a socket of another user")
def test_a_socket_of_another_user_is_not_spoken_to(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL, ".rubout/.gitignore": "*\n"}, git=True))
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(client.address(str(host.root)))
        other.listen()
        os.chown(client.address(str(host.root)), 65534, 65534)
        assert host.write("dup.py", UTIL) == ""
    assert "another user" in host.feed()[-1]["why"]


def test_a_daemon_that_says_nothing_is_not_waited_for(tree: Tree, host_at: HostAt) -> None:
    root = tree({"rubout.toml": DENY, "util.py": UTIL, ".rubout/.gitignore": "*\n"}, git=True)
    host = host_at(root, RUBOUT_HOOK_DEADLINE="0.2")
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(client.address(str(root)))
        mute.listen()
        assert host.write("dup.py", UTIL) == ""
    assert (host.feed()[-1]["event"], host.feed()[-1]["why"]) == ("guard_error", client.LATE)


@pytest.mark.parametrize("deadline", ["soon", "nan", "0.1"])
def test_what_fails_is_written_down_where_there_is_no_feed_yet(tree: Tree, host_at: HostAt, deadline: str) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True), RUBOUT_HOOK_DEADLINE=deadline)
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(client.address(str(host.root)))
        mute.listen()
        assert host.write("dup.py", UTIL) == ""
    assert [line["event"] for line in host.feed()] == ["guard_error"]
    assert (host.root / ".rubout" / ".gitignore").read_text() == "*\n"


def test_the_client_writes_through_no_link(tree: Tree, host_at: HostAt, tmp_path: Path) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True), RUBOUT_HOOK_DEADLINE="0.1")
    (tmp_path / "elsewhere").mkdir()
    (host.root / ".rubout").symlink_to(tmp_path / "elsewhere")
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(client.address(str(host.root)))
        mute.listen()
        assert host.write("dup.py", UTIL) == ""
    assert os.listdir(tmp_path / "elsewhere") == []


@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_without_a_feed_the_decision_is_the_same(host: Host, tmp_path: Path, kind: str) -> None:
    feed = host.root / ".rubout" / "observe.ndjson"
    feed.unlink(missing_ok=True)
    make: dict[str, Callable[[], None]] = {
        "pipe": lambda: os.mkfifo(feed),
        "link": lambda: feed.symlink_to(tmp_path / "elsewhere"),
        "folder": feed.mkdir,
    }
    make[kind]()
    assert host.write("dup.py", UTIL) == "deny"
    assert not (tmp_path / "elsewhere").exists()


def test_without_a_project_nothing_happens(tmp_path: Path, host_at: HostAt) -> None:
    (tmp_path / "util.py").write_text(UTIL)
    host = host_at(tmp_path)
    assert host.write("dup.py", UTIL) == ""
    assert sorted(os.listdir(tmp_path)) == ["util.py"]
    assert host.daemons() == []


def test_a_project_that_is_gone_ends_its_daemon(host: Host) -> None:
    (daemon,) = host.daemons()
    shutil.rmtree(host.root)
    assert _ended(daemon)
    host.root.mkdir()  # for the fixture


def test_an_idle_daemon_ends(tree: Tree, host_at: HostAt) -> None:
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, git=True), RUBOUT_DAEMON_IDLE_SECS="0.2")
    assert _begun(host).wait(60) == 0
    assert (host.root / ".rubout" / "daemon.token").exists()  # it did begin
    assert not os.path.lexists(client.address(str(host.root)))


def test_a_project_that_cannot_be_written_to_is_still_guarded(
    tree: Tree, host_at: HostAt, as_nobody: Callable[[], None]
) -> None:
    loads = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}, name="loads"))
    host = host_at(tree({"rubout.toml": DENY, "util.py": UTIL}))
    host.root.chmod(0o555)
    for each in (loads, host):  # what is imported when it is needed may be shut to others
        desk = Desk(str(each.root))
        desk.load()
        assert b'"deny"' in desk.hook("probe", "claude", str(each.root), probe(each)[1])
        as_nobody()
    assert host.feed() == []


def test_fifty_hooks_at_once_are_all_answered_rightly(lasting: Host) -> None:
    texts = [UTIL if number % 2 else f"x = {number}\n" for number in range(50)]
    with ThreadPoolExecutor(10) as pool:
        decisions = list(pool.map(lambda pair: lasting.write(f"new{pair[0]}.py", pair[1]), enumerate(texts)))
    assert decisions == ["deny" if number % 2 else "" for number in range(50)]


def test_doctor_finds_the_daemon_and_starts_none(host: Host, rubout: Rubout) -> None:
    assert "daemon: warm (" in rubout("doctor", host.root).out
    daemons = host.daemons()
    assert control.shutdown(str(host.root))
    assert _ended(*daemons)
    assert "daemon: not running" in rubout("doctor", host.root).out
    assert host.daemons() == []


WAKEFUL = """
import sys
from rubout.serve import daemon
daemon.TICK = 0.0002
daemon.serve(sys.argv[1])
"""


def test_a_daemon_that_is_asked_to_end_says_goodbye_before_it_does(host: Host) -> None:
    root = str(host.root)
    assert control.shutdown(root)
    for _ in range(6):
        wakeful = subprocess.Popen([sys.executable, "-P", "-c", WAKEFUL, root], env=host.environment)
        while control.ping(root) is None:
            assert wakeful.poll() is None
        assert control.shutdown(root)
        assert wakeful.wait(60) == 0


def _begun(host: Host) -> subprocess.Popen[bytes]:
    """A daemon that is ours to wait for, started as a hook starts one."""
    argv = [sys.executable, "-P", "-m", "rubout", "daemon", str(host.root)]
    return subprocess.Popen(argv, env=host.environment, start_new_session=True)


def _ended(*processes: int) -> bool:
    """Whether the processes end within a minute."""
    ended = subprocess.run(
        ["timeout", "60", "tail", *(f"--pid={process}" for process in processes), "-f", "/dev/null"], check=False
    )
    return ended.returncode == 0
