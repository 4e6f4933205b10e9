"""Imports whose names stand nowhere else in their file."""

from __future__ import annotations

import pytest

from rubout.measure.unused_imports import unused_imports
from tests.measure.conftest import flat_tree

PYTHON = [
    ("import os\n", ["os"]),
    ("import os\nprint(os)\n", []),
    ("import os.path\n", ["os"]),
    ("import os.path\nos.sep\n", []),
    ("from a import b, c\nb\n", ["c"]),
    ("from a import b as d\nb\n", ["d"]),
    ("from a import b as b\n", []),
    ("import a as a\n", []),
    ("from a import *\n", []),
    ("from __future__ import annotations\n", []),
    ("import os  # noqa: F401\n", []),
    ("from a import (  # NOQA\n    b,\n)\n", []),
    ("try:\n    import os\nexcept ImportError:\n    pass\n", []),
    ("import os\n__all__ = ['os']\n", []),
    ("from a import T\nx: 'T'\n", []),
    ("import os\n# os is not used\n", []),
    ("def f():\n    import os\n", ["os"]),
]
SCRIPT = [
    ("import a from 'a';\n", ["a"]),
    ("import a from 'a';\na();\n", []),
    ("import * as a from 'a';\n", ["a"]),
    ("import { a, b as c } from 'a';\nb;\n", ["a", "c"]),
    ("import type { T } from 'a';\nlet x: T;\n", []),
    ("import 'a';\n", []),
    ("import React from 'react';\n", []),
    ("import { $a } from 'a';\n", ["$a"]),
    ("import { a } from 'a';\na$ = 1;\n", ["a"]),
]


@pytest.mark.parametrize(("source", "names"), PYTHON)
def test_names_of_python(source: str, names: list[str]) -> None:
    assert [one.name for one in unused_imports(flat_tree("python", source), "a.py")] == names


@pytest.mark.parametrize(("source", "names"), SCRIPT)
@pytest.mark.parametrize("language", ["typescript", "tsx"])
def test_names_of_scripts(language: str, source: str, names: list[str]) -> None:
    assert [one.name for one in unused_imports(flat_tree(language, source), "a.ts")] == names


@pytest.mark.parametrize("path", ["a/__init__.py", "a.pyi"])
def test_a_file_that_is_there_to_hand_on_has_none(path: str) -> None:
    assert unused_imports(flat_tree("python", "import os\n"), path) == []


def test_other_languages_have_none() -> None:
    assert unused_imports(flat_tree("go", 'package a\n\nimport "fmt"\n'), "a.go") == []


def test_the_lines_are_those_of_the_import() -> None:
    (one,) = unused_imports(flat_tree("python", "x = 1\nfrom a import (\n    b,\n)\n"), "a.py")
    assert (one.start_line, one.end_line) == (2, 4)
