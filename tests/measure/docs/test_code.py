"""Comments and docstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts.documents import KINDS
from rubout.measure.docs.code import blocks

if TYPE_CHECKING:
    from tests.measure.conftest import Parsed

PYTHON = '''\
"""Of the module

ends here."""
# one
# two
x = 1
# lone

def f():
    """Of f."""
    return 1  # trailing
'''


def found(parsed: Parsed, language: str, source: str) -> list[tuple[str, int, int]]:
    return [(KINDS[each.kind][:3], each.start_line, each.end_line) for each in blocks(parsed(language, source)).blocks]


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("python", PYTHON, [("doc", 1, 3), ("com", 4, 5), ("com", 7, 7), ("doc", 10, 10), ("com", 11, 11)]),
        ("rust", "/* a\n b */\nfn main() {\n    // a\n    // b\n}\n", [("com", 1, 2), ("com", 4, 5)]),
        ("rust", "/// one\n/// two\nfn f() {}\n// a\n", [("com", 1, 2), ("com", 4, 4)]),
        ("python", '# lead\n"""mod doc"""\n', [("com", 1, 1), ("doc", 2, 2)]),
    ],
)
def test_example_3_blocks(parsed: Parsed, language: str, source: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(parsed, language, source) == expected


@pytest.mark.parametrize(
    "source", ['class A:\n    # c\n    """a"""\n', 'def f(): "a"\n', 'async def f():\n    r"""a"""\n']
)
def test_a_docstring_is_the_first_statement_that_is_no_comment(parsed: Parsed, source: str) -> None:
    assert [kind for kind, *_ in found(parsed, "python", source)].count("doc") == 1


CONCATENATED = '"""a""" """b"""\n'


@pytest.mark.parametrize(
    "source", [CONCATENATED, 'x = 1\n"""a"""\n', 'def f():\n    return """a"""\n', 'def f():\n    ("a")\n', ""]
)
def test_no_other_string_is_a_docstring(parsed: Parsed, source: str) -> None:
    assert not any(kind == "doc" for kind, *_ in found(parsed, "python", source))


def test_lines_are_those_of_the_comments_alone(parsed: Parsed) -> None:
    source = "let a; /// one\n       // two\n\n/* é\r\n  b */ let c;\n"
    assert [each.lines for each in blocks(parsed("rust", source)).blocks] == [["/// one", "// two"], ["/* é", "  b */"]]
