"""Hunks are found by their lines, and give the text that the host writes."""

from __future__ import annotations

import difflib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.pending.hunks import _SPACE, hunked
from rubout.measure.pending.patch import Hunk, sections
from rubout.measure.pending.text import SilentError

LINE = st.sampled_from(["a", "b", " a", "a ", "", "  ", "\u2014", "-"])
TEXT = st.lists(LINE, max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))
HUNK = st.builds(
    Hunk,
    st.none() | LINE,
    st.lists(LINE, max_size=3).map(tuple),
    st.lists(st.sampled_from(["n", ""]), max_size=2).map(tuple),
    st.booleans(),
)
PLAIN = {"\u2014": "-"}


def patch_of(before: list[str], after: list[str], context: int) -> str:
    """The hunks that difflib makes, as a model writes them."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    lines = ["*** Begin Patch", "*** Update File: a"]
    for group in matcher.get_grouped_opcodes(context):
        lines.append("@@")
        for _, start, end, other_start, other_end in group:
            same = before[start:end] == after[other_start:other_end]
            lines += [f" {line}" for line in before[start:end]] if same else []
            lines += [] if same else [f"-{line}" for line in before[start:end]]
            lines += [] if same else [f"+{line}" for line in after[other_start:other_end]]
    return "\n".join([*lines, "*** End Patch"])


def joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def patched(before: list[str], after: list[str], context: int) -> str:
    (section,) = sections(patch_of(before, after, context))
    return hunked(joined(before), section.hunks)


@given(st.lists(st.sampled_from("ab "), max_size=12), st.lists(st.sampled_from("ab "), max_size=12))
def test_a_patch_with_the_whole_file_as_context_gives_the_second_text(before: list[str], after: list[str]) -> None:
    before, after = [*before, "last"], [*after, "end"]
    assert patched(before, after, 99) == joined(after)


@given(st.data(), st.integers(1, 3))
def test_a_patch_of_lines_that_differ_gives_the_second_text(data: st.DataObject, context: int) -> None:
    before = data.draw(st.lists(st.integers(0, 99).map(lambda n: f"x{n}"), min_size=1, max_size=20, unique=True))
    after = [line for line in before if data.draw(st.booleans())]
    for place in data.draw(st.lists(st.integers(0, 20), max_size=4)):
        after.insert(place, "new")
    after = [*after, "end"]
    assert patched(before, after, context) == joined(after)


def same(line: str, other: str, level: int) -> bool:
    """Whether two lines are alike at a level of the search."""
    if level == 1:
        return line.rstrip() == other.rstrip()
    if level == 2:
        return line.strip() == other.strip()
    if level == 3:
        return "".join(PLAIN.get(c, c) for c in line.strip()) == "".join(PLAIN.get(c, c) for c in other.strip())
    return line == other


def sought(lines: list[str], wanted: list[str], start: int) -> int | None:
    """Every level, every place, every line."""
    for level in range(4):
        for place in range(start, len(lines) - len(wanted) + 1):
            if all(same(lines[place + i], line, level) for i, line in enumerate(wanted)):
                return place
    return None


def first_place(lines: list[str], old: list[str], at: int, *, last: bool) -> int:
    return len(lines) - len(old) if last and len(lines) >= len(old) else at


def by_hand(text: str, hunks: list[Hunk]) -> str | None:
    """The places one after the other, then the changes from the last to the first; None where it cannot be done."""
    lines = text.split("\n")[:-1]
    changes: list[tuple[int, int, list[str]]] = []
    at = 0
    for hunk in hunks:
        old, new = list(hunk.old), list(hunk.new)
        if hunk.context is not None:
            found = sought(lines, [hunk.context], at)
            if found is None:
                return None
            at = found + 1
        if not old:
            end = len(lines) - 1 if lines[-1:] == [""] else len(lines)
            changes.append((end, 0, new))
            continue
        found = sought(lines, old, first_place(lines, old, at, last=hunk.last))
        if found is None and old[-1] == "":
            old.pop()
            del new[-1 if new[-1:] == [""] else len(new) :]
            found = sought(lines, old, first_place(lines, old, at, last=hunk.last))
        if found is None:
            return None
        at = found + len(old)
        changes.append((found, len(old), new))
    changes.sort(key=lambda change: change[0])
    if any(following[0] < change[0] + change[1] for change, following in pairwise(changes)):
        return None
    for start, count, new in reversed(changes):
        lines[start : start + count] = new
    return "\n".join(lines if lines and lines[-1] == "" else [*lines, ""])


@given(TEXT, st.lists(HUNK, max_size=4))
def test_hunks_stand_where_a_search_line_by_line_finds_them(text: str, hunks: list[Hunk]) -> None:
    try:
        after: str | None = hunked(text, hunks)
    except SilentError:
        after = None
    assert after == by_hand(text, hunks)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("a", "a"),
        ("a \t", "a"),
        ("  a", "a"),
        ("a\xa0", "a"),
        ("\u2018a\u2019 \u2014 \u201cb\u201d\u00a0c", "'a' - \"b\" c"),
    ],
)
def test_a_line_is_found_though_its_spaces_and_its_typography_differ(line: str, wanted: str) -> None:
    assert hunked(f"x\n{line}\ny\n", [Hunk(None, (wanted,), ("b",))]) == "x\nb\ny\n"


def test_the_exact_line_is_preferred_to_one_that_stands_earlier() -> None:
    assert hunked(" a\na \na\n", [Hunk(None, ("a",), ("b",))]) == " a\na \nb\n"
    assert hunked(" a\na \n", [Hunk(None, ("a",), ("b",))]) == " a\nb\n"


def test_the_search_goes_on_from_the_last_hit() -> None:
    twice = [Hunk(None, ("a",), ("b",)), Hunk(None, ("a",), ("c",))]
    assert hunked("a\na\n", twice) == "b\nc\n"
    with pytest.raises(SilentError, match=r"^no_match$"):
        hunked("a\n", twice)


def test_a_hunk_stands_below_its_context() -> None:
    assert hunked("a\ndef f():\na\n", [Hunk("def f():", ("a",), ("b",))]) == "a\ndef f():\nb\n"
    assert hunked("a\na\n", [Hunk("a", ("a",), ("b",))]) == "a\nb\n"


def test_a_hunk_of_the_end_of_the_file_is_sought_there() -> None:
    assert hunked("a\nb\na\n", [Hunk(None, ("a",), ("c",), last=True)]) == "a\nb\nc\n"
    assert hunked("a\nb\n", [Hunk(None, ("",), ("c",), last=True)]) == "a\nb\nc\n"
    with pytest.raises(SilentError, match=r"^no_match$"):
        hunked("a\nb\n", [Hunk(None, ("a",), ("c",), last=True)])


@pytest.mark.parametrize(
    ("before", "hunk", "after"),
    [
        ("a", Hunk(None, ("a",), ("b",)), "b\n"),
        ("a\n", Hunk(None, (), ("b",)), "a\nb\n"),
        ("", Hunk(None, (), ("b",)), "b\n"),
        ("a\n", Hunk(None, ("a",), ()), ""),
        ("a\n", Hunk(None, ("a", ""), ("b", "")), "b\n"),  # the last newline, shown as a line
        ("a\n\n", Hunk(None, ("a",), ("b",)), "b\n"),  # of blank lines at the end the host drops one
    ],
)
def test_the_text_ends_with_one_newline(before: str, hunk: Hunk, after: str) -> None:
    assert hunked(before, [hunk]) == after


def test_two_hunks_of_the_same_lines_are_no_patch() -> None:
    with pytest.raises(SilentError, match=r"^bad_patch$"):
        hunked("a\nb\n", [Hunk(None, ("a", "b"), ("c",)), Hunk(None, ("b",), ("d",), last=True)])


def test_a_patch_that_would_take_minutes_is_not_followed() -> None:
    with pytest.raises(SilentError, match=r"^bad_patch$"):
        hunked("a\n" * (1 << 20), [Hunk(None, ("b",), ())] * 300)


def test_white_space_is_what_the_host_takes_for_it() -> None:
    control = "\x1c\x1d\x1e\x1f"
    assert {char for char in map(chr, range(0x110000)) if char.isspace()} == set(_SPACE) | set(control)
