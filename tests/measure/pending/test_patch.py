"""A patch is read as the host that runs it reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.pending.patch import Hunk, Section, sections
from rubout.measure.pending.text import SilentError

UPDATE = "*** Update File: a.py"


def wrapped(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


@pytest.mark.parametrize(
    ("lines", "section"),
    [
        (["*** Add File: a.py", "+one", "+", "++two"], Section("a.py", "one\n\n+two\n")),
        (["*** Add File: empty.py"], Section("empty.py", "")),
        (["*** Delete File: a b.py"], Section("a b.py")),
        ([UPDATE, "@@", "-a", "+b"], Section("a.py", hunks=(Hunk(None, ("a",), ("b",)),))),
        ([UPDATE, "-a", "+b"], Section("a.py", hunks=(Hunk(None, ("a",), ("b",)),))),
        ([UPDATE, "*** Move to: b.py", "@@", "-a"], Section("a.py", hunks=(Hunk(None, ("a",), ()),), target="b.py")),
        ([UPDATE, "@@ class A:", "+b"], Section("a.py", hunks=(Hunk("class A:", (), ("b",)),))),
        ([UPDATE, "@@", " a", "", "+b"], Section("a.py", hunks=(Hunk(None, ("a", ""), ("a", "", "b")),))),
        ([UPDATE, "@@", "-a", "*** End of File"], Section("a.py", hunks=(Hunk(None, ("a",), (), last=True),))),
        (
            [UPDATE, "@@", "-a", "*** End of File", "", "@@ c", "+b"],
            Section("a.py", hunks=(Hunk(None, ("a",), (), last=True), Hunk("c", (), ("b",)))),
        ),
        (["  *** Delete File: a.py  "], Section("a.py")),
    ],
)
def test_a_section_is_what_its_lines_say(lines: list[str], section: Section) -> None:
    assert sections(wrapped(*lines)) == (section,)


def test_sections_keep_their_order() -> None:
    text = wrapped("*** Delete File: b", "*** Add File: a", "+x", UPDATE, "@@", "+y", "*** Delete File: b")
    assert [section.path for section in sections(text)] == ["b", "a", "a.py", "b"]


@pytest.mark.parametrize("head", ["<<EOF", "<<'EOF'", '<<"EOF"'])
def test_a_heredoc_around_the_patch_is_taken_off(head: str) -> None:
    assert sections(f"\n {head}\n{wrapped('*** Delete File: a')}\nEOF\n") == (Section("a"),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*** Begin Patch",
        "*** End Patch",
        "diff --git a/a b/a",
        wrapped(),
        wrapped("*** Delete File: a")[:-1],
        f"<<EOF\n{wrapped('*** Delete File: a')}\nend",
        wrapped("*** Delete File: "),
        wrapped("*** Delete File: a\0b"),
        wrapped("*** Rename File: a"),
        wrapped("*** Add File: a", "no plus"),
        wrapped(UPDATE),
        wrapped(UPDATE, "*** Move to: b.py"),
        wrapped(UPDATE, "*** Move to: ", "@@", "+a"),
        wrapped(UPDATE, "@@"),
        wrapped(UPDATE, "@@", "*** End of File"),
        wrapped(UPDATE, "@@", "+a", "*** End of File", "+b"),
        wrapped(UPDATE, "@@", "+a", "@ b"),
        wrapped(UPDATE, "free text"),
    ],
)
def test_what_is_no_patch_is_silent(text: str) -> None:
    with pytest.raises(SilentError, match=r"^bad_patch$"):
        sections(text)


LINES = st.sampled_from(
    [
        *(UPDATE, "*** Add File: b", "*** Delete File: c", "*** Move to: d", "*** End of File"),
        *("@@", "@@ e", "+f", "-g", " h", "", "*", "x", "*** End Patch", "*** Begin Patch"),
    ]
)


@given(st.lists(LINES, max_size=12))
def test_any_lines_are_sections_or_silent(lines: list[str]) -> None:
    try:
        found = sections(wrapped(*lines))
    except SilentError:
        return
    assert all(section.hunks or section.target is None for section in found)
    added = sum(section.content.count("\n") for section in found if section.content is not None)
    hunks = [hunk for section in found for hunk in section.hunks]
    assert lines.count("+f") == added + sum(hunk.new.count("f") for hunk in hunks)
    assert lines.count("-g") == sum(hunk.old.count("g") for hunk in hunks)
