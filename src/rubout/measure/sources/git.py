"""What git says about the files of a work tree.

Git is asked for NUL-ended output, without optional locks, so nothing is written and nothing is quoted.
`core.fsmonitor` is off because a repository could name a program in it that git would run for us; with another
separator of trailers git would find nobody in a commit message who wrote it too.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import RepositoryError
from rubout.measure.sources import spawn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GITLINK = "160000"  # mode of a submodule

_SETTINGS = ("core.quotePath=false", "core.fsmonitor=false", "trailer.separators=:")
_COMMAND = ("git", "--no-optional-locks", *(word for setting in _SETTINGS for word in ("-c", setting)))
_SHA1_DIGITS = 40
# For what a clone left out, git would ask the network; older versions know only the second way to say no.
_NO_LAZY_FETCH = "GIT_NO_LAZY_FETCH"
_OFFLINE = ("-c", "protocol.allow=never")

# What `ls-files` is asked for files new to git. Our own folder is not looked into: a pipe by the name of its
# .gitignore would be waited for.
UNTRACKED = ("--others", "--exclude-standard", "--exclude=.rubout/")


class Tracked(NamedTuple):
    """One path of git's index, relative to the anchor.

    `blob` is the id of what the index holds, which the file on disk may no longer be; None while a merge is
    undecided and in a repository whose objects are not named by SHA-1.
    """

    path: str
    mode: str
    blob: str | None


class Untracked(NamedTuple):
    """Paths that git neither tracks nor ignores; a nested repository ends in "/". `warnings` are git's own."""

    paths: list[str]
    warnings: list[str]


class Listing(NamedTuple):
    """Two questions that git is already answering; call `tracked` first, and each once."""

    tracked: Callable[[], list[Tracked]]
    untracked: Callable[[], Untracked]


class IgnoreMatch(NamedTuple):
    """The line of git's ignore sources that decided about a path."""

    source: str
    line: int
    pattern: str


def environment(*, keep_index: bool = False) -> dict[str, str]:
    """Our environment without `GIT_*`, which a hook inherits and which would point git elsewhere.

    `keep_index` leaves GIT_INDEX_FILE in, made absolute: a commit of some files has an index of its own.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    kept["LC_ALL"] = "C"
    # What a push can bring along, or a file beside the objects, must not stand in the place of what was committed.
    kept["GIT_NO_REPLACE_OBJECTS"] = "1"
    kept["GIT_GRAFT_FILE"] = os.devnull
    if keep_index and (index := os.environ.get("GIT_INDEX_FILE")):
        kept["GIT_INDEX_FILE"] = os.path.abspath(index)
    return kept


def start_listing(anchor: str, *, keep_index: bool = False) -> Listing:
    """Ask git at `anchor` for both lists at once.

    Raises:
        FileNotFoundError: there is no git program.
    """
    env = environment(keep_index=keep_index)
    ask = (*_COMMAND, "-C", anchor, "ls-files", "-z")
    untracked = spawn.start((*ask, *UNTRACKED), env)
    tracked = spawn.start((*ask, "--stage"), env)

    def read_tracked() -> list[Tracked]:
        answer = tracked()
        if answer.code:
            untracked()
        return _index_entries(_output(answer, anchor, "ls-files"))

    def read_untracked() -> Untracked:
        answer = untracked()
        paths = records(_output(answer, anchor, "ls-files"))
        return Untracked(paths, [line.removeprefix("warning: ") for line in _lines(answer.err)])

    return Listing(read_tracked, read_untracked)


def start(anchor: str, *words: str, keep_index: bool = False, stdin: bytes = b"") -> Callable[[], bytes]:
    """Ask git at `anchor` now; the function that comes back gives what it says, once, or raises RepositoryError.

    Args:
        anchor: where git is asked.
        words: a command of git's and its arguments.
        keep_index: ask about the index of GIT_INDEX_FILE.
        stdin: at most 64 KiB.

    Raises:
        FileNotFoundError: there is no git program.
    """
    answer = spawn.start((*_COMMAND, "-C", anchor, *words), environment(keep_index=keep_index), stdin)
    return lambda: _output(answer(), anchor, _command_of(words))


def offline(anchor: str, *words: str, stdin: bytes = b"") -> bytes:
    """What git says of what is in the clone; arguments as of `start`.

    Raises:
        RepositoryError: git refused, or there is no git program.
    """
    argv, env = offline_command(anchor, *words)
    try:
        answer = spawn.start(argv, env, stdin)
    except FileNotFoundError as error:
        raise no_program(anchor) from error
    return _output(answer(), anchor, _command_of(words))


def offline_command(anchor: str, *words: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """A command line of git that fetches nothing, and its environment."""
    return (*_COMMAND, *_OFFLINE, "-C", anchor, *words), environment() | {_NO_LAZY_FETCH: "1"}


def no_program(anchor: str) -> RepositoryError:
    """What is said where there is no git program."""
    return RepositoryError("git is not on PATH", where=anchor, fix="install git")


def tracked(anchor: str) -> list[Tracked]:
    """Git's index below `anchor`, one entry a path, by the bytes of the path.

    Raises:
        RepositoryError: git refused.
    """
    return _index_entries(start(anchor, "ls-files", "-z", "--stage")())


def ignore_match(anchor: str, path: str) -> IgnoreMatch | None:
    """The ignore line that drops `path`, were it untracked; None when no line does.

    Raises:
        RepositoryError: git refused.
    """
    argv = (*_COMMAND, "-C", anchor, "check-ignore", "--verbose", "--no-index", "-z", "--stdin")
    answer = spawn.start(argv, environment(), path.encode("utf-8", "surrogateescape") + b"\0")()
    if answer.code == 1:
        return None
    source, line, pattern, _ = records(_output(answer, anchor, "check-ignore"))
    return None if pattern.startswith("!") else IgnoreMatch(source, int(line), pattern)


def _index_entries(output: bytes) -> list[Tracked]:
    entries: list[Tracked] = []
    for record in records(output):
        head, _, path = record.partition("\t")
        mode, blob, stage = head.split(" ")
        if stage == "0":
            entries.append(Tracked(path, mode, blob if len(blob) == _SHA1_DIGITS else None))
        elif not entries or entries[-1].path != path:
            entries.append(Tracked(path, mode, None))
    return entries


def records(output: bytes) -> list[str]:
    """NUL-ended records as text; bytes that are not UTF-8 become lone surrogates."""
    return output.decode("utf-8", "surrogateescape").split("\0")[:-1]


def _lines(output: bytes) -> list[str]:
    return output.decode("utf-8", "replace").splitlines()


def _command_of(words: Sequence[str]) -> str:
    return words[2] if words[0] == "-c" else words[0]


def _output(answer: spawn.Answer, anchor: str, command: str) -> bytes:
    if answer.code == 0:
        return answer.out
    lines = [line.strip() for line in _lines(answer.err) if line.strip()] or [f"git ended with {answer.code}"]
    what = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1])
    fix = lines[-1] if lines[-1].startswith("git ") else f"mend what `git -C {anchor} {command}` reports"
    raise RepositoryError(what, where=anchor, fix=fix)
