"""The configuration for readers: the reference page, the JSON Schema and a commented file of defaults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import msgspec

from rubout.config.keys import SECTIONS, default_of, keys_of

if TYPE_CHECKING:
    from rubout.config.keys import Key, Section
    from rubout.config.shapes import Schema

PAGE_HEAD = """# Configuration

`rubout.toml` in the root of a project, or `[tool.rubout]` in its `pyproject.toml` (there, `[clones]` is
`[tool.rubout.clones]`). Both in one folder is an error, and so is a name that is not on this page. A project
without either runs on the defaults below. `rubout init` writes a file with all of them, commented out.
"""

PENDING = "Checked, and without effect in this version."

FILE_HEAD = """\
# Configuration of rubout. Every key stands here with its default, or with an example where it has none.
# Take the `#` off a line to set it. `rubout doctor` says which configuration is in force.
"""


def reference_page() -> str:
    """Every key with type, default and meaning, as Markdown; generated into docs/reference."""
    return PAGE_HEAD + "".join(_page_section(section) for section in SECTIONS)


def commented_file() -> str:
    """A `rubout.toml` that changes nothing, with every key to uncomment."""
    return FILE_HEAD + "".join(_file_section(section) for section in SECTIONS)


def json_schema() -> Schema:
    """`rubout.toml` as JSON Schema, draft 7, which editors read for TOML."""
    root: Schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "rubout.toml",
        **_schema_section(SECTIONS[0]),
    }
    for section in SECTIONS[1:]:
        node = root
        *parents, last = section.name.split(".")
        for parent in parents:
            node = cast("Schema", _properties(node)[parent])
        _properties(node)[last] = _schema_section(section)
    return root


def as_toml(value: object) -> str:
    """A default as TOML writes it; tables, which are empty by default, included."""
    if isinstance(value, tuple):
        return "[" + ", ".join(as_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _page_section(section: Section) -> str:
    title = f"`[{section.name}]`" if section.name else "Top level"
    note = f" {PENDING}" if section.pending else ""
    rows = "".join(
        f"| `{key.name}` | {key.shape.words} | {_default_words(key)} | {key.meaning} |\n"
        for key in keys_of(section.name)
    )
    return f"\n## {title}\n\n{section.meaning}{note}\n\n| key | type | default | meaning |\n|---|---|---|---|\n{rows}"


def _default_words(key: Key) -> str:
    default = default_of(key)
    return "unset" if default is None else "empty" if default == () else f"`{as_toml(default)}`"


def _file_section(section: Section) -> str:
    note = f" {PENDING}" if section.pending else ""
    header = f"[{section.name}]\n" if section.name else ""
    return f"\n# {section.meaning}{note}\n{header}" + "".join(_file_key(key) for key in keys_of(section.name))


def _file_key(key: Key) -> str:
    """The line to uncomment: the default, or the example of a key whose default shows nothing."""
    line = key.example or f"{key.name} = {as_toml(default_of(key))}"
    unset = " Unset by default." if default_of(key) is None else ""
    return f"# {key.meaning}{unset}\n#{line}\n"


def _schema_section(section: Section) -> Schema:
    properties: Schema = {key.name: _schema_key(key) for key in keys_of(section.name)}
    return {
        "type": "object",
        "description": section.meaning,
        "properties": properties,
        "additionalProperties": False,
    }


def _schema_key(key: Key) -> Schema:
    default = default_of(key)
    shown = {} if default is None or default == () else {"default": msgspec.to_builtins(default)}
    return {"description": key.meaning, **key.shape.schema, **shown}


def _properties(node: Schema) -> Schema:
    return cast("Schema", node["properties"])
