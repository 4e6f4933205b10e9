"""The tree of files by size and findings, as a map and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.report.html.markup import Markup, data, joined, said, section, tag
from rubout.report.html.tables import Column, table
from rubout.report.html.treemap_layout import HEADER, Box, layout, tree_of
from rubout.report.html.view import KINDS, FileView, kinds_found
from rubout.report.record import counted
from rubout.report.text import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.report.html.treemap_layout import Placed

MOST_TILES = 1200
MOST_ROWS = 200
SIZE = Box(0.0, 0.0, 1000.0, 560.0)  # the map is laid out for, and scaled to what there is room for
GRADES = (1, 4, 16, 64)  # findings from which on a tile has the next color and hatch
_LABEL_WIDTH, _LABEL_HEIGHT = 38.0, 17.0  # that a name needs at least
_LINE = 13.0
_LETTER, _BOLD_LETTER = 6.4, 7.4  # as wide as one is, about
_HINT = (
    "Point at a tile, or go over them with the arrow keys; a click, or Enter, goes into its folder, Escape comes back."
)
_HATCHES = (("h1", 10), ("h2", 7), ("h3", 5), ("h4", 5))  # the denser the more findings, and at last crossed


class _Shown(NamedTuple):
    """The files with a tile of their own, and those that share one a folder: (path, lines, files)."""

    files: list[FileView]
    others: list[tuple[str, int, int]]


def treemap(files: Sequence[FileView]) -> Markup:
    """The map, what it means, and the table under it."""
    if not files:
        return Markup()
    shown = _shown(files)
    sizes = [(file.path, file.lines) for file in shown.files] + [(path, lines) for path, lines, _ in shown.others]
    placed = list(layout(tree_of(sizes), SIZE))
    kinds = kinds_found(files)
    return section(
        "tree",
        "The tree",
        said(_explained(files, shown)),
        _controls(kinds),
        tag("nav", id="trail", aria_label="Folder that the map shows"),
        _drawn(placed, shown),
        tag("p", _HINT, id="hint", class_="said", aria_live="polite"),
        _legend(),
        _table(files, kinds),
        data("files", [[tile.path, tile.lines, tile.counts] for tile in shown.files]),
        data("kinds", KINDS),
        data("grades", GRADES),
    )


def grade(findings: int) -> int:
    """How a tile is drawn."""
    return sum(findings >= least for least in GRADES)


def _shown(files: Sequence[FileView]) -> _Shown:
    worst = sorted(files, key=lambda file: (-file.total, -file.lines, file.path))
    kept = {file.path for file in worst[:MOST_TILES]}
    rest: dict[str, tuple[int, int]] = {}
    for file in files:
        if file.path not in kept:
            folder = file.path.rpartition("/")[0]
            lines, number = rest.get(folder, (0, 0))
            rest[folder] = lines + file.lines, number + 1
    others = [
        (f"{folder}/…" if folder else "…", lines, number) for folder, (lines, number) in sorted(rest.items()) if lines
    ]
    return _Shown([file for file in files if file.path in kept], others)


def _explained(files: Sequence[FileView], shown: _Shown) -> str:
    words = (
        f"{counted(len(files), 'file')}, each as large as it has lines; the darker and the more densely hatched, the "
        "more findings it has; their number stands under its name."
    )
    if not shown.others:
        return words
    rest = sum(number for _, _, number in shown.others)
    return f"{words} {rest} files with the fewest findings and lines share one tile a folder, named “…”."


def _controls(kinds: Sequence[int]) -> Markup:
    options = (tag("option", KINDS[number], value=number) for number in kinds)
    return tag(
        "form",
        tag("label", "Findings ", tag("select", tag("option", "of every kind", value=-1), *options, id="kind")),
        tag("label", "Path holds ", tag("input", type="search", id="part", autocomplete="off", spellcheck="false")),
        id="filter",
        class_="controls",
    )


def _drawn(placed: Sequence[Placed], shown: _Shown) -> Markup:
    label = "Map of the files by lines and findings; the table below says the same"
    hatches = joined(_hatch(name, width) for name, width in _HATCHES)
    tiles = (_tile(one, shown) if one.item.number is not None else _folder(one) for one in placed)
    return tag(
        "svg",
        tag("defs", hatches),
        *tiles,
        id="map",
        role="application",
        aria_label=label,
        tabindex=0,
        data_header=_percent(HEADER, SIZE.height),
    )


def _hatch(name: str, width: int) -> Markup:
    crossed = f"M0 0L{width} {width}" if name == _HATCHES[-1][0] else ""
    line = tag("path", d=f"M0 {width}L{width} 0M-1 1L1 -1M{width - 1} {width + 1}L{width + 1} {width - 1}{crossed}")
    ground = tag("rect", width=width, height=width)
    return tag("pattern", ground, line, id=name, width=width, height=width, patternUnits="userSpaceOnUse")


def _tile(one: Placed, shown: _Shown) -> Markup:
    number = one.item.number or 0
    is_file = number < len(shown.files)
    file = shown.files[number] if is_file else None
    fits = one.box.width >= _LABEL_WIDTH and one.box.height >= _LABEL_HEIGHT
    count = file.total if file else 0
    name = tag("text", _fitted(one.item.name, one.box), x=4, y=_LINE)
    found = tag("text", str(count), x=4, y=2 * _LINE) if count and one.box.height >= 2 * _LABEL_HEIGHT else ""
    return tag(
        "svg",
        tag("rect", width="100%", height="100%"),
        *((name, found) if fits else ()),
        class_=f"t g{grade(count)}",
        **_at(one.box),
        data_i=number if is_file else None,
        data_p=None if is_file else one.item.path,
    )


def _folder(one: Placed) -> Markup:
    name = tag("text", _fitted(one.item.name, one.box, _BOLD_LETTER), x=4, y=HEADER - 4) if one.has_header else ""
    rect = tag("rect", width="100%", height="100%")
    return tag("svg", rect, name, class_="d", **_at(one.box), data_p=one.item.path, data_n=one.item.name)


def _fitted(name: str, box: Box, letter: float = _LETTER) -> str:
    return shortened(name, int((box.width - 6) / letter), least=1)


def _at(box: Box) -> dict[str, object]:
    return {
        "x": _percent(box.x, SIZE.width),
        "y": _percent(box.y, SIZE.height),
        "width": _percent(box.width, SIZE.width),
        "height": _percent(box.height, SIZE.height),
    }


def _percent(value: float, whole: float) -> str:
    return f"{100 * value / whole:.2f}%"


def _legend() -> Markup:
    bounds = (0, *GRADES)
    return tag(
        "ul", *(tag("li", _swatch(number), _range(bounds, number)) for number in range(len(bounds))), class_="key"
    )


def _swatch(number: int) -> Markup:
    rect = tag("rect", width="100%", height="100%")
    return tag("svg", tag("svg", rect, class_=f"t g{number}"), class_="swatch", aria_hidden="true")


def _range(bounds: Sequence[int], number: int) -> str:
    low = bounds[number]
    if number + 1 == len(bounds):
        return f"{low} findings or more"
    high = bounds[number + 1] - 1
    return ("no finding" if not low else counted(low, "finding")) if low == high else f"{low} to {high} findings"


def _table(files: Sequence[FileView], kinds: Sequence[int]) -> Markup:
    ordered = sorted(files, key=lambda file: (-file.total, -file.lines, file.path))[:MOST_ROWS]
    columns = (
        Column("file"),
        Column("lines", is_number=True),
        *(Column(KINDS[number], is_number=True) for number in kinds),
        Column("all", is_number=True),
    )
    caption = "Files by findings, then by lines"
    if len(ordered) < len(files):
        caption = f"{caption}: the first {len(ordered)} of {len(files)}"
    return table(caption, columns, _rows(ordered, kinds), name="files-table", is_long=True)


def _rows(files: Sequence[FileView], kinds: Sequence[int]) -> Iterator[tuple[object, ...]]:
    for file in files:
        yield (tag("code", file.path), file.lines, *(file.counts[number] or "" for number in kinds), file.total or "")
