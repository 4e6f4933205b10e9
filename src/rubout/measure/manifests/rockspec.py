"""Which modules does a rockspec install, and which rocks does it need?

Source    github.com/luarocks/luarocks/wiki/Rockspec-format; a rockspec is Lua, of which only literals are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"--(?:\[\[.*?\]\]|[^\n]*)", re.DOTALL)
_MODULE = re.compile(r"(?:\[\s*[\"']([\w.-]+)[\"']\s*\]|\b([A-Za-z_]\w*))\s*=\s*[\"']([^\"'\n]+\.lua)[\"']")
_DEPENDENCIES = re.compile(r"dependencies\s*=\s*\{(.*?)\}", re.DOTALL)
_ROCK = re.compile(r"[\"'](?:[\w-]+/)?([A-Za-z0-9][\w.-]*)")


@dataclass(frozen=True, slots=True)
class Rock:
    """Pairs of a module and its file, relative to the manifest's folder or the one above; names of other rocks."""

    modules: tuple[tuple[str, str], ...] = ()
    needs: tuple[str, ...] = ()


def read(text: str) -> Rock:
    """What it says."""
    text = _COMMENT.sub("", text)
    modules = ((quoted or plain, path) for quoted, plain, path in _MODULE.findall(text))
    needs = (name for part in _DEPENDENCIES.findall(text) for name in _ROCK.findall(part))
    return Rock(tuple(modules), tuple(dict.fromkeys(needs)))
