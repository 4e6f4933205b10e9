"""Which documents do people open by themselves?"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.measure.entries.bits import DOCUMENT
from rubout.measure.entries.pages import MKDOCS, docs_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.world import World

_STEMS = frozenset(
    {
        *("readme", "changelog", "changes", "history", "contributing", "security", "code_of_conduct", "license"),
        *("notice", "support", "agents", "gemini", "skill", "summary", "_sidebar", "claude"),
    }
)
_FEW_LETTERS = 3  # of a name in capitals, which asks to be read
_DOCS = "docs"
_INDEX = "index.md"
_NAV = re.compile(r"^nav:(?P<nav>.*?)(?=^\S|\Z)", re.DOTALL | re.MULTILINE)
_PAGE = re.compile(r"[^\s:'\"\[\],]+\.(?:md|markdown)\b")


def flags(world: World) -> Mapping[str, int]:
    """The bit of documents, by path."""
    pages = {page for name in MKDOCS for path in world.by_name.get(name, ()) for page in _navigated(world, path)}
    return {
        path: DOCUMENT
        for path, language in world.languages.items()
        if language == "markdown" and (path in pages or _is_opened(path))
    }


def _is_opened(path: str) -> bool:
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    if stem.casefold().replace("-", "_") in _STEMS or (len(stem) >= _FEW_LETTERS and stem.isupper()):
        return True
    return name == _INDEX and _DOCS in folder.split("/")


def _navigated(world: World, path: str) -> Iterator[str]:
    """The pages that the navigation of a site names; without one, all there are."""
    text = (world.read(path) or b"").decode(errors="replace")
    nav, folder = _NAV.search(text), docs_folder(path, text)
    if nav:
        yield from (posixpath.normpath(posixpath.join(folder, page)) for page in _PAGE.findall(nav["nav"]))
    elif text:
        yield from (page for page in world.scope if page.startswith(f"{folder}/"))
