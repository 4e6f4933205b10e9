"""Which C and C++ files are entries."""

from __future__ import annotations

import pytest

from rubout.measure.entries.bits import MAIN, MENTIONED
from rubout.measure.entries.c_family import flags
from tests.tables import cases
from tests.worlds import flagging, world


@cases(
    "build expected",
    r"""
    # nothing => a.c b.c net/a.c
    all: => a.c b.c net/a.c
    run: a.c => a.c net/a.c
    run: net/a.c => net/a.c
    run: ./b.o => b.c
    run: $(OUT)/b.o => b.c
    run: $(wildcard *.c) => a.c b.c net/a.c
    H = a.h => a.c b.c net/a.c
    """,
)
def test_sources_are_entries_unless_a_build_file_names_others(build: str, expected: str) -> None:
    files = {"Makefile": build, **dict.fromkeys(["a.c", "b.c", "net/a.c"], "int x;\n")}
    assert sorted(flags(world(files))) == expected.split()


def test_the_nearest_build_files_that_name_sources_decide() -> None:
    files = {"Makefile": "run: a.c", "sub/Makefile": "all:", "sub/two/Makefile": "x: *.c"}
    sources = dict.fromkeys(["a.c", "sub/b.c", "sub/two/c.c"], "int x;\n")
    assert flags(world({**files, **sources})) == {"a.c": MAIN, "sub/two/c.c": MAIN}


test_a_name_or_a_function_makes_an_entry = flagging(
    flags,
    """
    tool.c => int main(void) { return 0; } => main
    test_a.c => test
    a_test.cc => test
    a_unittest.cc => test
    include/p/a.h => exported
    a.h =>
    compat/sys/time.h => main
    latest.c =>
    """,
    {"Makefile": "run: other.c"},
)


def test_go_compiles_what_lies_beside_it() -> None:
    files = {"Makefile": "x: other.c", "p/a.c": "int x;\n", "p/a.go": "package p\n", "q/a.c": "int x;\n"}
    assert flags(world(files)) == {"p/a.c": MAIN}


@pytest.mark.parametrize("host", ["a.h.in", "p.y", "k.cu", "x.def"])
def test_files_of_other_kinds_include_too(host: str) -> None:
    assert flags(world({host: '#include "a.h"\n', "a.h": "", "b.h": ""})) == {"a.h": MENTIONED}


def test_bindings_of_kotlin_name_headers() -> None:
    text = "package = a\nheaders = a.h in/b.h\nheaders.linux = c.h\nheaderFilter = d.h\n"
    files = {"x/lib.def": text, **dict.fromkeys(("x/a.h", "x/in/b.h", "x/c.h", "x/d.h"), "")}
    assert flags(world(files)) == dict.fromkeys(("x/a.h", "x/in/b.h", "x/c.h"), MENTIONED)
