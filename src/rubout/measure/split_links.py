"""Which sections of a long Markdown file say others of it? Those that link to them, or hold them.

A section holds the deeper ones behind it, up to one as deep as itself. An item of a list that is nothing but a link is
one of a table of contents: it is written anew for any cut, so it ties nothing. Source: docs/methodology/split.md
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.sites.markdown import label_of, sites_in
from rubout.measure.sites.markdown_lines import visible_lines
from rubout.measure.sites.markdown_slugs import placed_slugs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.edit_units import Placed

_OF_CONTENTS = re.compile(r"\s*(?:[-+*]|\d+[.)])\s+\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])?\s*")


def tied(lines: Sequence[str], top: Sequence[Placed]) -> list[tuple[int, int]]:
    """The pairs (i, j) of sections such that a link in i leads to j, or that j is the last one in i, ascending."""
    return sorted({*_linked(lines, top), *_held([_depth(lines[unit.start_line - 1]) for unit in top])})


def _depth(heading: str) -> int:
    marks = heading.lstrip()
    return len(marks) - len(marks.lstrip("#"))


def _held(depths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each section with the last one that it holds; the title, which holds all of the file, would say nothing."""
    last, waiting = len(depths) - 1, list[int]()
    for number, depth in enumerate((*depths, 0)):
        while waiting and depths[waiting[-1]] >= depth:
            holder = waiting.pop()
            if holder < number - 1 and (holder, number - 1) != (0, last):
                yield holder, number - 1
        waiting.append(number)


def _linked(lines: Sequence[str], top: Sequence[Placed]) -> Iterator[tuple[int, int]]:
    shown = list(visible_lines(lines))
    sites = sites_in(shown)
    placed = list(placed_slugs(shown))
    several = Counter(slug for _, slug in placed)
    lines_of_slugs = {slug: line for line, slug in placed if several[slug] == 1}
    labels = {site.name: site.spec for site in sites if site.kind is Kind.REF_DEF}
    contents = {line.number for line in shown if _OF_CONTENTS.fullmatch(line.text)}
    starts = [unit.start_line for unit in top]
    for site in sites:
        target = labels.get(label_of(site.spec), "") if site.kind is Kind.REF_LINK else site.spec
        line = lines_of_slugs.get(target[1:]) if target.startswith("#") else None
        if line is not None and site.kind is not Kind.REF_DEF and site.line not in contents:
            i, j = bisect_right(starts, site.line) - 1, bisect_right(starts, line) - 1
            if i != j and min(i, j) >= 0:
                yield i, j
