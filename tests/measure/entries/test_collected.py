"""Files of test folders: everything, but for languages whose runners collect by name."""

from __future__ import annotations

from functools import partial

import pytest

from rubout.measure.entries.bits import TEST
from rubout.measure.entries.collected import flags
from tests.worlds import flagging, world

COLLECTED = ("tests/test_x.py", "test/test_x.py", "tests/x.test.js")

test_a_test_folder_makes_an_entry_of_what_no_runner_collects = flagging(
    partial(flags, known=dict.fromkeys(COLLECTED, TEST)),
    """
    tests/a.go => test
    x/tests/a.md => test
    x/__tests__/a.go => test
    __tests__/a.go =>
    testing/a.go =>
    tests/aid.py =>
    tests/aid.ts =>
    tests/fixtures/case.py => test
    tests/deep/testdata/a.ts => test
    fixtures/deep/aid.py => test
    a/__testfixtures__/b.input.ts => test
    a/testData/b.kt => test
    a/test-fixtures/b.kt => test
    test/a.c => test
    test/aid.py =>
    data/a.py =>
    """,
    dict.fromkeys(COLLECTED, ""),
)


def test_where_no_runner_collects_anything_of_a_language_it_is_data() -> None:
    tree = world(dict.fromkeys(["tests/aids/a.py", "tests/aids/a.js", "tests/x.test.ts", "test/b.js"], ""))
    assert flags(tree, {"tests/x.test.ts": TEST}) == {"tests/aids/a.py": TEST, "test/b.js": TEST}


@pytest.mark.parametrize(
    ("manifest", "text"),
    {
        "pyproject.toml": '[tool.mypy]\nfiles = ["src", "tests/typing"]\n',
        "mypy.ini": "[mypy]\nfiles = src, tests/typing/\n",
        "pyrightconfig.json": '{"include": ["./tests/typing"]}',
    }.items(),
)
def test_what_a_checker_is_told_to_read_nobody_imports(manifest: str, text: str) -> None:
    paths = ["tests/typing/deep/a.py", "tests/aid.py", "tests/test_x.py", "src/b.py"]
    tree = world({**dict.fromkeys(paths, ""), manifest: text})
    assert flags(tree, {"tests/test_x.py": TEST}) == {"tests/typing/deep/a.py": TEST}
