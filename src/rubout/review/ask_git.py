"""What does git say? Questions that do not wait for one another are answered at once."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure.sources import git

if TYPE_CHECKING:
    from collections.abc import Callable

_SUFFIX = re.compile(r"[~^:]|@\{")  # where the name of a ref ends in a revision
_PLACES = ("refs/", "refs/tags/", "refs/heads/", "refs/remotes/")  # where git looks for it, in this order


def begin(anchor: str, *words: str, keep_index: bool = False) -> Callable[[], bytes]:
    """Ask git at `anchor` now; the answer is to be called for, once, and raises RepositoryError.

    Raises:
        RepositoryError: there is no git program.
    """
    try:
        return git.start(anchor, *words, keep_index=keep_index)
    except FileNotFoundError as error:
        raise git.no_program(anchor) from error


def ask(anchor: str, *words: str, keep_index: bool = False) -> bytes:
    """What git says at `anchor`; raises RepositoryError."""
    return begin(anchor, *words, keep_index=keep_index)()


def ask_all(anchor: str, *questions: tuple[str, ...]) -> list[bytes]:
    """What git says to each question; raises RepositoryError, once all have been answered."""
    answers = [begin(anchor, *words) for words in questions]
    said, refused = [], []
    for answer in answers:
        try:
            said.append(answer())
        except RepositoryError as error:
            refused.append(error)
    if refused:
        raise refused[0]
    return said


def begin_telling_apart(anchor: str, *revisions: str) -> Callable[[], None]:
    """Ask whether each revision means one thing; the answer is to be called for, once.

    Of a tag and a branch of one name git takes the tag, and many may push a tag who may not push to the branch.

    Raises:
        RepositoryError: there is no git program; from the answer, one means two things.
    """
    names = dict.fromkeys(_SUFFIX.split(revision)[0] for revision in revisions)
    choices = {name: [place + name for place in _PLACES] for name in names if name and not name.startswith("refs/")}
    if not choices:
        return lambda: None
    listing = begin(anchor, "for-each-ref", "--format=%(refname)", *chain.from_iterable(choices.values()))

    def tell() -> None:
        there = set(listing().decode("utf-8", "replace").split("\n"))
        for name, refs in choices.items():
            found = [ref for ref in refs if ref in there]
            if len(found) > 1:
                what = f"`{name}` may be {' or '.join(found)}"
                raise RepositoryError(what, where=anchor, fix=f"name the one that is meant in full: {found[-1]}")

    return tell
