"""What a call would make of the files it names, to the byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.pending import CellEdit, Edit, Outlook, Patch, Pending, Replacement, Write
from rubout.measure.notebook import code_cells
from rubout.measure.pending.replay import outlooks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CWD = "/project"
MARKED = "line\n" * 748 + "marker\n"
FOUR = "1\n2\n3\n4\n"


def replay(pending: Pending, files: Mapping[str, bytes] | None = None) -> tuple[Outlook, ...]:
    """What comes of it on a disk of these files."""
    return outlooks(pending, {f"{CWD}/{name}": content for name, content in (files or {}).items()}.get, CWD)


def edit(old: str, new: str, *, everywhere: bool = False) -> Edit:
    return Edit("a.py", (Replacement(old, new, everywhere),))


def lines_after(pending: Pending, disk: str) -> int | str | None:
    (look,) = replay(pending, {"a.py": disk.encode()})
    return look.silent or (look.after or "").count("\n")


def test_worked_example_2_an_edit_is_replayed_to_the_line() -> None:
    assert lines_after(edit("marker\n", FOUR), MARKED) == 752
    assert lines_after(edit("marker\n", FOUR), MARKED.replace("\n", "\r\n")) == 752
    assert lines_after(edit("marker\n", FOUR), MARKED + "marker\n") == "ambiguous"
    assert lines_after(edit("marker\n", FOUR, everywhere=True), MARKED + "marker\n") == 756
    assert lines_after(edit("absent\n", FOUR), MARKED) == "no_match"


@given(st.none() | st.binary(), st.text())
def test_a_write_is_its_content_whatever_stood_there(disk: bytes | None, content: str) -> None:
    (look,) = replay(Write("a.py", content), {} if disk is None else {"a.py": disk})
    assert look.after == content
    assert look.silent is None
    assert (look.before is None) == (disk is None)


@given(st.binary())
def test_bytes_that_are_no_text_come_back_as_they_were(disk: bytes) -> None:
    (look,) = replay(Write("a.py", ""), {"a.py": disk})
    assert look.before is not None
    assert look.before.encode("utf-8", "surrogateescape") == disk.replace(b"\r\n", b"\n")


def test_an_edit_keeps_the_bytes_it_does_not_touch() -> None:
    (look,) = replay(edit("b", "c"), {"a.py": b"\xef\xbb\xbfa \xff\r\nb"})
    assert look == Outlook("/project/a.py", "\ufeffa \udcff\nb", "\ufeffa \udcff\nc")


@pytest.mark.parametrize(
    ("spelled", "whole"),
    [
        ("a.py", "/project/a.py"),
        ("./b//a.py", "/project/b/a.py"),
        ("link/../a.py", "/project/link/../a.py"),
        ("/a.py", "/a.py"),
    ],
)
def test_paths_start_at_the_working_folder(spelled: str, whole: str) -> None:
    assert [look.path for look in replay(Write(spelled, ""))] == [whole]
    assert [look.path for look in replay(Patch(f"*** Begin Patch\n*** Add File: {spelled}\n*** End Patch"))] == [whole]


def unreadable(path: str) -> bytes | None:
    raise PermissionError(path)


PATCH = """*** Begin Patch
*** Update File: a.py
@@
-a
+A
*** Update File: ./a.py
@@
+b
*** Add File: new.py
+n
*** Update File: old.py
*** Move to: moved.py
@@
-o
+m
*** Delete File: gone.py
*** End Patch"""
BEFORE = {"a.py": b"a\r\n", "old.py": b"o\n", "gone.py": b"g\n"}


@pytest.mark.parametrize("pending", [Write("a.py", "x"), edit("a", "b"), CellEdit("a.ipynb", None, "x")])
def test_a_file_that_cannot_be_read_is_silent(pending: Write | Edit | CellEdit) -> None:
    (look,) = outlooks(pending, unreadable, CWD)
    assert (look.silent, look.before, look.after) == ("unreadable", None, None)


def test_a_patch_of_a_file_that_cannot_be_read_is_silent() -> None:
    assert {look.silent for look in outlooks(Patch(PATCH), unreadable, CWD)} == {"unreadable"}


def test_a_patch_is_applied_section_by_section() -> None:
    assert replay(Patch(PATCH), BEFORE) == (
        Outlook("/project/a.py", "a\n", "A\nb\n"),
        Outlook("/project/new.py", None, "n\n"),
        Outlook("/project/old.py", "o\n", None),
        Outlook("/project/moved.py", None, "m\n"),
        Outlook("/project/gone.py", "g\n", None),
    )


@pytest.mark.parametrize(
    ("disk", "why"),
    [
        ({"a.py": b"other\n"}, "no_match"),
        ({"gone.py": None}, "missing_file"),
        ({"old.py": None}, "missing_file"),
    ],
)
def test_a_patch_is_applied_whole_or_not_at_all(disk: dict[str, bytes | None], why: str) -> None:
    files = {name: content for name, content in (BEFORE | disk).items() if content is not None}
    looks = replay(Patch(PATCH), files)
    assert [look.path for look in looks] == [f"/project/{name}.py" for name in ("a", "new", "old", "moved", "gone")]
    assert {(look.silent, look.after) for look in looks} == {(why, None)}


def test_a_patch_adds_over_a_file_that_is_there() -> None:
    patch = Patch("*** Begin Patch\n*** Add File: a.py\n+new\n*** End Patch")
    assert replay(patch, {"a.py": b"old\n"}) == (Outlook("/project/a.py", "old\n", "new\n"),)


def test_what_is_no_patch_names_no_file() -> None:
    assert replay(Patch("rm -rf")) == (Outlook("", None, None, "bad_patch"),)


def cell(source: object, kind: str = "code", **more: object) -> dict[str, object]:
    return {"cell_type": kind, "source": source, "outputs": [{"text": "output"}], **more}


def book(*cells: object, **more: object) -> bytes:
    return json.dumps({"cells": cells, "nbformat": 4, **more}).encode()


BOOK = book(
    cell("import os\r\n", id="one"), cell("# Title", "markdown", id="two"), cell(["b = 2\n", "!ls"], id="three")
)


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (CellEdit("n.ipynb", "three", "c = 3"), "import os\n\nc = 3"),
        (CellEdit("n.ipynb", None, "a = 1"), "a = 1\nb = 2\n"),
        (CellEdit("n.ipynb", "two", "a = 1"), "import os\n\nb = 2\n"),
        (CellEdit("n.ipynb", "two", "a = 1", "code"), "import os\n\na = 1\nb = 2\n"),
        (CellEdit("n.ipynb", "three", "Text", "markdown"), "import os\n"),
        (CellEdit("n.ipynb", "one", "a = 1", mode="insert"), "import os\n\na = 1\nb = 2\n"),
        (CellEdit("n.ipynb", None, "a = 1", "code", mode="insert"), "a = 1\nimport os\n\nb = 2\n"),
        (CellEdit("n.ipynb", "one", "Text", "markdown", mode="insert"), "import os\n\nb = 2\n"),
        (CellEdit("n.ipynb", "one", "", mode="delete"), "b = 2\n"),
        (CellEdit("n.ipynb", None, "", mode="delete"), "b = 2\n"),
        (CellEdit("n.ipynb", "cell-2", "c = 3"), "import os\n\nc = 3"),
    ],
)
def test_a_notebook_is_its_code_cells_after_the_change(change: CellEdit, after: str) -> None:
    assert replay(change, {"n.ipynb": BOOK}) == (
        Outlook("/project/n.ipynb", "import os\n\nb = 2\n", after, notebook=True),
    )


@pytest.mark.parametrize(
    ("disk", "change"),
    [
        (None, CellEdit("n.ipynb", None, "a")),
        (b"", CellEdit("n.ipynb", None, "a")),
        (b"no json", CellEdit("n.ipynb", None, "a")),
        (b"[" * 100_000, CellEdit("n.ipynb", None, "a")),
        (b"[]", CellEdit("n.ipynb", None, "a")),
        (b'{"cells": 5}', CellEdit("n.ipynb", None, "a")),
        (b'{"worksheets": []}', CellEdit("n.ipynb", None, "a")),
        (book(), CellEdit("n.ipynb", None, "a")),
        (book(5), CellEdit("n.ipynb", None, "a")),
        (BOOK, CellEdit("n.ipynb", "four", "a")),
        (BOOK, CellEdit("n.ipynb", "cell-3", "a")),
        (BOOK, CellEdit("n.ipynb", "four", "a", mode="insert")),
        (BOOK, CellEdit("n.py", "one", "a")),
        (book(cell("a"), metadata={"kernelspec": {"language": "R"}}), CellEdit("n.ipynb", None, "a")),
    ],
)
def test_what_is_no_such_notebook_is_silent(disk: bytes | None, change: CellEdit) -> None:
    (look,) = replay(change, {} if disk is None else {change.path: disk})
    assert (look.silent, look.before, look.after) == ("bad_notebook", None, None)


CELLS = st.lists(
    st.builds(
        lambda source, kind, name: {"source": source, "cell_type": kind} | ({"id": name} if name else {}),
        st.text("a%!\n\r", max_size=6) | st.lists(st.text("a\n", max_size=3), max_size=2) | st.none(),
        st.sampled_from(["code", "markdown", None]),
        st.sampled_from(["x", "y", None]),
    )
    | st.just(5),
    min_size=1,
    max_size=4,
)


@given(CELLS, st.sampled_from(["replace", "insert", "delete"]), st.integers(0, 3), st.text("a%\n", max_size=4))
def test_a_cell_changed_in_place_is_what_is_measured_of_the_whole_file(
    cells: list[object], mode: str, place: int, source: str
) -> None:
    """The twin writes the notebook out whole, with everything in it, and measures that."""
    (look,) = replay(CellEdit("n.ipynb", f"cell-{place}", source, mode=mode), {"n.ipynb": book(*cells)})
    after = list(cells)
    target = cells[place] if place < len(cells) else None
    if target is None or (mode == "replace" and not isinstance(target, dict)):
        assert look.silent == "bad_notebook"
        return
    changed = {**target, "source": source} if isinstance(target, dict) else target
    new = {"source": source, "cell_type": "code"}
    after[place : place + 1] = {"replace": [changed], "insert": [target, new], "delete": []}[mode]
    found = code_cells(book(*after))
    assert found
    assert look.after == found[0].decode().replace("\r\n", "\n")


def as_write(disk: bytes) -> Write:
    return Write("n.ipynb", disk.decode())


def as_edit(disk: bytes) -> Edit:
    return Edit("n.ipynb", (Replacement("", disk.decode()),))


def as_patch(disk: bytes) -> Patch:
    return Patch(f"*** Begin Patch\n*** Add File: n.ipynb\n+{disk.decode()}\n*** End Patch")


@pytest.mark.parametrize("how", [as_write, as_edit, as_patch])
def test_a_notebook_written_as_text_is_its_code_cells_too(how: Callable[[bytes], Pending]) -> None:
    after = Outlook("/project/n.ipynb", None, "import os\n\nb = 2\n", notebook=True)
    assert replay(how(BOOK)) == (after,)
    assert replay(how(b"{}")) == (Outlook("/project/n.ipynb", None, None, "bad_notebook", notebook=True),)


def test_a_file_that_was_no_notebook_is_nothing_to_compare_with() -> None:
    assert replay(as_write(BOOK), {"n.ipynb": b"junk"})[0].before is None
