"""The baseline file: one row a line, sorted, and refused by name when it cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import StoreError
from rubout.facts.ratchet import Baseline, Finding
from rubout.store.baseline import (
    NAME,
    baseline_bytes,
    baseline_text,
    parse_baseline,
    read_baseline,
    read_header,
    refuse_other_rules,
    write_baseline,
)
from tests.ratchets import BASELINES, HEADER, REVISIONS, baseline, clone, complexity, lines

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
{"accepted": null, "law": "density", "revisions": {"clones": 3, "liveness": 2, "scan": 1}, \
"schema": "rubout.baseline/1", "soft_line": 304, "zone_tiers": [250, 750]}
["clone", "87959bfdca35fb2d", 1, ["src/a.py::load/2#0", "src/b.py::load/2#0"]]
["dead", "5f0c6a1e9b7d2c34", 1, ["src/old.py"]]
["file_lines", "src/a.py", 120, "3b18e512dba7"]
["fn_cognitive", "src/a.py::load/2#0", 7]
"""
BASELINE = baseline(
    clone("87959bfdca35fb2d", 1, "src/a.py::load/2#0", "src/b.py::load/2#0"),
    Finding("dead", "5f0c6a1e9b7d2c34", 1, ("src/old.py",)),
    lines("src/a.py", 120, "3b18e512dba7"),
    complexity("src/a.py::load/2#0", 7),
)
HEAD = TEXT.splitlines()[0]


def refusal(*rows: str, header: str = HEAD) -> StoreError:
    """Why a file of these lines is refused."""
    with pytest.raises(StoreError) as refused:
        parse_baseline("".join(f"{line}\n" for line in (header, *rows)).encode(), "b.jsonl")
    return refused.value


def test_a_baseline_is_a_header_and_one_row_a_line() -> None:
    assert baseline_text(BASELINE) == TEXT
    assert parse_baseline(TEXT.encode(), "b.jsonl") == BASELINE


def test_lines_ascend_by_their_bytes_and_not_by_their_names() -> None:
    rows = baseline(*(lines(path, 1) for path in ("a", "a!", "a\U0001f600", "a\uffee", "aé")))
    written = baseline_text(rows).encode().splitlines()[1:]
    assert written == sorted(written)
    assert [line.split(b'"')[3].decode() for line in written] == ["a!", "a", "aé", "a\uffee", "a\U0001f600"]


@given(BASELINES, st.none() | st.text(), st.none() | st.integers(1, 900))
def test_what_is_written_is_read_again(rows: Baseline, accepted: str | None, soft: int | None) -> None:
    header = msgspec.structs.replace(HEADER, accepted=accepted, soft_line=soft)
    written = baseline_text(Baseline(header, rows.ceilings, rows.findings))
    assert parse_baseline(written.encode(), "b.jsonl") == Baseline(header, rows.ceilings, rows.findings)


def test_a_path_that_is_no_text_is_kept() -> None:
    odd = baseline(lines("caf\udce9.py", 3, "1"), lines("é.py", 3, "1"))
    assert parse_baseline(baseline_text(odd).encode(), "b.jsonl") == odd


def test_line_ends_that_git_made_for_windows_are_read() -> None:
    assert parse_baseline(TEXT.replace("\n", "\r\n").encode(), "b.jsonl") == BASELINE


def test_no_file_is_no_baseline_and_what_is_written_replaces_it_whole(tmp_path: Path) -> None:
    place = tmp_path / NAME
    assert read_baseline(place, REVISIONS) is None
    write_baseline(place, BASELINE, None)
    write_baseline(place, baseline(), TEXT.encode())
    assert read_baseline(place, REVISIONS) == baseline()
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


@pytest.mark.parametrize("meanwhile", [None, b"", TEXT.encode() + b"x"])
def test_a_file_that_somebody_else_wrote_meanwhile_is_left_alone(tmp_path: Path, meanwhile: bytes | None) -> None:
    place = tmp_path / NAME
    if meanwhile is not None:
        place.write_bytes(meanwhile)
    with pytest.raises(StoreError, match="meanwhile"):
        write_baseline(place, baseline(), TEXT.encode())
    assert baseline_bytes(place) == meanwhile


def test_a_header_is_read_without_what_follows_it(tmp_path: Path) -> None:
    place = tmp_path / NAME
    assert read_header(place) is None
    place.write_bytes(TEXT.encode() + b"no JSON")
    assert read_header(place) == BASELINE.header
    place.write_bytes(b"{}")
    with pytest.raises(StoreError, match="no header"):
        read_header(place)


