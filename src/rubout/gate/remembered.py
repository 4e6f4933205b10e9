"""The same question about the same tree has the same answer: print it again.

Loaded on the warm path, so it imports neither msgspec nor SQLite nor tree-sitter. A tree is the same when git
lists the same files, each with the size, times and inode it had; a file whose time is too young to prove anything
is read and compared by content.
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from typing import TYPE_CHECKING, NamedTuple

import rubout
from rubout.measure.sources.git import records
from rubout.measure.sources.universe import candidates
from rubout.store.answers import Answer, read_answer, write_answer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.facts.survey import Survey
    from rubout.measure.sources.universe import Universe

CONFIG_FILES = ("rubout.toml", "pyproject.toml")
# The coarsest clock of a file system in use (FAT): a file changed this shortly before a run may change again
# under the same time.
SETTLED_NS = 2_000_000_000


class Question(NamedTuple):
    """`asked` is everything besides the tree and its configuration, `config`, that shapes the answer.

    With `others` the files without a language are part of the tree.
    """

    anchor: str
    scope: str
    asked: bytes
    config: bytes
    others: bool = False


class Said(NamedTuple):
    """What a run printed, and how it ended."""

    out: str
    exit_code: int


def question(anchor: str, scope: str, *asked: object) -> Question:
    """A question; `asked` are values whose repr says all of them."""
    words = repr((asked, scope, program(), reader())).encode("utf-8", "surrogateescape")
    return Question(anchor, scope, words, config_bytes(anchor))


def recall(about: Question) -> tuple[Said | None, Universe | None]:
    """The answer given before, if the tree and its configuration are what they were.

    Also the universe, where it had to be listed for that and the configuration is what it was.
    """
    started = time.time_ns()
    listed: list[Universe] = []

    def holds(answer: Answer) -> bool:
        if answer.config != about.config:
            return False
        universe = candidates(about.anchor, about.scope, records(answer.exclude), others=about.others)
        listed.append(universe)
        unchanged = (_is_unchanged(about.anchor, line) for line in records(answer.unsettled))
        return not universe.scratch_tracked and tree_bytes(universe) == answer.tree and all(unchanged)

    answer = read_answer(about.anchor, about.asked, holds)
    universe = listed[0] if listed else None
    if answer is None or universe is None:
        return None, universe
    unsettled = records(answer.unsettled)
    if unsettled:
        young = _young(universe, started)
        still = [line for line in unsettled if line.partition(" ")[2] in young]
        if still != unsettled:
            write_answer(about.anchor, answer._replace(unsettled=_joined(still)))
    return Said(answer.out.decode(), answer.exit_code), universe


def remember(
    about: Question, exclude: tuple[str, ...], universe: Universe, survey: Survey, started: int, said: Said
) -> None:
    """Store an answer, unless something that no later run would notice may have shaped it.

    That is a file that could not be read, since leave to read it comes without a trace in its stat data, and a
    configuration that was changed since the question.

    Args:
        about: the question.
        exclude: the globs of the configuration.
        universe: as it was listed before the first file was read.
        survey: what was judged.
        started: Unix nanoseconds, before the listing.
        said: the answer.
    """
    if len(survey.problems) > len(universe.problems) or config_bytes(about.anchor) != about.config:
        return
    blobs = survey.consulted | {file.path: file.blob for file in survey.files}
    young = _young(universe, started)
    # Of these nobody asked for the content, so what they hold by now will do.
    unread = {file.path for file in (*(universe.others or ()), *universe.hidden)} & young - blobs.keys()
    blobs |= {path: blob for path in unread if (blob := _blob_of(about.anchor, path))}
    if not young <= blobs.keys():
        return
    write_answer(
        about.anchor,
        Answer(
            question=about.asked,
            config=about.config,
            exclude=_joined(exclude),
            tree=tree_bytes(universe),
            unsettled=_joined(f"{blobs[path]} {path}" for path in sorted(young)),
            out=said.out.encode(),
            exit_code=said.exit_code,
        ),
    )


def config_bytes(anchor: str) -> bytes:
    """The configuration files as they are; an absent one differs from an empty one, and from what is no file."""
    parts = []
    for name in CONFIG_FILES:
        path = os.path.join(anchor, name)
        if os.path.lexists(path) and not os.path.isfile(path):  # a pipe would have to be waited for
            parts.append(f"{name} is no file\0".encode())
            continue
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            parts.append(f"{name} {error.errno}\0".encode())
        else:
            parts.append(f"{name} has {len(data)}\0".encode() + data)
    return b"".join(parts)


def tree_bytes(universe: Universe) -> bytes:
    """Everything a universe says, as bytes that are equal when it says the same."""
    numbers = array("q")
    files = universe.everything()
    for file in files:
        numbers.extend((file.size, file.mtime_ns, file.inode & 0x7FFF_FFFF_FFFF_FFFF, file.ctime_ns))
    words = repr((universe.excluded, universe.problems, universe.notes, len(universe.others or ())))
    paths = "\0".join([file.path for file in files])
    return b"\0\0".join((paths.encode(), words.encode("utf-8", "surrogateescape"), numbers.tobytes()))


def program() -> tuple[object, ...]:
    """What answers: our version, our own files, and what is installed for us (the grammars)."""
    package = os.path.dirname(rubout.__file__)
    files = []
    for folder, _, names in os.walk(package):
        for name in names:
            if name.endswith((".py", ".so", ".pyd", ".txt", ".toml", ".css", ".js")):
                stat = os.stat(os.path.join(folder, name))
                files.append((stat.st_size, stat.st_mtime_ns))
    # A package that is installed or taken out changes the time of its folder.
    installed = [(path, os.stat(path).st_mtime_ns) for path in sys.path if _holds_packages(path)]
    return rubout.__version__, installed, hash(tuple(sorted(files)))


def reader() -> tuple[int, ...]:
    """Who asks: leave to read a file goes with that, and no stat data says whose it was."""
    if sys.platform == "win32":
        return ()
    return os.geteuid(), os.getegid(), *os.getgroups()


def _holds_packages(path: str) -> bool:
    return os.path.basename(path) in ("site-packages", "dist-packages") and os.path.isdir(path)


def _young(universe: Universe, started: int) -> set[str]:
    """The files that may change under the time they have, listed after `started`."""
    return {file.path for file in universe.everything() if file.mtime_ns >= started - SETTLED_NS}


def _is_unchanged(anchor: str, line: str) -> bool:
    """Whether a file has the content it had, both as an answer holds them: "blob path"."""
    blob, _, path = line.partition(" ")
    return _blob_of(anchor, path) == blob


def _blob_of(anchor: str, path: str) -> str | None:
    """The id of the content a file has; None for one that cannot be read."""
    from rubout.measure.sources.content import git_blob_id, read_source  # noqa: PLC0415 - hashlib is not free

    try:
        source = read_source(anchor, path)
    except OSError:
        return None
    return None if source is None else git_blob_id(source)


def _joined(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\0" for line in lines).encode("utf-8", "surrogateescape")
