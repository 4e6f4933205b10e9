"""What a value may be: each shape reads one, names itself to a person and describes itself as JSON Schema."""

from __future__ import annotations

import json
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Protocol

import msgspec

from rubout.config.records import Convention
from rubout.facts.plain import Plain

if TYPE_CHECKING:
    Schema = dict[str, object]

# The largest integer that every JSON reader holds exactly (RFC 8259, section 6); knobs are echoed in reports.
LARGEST = 2**53 - 1
SHOWN = 60  # characters of a value that a message repeats
FEW_CHOICES = 3  # that still read well with "or" between them


class ShapeError(Exception):
    """A value has not the shape asked for; the text goes on from "expected"."""


class Shape(Protocol):
    """One kind of value."""

    @property
    def words(self) -> str:
        """The kind, to stand after "expected"."""

    @property
    def schema(self) -> Schema:
        """The kind as JSON Schema, draft 7."""

    def read(self, value: object) -> object:
        """The value as it stands in a record; raises ShapeError."""


class Whole(Plain, frozen=True):
    """An integer within inclusive bounds; a truth value is none."""

    low: int = 0
    high: int = LARGEST

    @property
    def words(self) -> str:
        if self.high == LARGEST:
            return f"a whole number, at least {self.low}"
        return f"a whole number from {self.low} to {self.high}"

    @property
    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < self.low:
            raise _unlike(self.words, value)
        if value > self.high:
            raise _unlike(f"at most {self.high}", value)
        return value


class Switch(Plain, frozen=True):
    """True or false."""

    @property
    def words(self) -> str:
        return "true or false"

    @property
    def schema(self) -> Schema:
        return {"type": "boolean"}

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise _unlike(self.words, value)
        return value


class OneOf(Plain, frozen=True):
    """One of a few words; `open` ones are read whatever they are, for a reader that must answer for them itself."""

    choices: tuple[str, ...]
    open: bool = False

    @property
    def words(self) -> str:
        if len(self.choices) > FEW_CHOICES:
            return f"one of {', '.join(self.choices)}"
        return " or ".join(f'"{choice}"' for choice in self.choices)

    @property
    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.choices)}

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not (self.open or value in self.choices):
            raise _unlike(self.words, value)
        return value


class Text(Plain, frozen=True):
    """A string that is not empty, or may be."""

    may_be_empty: bool = False

    @property
    def words(self) -> str:
        return "a string" if self.may_be_empty else "a string with something in it"

    @property
    def schema(self) -> Schema:
        return {"type": "string", "minLength": 0 if self.may_be_empty else 1}

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not (value or self.may_be_empty):
            raise _unlike(self.words, value)
        return value


class Glob(Plain, frozen=True):
    """A pattern of `.gitignore` that selects; a backslash is read as a slash."""

    @property
    def words(self) -> str:
        return "a glob"

    @property
    def schema(self) -> Schema:
        return {"type": "string", "pattern": r"^(?![!#])[\s\S]*[^/\\ \t]"}

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise _unlike("a glob as a string", value)
        glob = value.replace("\\", "/")
        if glob.startswith("!"):
            raise ShapeError(
                f"a glob without `!` (what is listed is selected, nothing is brought back), found {shown(value)}"
            )
        if glob.startswith("#"):
            raise _unlike("a glob (`#` begins a comment there: write `[#]`)", value)
        if not glob.strip("/ \t"):
            raise _unlike("a glob that can match a path", value)
        return glob


class Folder(Plain, frozen=True):
    """A directory of the project; a trailing slash is dropped, `.` is the root."""

    @property
    def words(self) -> str:
        return "a directory relative to the project"

    @property
    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1}

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise _unlike(self.words, value)
        path = value.replace("\\", "/").rstrip("/")
        parts = path.split("/")
        if path != "." and any(part in {"", ".", ".."} for part in parts):
            raise _unlike(f"{self.words}, without `.`, `..` or an empty part", value)
        return path


class ListOf(Plain, frozen=True):
    """An array."""

    item: Shape
    at_least: int = 0

    @property
    def words(self) -> str:
        return f"an array{' that is not empty' if self.at_least else ''}, each item {self.item.words}"

    @property
    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema, "minItems": self.at_least}

    def read(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, list) or len(value) < self.at_least:
            raise _unlike(self.words, value)
        return tuple(self.item.read(item) for item in value)


class MapOf(Plain, frozen=True):
    """A table with names of the writer's choice; read as pairs, ascending by name."""

    name: Shape
    value: Shape

    @property
    def words(self) -> str:
        return f"a table from {self.name.words} to {self.value.words}"

    @property
    def schema(self) -> Schema:
        return {"type": "object", "propertyNames": self.name.schema, "additionalProperties": self.value.schema}

    def read(self, value: object) -> tuple[tuple[str, object], ...]:
        if not isinstance(value, dict):
            raise _unlike(self.words, value)
        pairs: dict[str, object] = {}
        for raw, item in value.items():
            name = str(self.name.read(raw))
            if name in pairs:
                raise ShapeError(f"each name once, found `{name}` twice")
            pairs[name] = self.value.read(item)
        return tuple(sorted(pairs.items()))


class Conventions(Plain, frozen=True):
    """An array of tables `when`, `globs`, `reason`, all three present."""

    @property
    def words(self) -> str:
        return "an array of tables with `when`, `globs` and `reason`"

    @property
    def schema(self) -> Schema:
        properties = {name: shape.schema for name, shape in CONVENTION.items()}
        item: Schema = {
            "type": "object",
            "properties": properties,
            "required": list(CONVENTION),
            "additionalProperties": False,
        }
        return {"type": "array", "items": item}

    def read(self, value: object) -> tuple[Convention, ...]:
        if not isinstance(value, list):
            raise _unlike(self.words, value)
        return tuple(_convention(item) for item in value)


CONVENTION: dict[str, Shape] = {
    "when": Text(may_be_empty=True),
    "globs": ListOf(Glob(), at_least=1),
    "reason": Text(),
}


def _convention(value: object) -> Convention:
    if not isinstance(value, dict) or value.keys() != CONVENTION.keys():
        raise _unlike(f"{Conventions().words} and nothing else", value)
    fields = {name: shape.read(value[name]) for name, shape in CONVENTION.items()}
    return msgspec.convert(fields, Convention)


def _unlike(words: str, value: object) -> ShapeError:
    return ShapeError(f"{words}, found {shown(value)}")


def shown(value: object) -> str:
    """A value as its writer knows it, cut short; an array or a table by its kind and size."""
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = json.dumps(value if len(value) <= SHOWN else value[: SHOWN - 1] + "…")
        case list():
            text = f"an array of {len(value)}"
        case dict():
            names = ", ".join(json.dumps(str(name)[:SHOWN]) for name in list(value)[:5])
            text = f"a table with {names}" if names else "an empty table"
        case datetime() | date() | time():
            text = f"the time {value.isoformat()}"
        case int() if abs(value) > 10**30:
            text = "an integer of more than 30 digits"
        case _:
            text = str(value)
    return text
