"""What a build file names."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import native
from tests.tables import cases


def said(text: str) -> str:
    """The names in short, `?` before one with a computed start; `*` where a pattern finds sources."""
    found = native.read(text)
    named = sorted(f"{'?' if one.computed else ''}{one.path}" for one in found.named)
    return " ".join([*named, *["*"] * found.takes_all])


@cases(
    "text expected",
    r"""
    add_executable(run main.c net/a.cc) => main.c net/a.cc
    add_executable(run ${SRC}/a.c $<TARGET_OBJECTS:x>) => ?a.c
    set(S "a.cpp;b.cpp") => a.cpp b.cpp
    OBJS = a.o $(OUT)/net/b.o => ?net/b.o a.o
    SRC = a.c\\\n b.c => a.c b.c
    prog: ../lib/a.c => ../lib/a.c
    <ClCompile Include="..\src\a.c" /> => ../src/a.c
    cc_library(srcs = ["a.cc"], hdrs = ["a.h"]) => a.cc a.h
    SRC = $(wildcard src/*.c) => *
    file(GLOB SRC src/*.cpp) => *
    aux_source_directory(. SRC) => *
    %.o: %.c =>
    rm -f *.o =>
    a.cfg b.conf c.html d.old =>
    """,
)
def test_sources_and_objects_are_named_as_far_as_they_are_literal(text: str, expected: str) -> None:
    assert said(text) == expected


@cases(
    "text folders top",
    r"""
    include_directories(a b/c) => a b/c =>
    target_include_directories(x PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/a) => PUBLIC ./a =>
    include_directories(${CMAKE_SOURCE_DIR}/a $(X)/b) => => ./a
    gcc -Ia -I b -isystem c -DI=1 x-Iy => a b c =>
    \n  include-dirs: a, b => a b =>
    'include_dirs': ['a', "b"] => a b =>
    AM_CPPFLAGS = -I$(top_srcdir)/lib -I$(srcdir)/x => ./x => ./lib
    """,
)
def test_folders_of_headers_are_those_of_the_file_or_of_the_tree(text: str, folders: str, top: str) -> None:
    found = native.read(text)
    assert (" ".join(found.folders), " ".join(found.top)) == (folders, top)


@pytest.mark.parametrize("text", ["[", "nothing"])
def test_a_broken_compilation_database_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|truncated"):
        native.compiled(text)


def test_a_compilation_database_may_hold_anything() -> None:
    assert native.compiled('{"a": 1}') == ()
    assert native.compiled('[3, {"directory": "/b", "file": "a.c", "command": "cc -Ix"}]') == (
        native.Compiled(".", ()),
        native.Compiled("/b/a.c", ("/b/x",)),
    )
