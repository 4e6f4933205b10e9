"""The glob grammar of gitignore, read as git reads it.

Source    gitignore(5), and `wildmatch.c` of git for what the page leaves open: a wildcard stands for bytes,
          a pattern with an unclosed bracket or a lone backslash at its end matches nothing.
A glob is held against one entry at a time, file or folder; what lies below a folder is the caller's walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_SPECIAL = "*?[\\"
_DIGITS = b"0123456789"
_UPPER = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()
_GRAPH = bytes(range(0x21, 0x7F))
_POSIX_CLASSES = {
    b"alnum": _DIGITS + _UPPER + _LOWER,
    b"alpha": _UPPER + _LOWER,
    b"blank": b" \t",
    b"cntrl": bytes((*range(0x20), 0x7F)),
    b"digit": _DIGITS,
    b"graph": _GRAPH,
    b"lower": _LOWER,
    b"print": b" " + _GRAPH,
    b"punct": bytes(set(_GRAPH) - set(_DIGITS + _UPPER + _LOWER)),
    b"space": b" \t\n\v\f\r",
    b"upper": _UPPER,
    b"xdigit": _DIGITS + b"abcdefABCDEF",
}
_NOTHING = b"(?!)"
# What stands for the wildcards until it is known whether another one follows.
_STAR, _FOLDERS, _REST = b"*", b"**/", b"**"


class Glob(NamedTuple):
    """One pattern; `matches` takes the path when `anchored`, else the name."""

    text: str  # as it was written
    line: int  # 1-based, where it was written
    negated: bool
    folders_only: bool
    anchored: bool
    matches: Callable[[str], bool]


def read_globs(text: str) -> tuple[Glob, ...]:
    """The globs of an ignore file in order; a byte-order mark, comments and blank lines are passed over."""
    lines = text.removeprefix("\ufeff").split("\n")
    globs = (parse_glob(line.removesuffix("\r"), number) for number, line in enumerate(lines, start=1))
    return tuple(glob for glob in globs if glob is not None)


def parse_glob(text: str, line: int) -> Glob | None:
    """One line of an ignore file; None when it holds no pattern."""
    if text.startswith("#"):
        return None
    pattern = _without_trailing_spaces(text)
    negated = pattern.startswith("!")
    pattern = pattern.removeprefix("!")
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    if not pattern:
        return None
    anchored = "/" in pattern
    return Glob(text, line, negated, folders_only, anchored, _matcher(pattern.removeprefix("/")))


def last_match(globs: Iterable[Glob], path: str, *, folder: bool) -> Glob | None:
    """The last glob that fits an entry, which decides; `path` is relative to the folder of the ignore file."""
    name = path.rpartition("/")[2]
    found = None
    for glob in globs:
        if (folder or not glob.folders_only) and glob.matches(path if glob.anchored else name):
            found = glob
    return found


def _without_trailing_spaces(text: str) -> str:
    """Git drops spaces at the end of a line; a backslash keeps the one that it stands before."""
    stripped = text.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if stripped != text and backslashes % 2 else stripped


def _matcher(pattern: str) -> Callable[[str], bool]:
    """Plain names and `*.suffix`, nearly all that is ever written, are compared without a regular expression."""
    if not any(special in pattern for special in _SPECIAL):
        return pattern.__eq__
    suffix = pattern[1:]
    if pattern[0] == "*" and "/" not in suffix and not any(special in suffix for special in _SPECIAL):
        return lambda path: path.endswith(suffix) and "/" not in path
    return _regex_matcher(pattern)


def _regex_matcher(pattern: str) -> Callable[[str], bool]:
    import re  # noqa: PLC0415 - most projects have no pattern that needs it

    expression = re.compile(translate(pattern.encode("utf-8", "surrogateescape")), re.DOTALL)
    return lambda path: expression.fullmatch(path.encode("utf-8", "surrogateescape")) is not None


def translate(pattern: bytes) -> bytes:
    """A regular expression, for `fullmatch` on bytes, of a pattern without its leading and final slash."""
    literal = min((at for at in map(pattern.find, (b"*", b"?", b"[", b"\\")) if at >= 0), default=len(pattern))
    parts = [_literal(pattern[:literal])]
    at = literal
    while at < len(pattern):
        byte = pattern[at : at + 1]
        if byte == b"*":
            part, at = _stars(pattern, at, literal)
        elif byte == b"[":
            part, at = _bracket(pattern, at + 1)
        elif byte == b"\\":
            part, at = _literal(pattern[at + 1 : at + 2]) or _NOTHING, at + 2
        else:
            part, at = b"[^/]" if byte == b"?" else _literal(byte), at + 1
        parts.append(part)
    return b"".join(_bounded(parts))


def _bounded(parts: list[bytes]) -> Iterator[bytes]:
    """The parts with their wildcards spelled out so that at most the last of each kind is tried in several places.

    What stands between two wildcards of a kind may be taken where it first fits, once and for all: whatever fits
    behind a later place fits behind this one, since the wildcard there takes the difference.
    """
    wild = [at for at, part in enumerate(parts) if part in (_STAR, _FOLDERS, _REST)]
    crossing = [at for at in wild if parts[at] != _STAR]
    open_star = open_folders = b""
    for at, part in enumerate(parts):
        if at in wild:
            yield open_star
            open_star = b""
        if at in crossing:
            yield open_folders
            open_folders = b""
        if part == _STAR:
            yield b"[^/]*" if at == wild[-1] else b"(?>[^/]*?"
            open_star = b"" if at == wild[-1] else b")"
        elif part == _FOLDERS:
            yield b"(?:.*/)?" if at == crossing[-1] else b"(?>(?:.*?/)??"
            open_folders = b"" if at == crossing[-1] else b")"
        else:
            yield b".*" if part == _REST else part


def _stars(pattern: bytes, start: int, literal: int) -> tuple[bytes, int]:
    """A run of stars: two or more cross slashes when they fill a whole segment.

    Git compares the part before the first wildcard by itself, so stars right after it begin a segment too.
    """
    end = start
    while pattern[end : end + 1] == b"*":
        end += 1
    opens = start == literal or pattern[start - 1 : start] == b"/"
    if end - start == 1 or not opens or pattern[end : end + 1] not in (b"", b"/"):
        return _STAR, end
    return (_FOLDERS, end + 1) if end < len(pattern) else (_REST, end)


def _bracket(pattern: bytes, start: int) -> tuple[bytes, int]:
    """A bracket expression, `start` behind its `[`; an unclosed one makes the whole pattern match nothing."""
    inverted = pattern[start : start + 1] in (b"!", b"^")
    at = first = start + inverted
    members: set[int] = set()
    while at < len(pattern):
        if pattern[at : at + 1] == b"]" and at > first:
            return _byte_class(members, inverted=inverted), at + 1
        found, at = _bracket_item(pattern, at)
        if found is None:
            break
        members.update(found)
    return _NOTHING, len(pattern)


def _bracket_item(pattern: bytes, at: int) -> tuple[Iterable[int] | None, int]:
    """The bytes of one class, range or byte, and where the next item begins; None is no valid item."""
    if pattern[at : at + 2] == b"[:" and (name := pattern[at + 2 :].partition(b"]")[0]).endswith(b":"):
        return _POSIX_CLASSES.get(name[:-1]), at + 2 + len(name) + 1
    low, at = _bracket_byte(pattern, at)
    if pattern[at : at + 1] != b"-" or pattern[at + 1 : at + 2] in (b"", b"]"):
        return low, at
    high, at = _bracket_byte(pattern, at + 1)
    return (range(low[0], high[0] + 1) if low and high else None), at


def _bracket_byte(pattern: bytes, at: int) -> tuple[bytes | None, int]:
    """One byte, which a backslash may stand before."""
    at += pattern[at : at + 1] == b"\\"
    return pattern[at : at + 1] or None, at + 1


def _byte_class(members: set[int], *, inverted: bool) -> bytes:
    chosen = set(range(256)) - members if inverted else members
    listed = b"".join(b"\\x%02x" % byte for byte in sorted(chosen - {0x2F}))
    return b"[" + listed + b"]" if listed else _NOTHING


def _literal(text: bytes) -> bytes:
    return b"".join(b"\\x%02x" % byte for byte in text)
