"""What does a gemspec, a `Gemfile` or a `Gemfile.lock` say of gems?

Source    guides.rubygems.org/specification-reference, bundler.io/man/gemfile.5.html; only literals are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"""\.name\s*=\s*["']([\w.-]+)["']""")
_PATHS = re.compile(r"""\.require_paths?\s*=\s*(\[[^\]]*\]|%w[\[(][^\])]*[\])]|["'][^"']*["'])""")
_WORD = re.compile(r"[\w./-]+")
_NEEDS = re.compile(r"""(?:\badd(?:_\w+)?_dependency|^\s*gem)[\s(]+["']([\w.-]+)["']""", re.MULTILINE)
_LOCKED = re.compile(r"^ {4}([\w.-]+) \(", re.MULTILINE)
_COMMENT = re.compile(r"^\s*#.*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Gem:
    """`name` is "" where none is built. `require_paths`: relative to the manifest's folder. `needs`: names of gems."""

    name: str = ""
    require_paths: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def read(text: str) -> Gem:
    """What a gemspec or a `Gemfile` says."""
    text = _COMMENT.sub("", text)
    name, paths = _NAME.search(text), _PATHS.search(text)
    return Gem(
        name=name[1] if name else "",
        require_paths=tuple(_WORD.findall(paths[1].removeprefix("%w"))) if paths else (),
        needs=tuple(dict.fromkeys(_NEEDS.findall(text))),
    )


def locked(text: str) -> Gem:
    """The gems in a `Gemfile.lock`, those that are needed indirectly, too."""
    return Gem(needs=tuple(dict.fromkeys(_LOCKED.findall(text))))
