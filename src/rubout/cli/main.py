"""Which command was asked for, and what became of it?

Nothing heavy is imported here: a command's module loads when it is chosen, so that `--version`, `--help`
and the completion of a shell answer at once.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, cast

from rubout import __version__
from rubout.errors import ExitCode, RuboutError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import TextIO

    from rubout.cli.parser import Parser

# Module rubout.cli.NAME, hyphens as underscores; the line is what `rubout --help` says of it.
COMMANDS = {
    "check": "judge the project: one score, and what fails",
    "baseline": "establish or tighten what `check` holds the project against",
    "scan": "sizes and complexity of files and functions",
    "clones": "copies of code, exact and with other names",
    "near-miss": "functions and classes that nearly repeat one another",
    "docdup": "documentation that stands in several places",
    "edits": "what a change replaced, moved, or stacked on top",
    "liveness": "files that nothing starts (also: deadcode)",
    "graph": "which file refers to which, and where imports run in circles",
    "structure": "whether the tree of folders is in order",
    "split": "where long files could be cut, and what that costs",
    "trend": "whether the score rises or falls over the last commits",
    "churn": "how files and units changed lately, and what changed together",
    "join": "pairs of alike files, with their references and their history",
    "erase": "what may go without anybody deciding anything, as a diff",
    "precommit": "the copies that a commit would bring in",
    "review": "may a change land: rejections are remembered, approvals are not",
    "why": "why a path is judged or alive, who mentions a name",
    "explain": "how one finding came about, with the numbers put in",
    "facts": "what was measured for a family, as JSON",
    "judge": "judge facts again, from a file",
    "replay": "what the guard would have refused in a history",
    "guard": "wire the guard into an agent's host, take it out, show its cover",
    "eject": "remove what rubout keeps in a project, and its hooks",
    "init": "write a rubout.toml with every key, commented out",
    "doctor": "what rubout runs on here, and what is amiss",
    "hook": "what an agent's host runs around a write; always exits 0",
    "daemon": "what answers hooks; started by the first one",
    "merge-driver": "what git runs to merge two baselines",
    "completion": "a completion script for a shell",
}

# Commands of `rubout review`: module rubout.cli.review_NAME.
REVIEW = {
    "verify": "do the stored records approve a change",
    "sign": "a person's review of one stage",
    "override": "clear a refusal, with a reason",
    "learn": "take over what refusals taught",
    "skills": "what was learned, and how often it was right",
    "report": "what judging cost, and what remembering saved",
    "keys": "the keys that sign",
    "checkpoint": "sign what the store holds now",
    "export": "the records, or an attestation for other tools",
    "init": "policy, trust file and a first spec",
    "demo": "the whole story in a temporary repository",
}

ALIASES: dict[str, str] = {"deadcode": "liveness"}

# Named in the documentation of families that this version does not hold.
NOT_HERE = frozenset(
    {
        *("mcp", "lsp", "serve", "watch", "fleet"),
    }
)

HELP = frozenset({"--help", "-h"})
OVERVIEW = """\
usage: rubout COMMAND [ARGUMENTS]
       rubout COMMAND --help
       rubout --version

Judges a repository by facts: sizes, copies and one score. No network, no model.

commands:
{commands}
exit status: 0 all held, 1 a gate failed, 2 could not judge (see the message).
"""

# 128 + the number of the signal, as a shell reports a program that the signal ended.
INTERRUPTED = 130
PIPE_CLOSED = 141


class Command(Protocol):
    """The face of a module in `cli`."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> ExitCode:
        """Do it, write the report to `out`, say on `err` what is not part of it."""


def entry() -> int:
    """Run the command line of this process; the result is its exit status, of a hook always 0.

    Hosts read another status of a hook as a refusal, whatever went wrong.
    """
    code = _entry()
    return ExitCode.HELD if sys.argv[1:2] == ["hook"] else code


