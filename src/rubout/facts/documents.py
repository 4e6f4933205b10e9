"""What is known of the documentation in one file: a pure function of its bytes, its language and the revision."""

from __future__ import annotations

import msgspec

from rubout.facts.packed import Packed

# Written into facts by position, so a position never changes.
KINDS = ("md_para", "comment_block", "docstring", "rst_para", "html_text")
MD_PARA, COMMENT_BLOCK, DOCSTRING, RST_PARA, HTML_TEXT = range(len(KINDS))
LIVE, LICENSE_HEADER, INLINE_ALLOW = range(3)


class Segment(Packed, frozen=True):
    """A block of documentation that is long enough to be judged.

    `exempt` is LIVE, or why it is not compared; `shingles` are the hashes of every five words in a row, u64
    little-endian, in the order of the text: four fewer than `words`.
    """

    kind: int
    start_line: int
    end_line: int
    words: int
    exempt: int
    shingles: bytes


class Omitted(msgspec.Struct, frozen=True, array_like=True):
    """What was left out, by rule: `below_floor` segments, else lines.

    `indented_code_lines` are kept, though they may be code.
    """

    below_floor: int = 0
    skeleton_line: int = 0
    fenced_code_line: int = 0
    overlong_line: int = 0
    html_line: int = 0
    indented_code_lines: int = 0
    rst_markup_line: int = 0
    quoted_code_line: int = 0


class Documents(msgspec.Struct, frozen=True, array_like=True):
    """The segments of a file by first line and kind; `bare_permits` are the lines of permits without a reason."""

    segments: tuple[Segment, ...] = ()
    omitted: Omitted = Omitted()
    bare_permits: tuple[int, ...] = ()
