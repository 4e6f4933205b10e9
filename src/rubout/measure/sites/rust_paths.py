"""The small texts inside Rust items that more than their node says: use trees, attributes, literals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(?:r#)?(?P<name>[^\W\d]\w*)|(?P<sign>::|[{},*])", re.DOTALL)
_ATTRIBUTE = re.compile(r"#!?\s*\[\s*(?:unsafe\s*\(\s*)?(?P<name>[\w:]+)(?P<rest>[^\n\]]*)", re.DOTALL)
_PATH = re.compile(r"\bpath\s*=\s*r?#*\"([^\"]+)\"")
_INCLUDED = re.compile(
    r"""include(?P<what>|_str|_bytes)\s*!\s*[\[({]\s*
        (?:concat\s*!\s*[\[({]\s*env\s*!\s*[\[({]\s*"CARGO_MANIFEST_DIR"\s*[\])}]\s*,\s*(?P<package>r?\#*"[^"]+"\#*)
        |(?P<beside>r?\#*"[^"]+"\#*))\s*,?\s*[\])}]""",
    re.VERBOSE,
)


class Leaf(NamedTuple):
    """One name of a use tree; the path ends in `*` for all of a module, `alias` is "" where the name stays."""

    path: tuple[str, ...]
    alias: str = ""

    @property
    def shown(self) -> str:
        """As a part of a site's detail."""
        path = "::".join(self.path)
        return f"{path} as {self.alias}" if self.alias else path

    @property
    def bound(self) -> str:
        """The name it is known by afterwards; "" for all of a module."""
        named = self.path[:-1] if self.path[-1:] == ("self",) else self.path
        return self.alias or (named[-1] if named and named[-1] != "*" else "")


class Include(NamedTuple):
    """A file that a macro takes in: where the macro stands in the text, and a path."""

    at: int
    is_code: bool
    path: str
    in_package: bool  # relative to the folder of the package's manifest, not of the file


def leaves(text: str) -> tuple[tuple[str, ...], list[Leaf]]:
    """The path before the braces, or all of it without braces, and the names of a use tree.

    A path that starts at another crate, `::a`, starts with an empty part.
    """
    parts = [match[match.lastgroup] for match in _TOKEN.finditer(text) if match.lastgroup]
    found = list(_tree(parts.copy(), ()))
    before = parts[: parts.index("{")] if "{" in parts else _unaliased(parts)
    prefix = tuple(part for part in before if part not in ("::", "*"))
    return (("", *prefix) if parts[:1] == ["::"] else prefix), found


def leaf_of(text: str) -> Leaf:
    """The leaf that is shown so."""
    path, _, alias = text.partition(" as ")
    return Leaf(tuple(path.split("::")), alias)


def attribute_name(text: str) -> str:
    """The name of an attribute, without its arguments."""
    match = _ATTRIBUTE.match(text)
    return match["name"] if match else ""


def module_paths(attributes: str) -> tuple[str, list[str]]:
    """The path that attributes give a module, "" where they do not, and those that they give it in some builds."""
    own, sometimes = "", []
    for match in _ATTRIBUTE.finditer(attributes):
        paths = _PATH.findall(match["name"] + match["rest"])
        if match["name"] == "path":
            own = paths[0] if paths else own
        elif match["name"] == "cfg_attr":
            sometimes += paths
    return own, sometimes


def includes(text: str) -> Iterator[Include]:
    """The macros that take a file in by a literal path; strings and comments are looked into, too."""
    for match in _INCLUDED.finditer(text):
        literal: str = match["package"] or match["beside"]
        path = literal.strip("r#").strip('"')
        yield Include(
            match.start(), not match["what"], path.lstrip("/") if match["package"] else path, bool(match["package"])
        )


def _unaliased(parts: list[str]) -> list[str]:
    return parts[: parts.index("as")] if "as" in parts else parts


def _tree(parts: list[str], before: tuple[str, ...]) -> Iterator[Leaf]:
    """The leaves of the branches up to the brace that closes them; what was read is taken off the front."""
    path, alias, named = before, "", False
    while parts:
        part = parts.pop(0)
        if part == "{":
            yield from _tree(parts, path)
            path, alias, named = before, "", False
        elif part in (",", "}"):
            if named:
                yield Leaf(path, alias)
            path, alias, named = before, "", False
            if part == "}":
                return
        elif part == "as" and parts:
            alias = parts.pop(0)
        elif part == "::":
            path = path or ("",)
        else:
            path, named = (*path, part), True
    if named:
        yield Leaf(path, alias)
