"""Which path does a Ruby expression spell?

A path from the file's own folder begins with `./` or `../`, one from the root of the project with `/`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from rubout.measure.nodes import child_in_field, kind_name, text
from rubout.measure.sites.collect import nodes_of
from rubout.measure.sites.named_types import field_text, named_child, named_children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.tree import FlatTree

_OWN_FILE = "./\0"  # a path that is climbed out of by one more step
_BASES = {"__dir__": ".", "__FILE__": _OWN_FILE, "Rails.root": "/", "Rails.root.to_s": "/", "Dir.pwd": "/"}
_NAMES = frozenset({"constant", "identifier", "instance_variable"})
_CLASSES = frozenset({"File", "Pathname"})
_ABOVE = frozenset({"dirname", "parent"})
_EXPANDED = frozenset({"absolute_path", "expand_path", "realpath"})
_JOINED = frozenset({"join", "new"})
_SAME = frozenset({"to_s", "to_path", "freeze", "expand_path", "realpath", "sort", "cleanpath"})


def arguments(tree: FlatTree, call: int) -> list[int]:
    """The arguments of a call, blocks left out."""
    given = child_in_field(tree, call, tree.grammar.field("arguments"))
    return [] if given is None else list(named_children(tree, given))


def method_of(tree: FlatTree, call: int) -> str:
    """The name of the method that is called."""
    return field_text(tree, call, "method")


def receiver_of(tree: FlatTree, call: int) -> str:
    """What the method is called on, "" for nothing."""
    return field_text(tree, call, "receiver")


class Paths:
    """The paths that the expressions of a file spell; a name that is assigned once stands for what it is assigned."""

    def __init__(self, tree: FlatTree) -> None:
        self._tree = tree
        self._assigned: dict[str, int | None] = {}
        right = tree.grammar.field("right")
        for index, _ in nodes_of(tree, frozenset({"assignment"})):
            name = field_text(tree, index, "left")
            self._assigned[name] = None if name in self._assigned else child_in_field(tree, index, right)

    def of(self, index: int) -> str | None:
        """The path of an expression, None where it is not literal."""
        found = self._path(index)
        if found is None:
            return None
        found = found.replace(_OWN_FILE, "./", 1) if found == _OWN_FILE else found
        return None if "\0" in found else found

    def _path(self, index: int) -> str | None:
        tree = self._tree
        base = _BASES.get(text(tree, index))
        if base is not None:
            return base
        kind = kind_name(tree, index)
        if kind == "string":
            return _concatenated(self._pieces(index))
        if kind in _NAMES:
            return self._named(text(tree, index))
        if kind == "parenthesized_statements":
            inner = named_child(tree, index)
            return None if inner is None else self._path(inner)
        if kind == "binary":
            return self._operated(index)
        return self._called(index) if kind == "call" else None

    def _named(self, name: str) -> str | None:
        value = self._assigned.get(name)
        if value is None:
            return None
        self._assigned[name] = None  # a name that is assigned from itself is no path
        found = self._path(value)
        self._assigned[name] = value
        return found

    def _operated(self, index: int) -> str | None:
        """Two texts joined, or a path and what lies below it."""
        tree = self._tree
        sides = (child_in_field(tree, index, tree.grammar.field(side)) for side in ("left", "right"))
        parts = [None if side is None else self._path(side) for side in sides]
        sign = field_text(tree, index, "operator")
        if sign == "/" or (sign == "+" and parts[0] == "/"):
            return _joined(parts)
        return _concatenated(parts) if sign == "+" else None

    def _pieces(self, index: int) -> Iterator[str | None]:
        tree = self._tree
        for child in named_children(tree, index):
            if kind_name(tree, child) == "string_content":
                yield text(tree, child)
            else:
                inner = named_child(tree, child) if kind_name(tree, child) == "interpolation" else None
                yield None if inner is None else self._path(inner)

    def _called(self, call: int) -> str | None:
        """`File.join`, `File.expand_path`, `File.dirname`, `Rails.root.join` and the like."""
        tree, method = self._tree, method_of(self._tree, call)
        parts = [self._path(one) for one in arguments(tree, call)]
        if receiver_of(tree, call) in _CLASSES:
            return _by_class(method, parts)
        on = child_in_field(tree, call, tree.grammar.field("receiver"))
        before = None if on is None else self._path(on)
        if before is None:
            return None
        if method == "join":
            return _joined([before, *parts])
        if method in _ABOVE and not parts:
            return _joined([before, ".."])
        return before if method in _SAME and not parts else None


def _by_class(method: str, parts: list[str | None]) -> str | None:
    """A method of `File` or `Pathname`; the base of an expanded path stands behind it."""
    if method in _ABOVE:
        return _joined([*parts, ".."])
    if method in _EXPANDED:
        return _joined(parts[::-1])
    return _joined(parts) if method in _JOINED else None


def _concatenated(parts: Iterable[str | None]) -> str | None:
    found = ""
    for part in parts:
        if part is None:
            return None
        found += part
    return _normal(found)


def _joined(parts: list[str | None]) -> str | None:
    if not parts or None in parts:
        return None
    return _normal("/".join((part or "").strip("/") if place else part or "" for place, part in enumerate(parts)))


def _normal(path: str) -> str:
    """With its steps upwards taken, and what it starts from still before it."""
    if not path.startswith((".", "/")):
        return path
    normal = posixpath.normpath(path.replace("//", "/"))
    return normal if normal.startswith(("/", "../")) or normal in (".", "..") else f"./{normal}"
