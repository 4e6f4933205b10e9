"""The parser in C and the one of the binding give the same columns, of broken files too."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.flatten import ALL, FIELDS, SPAN
from rubout.measure.languages import binding
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import PARSE_MICROSECONDS, tables
from tests.measure.test_t2_languages import FIXTURES

if TYPE_CHECKING:
    from array import array
    from types import ModuleType

syntax = pytest.importorskip(
    "rubout.kernels.syntax", reason="NOT COMPARED: the parser is not compiled", exc_type=ImportError
)

SOURCES = {name: source.encode() for name, (source, _, _) in FIXTURES.items()}
TABLES = {language.name: tables(language.grammar) for language in LANGUAGES if language.grammar}
# The most memory of a process that parses a large file so many times.
PEAK = """
import resource, sys
from rubout.kernels import syntax
import tree_sitter_python
tables = tree_sitter_python.language()
wanted = bytes(len(syntax.kinds(tables)) + 1)
for _ in range(int(sys.argv[1])):
    syntax.parse(tables, b"f(a, b + 1)\\n" * 100_000, 60_000_000, wanted)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
# A parse for which there is no memory, and one after it.
EXHAUSTED = """
import resource
from rubout.kernels import syntax
import tree_sitter_python
tables = tree_sitter_python.language()
wanted = bytes(len(syntax.kinds(tables)) + 1)
before = syntax.parse(tables, b"a = b", 0, wanted)
resource.setrlimit(resource.RLIMIT_AS, (int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize(), -1))
try:
    syntax.parse(tables, b"f(a, b + 1)\\n" * 100_000, 0, wanted)
except MemoryError:
    print(syntax.parse(tables, b"a = b", 0, wanted) == before)
"""
names = st.sampled_from(sorted(SOURCES))


def wanting(name: str, what: int = ALL) -> bytes:
    """The same of every kind."""
    return bytes([what]) * (len(syntax.kinds(TABLES[name])) + 1)


def both(name: str, source: bytes, wanted: bytes) -> list[tuple[array[int], ...] | None]:
    return [parser.parse(TABLES[name], source, PARSE_MICROSECONDS, wanted) for parser in (syntax, binding)]


@pytest.mark.parametrize("name", TABLES)
def test_the_numbering_of_kinds_and_fields_is_the_same(name: str) -> None:
    assert syntax.kinds(TABLES[name]) == binding.kinds(TABLES[name])
    assert [*syntax.fields(TABLES[name]).items()] == [*binding.fields(TABLES[name]).items()]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("what", [ALL, SPAN, FIELDS, 0])
def test_the_columns_of_whole_files_are_the_same(name: str, what: int) -> None:
    compiled, bound = both(name, SOURCES[name], wanting(name, what))
    assert compiled is not None
    assert compiled == bound
    assert [column.typecode for column in compiled] == ["H", "H", "I", "I", "I", "I", "I"]


@given(names, st.data())
def test_so_are_those_of_broken_files(name: str, data: st.DataObject) -> None:
    source = SOURCES[name]
    ends = st.integers(0, len(source))
    pieces = [source[start:end] for start, end in data.draw(st.lists(st.tuples(ends, ends), max_size=6))]
    junk = data.draw(st.lists(st.binary(max_size=4), min_size=len(pieces), max_size=len(pieces)))
    broken = b"".join(part for pair in zip(pieces, junk, strict=True) for part in pair)
    wanted = bytes(data.draw(st.lists(st.integers(0, 3), min_size=8, max_size=8))) * len(wanting(name))
    compiled, bound = both(name, broken, wanted[: len(wanting(name))])
    assert compiled == bound


@given(names, st.integers(1, 40))
def test_what_a_parse_leaves_behind_does_not_reach_the_next(name: str, times: int) -> None:
    syntax.parse(TABLES[name], SOURCES[name] * times, PARSE_MICROSECONDS, wanting(name))
    for other in ("python", "typescript"):
        compiled, bound = both(other, SOURCES[other], wanting(other))
        assert compiled == bound


@pytest.mark.skipif(sys.platform == "win32", reason="no resource usage")
def test_the_memory_of_a_tree_is_given_back() -> None:
    once, often = (int(subprocess.check_output([sys.executable, "-c", PEAK, times])) for times in ("1", "5"))
    assert often < 1.5 * once


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory that is kept")
def test_a_parse_without_memory_is_an_exception_and_the_next_is_whole() -> None:
    assert subprocess.check_output([sys.executable, "-c", EXHAUSTED]) == b"True\n"


def test_a_parse_within_the_collection_that_another_starts_leaves_that_one_as_it_is() -> None:
    wanted, parsed = wanting("python"), []
    before = syntax.parse(TABLES["python"], SOURCES["python"] * 100, 0, wanted)

    def parse(phase: str, _: object) -> None:
        parsed.append(phase)
        syntax.parse(TABLES["python"], SOURCES["python"], 0, wanted)

    limits, was_enabled = gc.get_threshold(), gc.isenabled()
    gc.callbacks.append(parse)
    gc.set_threshold(1)
    gc.enable()  # commands run in this process before may have turned it off
    try:
        after = [syntax.parse(TABLES["python"], SOURCES["python"] * 100, 0, wanted) for _ in range(10)]
    finally:
        if not was_enabled:
            gc.disable()
        gc.set_threshold(*limits)
        gc.callbacks.remove(parse)
    assert parsed
    assert after == [before] * 10


@pytest.mark.parametrize("parser", [syntax, binding])
def test_a_parse_that_takes_longer_gives_none_and_the_next_is_whole(parser: ModuleType) -> None:
    source, wanted = SOURCES["python"] * 2_000, wanting("python")
    assert parser.parse(TABLES["python"], source, 1, wanted) is None
    assert (
        parser.parse(TABLES["python"], SOURCES["python"], 1_000_000, wanted)
        == both("python", SOURCES["python"], wanted)[1]
    )


def test_what_is_no_grammar_or_not_one_byte_a_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="PyCapsule"):
        syntax.parse(object(), b"", 1, b"")
    with pytest.raises(ValueError, match="one byte a kind"):
        syntax.parse(TABLES["python"], b"", 1, b"")