def test_what_cannot_be_read_is_not_taken_for_absent(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_baseline(tmp_path, REVISIONS)


def test_a_soft_line_may_be_missing() -> None:
    header = HEAD.replace('"soft_line": 304, ', "")
    assert parse_baseline(f"{header}\n".encode(), "b.jsonl").header.soft_line is None


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("<<<<<<< ours", "no JSON: '<<<<<<< ours'"),
        ("", "no JSON: ''"),
        ("[" * 100_000, "no JSON: '" + "[" * 60),
        ("\ud800", "no JSON"),
        ("{}", "None is none of clone, dead, file_lines, fn_cognitive"),
        ("[]", "None is none of"),
        ('[["clone"], "1", 1, ["a"]]', "['clone'] is none of"),
        ('["fn_lines", "a", 1]', "'fn_lines' is none of"),
        ('["file_lines", "a", 1]', "3 items, where file_lines has 4"),
        ('["fn_cognitive", "a::f/0#0", 1, ""]', "4 items, where fn_cognitive has 3"),
        ('["file_lines", "a", -1, ""]', "-1 is negative"),
        ('["file_lines", "a", "1", ""]', "no row of file_lines: Expected `int`, got `str`"),
        ('["file_lines", "a", true, ""]', "no row of file_lines: Expected `int`, got `bool`"),
        ('["file_lines", "a", NaN, ""]', "no row of file_lines"),
        ('["clone", "1", 0, ["a"]]', "a count of 0 is no finding"),
        ('["clone", "1", 1, []]', "a finding without a place"),
        ('["clone", "1", 1, ["b", "a"]]', "place 'a' does not ascend"),
        ('["dead", "1", 1, ["a", "a"]]', "place 'a' does not ascend"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused_by_line(row: str, what: str) -> None:
    source = f'{HEAD}\n["clone", "0", 1, ["a"]]\n{row}\n'.encode("utf-8", "surrogatepass")
    with pytest.raises(StoreError) as refused:
        parse_baseline(source, "b.jsonl")
    assert refused.value.where == "b.jsonl:3"
    assert refused.value.what.startswith(what)


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (('["dead", "2", 1, ["a"]]', '["dead", "1", 1, ["a"]]'), "out of order: the lines ascend by their bytes"),
        (('["dead", "1", 1, ["a"]]', '["dead", "1", 1, ["a"]]'), "a second row of dead 1"),
        (('["dead", "1", 1, ["a"]]', '["dead", "1", 2, ["a"]]'), "a second row of dead 1"),
    ],
)
def test_rows_that_do_not_ascend_are_refused_by_line(rows: tuple[str, ...], what: str) -> None:
    refused = refusal('["clone", "1", 1, ["a"]]', *rows)
    assert (refused.where, refused.what) == ("b.jsonl:4", what)


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ("[]", "its schema is None, and 'rubout.baseline/1' is read"),
        (
            HEAD.replace("baseline/1", "baseline/2"),
            "its schema is 'rubout.baseline/2', and 'rubout.baseline/1' is read",
        ),
        (HEAD.replace("304", "0"), "a soft line of 0 is below 1"),
        (HEAD.replace("304", "-7"), "a soft line of -7 is below 1"),
        (HEAD.replace('"density"', "1"), "no header of a baseline: Expected `str`, got `int` - at `$.law`"),
        (HEAD.replace("accepted", "granted"), "no header of a baseline: Object contains unknown field `granted`"),
        ("{", "no JSON: '{'"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused(header: str, what: str) -> None:
    refused = refusal(header=header)
    assert (refused.where, refused.what) == ("b.jsonl:1", what)


@pytest.mark.parametrize(
    ("source", "where", "what"),
    [
        (b"", "b.jsonl:1", "no header"),
        (TEXT.encode()[:-1], "b.jsonl:5", "a line without an end: part of the file is lost"),
        (HEAD.encode(), "b.jsonl:1", "a line without an end: part of the file is lost"),
    ],
)
def test_a_torn_file_is_refused(source: bytes, where: str, what: str) -> None:
    with pytest.raises(StoreError) as refused:
        parse_baseline(source, "b.jsonl")
    assert (refused.value.where, refused.value.what) == (where, what)


@pytest.mark.parametrize(
    ("revisions", "what"),
    [
        ({"clones": 4, "liveness": 2, "scan": 1}, "made under other rules of clones (revision 3, now 4)"),
        (
            {"clones": 2, "scan": 1},
            "made under other rules of clones (revision 3, now 2), liveness (revision 2, now none)",
        ),
        ({**REVISIONS, "units": 1}, "made under other rules of units (revision none, now 1)"),
    ],
)
def test_a_baseline_of_other_rules_is_refused_by_their_names(
    tmp_path: Path, revisions: dict[str, int], what: str
) -> None:
    write_baseline(tmp_path / NAME, BASELINE, None)
    with pytest.raises(StoreError) as refused:
        read_baseline(tmp_path / NAME, revisions)
    assert (refused.value.where, refused.value.what) == (f"{tmp_path / NAME}:1", what)
    assert "rubout baseline --accept" in refused.value.fix


def test_the_same_rules_are_not_refused() -> None:
    refuse_other_rules(HEADER, dict(reversed(REVISIONS.items())), "b.jsonl")


@given(st.data())
def test_whatever_a_file_holds_it_is_read_or_refused(data: st.DataObject) -> None:
    source = bytearray(TEXT.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        source[data.draw(st.integers(0, len(source) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = parse_baseline(bytes(source), "b.jsonl")
    except StoreError as refused:
        assert refused.where.startswith("b.jsonl:")
    else:
        assert parse_baseline(baseline_text(read).encode(), "b.jsonl") == read
