"""The same question about the same tree has the same answer: print it again.

Loaded on the warm path, so it imports neither msgspec nor SQLite nor tree-sitter. A tree is the same when git
lists the same files, each with the size, time and inode it had; a file whose time is too young to prove anything
is read and compared by content.
"""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING, NamedTuple

import rubout
from rubout.measure.sources.universe import candidates
from rubout.store.answers import Answer, read_answer, write_answer

if TYPE_CHECKING:
    from rubout.measure.sources.universe import Universe

CONFIG_FILES = ("rubout.toml", "pyproject.toml")
# The coarsest clock of a file system in use (FAT): a file changed this shortly before a run may change again
# under the same time.
SETTLED_NS = 2_000_000_000


class Question(NamedTuple):
    """`asked` is everything besides the tree and its configuration that shapes the answer."""

    anchor: str
    scope: str
    asked: bytes


class Said(NamedTuple):
    """What a run printed, and how it ended."""

    out: str
    exit_code: int


def question(anchor: str, scope: str, *asked: object) -> Question:
    """A question; `asked` are values whose repr says all of them."""
    return Question(anchor, scope, repr((asked, scope, program())).encode("utf-8", "surrogateescape"))


def recall(about: Question) -> tuple[Said | None, Universe | None]:
    """The answer given before, if the tree and its configuration are what they were.

    Also the universe, where it had to be listed for that and the configuration is what it was.
    """
    answer = read_answer(about.anchor, about.asked)
    if answer is None or answer.config != config_bytes(about.anchor):
        return None, None
    exclude = answer.exclude.decode("utf-8", "surrogateescape").split("\0")[:-1]
    universe = candidates(about.anchor, about.scope, tuple(exclude))
    if tree_bytes(universe) != answer.tree or not _unsettled_unchanged(about.anchor, answer.unsettled):
        return None, universe
    return Said(answer.out.decode(), answer.exit_code), universe


def remember(
    about: Question, exclude: tuple[str, ...], universe: Universe, blobs: dict[str, str], started: int, said: Said
) -> None:
    """Store an answer.

    Args:
        about: the question.
        exclude: the globs of the configuration.
        universe: as it was listed before the first file was read.
        blobs: content ids by path, of the bytes that were judged.
        started: Unix nanoseconds, before the listing.
        said: the answer.
    """
    young = [file.path for file in universe.files if file.mtime_ns >= started - SETTLED_NS]
    if any(path not in blobs for path in young):
        return
    unsettled = "".join(f"{blobs[path]} {path}\0" for path in young)
    globs = "".join(f"{glob}\0" for glob in exclude)
    write_answer(
        about.anchor,
        Answer(
            question=about.asked,
            config=config_bytes(about.anchor),
            exclude=globs.encode("utf-8", "surrogateescape"),
            tree=tree_bytes(universe),
            unsettled=unsettled.encode(),
            out=said.out.encode(),
            exit_code=said.exit_code,
        ),
    )


def config_bytes(anchor: str) -> bytes:
    """The configuration files as they are; an absent one differs from an empty one."""
    parts = []
    for name in CONFIG_FILES:
        try:
            with open(os.path.join(anchor, name), "rb") as file:
                data = file.read()
        except OSError as error:
            parts.append(f"{name} {error.errno}\0".encode())
        else:
            parts.append(f"{name} has {len(data)}\0".encode() + data)
    return b"".join(parts)


def tree_bytes(universe: Universe) -> bytes:
    """Everything a universe says, as bytes that are equal when it says the same."""
    numbers = array("q")
    for file in universe.files:
        numbers.extend((file.size, file.mtime_ns, file.inode & 0x7FFF_FFFF_FFFF_FFFF))
    words = repr((universe.excluded, universe.problems, universe.notes))
    paths = "\0".join([file.path for file in universe.files])
    return b"\0\0".join((paths.encode(), words.encode("utf-8", "surrogateescape"), numbers.tobytes()))


def program() -> tuple[object, ...]:
    """What answers: our version, our own files, and what is installed beside them (the grammars)."""
    package = os.path.dirname(rubout.__file__)
    with os.scandir(os.path.dirname(package)) as entries:
        beside = os.stat(os.path.dirname(package)).st_mtime_ns, sum(1 for _ in entries)
    files = []
    for folder, _, names in os.walk(package):
        for name in names:
            if name.endswith((".py", ".so", ".pyd", ".txt")):
                stat = os.stat(os.path.join(folder, name))
                files.append((stat.st_size, stat.st_mtime_ns))
    return rubout.__version__, beside, hash(tuple(sorted(files)))


def _unsettled_unchanged(anchor: str, unsettled: bytes) -> bool:
    if not unsettled:
        return True
    from rubout.measure.sources.content import git_blob_id, read_source  # noqa: PLC0415 - hashlib is not free

    for line in unsettled.decode().split("\0")[:-1]:
        blob, _, path = line.partition(" ")
        try:
            source = read_source(anchor, path)
        except OSError:
            return False
        if source is None or git_blob_id(source) != blob:
            return False
    return True
