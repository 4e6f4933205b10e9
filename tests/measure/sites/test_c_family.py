"""What a C or C++ file includes."""

from __future__ import annotations

import pytest

from rubout.facts.references import Kind, Mode
from tests.tables import cases
from tests.worlds import marks_of, references_of, said_sites, saying


@pytest.mark.parametrize("language", ["c", "cpp"])
@cases(
    "source expected",
    r"""
    #include "a/b.h" => include a/b.h
    #  include <c.h> // why => include <c.h>
    #include "a.h"\n#if X\n#include "b.h"\n#else\n#include "c.h"\n#endif => include a.h; include b.h; include c.h
    #include_next <stdio.h> => include <stdio.h>
    #import "y.h" // once => include y.h
    #include "" =>
    // #include "a.h" =>
    const char *s = "#include <a.h>"; =>
    #define FT_H <ft/ft.h> => string_ref <ft/ft.h>
    #define CONFIG "config/a.h" /* here */ => string_ref config/a.h
    #define NAME "config" =>
    #define LESS(a) a < 1 =>
    """,
)
def test_every_include_is_a_site_in_any_branch(language: str, source: str, expected: str) -> None:
    assert said_sites(references_of(language, source + "\n")) == expected


@pytest.mark.parametrize("written", ["CONFIG_H", "STR(a.h)"])
def test_a_computed_include_says_that_it_is_one(written: str) -> None:
    (found,) = references_of("c", f"#include {written}\n").sites
    assert (found.kind, found.spec, found.detail) == (Kind.INCLUDE, written, "macro")


def test_a_macro_that_names_a_file_is_a_probe() -> None:
    (found,) = references_of("c", '#define A "a.h"\n').sites
    assert found.mode is Mode.PROBE


test_a_function_that_something_else_starts_is_marked = saying(
    "cpp",
    """
    int main(int argc, char **argv) { return 0; } => main
    int WINAPI WinMain(HINSTANCE a) { return 0; } => main
    extern "C" int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return 0; } => main
    int main(void); =>
    int f(void) { return main(1); } =>
    int remain(void) { return 0; } =>
    """,
    marks_of,
)
