"""The lines of a place are those that were judged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from rubout.gate.reader import Reader
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.universe import candidates
from rubout.report.html.copies import MOST_CLASSES, MOST_LINES, MOST_PAIRS, copies
from rubout.report.html.excerpts import MOST_COLUMNS, Excerpts
from rubout.report.record import Finding, Level, Span
from tests.samples import notebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Files, Tree

    Open = Callable[[Files], Excerpts]


@pytest.fixture
def opened(tree: Tree) -> Open:
    def make(files: Files) -> Excerpts:
        root = tree(files)
        read = Reader(str(root), {file.path: file for file in candidates(str(root), others=True).everything()})
        contents = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        return Excerpts(read, {path: git_blob_id(content) for path, content in contents.items()})

    return make


@pytest.mark.parametrize(
    ("path", "content", "place", "expected"),
    [
        ("a.py", "one\ntwo\nthree\nfour\n", (2, 3), ["two", "three"]),
        ("a.py", "one\r\ntwo\r\n", (1, 2), ["one", "two"]),
        ("a.py", "one\x0ctwo\u2028three\nfour\n", (1, 1), ["one\x0ctwo\u2028three"]),
        ("a.py", "x\n    y\n\n      z\n", (2, 4), ["y", "", "  z"]),
        ("a.py", b"\xff\xfe = 1\n", (1, 1), ["\ufffd\ufffd = 1"]),
        ("a.ipynb", notebook("first = 1", "second = 2\nthird = 3"), (2, 3), ["second = 2", "third = 3"]),
        ("a.py", "x" * (MOST_COLUMNS + 1), (1, 1), ["x" * MOST_COLUMNS + "…"]),
        ("a.py", "x" * MOST_COLUMNS, (1, 1), ["x" * MOST_COLUMNS]),
        ("a.py", "one\n" * 20, (1, 20), ["one"] * 10),
    ],
)
def test_a_place_has_these_lines(
    opened: Open, path: str, content: str | bytes, place: tuple[int, int], expected: list[str]
) -> None:
    assert opened({path: content}).of(Span(path, *place), 10) == expected


def test_a_place_of_another_content_or_of_no_file_has_none(opened: Open) -> None:
    excerpts = opened({"a.py": "one\n", "b.ipynb": "no notebook"})
    assert excerpts.of(Span("gone.py", 1, 1), 10) is None
    assert excerpts.of(Span("b.ipynb", 1, 1), 10) is None
    changed = Excerpts(excerpts.read, {"a.py": git_blob_id(b"two\n")})
    assert changed.of(Span("a.py", 1, 1), 10) is None


def found(number: int, *paths: str, lines: int = 1) -> Finding:
    first, *others = (Span(path, 100 * number + 1, 100 * number + lines) for path in paths)
    return Finding(
        rule="clones",
        level=Level.WARNING,
        place=first,
        message=f"{len(paths)} copies",
        id=f"clones:{number}",
        related=tuple(others),
    )


def test_what_is_left_out_is_said(opened: Open) -> None:
    files = {f"{name}.py": "x = 1\n" * 2000 for name in "abcdefghijklmn"}
    excerpts = opened(files)
    findings = [found(number, *files, lines=MOST_LINES + 1) for number in range(MOST_CLASSES + 1)]
    drawn = re.sub("<[^>]*>", "", copies(findings, excerpts))
    assert f"{MOST_CLASSES + 1} classes of copies, {MOST_CLASSES} of which are shown" in drawn
    assert f"the first {MOST_LINES} of {MOST_LINES + 1} lines shown" in drawn
    assert copies(findings, excerpts).count('class="pair"') == MOST_CLASSES * MOST_PAIRS
    assert "and 2 more." in drawn


def test_a_class_within_the_lines_of_another_is_not_drawn_again(opened: Open) -> None:
    excerpts = opened(dict.fromkeys(("a.py", "b.py"), "x = 1\n" * 200))
    drawn = copies([found(0, "a.py", "b.py", lines=20), found(0, "a.py", "b.py", lines=5)], excerpts)
    assert drawn.count("<details") == 1


def test_without_copies_there_is_no_section(opened: Open) -> None:
    assert copies([], opened({"a.py": "x\n"})) == ""


def test_the_rest_of_a_long_line_is_compared_and_not_shown(opened: Open) -> None:
    line = "word " * 60
    excerpts = opened({"a.py": f"{line}\n", "b.py": f"{line}more\n"})
    drawn = copies([found(0, "a.py", "b.py")], excerpts)
    assert "more" not in re.sub("<[^>]*>", "", drawn)
    assert drawn.count("…") == 2
    assert "1 of 1 rows differ" in drawn


def test_a_place_within_another_one_is_not_held_against_it(opened: Open) -> None:
    excerpts = opened(dict.fromkeys(("a.py", "b.py"), "x = 1\n" * 9))
    places = (Span("a.py", 1, 5), Span("a.py", 2, 4), Span("b.py", 1, 5))
    finding = Finding(
        rule="near-miss", level=Level.WARNING, place=places[0], message="3 near-copies", id="", related=places[1:]
    )
    drawn = copies([finding], excerpts)
    assert drawn.count('class="pair"') == 1
    assert "b.py:1-5" in drawn
