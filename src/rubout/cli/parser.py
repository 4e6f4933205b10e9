"""argparse with our errors: a UsageError that names the nearest thing that exists."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from rubout.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


# argparse makes a formatter for each argument that is declared, which asks for the terminal's width unless it is given.
_ANY_WIDTH = 80


class Parser(argparse.ArgumentParser):
    """The parser of one command; option names are never abbreviated."""

    def __init__(self, command: str, meaning: str) -> None:
        super().__init__(
            prog=f"rubout {command}",
            description=f"rubout {command}: {meaning}.",
            formatter_class=partial(argparse.HelpFormatter, width=_ANY_WIDTH),
            allow_abbrev=False,
        )
        self._command = command

    @property
    def arguments(self) -> tuple[argparse.Action, ...]:
        """What was declared, in order, `--help` first."""
        return tuple(self._actions)

    def format_help(self) -> str:
        """The help, as wide as the terminal."""
        from shutil import get_terminal_size

        self.formatter_class = partial(argparse.HelpFormatter, width=get_terminal_size().columns - 2)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Turn argparse's own complaint into ours."""
        raise UsageError(message, where=self._command, fix=f"`{self.prog} --help` shows what it takes")

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """Read the whole of `argv`; raises UsageError."""
        arguments, extra = self.parse_known_args(list(argv))
        if extra:
            raise self._unknown(extra[0])
        return arguments

    def _unknown(self, argument: str) -> UsageError:
        if not argument.startswith("-"):
            return UsageError(
                f"one argument too many: `{argument}`",
                where=self._command,
                fix=f"`{self.prog} --help` shows what it takes",
            )
        options = [name for action in self.arguments for name in action.option_strings]
        fix = suggestion(argument.partition("=")[0], options) or f"`{self.prog} --help` lists its options"
        return UsageError(f"no option `{argument}`", where=self._command, fix=fix)


def suggestion(word: str, known: Iterable[str]) -> str | None:
    """`did you mean ...?` for the nearest known word; None when none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    return f"did you mean `{near[0]}`?" if near else None
