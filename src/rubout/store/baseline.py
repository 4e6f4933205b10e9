"""The baseline file: a header, then one row a line, sorted, so that changes and merges of it read well."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from operator import lt
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from rubout.errors import StoreError
from rubout.facts.ratchet import SCHEMA, Baseline, Ceiling, Finding, Header, name_of
from rubout.store.files import replace_text
from rubout.store.names import BASELINE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

NAME = BASELINE
_ROWS: Mapping[object, type[Ceiling | Finding]] = {
    "clone": Finding,
    "dead": Finding,
    "file_lines": Ceiling,
    "fn_cognitive": Ceiling,
}
_ITEMS = {"clone": 4, "dead": 4, "file_lines": 4, "fn_cognitive": 3}
# What a line that begins like this holds; what does not fit may still be a row, or says what is wrong with it.
# With a literal all rows of a kind share its text, which is compared and hashed in no time.
_READERS: Mapping[bytes, tuple[msgspec.json.Decoder[Any], type[Ceiling | Finding]]] = {
    b'["clone"': (msgspec.json.Decoder(tuple[Literal["clone"], str, int, tuple[str, ...]]), Finding),
    b'["dead"': (msgspec.json.Decoder(tuple[Literal["dead"], str, int, tuple[str, ...]]), Finding),
    b'["file_lines"': (msgspec.json.Decoder(tuple[Literal["file_lines"], str, int, str]), Ceiling),
    b'["fn_cognitive"': (msgspec.json.Decoder(tuple[Literal["fn_cognitive"], str, int]), Ceiling),
}
_ANEW = 'start anew with `rubout baseline --accept "REASON"`'


def read_baseline(path: Path, revisions: Mapping[str, int]) -> Baseline | None:
    """What was written to `path`, or None where no file is; `revisions` are those of the rules in force.

    Raises:
        StoreError: the file cannot be read, or compared with what these rules find.
    """
    source = baseline_bytes(path)
    return None if source is None else comparable_baseline(source, str(path), revisions)


def baseline_bytes(path: Path) -> bytes | None:
    """The bytes of the file, or None where none is; raises StoreError."""
    return _bytes(path)


def _bytes(path: Path, *, only_header: bool = False) -> bytes | None:
    """The bytes of the file, or of its first line."""
    try:
        with path.open("rb") as file:
            return file.readline() if only_header else file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        fix = "make it a file that can be read"
        raise StoreError(f"cannot be read: {error.strerror}", where=str(path), fix=fix) from error


def read_header(path: Path) -> Header | None:
    """The header alone, or None where no file is; raises StoreError."""
    source = _bytes(path, only_header=True)
    return None if source is None else parse_header(source, str(path))


def comparable_baseline(source: bytes, where: str, revisions: Mapping[str, int]) -> Baseline:
    """As `parse_baseline`, of these rules alone; raises StoreError."""
    baseline = parse_baseline(source, where)
    refuse_other_rules(baseline.header, revisions, where)
    return baseline


def write_baseline(path: Path, baseline: Baseline, before: bytes | None) -> None:
    """Replace the file as a whole.

    Args:
        path: of the file.
        baseline: what it is to hold.
        before: the bytes that the new content was made from; None where there was no file.

    Raises:
        StoreError: the file cannot be written, or somebody else wrote it meanwhile.
    """
    if baseline_bytes(path) != before:
        raise StoreError("was written by somebody else meanwhile", where=str(path), fix="run `rubout baseline` again")
    replace_text(path, baseline_text(baseline))


def baseline_text(baseline: Baseline) -> str:
    """The content of the file."""
    header: dict[str, object] = msgspec.to_builtins(baseline.header)
    rows = [*map(_line, baseline.ceilings), *map(_line, baseline.findings)]
    return "".join(f"{line}\n" for line in (_json(header), *sorted(rows, key=str.encode)))


def parse_baseline(source: bytes, where: str) -> Baseline:
    """Read what `baseline_text` gives, under any rules; `where` names the source in an error.

    Raises:
        StoreError: the first line that is wrong.
    """
    lines = source.split(b"\n")
    if lines.pop():
        raise _wrong(where, len(lines) + 1, "a line without an end: part of the file is lost")
    if not lines:
        raise _wrong(where, 1, "no header")
    header = _header(_value(lines[0], where, 1), where)
    rows = [
        _read(line) or _row(_value(line, where, number), where, number)
        for number, line in enumerate(lines[1:], start=2)
    ]
    _check_order(lines[1:], rows, where)
    rows.sort(key=name_of)
    return Baseline(
        header,
        tuple(row for row in rows if isinstance(row, Ceiling)),
        tuple(row for row in rows if isinstance(row, Finding)),
    )


def parse_header(source: bytes, where: str) -> Header:
    """The header of what `baseline_text` gives, whatever follows it; raises StoreError."""
    line, end, _ = source.partition(b"\n")
    if not end:
        raise _wrong(where, 1, "no header")
    return _header(_value(line, where, 1), where)


def refuse_other_rules(header: Header, revisions: Mapping[str, int], where: str) -> None:
    """Refuse a baseline whose rows other rules made.

    Raises:
        StoreError: naming each family whose revision is another.
    """
    names = sorted(header.revisions.keys() | revisions.keys())
    pairs = ((name, header.revisions.get(name, "none"), revisions.get(name, "none")) for name in names)
    others = [f"{name} (revision {then}, now {now})" for name, then, now in pairs if then != now]
    if others:
        raise StoreError(f"made under other rules of {', '.join(others)}", where=f"{where}:1", fix=_ANEW)


def _line(row: Ceiling | Finding) -> str:
    items: Sequence[object] = msgspec.to_builtins(row)
    return _json(items[: _ITEMS[name_of(row)[0]]])


def _json(value: object) -> str:
    """JSON with its letters as they are, but for those that a path has in place of bytes that are no UTF-8."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, sort_keys=True)
    return text


