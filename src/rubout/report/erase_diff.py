"""A plan as the unified diff that takes it out: what `git apply` reads.

Formula   hunk: context of 3 lines around spans; spans whose contexts touch or overlap share one.
          new start = old start - lines removed before it, less 1 when nothing of the hunk remains
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.splices import byte_lines
from rubout.report.record import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.gate.erase_rows import PlanRow
    from rubout.gate.erase_targets import Target

CONTEXT = 3
DIGEST_DIGITS = 16
_UNENDED = b"\n\\ No newline at end of file\n"
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


class _Hunk(NamedTuple):
    """Rows that share context, and the lines shown, 1-based and inclusive."""

    rows: list[PlanRow]
    start: int
    end: int


def diff(targets: Iterable[Target]) -> bytes:
    """The diff of a plan, file by file in the order given."""
    return b"".join(part for target in targets for part in _file(target))


def _file(target: Target) -> Iterator[bytes]:
    before, after = quoted(f"a/{target.path}"), quoted(f"b/{target.path}")
    yield f"diff --git {before} {after}\n".encode()
    lines = byte_lines(target.before)
    if target.after is None:
        yield f"deleted file mode {'100755' if target.is_executable else '100644'}\n".encode()
        if lines:
            yield _names(before, "/dev/null")
            yield _head((1, len(lines)), (0, 0), target.rows)
            yield from (_line(b"-", line) for line in lines)
        return
    yield _names(before, after)
    removed = 0
    for hunk in _hunks(target.rows, len(lines)):
        yield from _hunk(hunk, lines, removed)
        removed += sum(row.end_line - row.start_line + 1 for row in hunk.rows)


def _names(before: str, after: str) -> bytes:
    """The two lines of names; git ends one that holds a blank with a tab."""
    ends = ["\t" if " " in name else "" for name in (before, after)]
    return f"--- {before}{ends[0]}\n+++ {after}{ends[1]}\n".encode()


def _hunks(rows: Iterable[PlanRow], last_line: int) -> Iterator[_Hunk]:
    hunk: _Hunk | None = None
    for row in rows:
        start, end = max(1, row.start_line - CONTEXT), min(last_line, row.end_line + CONTEXT)
        if hunk and start <= hunk.end + 1:
            hunk = _Hunk([*hunk.rows, row], hunk.start, end)
            continue
        if hunk:
            yield hunk
        hunk = _Hunk([row], start, end)
    if hunk:
        yield hunk


def _hunk(hunk: _Hunk, lines: Sequence[bytes], removed: int) -> Iterator[bytes]:
    gone = {number for row in hunk.rows for number in range(row.start_line, row.end_line + 1)}
    old = hunk.end - hunk.start + 1
    new = old - len(gone)
    yield _head((hunk.start, old), (hunk.start - removed - (new == 0), new), hunk.rows)
    for number in range(hunk.start, hunk.end + 1):
        yield _line(b"-" if number in gone else b" ", lines[number - 1])


def _head(old: tuple[int, int], new: tuple[int, int], rows: Sequence[PlanRow]) -> bytes:
    """Start and count of either side, then which class, why, and which bytes it was judged on."""
    why = " ; ".join(printable(row.provenance) for row in rows)
    digest = rows[0].hash[:DIGEST_DIGITS]
    places = f"-{old[0]},{old[1]} +{new[0]},{new[1]}"
    return f"@@ {places} @@ {rows[0].cls} {why} sha256:{digest}\n".encode()


def _line(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + _UNENDED


def quoted(path: str) -> str:
    """A path as git writes it: in quotes when it holds one, a backslash or a control character."""
    if not any(ord(char) < ord(" ") or char in '"\\\x7f' for char in path):
        return path
    return '"' + "".join(map(_escaped, path)) + '"'


def _escaped(char: str) -> str:
    code = ord(char)
    if code in _ESCAPES:
        return f"\\{_ESCAPES[code]}"
    return char if code >= ord(" ") and char != "\x7f" else f"\\{code:03o}"
