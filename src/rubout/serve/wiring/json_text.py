"""Where does each value stand in a JSON text, and what is the text with one value more or less?

A person's file keeps every byte that is not about rubout: it is never written anew from what was parsed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from json.decoder import JSONDecoder
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

_SPACE = re.compile(r"[ \t\n\r]*")
_INDENT = re.compile(r"[{\[]\s*\n([ \t]*)[^\s}\]]")  # a string of JSON holds no line end
_MARK = "\ufeff"
_USUAL_INDENT = "  "
_DEEPEST = 200


class ShapeError(Exception):
    """The text is no JSON, or holds something else than was looked for; `line` is 1-based."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """A member of an object, or an item of an array, whose key is None; `start` is where its key or value begins."""

    key: str | None
    start: int
    node: Node


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place; `entries` are those of an object or an array."""

    start: int
    end: int
    value: Any
    entries: tuple[Entry, ...] = ()


def parse(text: str) -> Node:
    """The value that the text holds; raises ShapeError."""
    reader = _Reader(text)
    node = reader.node(reader.after_space(len(_MARK) if text.startswith(_MARK) else 0), 0)
    if reader.after_space(node.end) != len(text):
        reader.fail("no JSON: something follows the value", reader.after_space(node.end))
    return node


def line_at(text: str, place: int) -> int:
    """The 1-based line of a place in the text."""
    return text.count("\n", 0, place) + 1


def child(text: str, node: Node, key: str) -> Node | None:
    """The member of an object; raises ShapeError when it stands there twice, since readers differ about which holds."""
    found = [entry for entry in node.entries if entry.key == key]
    if len(found) > 1:
        raise ShapeError(f'"{key}" stands twice in one object', line_at(text, found[1].start))
    return found[0].node if found else None


def with_entry(text: str, node: Node, key: str | None, value: object) -> str:
    """The text with one entry more at the end of an object (`key`) or an array (None), laid out as the text is."""
    if node.entries:
        last = node.entries[-1]
        gap = _gap_before_last(text, node) or ("" if _is_tight(text) else " ")
        return text[: last.node.end] + "," + gap + _laid_out(text, gap, key, value) + text[last.node.end :]
    is_whole = not text[: node.start].strip(_MARK + " \t\r\n")
    if _indent_of(text) is None and not is_whole:
        outer = inner = ""
    else:
        line = text[text.rfind("\n", 0, node.start) + 1 : node.start]
        outer = _newline(text) + line[: len(line) - len(line.lstrip(" \t"))]
        inner = outer + _unit(text)
    return text[: node.start + 1] + inner + _laid_out(text, inner, key, value) + outer + text[node.end - 1 :]


def without_entry(text: str, node: Node, index: int) -> str:
    """The text without one entry of an object or an array, and without the comma that kept it apart."""
    entry = node.entries[index]
    if index:
        return text[: node.entries[index - 1].node.end] + text[entry.node.end :]
    if len(node.entries) > 1:
        return text[: entry.start] + text[node.entries[1].start :]
    return text[: node.start + 1] + text[node.end - 1 :]


def _gap_before_last(text: str, node: Node) -> str:
    """The white space between the last entry and the comma or bracket before it."""
    start = node.entries[-1].start
    return text[len(text[:start].rstrip(" \t\r\n")) : start]


def _laid_out(text: str, gap: str, key: str | None, value: object) -> str:
    """An entry as it stands behind `gap`: over several lines where that holds one, else as tight as the gap."""
    tight = (",", ":") if not gap else (", ", ": ")
    many = "\n" in gap
    dumped = json.dumps(
        value, ensure_ascii=False, indent=_unit(text) if many else None, separators=None if many else tight
    )
    base = gap[gap.rfind("\n") + 1 :]
    lines = (_newline(text) + base).join(dumped.split("\n"))
    return lines if key is None else json.dumps(key) + (tight[1] if not many else ": ") + lines


def _is_tight(text: str) -> bool:
    return _indent_of(text) is None and '": ' not in text


def _indent_of(text: str) -> str | None:
    """What one level is indented by; None for a text on one line."""
    found = _INDENT.search(text)
    return found[1] if found else None


def _unit(text: str) -> str:
    indent = _indent_of(text)
    return _USUAL_INDENT if indent is None else indent


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


class _Reader:
    """Reads values with their places; the standard decoder reads strings, numbers and words."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Numbers stay text: they are not ours, and one of 5,000 digits is no number to Python.
        self._decoder = JSONDecoder(parse_int=str, parse_float=str, parse_constant=_no_constant)

    def node(self, place: int, depth: int) -> Node:
        if depth > _DEEPEST:
            self.fail("nested too deeply", place)
        opening = self._text[place : place + 1]
        if opening == "{":
            return self._object(place, depth)
        if opening == "[":
            return self._array(place, depth)
        value, end = self._scalar(place)
        return Node(place, end, value)

    def after_space(self, place: int) -> int:
        found = _SPACE.match(self._text, place)
        return found.end() if found else place

    def fail(self, what: str, place: int) -> NoReturn:
        raise ShapeError(what, line_at(self._text, place))

    def _object(self, start: int, depth: int) -> Node:
        entries, end = self._entries(start, "}", lambda place: self._member(place, depth))
        return Node(start, end, {entry.key: entry.node.value for entry in entries}, entries)

    def _array(self, start: int, depth: int) -> Node:
        entries, end = self._entries(start, "]", lambda place: Entry(None, place, self.node(place, depth + 1)))
        return Node(start, end, [entry.node.value for entry in entries], entries)

    def _entries(self, start: int, closing: str, entry_at: Callable[[int], Entry]) -> tuple[tuple[Entry, ...], int]:
        """What stands between two brackets, and where it ends, behind the closing one."""
        entries: list[Entry] = []
        place = self.after_space(start + 1)
        while self._text[place : place + 1] != closing or entries:
            entries.append(entry_at(place))
            place = self.after_space(entries[-1].node.end)
            if self._text[place : place + 1] == closing:
                break
            place = self._after_comma(place)
        return tuple(entries), place + 1

    def _member(self, place: int, depth: int) -> Entry:
        if self._text[place : place + 1] != '"':
            self.fail("no JSON: expected a name in double quotes", place)
        key, after = self._scalar(place)
        colon = self.after_space(after)
        if self._text[colon : colon + 1] != ":":
            self.fail("no JSON: expected `:`", colon)
        return Entry(key, place, self.node(self.after_space(colon + 1), depth + 1))

    def _after_comma(self, place: int) -> int:
        if self._text[place : place + 1] != ",":
            self.fail("no JSON: expected `,` or a closing bracket", place)
        return self.after_space(place + 1)

    def _scalar(self, place: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self._text, place)
        except json.JSONDecodeError as error:
            self.fail(f"no JSON: {error.msg[0].lower()}{error.msg[1:]}", error.pos)
        except ValueError as error:
            self.fail(f"no JSON: {error}", place)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"`{name}` is no value")
