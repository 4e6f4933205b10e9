"""Lines of texts, their content and their width."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from rubout.measure.text_lines import WHITE_SPACE, content_of, lines_of, numbered, text_of, width_of

# PropList.txt of Unicode: White_Space.
WHITE_SPACE_RANGES = (
    *((0x9, 0xD), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)),
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("a", ["a"]),
        ("a\nb", ["a", "b"]),
        ("a\nb\n", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\r\r\n", ["a\r"]),
        ("a\rb\r", ["a\rb\r"]),
        ("\ufeffa\n", ["a"]),
        ("\ufeff\ufeffa", ["\ufeffa"]),
        ("a\x0cb\x1cc\u2028d\n", ["a\x0cb\x1cc\u2028d"]),
    ],
)
def test_only_a_line_feed_ends_a_line(text: str, lines: list[str]) -> None:
    assert lines_of(text) == lines


def test_white_space_is_the_25_characters_of_unicode() -> None:
    assert sorted(map(ord, WHITE_SPACE)) == [
        point for first, last in WHITE_SPACE_RANGES for point in range(first, last + 1)
    ]


@pytest.mark.parametrize("char", ["\x1c", "\x1d", "\x1e", "\x1f", "\u200b", "\ufeff"])
def test_what_is_no_white_space_is_content(char: str) -> None:
    assert content_of(f" \t{char}a{char}\u3000\x85") == f"{char}a{char}"


def test_the_width_counts_letters_and_digits_by_their_category() -> None:
    for point in range(0, sys.maxunicode + 1, 7):
        char = chr(point)
        assert width_of(char) == (unicodedata.category(char)[0] in "LN"), hex(point)


@pytest.mark.parametrize(
    ("content", "width"), [("", 0), ("}", 0), ("-> _;", 0), ("a = 1", 2), ("été Ⅷ ٣", 5), ("x_y", 2), ("名前()", 2)]
)
def test_the_width_of_a_line(content: str, width: int) -> None:
    assert width_of(content) == width


def test_bytes_that_are_no_utf8_are_kept_apart() -> None:
    assert text_of(b"\xff") != text_of(b"\xfe")
    assert text_of(b"\xff").encode("utf-8", "surrogateescape") == b"\xff"


def test_equal_lines_have_one_number_on_both_sides() -> None:
    before, after = numbered(["a", "b", "a"], ["b", "c"])
    assert (list(before), list(after)) == ([0, 1, 0], [1, 2])
    assert (before.typecode, after.typecode) == ("I", "I")
