"""Which files do the tools name that make pages of a tree's documentation?

Source    sphinx-doc.org (toctree, doc, include), mkdocs.org/user-guide/configuration, stevedonovan.github.io/ldoc
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from rubout.measure.resolve.world import around, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.resolve.world import World

MKDOCS = ("mkdocs.yml", "mkdocs.yaml")
_SPHINX, _LDOC = ".rst", "config.ld"
_CONF = "conf.py"
_SUFFIXES = ("", ".md", ".markdown")
_INCLUDED = re.compile(r"^\s*\.\. +(?:literal)?include:: +(\S+)", re.MULTILINE)
_TOCTREE = re.compile(
    r"^(?P<before>[ \t]*)\.\. toctree::[^\n]*\n(?P<block>(?:[ \t]*\n|(?P=before)[ \t]+[^\n]*\n?)*)", re.MULTILINE
)
_ROLE = re.compile(r":doc:`(?:[^`<]*<)?([^`<>]+)>?`")
_TITLED = re.compile(r".*<([^<>]+)>\Z")
_DOCS = "docs"
_DOCS_DIR = re.compile(r"^docs_dir:\s*['\"]?([^'\"\s#]+)", re.MULTILINE)
_LEFT_OUT = re.compile(r"^(?:exclude_docs|not_in_nav|draft_docs):.*?(?=^\S|\Z)", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"[\w./@-]+\.\w+")
_LISTED = re.compile(
    r"^\s*(?:topics|readme|manual|examples)\s*=\s*(?P<value>\{[^}]*\}|['\"][^'\"\n]*['\"])", re.MULTILINE
)
_QUOTED = re.compile(r"['\"]([^'\"\n]+)['\"]")


def makes_pages(path: str) -> bool:
    """Whether a file tells one of these tools what to read."""
    return path.endswith(_SPHINX) or posixpath.basename(path) in (*MKDOCS, _LDOC)


def pages(world: World, path: str, text: str) -> Iterator[str]:
    """The files in scope that such a file names."""
    name = posixpath.basename(path)
    found = _of_sphinx if path.endswith(_SPHINX) else _of_ldoc if name == _LDOC else _of_mkdocs
    yield from found(world, path, text)


def docs_folder(path: str, text: str) -> str:
    """Where the pages lie that a configuration of MkDocs is for."""
    found = _DOCS_DIR.search(text)
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1] if found else _DOCS))


def _of_sphinx(world: World, path: str, text: str) -> Iterator[str]:
    own = posixpath.dirname(path)
    yield from _in_scope(world, ["", own], _INCLUDED.findall(text))
    root = next((folder for folder in around(path) if posixpath.join(folder, _CONF) in world.walked), own)
    lines = (line.strip() for block in _TOCTREE.finditer(text) for line in block["block"].splitlines())
    entries = {_TITLED.sub(r"\1", line) for line in lines if line and not line.startswith(":")}
    for entry in entries.union(_ROLE.findall(text)):
        base = root if entry.startswith("/") else own
        if "*" in entry:
            pattern = joined(base, f"{entry.lstrip('/')}.md")
            yield from (one for one in world.scope if pattern is not None and fnmatchcase(one, pattern))
        yield from _in_scope(world, [base], (f"{entry}{suffix}" for suffix in _SUFFIXES))


def _of_mkdocs(world: World, path: str, text: str) -> Iterator[str]:
    """Pages, and the scripts and hooks beside them."""
    bases = [docs_folder(path, text), posixpath.dirname(path)]
    yield from _in_scope(world, bases, _WORD.findall(_LEFT_OUT.sub("", text)))


def _of_ldoc(world: World, path: str, text: str) -> Iterator[str]:
    """What it reads besides the modules: files, or all that lies in a folder."""
    own = posixpath.dirname(path)
    for match in _LISTED.finditer(text):
        for word in _QUOTED.findall(match["value"]):
            place = joined(own, word)
            yield from _in_scope(world, [own], [word])
            if place is not None and place in world.folders:
                yield from (one for one in world.scope if one.startswith(f"{place}/"))


def _in_scope(world: World, bases: Iterable[str], words: Iterable[str]) -> Iterator[str]:
    words = tuple(words)
    places = (joined(base, word.lstrip("/")) for base in bases for word in words)
    yield from (place for place in places if place is not None and place in world.scope)
