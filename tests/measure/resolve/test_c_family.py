"""Which file an include of C or C++ means."""

from __future__ import annotations

import json

from tests.tables import cases
from tests.worlds import answer, meaning, shown, world

TREE = dict.fromkeys(
    ["src/a.h", "src/net/b.h", "include/k/c.h", "include/k/string.h", "deps/z/z.h", "x/same.h", "y/same.h", "t.def"], ""
)


test_an_include_is_looked_for_as_a_compiler_does = meaning(
    TREE,
    """
    src/m.c => #include "a.h" => R1 src/a.h
    src/m.c => #include "net/b.h" => R1 src/net/b.h
    src/net/m.c => #include "../a.h" => R1 src/a.h
    src/m.c => #include "net\\b.h" => R1 src/net/b.h
    src/m.c => #include "../t.def" => R1 external
    src/m.c => #include "src/a.h" => R2 src/a.h
    src/m.c => #include "k/c.h" => R3 include/k/c.h
    src/m.c => #include <k/c.h> => R3 include/k/c.h
    src/m.c => #include "z.h" => R3 deps/z/z.h
    deps/z/m.c => #include <z.h> => R4 external
    src/m.c => #include "same.h" => ambiguous_paths x/same.h y/same.h
    src/m.c => #include <string.h> => R4 external
    src/m.c => #include "string.h" => R4 external
    src/m.c => #include <vector> => R4 external
    src/m.c => #include <windows.h> => R4 external
    src/m.c => #include "/opt/a.h" => R4 external
    src/m.c => #include "gone.h" => out_of_scope
    src/m.c => #include CONFIG => macro
    src/m.c => #define CONFIG "net/b.h" => R5 src/net/b.h
    """,
    written="{}\n",
)


@cases(
    "path build include expected",
    r"""
    CMakeLists.txt => include_directories(inc other) => <h.h> => R2 inc/h.h
    CMakeLists.txt => target_include_directories(a PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/inc>) => <h.h> => R2 inc/h.h
    p/CMakeLists.txt => include_directories(${PROJECT_SOURCE_DIR}/inc) => "h.h" => R2 inc/h.h
    p/CMakeLists.txt => include_directories(${UNKNOWN}/inc) => "h.h" => R3 inc/h.h
    meson.build => inc = include_directories('inc') => "h.h" => R2 inc/h.h
    Makefile => CFLAGS += -O2 -Iinc => <h.h> => R2 inc/h.h
    p/Makefile => CFLAGS += -I ../inc => "h.h" => R2 inc/h.h
    Makefile => CFLAGS += -Iinc => <assert.h> => R2 inc/assert.h
    Makefile => all: => <assert.h> => R4 external
    Makefile => all: => <l.h> => R2 include/l.h
    p/Makefile => CFLAGS = -Iinc => <l.h> => R3 include/l.h
    """,  # noqa: E501 - one case a line
)
def test_build_files_give_folders_of_headers(path: str, build: str, include: str, expected: str) -> None:
    files = {**dict.fromkeys(["inc/h.h", "inc/assert.h", "include/l.h"], ""), path: build}
    assert answer(files, "p/q/m.c", f"#include {include}\n") == expected


def test_the_nearest_build_files_come_first_and_two_of_one_are_no_answer() -> None:
    files = {"a/Makefile": "-Iinc", "b/Makefile": "-Iinc -Imore", "a/inc/h.h": "", "b/inc/h.h": "", "b/more/h.h": ""}
    assert answer(files, "a/m.c", "#include <h.h>\n") == "R2 a/inc/h.h"
    assert answer(files, "b/m.c", "#include <h.h>\n") == "ambiguous_root b/inc/h.h b/more/h.h"


def test_only_the_own_builds_replace_a_header_of_the_system() -> None:
    files = {"a/Makefile": "-Icompat", "a/compat/stdint.h": ""}
    assert answer(files, "a/m.c", "#include <stdint.h>\n") == "R2 a/compat/stdint.h"
    assert answer(files, "b/m.c", "#include <stdint.h>\n") == "R4 external"


def test_a_compilation_database_knows_best() -> None:
    database = [{"directory": "/home/me/p/build", "file": "../src/m.c", "arguments": ["cc", "-I../one", "-I/usr/x"]}]
    files = {"compile_commands.json": json.dumps(database), "one/h.h": "", "two/h.h": "", "Makefile": "-Itwo -Ione"}
    assert answer(files, "src/m.c", "#include <h.h>\n") == "R2 one/h.h"
    assert answer(files, "src/n.c", "#include <h.h>\n") == "ambiguous_root two/h.h one/h.h"


def test_a_broken_database_is_a_problem_and_no_more() -> None:
    tree = world({"compile_commands.json": "[", "m.c": '#include "a.h"\n', "a.h": ""})
    assert shown(tree, "m.c") == ["R1 a.h"]
    assert list(tree.problems) == ["compile_commands.json"]


def test_a_header_that_a_build_makes_is_outside() -> None:
    assert answer({"config.h.in": ""}, "m.c", '#include "config.h"\n') == "R1 external"
