"""`rubout completion`: a static script that completes command lines, made from the parsers themselves."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.cli.main import COMMANDS, parser_of
from rubout.errors import ExitCode

if TYPE_CHECKING:
    import argparse
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from rubout.cli.parser import Parser


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its names, whether a value follows, which values there are (none: any)."""

    names: tuple[str, ...]
    takes_value: bool
    choices: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Line:
    """What may follow one command."""

    command: str
    meaning: str
    options: tuple[Option, ...]
    words: tuple[str, ...]  # choices of the positional arguments


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), metavar="SHELL", help=" or ".join(SCRIPTS))


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print the script."""
    out.write(SCRIPTS[args.shell](command_lines()))
    return ExitCode.HELD


def command_lines() -> tuple[Line, ...]:
    """Every command with what may follow it; loads all of them."""
    return tuple(line_of(name, meaning, parser_of(name)) for name, meaning in COMMANDS.items())


def line_of(name: str, meaning: str, parser: Parser) -> Line:
    """What may follow a command, as its parser has it."""
    arguments = parser.arguments
    options = tuple(_option(action) for action in arguments if action.option_strings)
    words = tuple(str(choice) for action in arguments if not action.option_strings for choice in action.choices or ())
    return Line(name, meaning, options, words)


def _option(action: argparse.Action) -> Option:
    choices = tuple(str(choice) for choice in action.choices or ())
    return Option(tuple(action.option_strings), action.nargs != 0, choices, action.help or "")


def bash(lines: tuple[Line, ...]) -> str:
    """For `source <(rubout completion bash)`; where no word of ours fits, readline completes paths."""
    values = "".join(
        f"    {line.command}:{name}) words={_words(option.choices)} ;;\n"
        for line in lines
        for option in line.options
        if option.takes_value
        for name in option.names
    )
    options = "".join(f"    {line.command}:*:-*) words={_words(_names(line))} ;;\n" for line in lines)
    words = "".join(f"    {line.command}:*:*) words={_words(line.words)} ;;\n" for line in lines if line.words)
    commands = _words((*(line.command for line in lines), "--help", "--version"))
    return f"""\
# bash completion of rubout
_rubout() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=""
  case "${{COMP_WORDS[1]}}:$previous" in
{values}    *) case "${{COMP_WORDS[1]}}:$previous:$current" in
{options}{words}    esac ;;
  esac
  [ "$COMP_CWORD" -gt 1 ] || words={commands}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _rubout rubout
"""


def zsh(lines: tuple[Line, ...]) -> str:
    """For a file `_rubout` on `fpath`."""
    commands = "".join(f"    {shlex.quote(f'{line.command}:{line.meaning}')}\n" for line in lines)
    cases = "".join(f"    {line.command}) _arguments {_zsh_arguments(line)} ;;\n" for line in lines)
    return f"""\
#compdef rubout
_rubout() {{
  local -a known=(
{commands}  )
  if (( CURRENT == 2 )); then
    _describe command known
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{cases}  esac
}}
_rubout "$@"
"""


def fish(lines: tuple[Line, ...]) -> str:
    """For `rubout completion fish | source`."""
    return "".join(f"{statement}\n" for line in lines for statement in _fish_statements(line))


SCRIPTS: dict[str, Callable[[tuple[Line, ...]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _names(line: Line) -> tuple[str, ...]:
    return tuple(name for option in line.options for name in option.names)


def _words(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def _zsh_arguments(line: Line) -> str:
    specs = [
        f"{name}[{option.meaning.replace('[', '(').replace(']', ')')}]"
        + (f":value:({' '.join(option.choices)})" if option.takes_value else "")
        for option in line.options
        for name in option.names
    ]
    words = f"1:what:({' '.join(line.words)})" if line.words else "*:path:_files"
    return " ".join(shlex.quote(spec) for spec in (*specs, words))


def _fish_statements(line: Line) -> Iterator[str]:
    yield f"complete -c rubout -n __fish_use_subcommand -f -a {line.command} -d {_fish_quoted(line.meaning)}"
    here = f"complete -c rubout -n '__fish_seen_subcommand_from {line.command}'"
    for option in line.options:
        names = " ".join(f"-{'l' if name.startswith('--') else 's'} {name.lstrip('-')}" for name in option.names)
        value = f" -x -a {_fish_quoted(' '.join(option.choices))}" if option.takes_value else ""
        yield f"{here} {names}{value} -d {_fish_quoted(option.meaning)}"
    if line.words:
        yield f"{here} -a {_fish_quoted(' '.join(line.words))}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
