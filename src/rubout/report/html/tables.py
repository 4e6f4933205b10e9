"""Tables: numbers stand on the right, and the script sorts by a column that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.report.html.markup import Markup, joined, tag, worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Column(NamedTuple):
    """A column by its heading."""

    name: str
    is_number: bool = False


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[object]],
    *,
    name: str = "",
    is_long: bool = False,
) -> Markup:
    """A table in a frame that scrolls sideways; a cell is markup, or anything that is written as text.

    With a `name` its rows can be sorted; one that `is_long` scrolls on screens.
    """
    heads = (tag("th", _head(column, name), scope="col", class_=_kind(column)) for column in columns)
    body = (
        tag("tr", *(tag("td", _cell(value), class_=_kind(column)) for value, column in zip(row, columns, strict=True)))
        for row in rows
    )
    whole = tag(
        "table",
        tag("caption", worded(caption)),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *body),
        id=name or None,
    )
    return frame(whole, caption, is_long=is_long)


def frame(content: Markup, label: str, *, is_long: bool = False) -> Markup:
    """What may be wider than the screen, or too long for it, to be scrolled by itself, by keys too."""
    return tag("div", content, class_="frame long" if is_long else "frame", tabindex=0, role="region", aria_label=label)


def listed(items: Iterable[str], class_: str | None = None) -> Markup:
    """A list; nothing where there are no items."""
    inside = joined(tag("li", item) for item in items)
    return tag("ul", inside, class_=class_) if inside else Markup()


def _head(column: Column, name: str) -> str:
    return tag("button", column.name, type="button", class_="sort") if name else column.name


def _kind(column: Column) -> str | None:
    return "n" if column.is_number else None


def _cell(value: object) -> str:
    return value if isinstance(value, str) else str(value)
