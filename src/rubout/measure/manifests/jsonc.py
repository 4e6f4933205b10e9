"""JSON as people write it into configuration files: with comments and trailing commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n\r]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def table(text: str) -> Mapping[str, object]:
    """The object that a document holds.

    Raises:
        ValueError: it is no JSON, nested too deeply, or it holds something else.
    """
    text = text.removeprefix("\ufeff")
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        plain = _TRAILING.sub(_string, _COMMENT.sub(_string, text))
        try:
            found = msgspec.json.decode(plain)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ValueError(str(error)) from error
    if not isinstance(found, dict):
        raise ValueError("it holds no object")  # noqa: TRY004 - the document is at fault, no argument
    return cast("Mapping[str, object]", found)


def _string(match: re.Match[str]) -> str:
    return match[1] or " "


def mapping(value: object) -> Mapping[str, object]:
    """An object, or an empty one in the place of anything else."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def string(value: object) -> str | None:
    """A text, None in the place of anything else."""
    return value if isinstance(value, str) else None


def strings(value: object) -> tuple[str, ...]:
    """The texts of a list; a text by itself is a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def leaves(value: object) -> Iterator[str]:
    """Every text in a nest of objects and lists, in document order; the keys are none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
