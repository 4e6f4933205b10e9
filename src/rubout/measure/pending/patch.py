"""The text of an apply-patch call, read into sections.

`*** Begin Patch`, then sections, then `*** End Patch`. A section begins with `*** Add File: P` (each line behind a
`+`), `*** Delete File: P`, or `*** Update File: P`, with `*** Move to: Q` under it or not, and hunks. A hunk begins
with `@@`, with a line of context behind it or not; its lines stand behind a space, a `-` or a `+`, and
`*** End of File` may close it. There are no line numbers.

What a host takes without complaint is taken here too: blank space around the text and its markers, the heredoc that a
model wraps around it, a first hunk without `@@`, an empty line for an empty line of context.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rubout.measure.pending.text import SilentError

if TYPE_CHECKING:
    from collections.abc import Callable

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_ADD, _DELETE, _UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
_MOVE, _LAST = "*** Move to: ", "*** End of File"
_HUNK = "@@"
_LINES = frozenset({"", " ", "+", "-"})  # how a line of a hunk begins; one that is empty may have lost its space
_NO_PATCH = "bad_patch"
_HEREDOCS = frozenset({"<<EOF", "<<'EOF'", '<<"EOF"'})


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines to find and lines to put there."""

    context: str | None  # a line that stands above, None for any place
    old: tuple[str, ...]
    new: tuple[str, ...]
    last: bool = False  # it ends the file


@dataclass(frozen=True, slots=True)
class Section:
    """What becomes of one file: `content` for a new one, hunks for an old one, neither for one that goes away."""

    path: str
    content: str | None = None
    hunks: tuple[Hunk, ...] = ()
    target: str | None = None  # where an old one moves

    def paths(self) -> tuple[str, ...]:
        """The files it touches."""
        return (self.path,) if self.target is None else (self.path, self.target)

    def at(self, place: Callable[[str], str]) -> Section:
        """The same of other paths."""
        return replace(self, path=place(self.path), target=None if self.target is None else place(self.target))


def sections(text: str) -> tuple[Section, ...]:
    """The sections in their order, at least one.

    Raises:
        SilentError: the text is no patch.
    """
    lines = _body(text.strip().split("\n"))
    found: list[Section] = []
    at = 0
    while at < len(lines):
        section, at = _section(lines, at)
        found.append(section)
    if not found:
        raise SilentError(_NO_PATCH)
    return tuple(found)


def _body(lines: list[str]) -> list[str]:
    """What stands between the markers."""
    if lines[0] in _HEREDOCS and lines[-1].endswith("EOF"):
        lines = lines[1:-1]
    if len(lines) < 2 or (lines[0].strip(), lines[-1].strip()) != (_BEGIN, _END):  # noqa: PLR2004 - both markers
        raise SilentError(_NO_PATCH)
    return lines[1:-1]


def _section(lines: list[str], at: int) -> tuple[Section, int]:
    """The section that begins there, and where the next one does."""
    header = lines[at].strip()
    at += 1
    if header.startswith(_DELETE):
        return Section(_path(header, _DELETE)), at
    if header.startswith(_ADD):
        end = next((here for here in range(at, len(lines)) if not lines[here].startswith("+")), len(lines))
        return Section(_path(header, _ADD), "".join(f"{line[1:]}\n" for line in lines[at:end])), end
    path = _path(header, _UPDATE)
    target = None
    if at < len(lines) and lines[at].startswith(_MOVE):
        target = _path(lines[at], _MOVE)
        at += 1
    hunks, at = _hunks(lines, at)
    return Section(path, hunks=hunks, target=target), at


def _path(line: str, marker: str) -> str:
    path = line.removeprefix(marker)
    if path == line or not path or "\0" in path:
        raise SilentError(_NO_PATCH)
    return path


def _hunks(lines: list[str], at: int) -> tuple[tuple[Hunk, ...], int]:
    hunks: list[Hunk] = []
    while at < len(lines) and not lines[at].startswith("*"):
        if lines[at].strip():
            hunk, at = _hunk(lines, at, first=not hunks)
            hunks.append(hunk)
        else:
            at += 1
    if not hunks:
        raise SilentError(_NO_PATCH)
    return tuple(hunks), at


def _hunk(lines: list[str], at: int, *, first: bool) -> tuple[Hunk, int]:
    context = None
    if lines[at].startswith(f"{_HUNK} "):
        context = lines[at].removeprefix(f"{_HUNK} ")
    elif lines[at] != _HUNK:
        if not first:
            raise SilentError(_NO_PATCH)
        at -= 1
    start = at = at + 1
    while at < len(lines) and lines[at][:1] in _LINES:
        at += 1
    if at == start:
        raise SilentError(_NO_PATCH)
    body = lines[start:at]
    old = tuple(line[1:] for line in body if line[:1] != "+")
    new = tuple(line[1:] for line in body if line[:1] != "-")
    last = at < len(lines) and lines[at] == _LAST
    return Hunk(context, old, new, last), at + last
