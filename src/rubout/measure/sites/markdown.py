"""Which links, images and definitions does a Markdown file have, and which of its places can be linked to?

Line by line, without a parser: fenced code and HTML comments open no site, nor does inline code; indented code is like
the rest. Probes are inline code that is all the path of a document, and what is included or run.
"""

from __future__ import annotations

import re
from itertools import count, takewhile
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind, Mode, References, Site
from rubout.measure.sites.markdown_lines import visible_lines
from rubout.measure.sites.markdown_shown import shown
from rubout.measure.sites.markdown_slugs import placed_slugs
from rubout.measure.text_lines import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.measure.sites.markdown_lines import Line

_DEFINITION = re.compile(r" {0,3}\[(?!\^)(?P<label>[^\[\]]+)\]:\s*(?P<target>\S.*)")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>", re.IGNORECASE)
_DOCUMENT = re.compile(r"`+\s*([\w./@-]+\.(?:md|markdown))\s*`+", re.IGNORECASE)
_BRACKET = re.compile(r"\\.|[\[\]]")
_PARENTHESIS = re.compile(r"\\.|[()]")
_TAG = re.compile(
    r"""<(?P<tag>[A-Za-z][\w-]*)
      | (?P<end>>)
      | (?<![\w-])(?P<name>href|src|srcset)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s>"']+)""",
    re.IGNORECASE | re.VERBOSE,
)
_DEEPEST = 32  # parentheses within one another in a target, as CommonMark allows at least


class _Hit(NamedTuple):
    """A site of a line before it has its ordinal."""

    column: int
    kind: Kind
    spec: str
    name: str = ""


def label_of(text: str) -> str:
    """A link label as it is compared: without regard to case and to how many blanks there are."""
    return " ".join(text.casefold().split())


def references(source: bytes) -> References:
    """The sites and the slugs of a Markdown file; a definition has its label as its `name`."""
    text = source.decode(errors="replace")
    lines = list(visible_lines(lines_of(text)))
    return References(sites=tuple(sites_in(lines, text)), slugs=tuple(slug for _, slug in placed_slugs(lines)))


def sites_in(lines: Sequence[Line], text: str = "") -> list[Site]:
    """The sites of lines, in order, with those of what the whole `text` shows."""
    definitions = {line.number: hit for line in lines if (hit := _definition(line)) is not None}
    labels = {hit.name for hit in definitions.values()}
    tags = _Tags()
    hits: dict[int, list[_Hit]] = {}
    for line in lines:
        defined = definitions.get(line.number)
        hits[line.number] = [*_line(line, labels), *tags.of(line)] if defined is None else [defined]
    for one in shown(text):
        hits.setdefault(one.line, []).append(_Hit(len(text), Kind.STRING_REF, one.path))
    return [site for number in sorted(hits) for site in _placed(number, hits[number])]


def _placed(line: int, hits: Iterable[_Hit]) -> Iterator[Site]:
    ordinals = count()
    for hit in sorted(hits):
        spec = hit.spec.strip()
        if spec:
            mode = Mode.PROBE if hit.kind is Kind.STRING_REF else Mode.STATIC
            yield Site(line, next(ordinals), hit.kind, spec, hit.name, mode)


def _definition(line: Line) -> _Hit | None:
    """`[label]: target`; a footnote is none."""
    found = _DEFINITION.match(line.masked)
    if found is None:
        return None
    target = _target(line.text[found.start("target") :])
    return _Hit(0, Kind.REF_DEF, target, label_of(line.text[slice(*found.span("label"))]))


def _line(line: Line, labels: set[str]) -> Iterator[_Hit]:
    for found in _AUTOLINK.finditer(line.masked):
        yield _Hit(found.start(), Kind.URL, found[1])
    for start, end in line.codes:
        document = _DOCUMENT.fullmatch(line.text, start, end)
        if document is not None:
            yield _Hit(start, Kind.STRING_REF, document[1])
    for start, end in _brackets(line.masked):
        is_image = line.masked.startswith("!", start - 1) if start else False
        hit = _link(line, start, end, Kind.IMAGE if is_image else Kind.LINK) or _by_label(line, start, end, labels)
        if hit is not None:
            yield hit


def _brackets(masked: str) -> Iterator[tuple[int, int]]:
    """Start and end of each bracketed part, inner ones too; what a line above opened starts where it ends."""
    if "]" not in masked:
        return
    waiting: list[int] = []
    for found in _BRACKET.finditer(masked):
        if found[0] == "[":
            waiting.append(found.start())
        elif found[0] == "]":
            yield waiting.pop() if waiting else found.start(), found.end()


def _link(line: Line, start: int, end: int, kind: Kind) -> _Hit | None:
    """`[..](target)`, up to the parenthesis that closes it, or to the first one where none does."""
    if not line.masked.startswith("(", end):
        return None
    angled = line.masked.startswith("<", end + 1)
    close = line.masked.find(")", line.masked.find(">", end) if angled else end)
    if not angled:
        ends = takewhile(lambda place: place[1] <= _DEEPEST, _depths(line.masked, end))
        close = next((at for at, depth in ends if not depth), close)
    return None if close < 0 else _Hit(start, kind, _target(line.text[end + 1 : close]))


def _depths(masked: str, start: int) -> Iterator[tuple[int, int]]:
    """Each parenthesis from one on, with how many are open after it."""
    depth = 0
    for found in _PARENTHESIS.finditer(masked, start):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        yield found.start(), depth


def _target(written: str) -> str:
    """Without one pair of angle brackets, or else without a title."""
    written = written.strip()
    if written.startswith("<"):
        return written[1:].partition(">")[0]
    return written.split(maxsplit=1)[0] if written else ""


def _by_label(line: Line, start: int, end: int, labels: set[str]) -> _Hit | None:
    """`[text][label]`, and `[label][]` or `[label]` where the file defines the label."""
    own = line.text[start + 1 : end - 1]
    if line.masked.startswith("[", end):
        close = line.masked.find("]", end)
        label = line.text[end + 1 : close] if close > 0 else ""
        if label.strip():
            return _Hit(start, Kind.REF_LINK, label)
    is_second = start > 0 and line.masked[start - 1] == "]"  # the label of the part before it
    return _Hit(start, Kind.REF_LINK, own) if not is_second and label_of(own) in labels else None


class _Tags:
    """The HTML tag that is open, if one is: its attributes may stand on later lines."""

    def __init__(self) -> None:
        self._open = ""

    def of(self, line: Line) -> Iterator[_Hit]:
        """What the attributes on this line refer to."""
        if not self._open and "<" not in line.masked:
            return
        for found in _TAG.finditer(line.masked):
            if found["tag"]:
                self._open = found["tag"].lower()
            elif found["end"]:
                self._open = ""
            elif self._open:
                kind = Kind.LINK if found["name"].lower() == "href" and self._open == "a" else Kind.IMAGE
                yield from _attribute(found, line.text[slice(*found.span("value"))].strip("\"'"), kind)


def _attribute(found: re.Match[str], value: str, kind: Kind) -> Iterator[_Hit]:
    """One target, or each of a `srcset`, which follow one another in its order."""
    values = value.split(",") if found["name"].lower() == "srcset" else [value]
    for offset, one in enumerate(values):
        yield _Hit(found.start() + offset, kind, one.split()[0] if one.split() else "")
