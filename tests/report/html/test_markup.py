"""Text stays text, whatever it holds."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.report.html.markup import Markup, data, joined, tag, worded
from rubout.report.record import printable

HOSTILE = (
    st.text()
    | st.sampled_from(
        ["</script>", "<!--", "]]>", "<img src=x onerror=alert(1)>", "\u2028", "&lt;", "\x00", "\u202e", "\"'`"]
    )
    | st.lists(st.sampled_from(["<", ">", "&", '"', "'", "/", "script", "\t", "\r", "=", " "])).map("".join)
)


class Reader(HTMLParser):
    """What a parser makes of a page: elements with their attributes, and the text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def parsed(markup: str) -> Reader:
    reader = Reader()
    reader.feed(markup)
    reader.close()
    return reader


@given(HOSTILE, HOSTILE)
def test_content_and_attributes_are_read_back_as_they_were_written(content: str, value: str) -> None:
    page = parsed(tag("p", content, title=value))
    assert [name for name, _ in page.elements] == ["p"]
    assert page.elements[0][1] == {"title": visible(value)}
    assert "".join(page.said) == visible(content)


def visible(words: str) -> str:
    """With tabs, and with all else that is not printable spelled out."""
    return "\t".join(printable(part) for part in words.split("\t"))


@given(st.recursive(HOSTILE, lambda inner: st.lists(inner, max_size=3), max_leaves=5))
def test_data_ends_no_script_and_is_read_back_as_it_was(value: Any) -> None:
    page = parsed(data("x", value))
    assert page.elements == [("script", {"type": "application/json", "id": "x"})]
    assert json.loads("".join(page.said)) == value
    assert not set("<>&\u2028\u2029") & set("".join(page.said))


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (tag("input", id="x"), '<input id="x">'),
        (
            tag("a", aria_label="b", class_="c", hidden=True, title=None, open=False),
            '<a aria-label="b" class="c" hidden></a>',
        ),
        (tag("a", data_i=0), '<a data-i="0"></a>'),
        (tag("p", Markup("<b>x</b>"), "<"), "<p><b>x</b>&lt;</p>"),
        (joined(("&", Markup("&amp;"))), "&amp;&amp;"),
    ],
)
def test_an_element_is_written_like_this(markup: str, expected: str) -> None:
    assert markup == expected


def test_what_stands_between_backticks_is_code() -> None:
    assert worded("call `rubout trend` <now>") == "call <code>rubout trend</code> &lt;now&gt;"
    assert worded("`<b>`") == "<code>&lt;b&gt;</code>"


def test_a_backtick_alone_is_text() -> None:
    assert worded("a ` alone") == "a ` alone"
