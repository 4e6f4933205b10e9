"""Renames every identifier of a source text, and nothing else: the result is the same code under other names."""

from __future__ import annotations

import keyword
import re

# Comments and strings are kept whole. An apostrophe that starts no string (a Rust lifetime) costs a few names
# on its line, no more: strings end with their line.
_SLASHES = r"//[^\n]*|/\*.*?\*/"
_HASH = r"\#[^\n]*"
_STRINGS = r'"""(?:.*?)"""|' + r"'''(?:.*?)'''|`(?:\\.|[^`\\])*`|" + r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"
_NAME = r"(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)"
_NUMBER = r"[0-9][A-Za-z0-9_.]*"
# Everything but a name, in this order: what stands first wins.
_HASH_COMMENTS = frozenset({".py", ".rb", ".sh", ".bash"})
_SOURCES = frozenset(
    {".py", ".rb", ".sh", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".rs", ".go", ".java"}
    | {".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".kt", ".php", ".lua"}
)
# Words that some language reserves; a name that another language reserves keeps it, which changes nothing here.
_RESERVED = frozenset(keyword.kwlist) | frozenset(
    """
    abstract any as asserts async await base bigint bool boolean box break byte case catch chan char checked class
    const constructor continue crate debugger declare default defer delete do double dyn echo elif else end ensure
    enum export extends extern fallthrough false final finally fixed float fn for foreach friend from func function
    get global go goto if impl implements implicit import in infer inline instanceof int interface internal is keyof
    let lock long loop macro_rules map match mod module move mut namespace native never new nil not null number
    object of on operator or out override package params private protected pub public range readonly ref register
    require rescue restrict return satisfies sealed select self Self set short signed sizeof static str string struct
    super switch symbol synchronized template this throw throws trait transient true try type typedef typename typeof
    undefined union unique unknown unsafe unsigned use using val var virtual void volatile when where while with yield
    """.split()  # noqa: SIM905 - a list of this length is read more easily as words
)


def renamed(text: str, suffix: str, ending: str) -> str:
    """The text with `suffix` behind every name; `ending` is the ending of its file's name, as `.py`."""
    return _pattern(ending).sub(lambda found: _rename(found, suffix), text)


def is_source(ending: str) -> bool:
    """Whether names of files with this ending can be renamed."""
    return ending in _SOURCES


def _pattern(ending: str) -> re.Pattern[str]:
    comments = _HASH if ending in _HASH_COMMENTS else _SLASHES
    return re.compile(f"{comments}|{_STRINGS}|{_NUMBER}|{_NAME}", re.DOTALL)


def _rename(found: re.Match[str], suffix: str) -> str:
    name = found["name"]
    return found[0] if name is None or name in _RESERVED else name + suffix
