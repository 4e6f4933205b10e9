"""By which names are the units of a file said?"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.edit_units import Placed

SHORTEST_NAME = 3  # bytes; `new`, `run` and `id` would tie everything to everything at less

_WORD = re.compile(r"\w+")
_FUNCTION = re.compile(r"(.+)/\d+", re.DOTALL)
_METHOD = re.compile(r"\([^()]+\) (\w+)")
_SCOPE = re.compile(r"::|[.:]")
_ACCESSOR = re.compile(r"(\w+)\.(?:get|set|init|add|remove)")
_IMPLEMENTATION = "impl "
_CALL = re.compile(r"[\w.$:]+\(.*\)", re.DOTALL)


class Name(NamedTuple):
    """What is looked for, "" for nothing; a method's name stands behind a dot."""

    text: str
    is_method: bool = False


NOTHING = Name("")


def implemented(key: str) -> str:
    """The bare name of the type that an implementation is of; "" for another unit."""
    if not key.startswith(_IMPLEMENTATION):
        return ""
    named = _WORD.findall(key.removeprefix(_IMPLEMENTATION).rpartition(" for ")[2].partition("<")[0])
    return named[-1] if named else ""


def bare_name(key: str) -> str:
    """The key without its number of parameters; that of a heading ends before its first `/`."""
    function = _FUNCTION.fullmatch(key)
    return function[1] if function else key.partition("/")[0]


def is_function(key: str) -> bool:
    """Whether a key is that of a function, and not of a type or the like."""
    return _FUNCTION.fullmatch(key) is not None


def plain_name(key: str) -> str:
    """By what the members of its type say a member: that of an accessor is the name of its property."""
    name = bare_name(key)
    accessor = _ACCESSOR.fullmatch(name)
    return accessor[1] if accessor else _name(key).text.removeprefix("#")


def looked_for(top: Iterable[Placed]) -> list[Name]:
    """The name of each unit by which its file says it: without receiver and scope."""
    named = [_name(unit.key) for unit in top]
    # Of which type a method is that several types have, its name does not say.
    receivers = Counter(name.text for name in named if name.is_method)
    return [NOTHING if name.is_method and receivers[name.text] > 1 else name for name in named]


def _name(key: str) -> Name:
    name = bare_name(key)
    # An implementation says the name of its type, and who needs it says that name, too; nothing refers to a call.
    if name.startswith(_IMPLEMENTATION) or _CALL.fullmatch(key):
        return NOTHING
    if name == key:  # no function
        return Name(name)
    method = _METHOD.fullmatch(name)
    if method:
        return Name(method[1], is_method=True)
    return Name(_SCOPE.split(name)[-1] or name)
