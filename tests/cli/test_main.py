"""The frame around the commands: choosing one, its arguments, its errors, the exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import rubout
from rubout.cli.main import COMMANDS, NOT_HERE, overview
from rubout.errors import ExitCode
from tests.reports import said

SOURCE = Path(rubout.__file__).parents[1]
HEAVY = {"numpy", "tree_sitter", "msgspec", "sqlite3", "pathspec", "tomllib", "subprocess", "concurrent", "asyncio"}

# A program whose `--help` does something else.
WITH_OVERVIEW = """
import sys
from rubout.cli import main as frame

def overview():
    {}

frame.overview = overview
sys.argv[1:] = ["--help"]
sys.exit(frame.entry())
"""


def started(*argv: str, code: str = "", stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, *(["-c", code] if code else ["-m", "rubout"]), *argv]
    return subprocess.run(command, env=environment, stdout=stdout, stderr=subprocess.PIPE, check=False, timeout=60)


def in_shell(line: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHON": sys.executable}
    command = ["sh", "-c", f'exec "$PYTHON" -m rubout {line}']
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60)


def test_the_version_is_the_packages() -> None:
    assert said("--version") == (ExitCode.HELD, f"rubout {rubout.__version__}\n", "")


@pytest.mark.parametrize("argv", [(), ("--help",), ("-h",)])
def test_help_lists_every_command_with_a_line_on_it(argv: tuple[str, ...]) -> None:
    code, out, err = said(*argv)
    assert (code, out, err) == (ExitCode.HELD, overview(), "")
    assert [line.split()[0] for line in out.partition("commands:\n")[2].split("\n\n")[0].splitlines()] == list(COMMANDS)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("argv", "what", "fix"),
    [
        (("scna",), "no command `scna`", "did you mean `scan`?"),
        (("xyzzy",), "no command `xyzzy`", "`rubout --help` lists the commands"),
        (("--versoin",), "no option `--versoin`", "did you mean `--version`?"),
        (("",), "no command ``", "`rubout --help` lists the commands"),
    ],
)
def test_an_unknown_command_is_refused_with_the_nearest_one(argv: tuple[str, ...], what: str, fix: str) -> None:
    assert said(*argv) == (ExitCode.UNJUDGED, "", f"rubout: command line: {what}\n  fix: {fix}\n")


@pytest.mark.parametrize("name", sorted(NOT_HERE))
def test_a_command_of_another_version_is_said_to_be_missing_here(name: str) -> None:
    code, out, err = said(name)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert f"the command `{name}` is not in this version" in err


def test_no_command_is_both_here_and_not() -> None:
    assert not NOT_HERE & set(COMMANDS)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("init", "a", "b"), "init: one argument too many: `b`"),
        (("init", "--roo"), "init: no option `--roo`"),
        (("completion",), "completion: the following arguments are required: SHELL"),
        (("completion", "tcsh"), "completion: argument SHELL: invalid choice: 'tcsh'"),
        (("completion", "bash", "--hepl"), "completion: no option `--hepl`\n  fix: did you mean `--help`?"),
    ],
)
def test_an_argument_that_does_not_fit_is_refused(argv: tuple[str, ...], message: str) -> None:
    code, out, err = said(*argv)
    assert (code, out) == (ExitCode.UNJUDGED, "")
    assert err.startswith(f"rubout: {message}")
    assert "\n  fix: " in err


@pytest.mark.parametrize("argv", [("init", "--help"), ("init", "here", "-h"), ("init", "--nonsense", "--help")])
def test_help_of_a_command_wins_over_the_rest_of_the_line(argv: tuple[str, ...]) -> None:
    code, out, err = said(*argv)
    assert (code, err) == (ExitCode.HELD, "")
    assert out.startswith("usage: rubout init")


def test_after_two_dashes_help_is_an_argument_like_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "`--help` is no folder" in said("init", "--", "--help")[2]


def test_no_control_character_of_an_argument_reaches_the_terminal() -> None:
    assert "\x1b" not in said("\x1b[31m")[2]
    assert "\\x1b[31m" in said("\x1b[31m")[2]


@pytest.mark.parametrize("argv", [["--version"], ["--help"], ["frobnicate"], ["mcp"]])
def test_the_frame_answers_without_loading_anything_heavy(argv: list[str]) -> None:
    code = f"import sys, rubout.cli.main as m; m.main({argv!r}, sys.stdout, sys.stderr); print(*sys.modules)"
    ended = started(code=code)
    assert ended.returncode == 0
    loaded = {name.partition(".")[0] for name in ended.stdout.decode().splitlines()[-1].split()}
    assert "rubout" in loaded
    assert loaded & HEAVY == set()


def test_the_module_runs_as_a_program_and_passes_the_status_on() -> None:
    ended = started("frobnicate")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b"rubout: command line: no command")


def test_output_is_utf8_whatever_the_locale_says() -> None:
    code = WITH_OVERVIEW.format("return 'é\\udc80\\n'")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, b"\xc3\xa9\\udc80\n")


def test_a_path_is_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    (tmp_path / "é.py").write_text("x = 1\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE),
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    for command in ("scan", "why"):
        argv = [sys.executable, "-m", "rubout", command, "é.py".encode()]
        ended = subprocess.run(argv, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ended.stdout.startswith((b"Sizes and complexity: all in limits.", "in  é.py: judged".encode()))


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        ended = started("--help", stdout=write)
    finally:
        os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_said_in_a_line_and_never_a_pass() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = started("--help", stdout=full.fileno())
    assert ended.returncode == 2
    assert ended.stderr == b"rubout: output: cannot be written: No space left on device\n  fix: make room for it\n"


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("streams", "status", "said"),
    [
        (">&-", 2, b"rubout: output: cannot be written: Bad file descriptor\n  fix: make room for it\n"),
        ("2>&-", 0, b""),
        ("<&-", 0, b""),
        (">&- 2>&-", 2, b""),
    ],
)
def test_a_stream_that_is_closed_is_no_verdict_of_a_gate(streams: str, status: int, said: bytes) -> None:
    ended = in_shell(f"--version {streams}")
    assert (ended.returncode, ended.stderr) == (status, said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("argv", ["frobnicate 2>/dev/full", "--version >/dev/full 2>/dev/full"])
def test_an_error_that_cannot_be_said_is_no_verdict_of_a_gate(argv: str) -> None:
    assert in_shell(argv).returncode == ExitCode.UNJUDGED


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_program_quietly() -> None:
    ended = started(
        code=WITH_OVERVIEW.format(f"import os; os.kill(os.getpid(), {signal.SIGINT:d}); import time; time.sleep(9)")
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_a_crash_keeps_its_traceback_and_is_no_verdict_of_a_gate() -> None:
    ended = started(code=WITH_OVERVIEW.format("1 / 0"))
    assert ended.returncode == ExitCode.UNJUDGED
    assert ended.stderr.rstrip().endswith(b"ZeroDivisionError: division by zero")