def _value(line: bytes, where: str, number: int) -> object:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise _wrong(where, number, f"no JSON: {line[:60].decode(errors='replace')!r}") from error


def _read(line: bytes) -> Ceiling | Finding | None:
    """The row of a line, or None where it takes a closer look."""
    reader = _READERS.get(line.partition(b",")[0])
    if reader is None:
        return None
    decoder, record = reader
    try:
        row = record(*decoder.decode(line))
    except msgspec.DecodeError:
        return None
    return None if row.wrong else row


def _header(value: object, where: str) -> Header:
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema != SCHEMA:
        raise StoreError(f"its schema is {schema!r}, and {SCHEMA!r} is read", where=f"{where}:1", fix=_ANEW)
    try:
        header = msgspec.convert(value, Header)
    except msgspec.ValidationError as error:
        raise _wrong(where, 1, f"no header of a baseline: {error}") from error
    if header.soft_line is not None and header.soft_line < 1:
        raise _wrong(where, 1, f"a soft line of {header.soft_line} is below 1")
    return header


def _row(value: object, where: str, number: int) -> Ceiling | Finding:
    kind = value[0] if isinstance(value, list) and value else None
    record = _ROWS.get(kind) if isinstance(kind, str) else None
    if record is None or not isinstance(value, list):
        raise _wrong(where, number, f"{kind!r} is none of {', '.join(_ITEMS)}")
    if len(value) != _ITEMS[str(kind)]:
        raise _wrong(where, number, f"{len(value)} items, where {kind} has {_ITEMS[str(kind)]}")
    try:
        row = msgspec.convert(value, record)
    except msgspec.ValidationError as error:
        raise _wrong(where, number, f"no row of {kind}: {error}") from error
    if row.wrong:
        raise _wrong(where, number, row.wrong)
    return row


def _check_order(lines: Sequence[bytes], rows: Sequence[Ceiling | Finding], where: str) -> None:
    """Lines ascend, so that rows of one name, which begin alike, stand side by side."""
    if len(set(map(name_of, rows))) == len(rows) and all(map(lt, lines, islice(lines, 1, None))):
        return
    for number, ((before, line), (above, row)) in enumerate(zip(pairwise(lines), pairwise(rows), strict=True), start=3):
        if name_of(above) == name_of(row):
            raise _wrong(where, number, f"a second row of {' '.join(name_of(row))}")
        if before >= line:
            raise _wrong(where, number, "out of order: the lines ascend by their bytes")


def _wrong(where: str, line: int, what: str) -> StoreError:
    return StoreError(what, where=f"{where}:{line}", fix=f"take the file as it was committed, or {_ANEW}")