def _entry() -> int:
    # A report has the same bytes whatever the locale; a path that is no UTF-8 is written escaped.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        _fill_closed_streams()
        code = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - Python would exit with 1, which says that a gate failed
        with suppress(OSError):  # there may be nowhere to say it
            _tell(error)
        _drop_output()
        return ExitCode.UNJUDGED
    # Everything is written and every file is closed. Freeing a large tree's records one by one would take longer
    # than a warm run, and the system frees them at once.
    os._exit(code)


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> ExitCode:
    """Run one command line; `argv` has no program name."""
    try:
        return _dispatch(argv, out, err)
    except RuboutError as error:
        # Names of files and arguments stand in the message: no control character of theirs reaches the terminal.
        text = "".join(char if char.isprintable() or char == "\n" else repr(char)[1:-1] for char in str(error))
        err.write(f"rubout: {text}\n")
        return ExitCode.UNJUDGED


def meanings() -> dict[str, str]:
    """Every command with what it does, those of `rubout review` by two words."""
    return {**COMMANDS, **{f"review {name}": line for name, line in REVIEW.items()}}


def command(name: str) -> Command:
    """The module of a command, loaded."""
    return cast("Command", import_module(f"rubout.cli.{name.replace('-', '_').replace(' ', '_')}"))


def parser_of(name: str) -> Parser:
    """The parser of a command; loads its module."""
    from rubout.cli.parser import Parser

    parser = Parser(name, meanings()[name])
    command(name).configure(parser)
    return parser


def overview() -> str:
    """What `rubout --help` prints."""
    width = max(map(len, COMMANDS))
    lines = "".join(f"  {name:{width}}  {line}\n" for name, line in COMMANDS.items())
    return OVERVIEW.format(commands=lines)


def _dispatch(argv: Sequence[str], out: TextIO, err: TextIO) -> ExitCode:
    first, *rest = argv or ("--help",)
    if first == "hook" and HELP.isdisjoint(
        rest
    ):  # no parser of ours may end it with 2, which a host reads as a refusal
        from rubout.cli.hook import hook

        return hook(rest)
    if first == "--version":
        out.write(f"rubout {__version__}\n")
        return ExitCode.HELD
    if first in HELP:
        out.write(overview())
        return ExitCode.HELD
    name = ALIASES.get(first, first)
    if name not in COMMANDS:
        raise _no_command(first)
    if name == "review" and rest and rest[0] in REVIEW:
        name = f"review {rest.pop(0)}"
    parser = parser_of(name)
    if not HELP.isdisjoint(takewhile(lambda argument: argument != "--", rest)):
        out.write(parser.format_help())
        return ExitCode.HELD
    return command(name).run(parser.parse(rest), out, err)


def _no_command(word: str) -> UsageError:
    if word in NOT_HERE:
        what = f"the command `{word}` is not in this version ({__version__})"
        return UsageError(what, where="command line", fix="`rubout --help` lists the commands that are")
    from rubout.cli.parser import suggestion

    kind = "option" if word.startswith("-") else "command"
    known = ("--help", "--version") if kind == "option" else (*COMMANDS, *ALIASES)
    fix = suggestion(word, known) or "`rubout --help` lists the commands"
    return UsageError(f"no {kind} `{word}`", where="command line", fix=fix)


def _fill_closed_streams() -> None:
    """Keep the numbers of standard streams that were closed from the files that are opened next.

    What would be said on a closed `stderr` is lost.

    Raises:
        OSError: `stdout` is closed, so no report could be read.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stderr is None:
        sys.stderr = StringIO()
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _tell(error: Exception) -> None:
    """Say what broke: a stream that takes no more in a line, anything else with its traceback."""
    if isinstance(error, OSError) and error.filename is None:  # an error of opening a file names it
        sys.stderr.write(f"rubout: output: cannot be written: {error.strerror}\n  fix: make room for it\n")
        return
    import traceback

    traceback.print_exception(error)


def _drop_output() -> None:
    """Let the interpreter flush into nothing when it ends, instead of complaining of the closed pipe again."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
