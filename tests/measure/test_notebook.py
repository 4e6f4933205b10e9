"""A notebook is the Python file that its code cells make, line for line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.cells import cell_at
from rubout.measure.notebook import NotebookError, code_cells, is_notebook


def code(source: object) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "outputs": [], "metadata": {}}


def book(*cells: object, **metadata: object) -> bytes:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}).encode()


def text(*sources: object) -> str:
    found = code_cells(book(*map(code, sources)))
    assert found
    return found[0].decode()


@pytest.mark.parametrize(
    ("cells", "joined", "firsts"),
    [
        ((), "", ()),
        (("a = 1",), "a = 1", (1,)),
        (("a = 1", "b = 2"), "a = 1\nb = 2", (1, 2)),
        (("a = 1\n", "b = 2"), "a = 1\n\nb = 2", (1, 3)),
        (("", "b = 2"), "\nb = 2", (1, 2)),
        (("a = 1\nb = 2\n\n", "", "c = 3"), "a = 1\nb = 2\n\n\n\nc = 3", (1, 5, 6)),
        (("a = 1\r\nb = 2\r\n", "c = 3"), "a = 1\r\nb = 2\r\n\nc = 3", (1, 4)),
        ((["a = 1\n", "b = 2"], ["c = 3"]), "a = 1\nb = 2\nc = 3", (1, 3)),
        (([],), "", (1,)),
        ((None, 5, {"a": 1}, ["a", 5, "b"]), "\n\n\nab", (1, 2, 3, 4)),
    ],
)
def test_cells_are_joined_by_one_newline(cells: tuple[object, ...], joined: str, firsts: tuple[int, ...]) -> None:
    assert code_cells(book(*map(code, cells))) == (joined.encode(), firsts)


@given(st.lists(st.text(st.sampled_from("ab(\n"), max_size=6), min_size=1, max_size=5))
def test_each_cell_stands_at_its_first_line(sources: list[str]) -> None:
    found = code_cells(book(*map(code, sources)))
    assert found
    lines = found[0].decode().split("\n")
    for number, (source, first) in enumerate(zip(sources, found[1], strict=True)):
        own = source.split("\n")
        assert lines[first - 1 : first - 1 + len(own)] == own
        assert {cell_at(found[1], first + offset) for offset in range(len(own))} == {number}


def test_a_file_without_cells_has_no_cell_anywhere() -> None:
    assert cell_at((), 1) is None


def test_only_code_is_taken() -> None:
    others = [{"cell_type": "markdown", "source": "# a"}, {"cell_type": "raw", "source": "b"}, {}, "c", None]
    assert code_cells(book(*others, code("d = 1"))) == (b"d = 1", (1,))


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"kernelspec": {"language": "python", "name": "x"}},
        {"kernelspec": {"name": "python3"}},
        {"kernelspec": {"language": "Python"}, "language_info": {"name": "r"}},
        {"kernelspec": None, "language_info": {"name": "python"}},
        {"kernelspec": "python", "language_info": []},
    ],
)
def test_a_python_kernel_or_none_that_is_named_is_python(metadata: dict[str, object]) -> None:
    assert code_cells(book(code("a"), **metadata)) == (b"a", (1,))


@pytest.mark.parametrize(
    "metadata", [{"kernelspec": {"language": "R"}}, {"language_info": {"name": "julia"}}, {"language": "Julia"}]
)
def test_a_kernel_of_another_language_is_not_ours(metadata: dict[str, object]) -> None:
    assert code_cells(book(code("a"), **metadata)) is None


def test_metadata_of_another_shape_says_nothing() -> None:
    assert code_cells(json.dumps({"cells": [code("a")], "metadata": []}).encode()) == (b"a", (1,))


def test_format_3_keeps_cells_in_worksheets_and_their_source_as_input() -> None:
    sheets = [{"cells": [{"cell_type": "code", "input": ["a = 1\n", "b"], "language": "python"}]}, {}, None]
    old = {"worksheets": [*sheets, {"cells": [{"cell_type": "code", "input": "c"}]}], "nbformat": 3, "metadata": {}}
    assert code_cells(json.dumps(old).encode()) == (b"a = 1\nb\nc", (1, 3))


@pytest.mark.parametrize(
    "source",
    [b"", b"{", b"[]", b"1", b"{}", b'{"cells": 1}', b'{"cells": null}', b'{"worksheets": {}}', b"[" * 100_000],
)
def test_what_is_no_notebook_is_an_error(source: bytes) -> None:
    with pytest.raises(NotebookError):
        code_cells(source)


def test_odd_bytes_are_read_as_far_as_they_go() -> None:
    marked = b"\xef\xbb\xbf" + book(code("a = 'X'")).replace(b"X", b"\xff")
    assert code_cells(marked) == ("a = '\ufffd'".encode(), (1,))
    assert code_cells(book(code("Y")).replace(b"Y", rb"\ud800")) == (b"?", (1,))
    assert code_cells(book(code("a"), {"x": float("nan")})) == (b"a", (1,))


@pytest.mark.parametrize(
    ("source", "python"),
    {
        "%matplotlib inline\na = 1": "\na = 1",
        "!ls -l\na = 1\n!ls": "\na = 1\n",
        "  %load_ext x": "  pass",
        "if a:\n    !ls\nb": "if a:\n    pass\nb",
        "!pip install \\\n  a b\nc": "\n\nc",
        "files = !ls\nb = %time f()\nc": "\n\nc",
        "a.b?\nf??\n?x\nc": "\n\n\nc",
        "%timeit f(\na = 1": "\na = 1",
        "!echo it's\na = 'b'": "\na = 'b'",
        "%cd x\r\na = 1": "\na = 1",
        "a = f('''\n%b''')\n%c": "a = f('''\n%b''')\n",
        "# (\n%b": "# (\n",
        "a = '('\n%b": "a = '('\n",
        "a = '\\'('\n%b": "a = '\\'('\n",
        "a = 1)\n%b": "a = 1)\n",
        "a = 'b\n%c": "a = 'b\n",
        'a = """b\n%c': 'a = """b\n%c',
    }.items(),
)
def test_lines_that_only_ipython_reads_are_emptied(source: str, python: str) -> None:
    assert text(source) == python


@pytest.mark.parametrize(
    "source",
    [
        'a = ("%s"\n  % b)',
        "a = b \\\n  % c",
        "a = b \\\n% c",
        'a = """\n%b\n!c\n"""',
        "a = [1,\n!= 2]",
        "a %= 2\nb = a != 3\nc == d",
    ],
)
def test_lines_that_only_look_like_it_are_kept(source: str) -> None:
    assert text(source) == source


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile a.py", "%%html", "\n\n%%sql", "%%R -i x", "%%", "%%timeline"])
def test_a_cell_handed_to_something_else_is_emptied(magic: str) -> None:
    source = f"{magic}\nfor x in *; do\n  echo (\ndone"
    assert text(source, "a = 1") == "\n" * source.count("\n") + "\na = 1"


@pytest.mark.parametrize("magic", ["%%time", "%%timeit -n 5", "%%capture out", "\n%%prun", "%%python3"])
def test_a_cell_that_a_magic_runs_as_python_keeps_its_body(magic: str) -> None:
    assert text(f"{magic}\na = 1") == "\n" * (magic.count("\n") + 1) + "a = 1"


def test_a_cell_magic_stands_only_at_the_head_of_a_cell() -> None:
    assert text("a = 1\n%%bash\nb = 2") == "a = 1\n\nb = 2"


@given(st.text(st.sampled_from("a%!?='\"\\\n ([#]){}\r"), max_size=40))
def test_no_line_is_lost_or_added(source: str) -> None:
    assert text(source).count("\n") == source.count("\n")


@given(st.text(st.sampled_from("a='\"\\\n ([#]){}\r"), max_size=40))
def test_a_cell_without_a_magic_stays_as_it_is(source: str) -> None:
    assert text(source) == source


@pytest.mark.parametrize(
    ("path", "is_one"), [("a.ipynb", True), ("b/c.ipynb", True), ("a.py", False), ("ipynb", False)]
)
def test_the_name_tells_a_notebook(path: str, is_one: bool) -> None:
    assert is_notebook(path) is is_one
