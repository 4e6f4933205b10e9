"""By which fragments can the places of a Markdown file be linked to?"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.sites.markdown_lines import Line

_ATX = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_ATX_END = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_COMMENT = re.compile(r"<!--.*?-->")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_NO_PARAGRAPH = re.compile(r"\s*(?:$|[>|]|[-+*]\s|\d+[.)]\s|<)| {4}|\t")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_ANCHOR = re.compile(r"<[A-Za-z][^<>]*?\s(?:id|name)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_FRONT = "---"


def placed_slugs(lines: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """The slugs of the headings and the anchors of the HTML, each with its line, in document order."""
    seen: Counter[str] = Counter()
    paragraph: list[str] = []
    before = 0
    for line in lines[_front_matter(lines) :]:
        if line.number != before + 1:
            paragraph = []
        before = line.number
        for anchor in _ANCHOR.finditer(line.masked):
            yield line.number, next(name for name in anchor.groups() if name is not None)
        heading = _heading(line, paragraph)
        if heading is not None:
            slug = slug_of(heading)
            yield line.number, f"{slug}-{seen[slug]}" if seen[slug] else slug
            seen[slug] += 1
        if heading is not None or not line.text.strip() or (not paragraph and _NO_PARAGRAPH.match(line.text)):
            paragraph = []
        else:
            paragraph.append(_without_tags(line, 0, len(line.text)).strip())


def _heading(line: Line, paragraph: Sequence[str]) -> str | None:
    """The heading that the line is, or makes of the paragraph above it."""
    atx = _ATX.match(line.masked)
    if atx is not None:
        return _ATX_END.sub("", _without_tags(line, atx.end(), len(line.text)))
    return " ".join(paragraph) if paragraph and _UNDERLINE.fullmatch(line.masked) else None


def _without_tags(line: Line, start: int, end: int) -> str:
    """A part of the line; what looks like a tag in code is kept."""
    shown, at = [], start
    for tag in _TAG.finditer(line.masked, start, end):
        shown.append(line.text[at : tag.start()])
        at = tag.end()
    return _COMMENT.sub("", "".join((*shown, line.text[at:end])))


def slug_of(heading: str) -> str:
    """Lower case, letters, digits, `_` and `-`, and a `-` for each blank; of a link, its text."""
    shown = _LINK.sub(r"\1", heading).strip().lower()
    return "".join(
        "-" if char.isspace() else char for char in shown if char.isspace() or char.isalnum() or char in "_-"
    )


def _front_matter(lines: Sequence[Line]) -> int:
    """How many lines at the start are metadata."""
    if not lines or lines[0].number != 1 or lines[0].text.rstrip() != _FRONT:
        return 0
    ends = (index for index, line in enumerate(lines[1:], start=2) if line.text.rstrip() == _FRONT)
    return next(ends, 0)
