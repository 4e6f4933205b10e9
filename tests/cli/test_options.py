"""The options that commands share."""

from __future__ import annotations

import io

import pytest

from rubout.cli.options import add_format, add_measuring, add_path, wants_color
from rubout.cli.parser import Parser
from rubout.errors import UsageError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def parser() -> Parser:
    parser = Parser("scan", "sizes")
    add_path(parser, "what to look at")
    add_format(parser)
    add_measuring(parser)
    return parser


def test_without_arguments_the_defaults_hold(parser: Parser) -> None:
    assert vars(parser.parse([])) == {"path": ".", "format": "text", "color": "auto", "jobs": 0, "no_cache": False}


def test_every_option_is_read(parser: Parser) -> None:
    line = ["src", "--format=json", "--jobs", "3", "--no-cache", "--color", "never"]
    assert vars(parser.parse(line)) == {"path": "src", "format": "json", "color": "never", "jobs": 3, "no_cache": True}


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "", "1.5", "٣", "9" * 5000])
def test_jobs_is_a_whole_number_from_one_up(parser: Parser, jobs: str) -> None:
    with pytest.raises(UsageError, match="argument --jobs"):
        parser.parse([f"--jobs={jobs}"])


def test_an_option_is_not_abbreviated(parser: Parser) -> None:
    with pytest.raises(UsageError, match=r"no option `--form`\n  fix: did you mean `--format`\?"):
        parser.parse(["--form", "json"])


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "color"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_color_is_for_terminals_that_take_it(
    choice: str, terminal: bool, environment: dict[str, str], color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color(choice, Terminal() if terminal else io.StringIO()) is color
