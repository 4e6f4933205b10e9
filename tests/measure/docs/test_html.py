"""Texts of HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.docs.html import texts
from rubout.measure.docs.words import words_of

if TYPE_CHECKING:
    from tests.measure.conftest import Parsed


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>One <b>two</b> three.</p>", ["one two three"]),
        ("<p>bro<b>k</b>en<br>up</p>", ["broken up"]),
        ("<div>outer <p>inner</p></div>", ["inner"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("<td>a<script>b()</script><code>c</code>d<style>e</style></td>", ["a d"]),
        ("<pre><p>code</p></pre><P>text</P>", ["text"]),
        ("<p>caf&eacute; &#233;t&#xe9; a&nbsp;b</p>", ["café été a b"]),
        ("<p>a<!-- hidden -->b</p>", ["a b"]),
        ("<p> &nbsp; </p><h1>title</h1>", []),
        ("<dl><dt>t</dt><dd>d</dd></dl><blockquote>q</blockquote><figcaption>f</figcaption>", ["t", "d", "q", "f"]),
        ("<table><caption>c</caption><tr><th>h</th></tr></table><summary>s</summary>", ["c", "h", "s"]),
        ("<p>never closed", ["never closed"]),
        ("</p></div>", []),
    ],
)
def test_a_text_is_an_element_of_prose_that_holds_no_other(parsed: Parsed, source: str, expected: list[str]) -> None:
    assert [" ".join(words_of(block.lines)) for block in texts(parsed("html", source)).blocks] == expected


def test_the_lines_of_a_text_are_those_of_its_element(parsed: Parsed) -> None:
    found = texts(parsed("html", "<div>\n<p\n class='a'>\na\n</p>\n</div>\n<p>b</p>"))
    assert [(block.start_line, block.end_line) for block in found.blocks] == [(2, 5), (7, 7)]


def test_a_comment_ends_where_it_ends(parsed: Parsed) -> None:
    (comment,) = texts(parsed("html", "\n<!-- a\nb -->\n<p>c</p>")).comments
    assert comment == (3, [(2, "<!-- a"), (3, "b -->")])
