"""What does a `go.mod` or a `go.work` say of modules and where they lie?

Source    go.dev/ref/mod.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"(\"(?:[^\"\\]|\\.)*\"|`[^`]*`)|//.*")
_WORD = re.compile(r"\"(?P<quoted>(?:[^\"\\]|\\.)*)\"|`(?P<raw>[^`]*)`|(?P<bare>[^\s\"`]+)")
_REPLACED = "=>"


class GoMod(NamedTuple):
    """A module's own path ("" in a workspace), those it asks for, and what stands in for others.

    `replaces`: pairs of a module path and another one, or a path relative to the manifest's folder that starts with a
    dot. `uses`: the folders of a workspace's modules, as written.
    """

    module: str = ""
    requires: tuple[str, ...] = ()
    replaces: tuple[tuple[str, str], ...] = ()
    uses: tuple[str, ...] = ()


def read(text: str) -> GoMod:
    """What a manifest says.

    Raises:
        ValueError: a parenthesis is not closed.
    """
    said = list(_directives(text))
    return GoMod(
        module=next((words[0] for verb, words in said if verb == "module"), ""),
        requires=tuple(words[0] for verb, words in said if verb == "require"),
        replaces=tuple(_replaced(words) for verb, words in said if verb == "replace" and _REPLACED in words[1:-1]),
        uses=tuple(words[0] for verb, words in said if verb == "use"),
    )


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Verb and words of every line, those of a block with the block's verb."""
    block = ""
    for line in text.splitlines():
        plain = _COMMENT.sub(lambda match: match[1] or "", line)
        words = [match[match.lastgroup or 0] for match in _WORD.finditer(plain)]
        if block and words == [")"]:
            block = ""
        elif block and words:
            yield block, words
        elif words[1:] == ["("]:
            block = words[0]
        elif words[1:]:
            yield words[0], words[1:]
    if block:
        raise ValueError(f"`{block} (` is not closed")


def _replaced(words: list[str]) -> tuple[str, str]:
    return words[0], words[words.index(_REPLACED) + 1]
