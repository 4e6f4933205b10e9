"""A graph that is laid out, as SVG."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.report.html.markup import Markup, tag
from rubout.report.text import shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rubout.report.html.layers import Arc, Layout

NODE_WIDTH, NODE_HEIGHT = 168, 26
_APART, _BETWEEN = 66, 12  # layers, and nodes of one
_MARGIN = 8
_LABEL = 20  # characters
_ROUND = 26  # how far an arc that closes a circle swings out

ARROW = tag(
    "svg",
    tag(
        "marker",
        tag("path", d="M0 0L8 4L0 8z"),
        id="arrow",
        viewBox="0 0 8 8",
        refX=8,
        refY=4,
        markerWidth=7,
        markerHeight=7,
        markerUnits="userSpaceOnUse",
        orient="auto",
    ),
    class_="arrow",
    width=0,
    height=0,
    aria_hidden="true",
)


def drawing(layout: Layout, paths: Sequence[str], core: Collection[int], sign: str, heading: str) -> Markup:
    """The nodes by `names`; those of the `core`, by number, bear the sign."""
    places = positions(layout)
    swing = _ROUND if layout.closing else 0
    width = max(x for x, _ in places.values()) + NODE_WIDTH + _MARGIN + swing
    height = max(y for _, y in places.values()) + NODE_HEIGHT + _MARGIN
    return tag(
        "svg",
        *(tag("path", d=_way(route, places)) for route in layout.routes),
        *(tag("path", d=_back(arc, places), class_="back") for arc in layout.closing),
        *(
            _node(path, name, places[number], sign if number in core else "")
            for number, (path, name) in enumerate(zip(paths, names(paths), strict=True))
        ),
        class_="graph",
        width=width,
        height=height,
        role="img",
        aria_label=heading,
    )


def names(paths: Sequence[str]) -> list[str]:
    """Each file's name, with the folders that it takes to tell it from the others; of a long one the end is kept."""
    tails = [path.split("/") for path in paths]
    found = []
    for own in tails:
        others = [other for other in tails if other != own]
        least = next((n for n in range(1, len(own)) if all(other[-n:] != own[-n:] for other in others)), len(own))
        name = "/".join(own[-least:])
        found.append(shortened(name, _LABEL) if least == 1 else name if len(name) <= _LABEL else _end(name))
    return found


def _end(name: str) -> str:
    return f"…{name[1 - _LABEL :]}"


def _node(path: str, name: str, place: tuple[int, int], sign: str) -> Markup:
    return tag(
        "g",
        tag("title", path),
        tag("rect", width=NODE_WIDTH, height=NODE_HEIGHT, rx=4),
        tag("text", f"{sign} {name}" if sign else name, x=8, y=17),
        transform=f"translate({place[0]} {place[1]})",
        class_="core" if sign else "beside",
    )


def positions(layout: Layout) -> dict[int, tuple[int, int]]:
    """The upper left corner of every node and bend, by number, each layer in the middle."""
    margin = _MARGIN + (_ROUND if layout.closing else 0)
    heights = [[_height(node, layout) for node in layer] for layer in layout.layers]
    tallest = max(map(sum, heights), default=0)
    places: dict[int, tuple[int, int]] = {}
    for level, layer in enumerate(layout.layers):
        y = margin + (tallest - sum(heights[level])) // 2
        for node, height in zip(layer, heights[level], strict=True):
            # A line through a bend is as far down as one that leaves a node.
            places[node] = margin + level * (NODE_WIDTH + _APART), y - (0 if node < layout.count else NODE_HEIGHT // 2)
            y += height
    return places


def _height(node: int, layout: Layout) -> int:
    """With the room to the next."""
    return NODE_HEIGHT + _BETWEEN if node < layout.count else _BETWEEN


def _way(route: Sequence[int], places: dict[int, tuple[int, int]]) -> str:
    """From the right side of a node to the left side of another, through the bends between them."""
    x, y = places[route[0]]
    parts = [f"M{x + NODE_WIDTH} {y + NODE_HEIGHT // 2}"]
    for before, node in pairwise(route):
        from_y, (x, y) = places[before][1] + NODE_HEIGHT // 2, places[node]
        to_y = y + NODE_HEIGHT // 2
        middle = x - _APART // 2
        parts.append(f"C{middle} {from_y} {middle} {to_y} {x} {to_y}")
        if node != route[-1]:  # straight on, past the nodes of its layer
            parts.append(f"H{x + NODE_WIDTH}")
    return "".join(parts)


def _back(arc: Arc, places: dict[int, tuple[int, int]]) -> str:
    """From the right side of a node around and back to the left side of another, or of one in the same layer."""
    (from_x, from_y), (to_x, to_y) = places[arc[0]], places[arc[1]]
    start, end = from_y + NODE_HEIGHT // 2, to_y + NODE_HEIGHT // 2
    x = from_x + NODE_WIDTH
    above = min(from_y, to_y) - _BETWEEN // 2
    return (
        f"M{x} {start}C{x + _ROUND} {start} {x + _ROUND} {above} {x} {above}"
        f"L{to_x} {above}C{to_x - _ROUND} {above} {to_x - _ROUND} {end} {to_x} {end}"
    )
