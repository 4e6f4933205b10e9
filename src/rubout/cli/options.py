"""The options that several commands share, declared once."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ActionsContainer
    from collections.abc import Callable, Iterable, Sequence
    from typing import TextIO

MOST_DIGITS = 15  # a number that every reader of JSON holds exactly
FINDING_FORMATS = ("text", "json", "sarif", "github", "markdown")
PICTURES = "html"  # the format that `check` alone has


def add_path(parser: ArgumentParser, meaning: str, *, metavar: str = "PATH") -> None:
    """The optional positional `path`; it finds the project, and what it bounds is the command's to say."""
    parser.add_argument("path", nargs="?", default=".", metavar=metavar, help=f"{meaning} (default: here)")


def add_format(parser: ArgumentParser, formats: Sequence[str] = FINDING_FORMATS) -> None:
    """`--format`, one of `formats`, the first by default; and `--color`, which only text has."""
    parser.add_argument(
        "--format",
        type=_format_of(formats),
        choices=formats,
        default=formats[0],
        help=f"how the report is written (default: {formats[0]})",
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="color in text; auto: on a terminal, unless NO_COLOR is set (default: auto)",
    )


def add_measuring(parser: ArgumentParser) -> None:
    """`--jobs` (0: as many as there are processors) and `--no-cache`; neither changes a byte of a report."""
    parser.add_argument(
        "--jobs", type=whole(1), default=0, metavar="N", help="worker processes (default: one a processor)"
    )
    parser.add_argument("--no-cache", action="store_true", help="measure anew: neither read nor write .rubout/")


def add_days(parser: ArgumentParser) -> None:
    """`--days`, over those of the configuration."""
    parser.add_argument(
        "--days", type=whole(1), metavar="N", help="days of history before HEAD (default: those of the configuration)"
    )


def whole(low: int) -> Callable[[str], int]:
    """An argument type: a whole number of at least `low`, in decimal digits."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else low - 1
        if number < low:
            raise ArgumentTypeError(f"expected a whole number, at least {low}, found `{text}`")
        return number

    return read


def _format_of(formats: Sequence[str]) -> Callable[[str], str]:
    """An argument type, which says of the format of another command whose it is."""

    def read(name: str) -> str:
        if name == PICTURES and PICTURES not in formats:
            raise ArgumentTypeError(
                f"`{PICTURES}` is a format of `rubout check` alone; here there are {', '.join(formats)}"
            )
        return name

    return read


def wants_color(choice: str, stream: TextIO) -> bool:
    """Whether `--color CHOICE` means color on `stream` (https://no-color.org)."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def screen(args: Namespace, out: TextIO) -> tuple[bool, int]:
    """Whether a report takes color, and its width; neither matters to other formats than text."""
    text = args.format == "text"
    return text and wants_color(args.color, out), terminal_width(out) if text else 0


def terminal_width(stream: TextIO) -> int:
    """The columns of the terminal behind `stream`; 0, no limit, for a file or a pipe."""
    if not stream.isatty():
        return 0
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except OSError:  # a terminal that does not know its size
        return 0


def say(err: TextIO, line: str) -> None:
    """A line beside the report, for whoever started the run."""
    err.write(f"rubout: {line}\n")


def add_family(parser: ArgumentParser, families: Iterable[str]) -> None:
    """The positional `family`, one of those that are judged."""
    names = tuple(families)
    parser.add_argument("family", choices=names, metavar="FAMILY", help=" or ".join(names))


def add_range(parser: _ActionsContainer, meaning: str) -> None:
    """`--range`, to be read by `span_of`; the parser may be a group of it."""
    parser.add_argument("--range", metavar="A..B", help=meaning)


def span_of(text: str | None) -> tuple[str, str] | None:
    """The two ends of `--range A..B`, HEAD for one that is left out; None for none; raises UsageError."""
    if text is None:
        return None
    start, dots, end = text.partition("..")
    end = end.removeprefix(".")  # `git diff` writes A...B for what B changed since they parted
    if not dots or end.startswith("."):
        raise UsageError(f"`{text}` is no range", where="--range", fix="give two revisions as A..B")
    return start or "HEAD", end or "HEAD"
