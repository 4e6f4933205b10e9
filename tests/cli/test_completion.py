"""Completion scripts say what the parsers say."""

from __future__ import annotations

import shlex
import shutil
import subprocess

import pytest

from rubout.cli.completion import SCRIPTS, Line, Option, bash, line_of
from rubout.cli.options import add_format, add_measuring, add_path
from rubout.cli.parser import Parser

LINES = (
    Line(
        "scan",
        "what's big",
        (Option(("--format",), True, ("text", "json"), "how [it] is"), Option(("--no-cache",), False, (), "it's new")),
        (),
    ),
    Line("judge", "facts", (Option(("-h", "--help"), False, (), "help"),), ("scan", "clones")),
)


def completed(*words: str) -> list[str]:
    """What bash offers for the last word, the script being loaded."""
    line = f"COMP_WORDS=(rubout {shlex.join(words)}); COMP_CWORD={len(words)}"
    script = f"{bash(LINES)}\n{line}\n_rubout\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    ended = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return ended.stdout.split()


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["s"], ["scan"]),
        ([""], ["scan", "judge", "--help", "--version"]),
        (["scan", "--"], ["--format", "--no-cache"]),
        (["scan", "--format", ""], ["text", "json"]),
        (["scan", "--format", "j"], ["json"]),
        (["scan", "src"], []),
        (["judge", ""], ["scan", "clones"]),
        (["judge", "-"], ["-h", "--help"]),
        (["nonsense", ""], []),
    ],
)
def test_bash_offers_what_may_come_next(words: list[str], offers: list[str]) -> None:
    assert completed(*words) == offers


def test_a_line_is_read_off_a_parser() -> None:
    parser = Parser("scan", "sizes")
    add_path(parser, "where")
    add_format(parser, ("text", "json"))
    add_measuring(parser)
    line = line_of("scan", "sizes", parser)
    assert [option.names[-1] for option in line.options] == ["--help", "--format", "--color", "--jobs", "--no-cache"]
    assert [option.takes_value for option in line.options] == [False, True, True, True, False]
    assert line.options[1].choices == ("text", "json")
    assert line.words == ()


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_every_script_names_every_command_option_and_choice(shell: str) -> None:
    script = SCRIPTS[shell](LINES)
    for word in ("scan", "judge", "format", "no-cache", "text", "json", "clones"):
        assert word in script


@pytest.mark.parametrize("shell", sorted(shell for shell in SCRIPTS if shutil.which(shell)))
def test_a_shell_that_is_here_can_parse_its_script(shell: str) -> None:
    subprocess.run([shell, "-n"], input=SCRIPTS[shell](LINES), text=True, check=True, timeout=60)
