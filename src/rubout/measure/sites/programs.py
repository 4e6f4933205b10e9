"""Which code does a program load whose name does not say its language by a suffix that is judged?"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.sites.read import file_references
from rubout.measure.tree import SlowParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.facts.references import Site

_LONGEST = 256 << 10  # bytes; what is longer is no script that somebody wrote
_FIRST = re.compile(rb"#![ \t]*(?:\S*/)?([\w.+-]+)(?:[ \t]+(?:-\S+[ \t]+|\w+=\S+[ \t]+)*([\w.+-]+))?")
_RUNNERS = {
    "python": "python",
    "pypy": "python",
    "lua": "lua",
    "luajit": "lua",
    "resty": "lua",
    "tarantool": "lua",
    "bash": "bash",
    "sh": "bash",
    "dash": "bash",
    "ksh": "bash",
    "node": "javascript",
    "deno": "typescript",
    "bun": "typescript",
    "runhaskell": "haskell",
    "runghc": "haskell",
    "ruby": "ruby",
    "jruby": "ruby",
    "rake": "ruby",
    "php": "php",
}
_NAMED = {
    **dict.fromkeys(("Rakefile", "rakefile", "Gemfile", "Guardfile", "Capfile", "Thorfile", "Vagrantfile"), "ruby"),
    **dict.fromkeys(("Dangerfile", "Fastfile", "Steepfile", "Appraisals", "Puppetfile", "Brewfile"), "ruby"),
    **dict.fromkeys((".gemspec", ".ru", ".thor", ".jbuilder", ".builder", ".arb", ".rbw", ".podspec"), "ruby"),
    **dict.fromkeys((".phtml", ".inc", ".phpt", ".module", ".install", ".theme"), "php"),
}
_BY_NAME = {language.name: language for language in LANGUAGES}


class Program(NamedTuple):
    """A program: the name of its language, and what it loads."""

    language: str
    sites: Sequence[Site]


def program(path: str, read: Callable[[str], bytes | None]) -> Program | None:
    """What a walked file is, by its name or its first line; None where neither tells, and for other suffixes."""
    name = posixpath.basename(path)
    language = _NAMED.get(name) or _NAMED.get(posixpath.splitext(name)[1])
    if language is None and "." in name:
        return None
    source = read(path) or b""
    language = language or _language(source)
    if language is None or len(source) > _LONGEST:
        return None
    try:
        return Program(language, file_references(source, path, _BY_NAME[language]).references.sites)
    except SlowParseError:
        return None


def _language(source: bytes) -> str | None:
    found = _FIRST.match(source)
    if found is None:
        return None
    runner = (found[2] if found[1] == b"env" else found[1]) or b""
    return _RUNNERS.get(runner.decode(errors="replace").rstrip("0123456789."))
