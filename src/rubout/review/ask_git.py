"""What does git say? Questions that do not wait for one another are answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure.sources import git

if TYPE_CHECKING:
    from collections.abc import Callable


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
