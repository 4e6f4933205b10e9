"""What a Markdown file says of others."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.references import Kind, Mode
from tests.tables import cases
from tests.worlds import references_of, said_sites, saying


def sites(source: str) -> str:
    return said_sites(references_of("markdown", source))


test_a_line_opens_these_sites = saying(
    "markdown",
    r"""
    [a](b.md) ![c](d.png) => link b.md; image d.png
    [a](b.md "title") => link b.md
    [a](<b c.md>) => link b c.md
    [a]() =>
    [a](b(c).md) => link b(c).md
    [a](b(c(d)).md "e (f)") => link b(c(d)).md
    [a](b\(c.md) => link b\(c.md
    [a](b(c.md) => link b(c.md
    [a](<b)c.md>) => link b)c.md
    [![badge](b.svg)](ci.md) => link ci.md; image b.svg
    [a [b] c](d.md) => link d.md
    \[a](b.md) => link b.md
    `[a](b.md)` =>
    ``[a](b`.md)`` [c](d.md) => link d.md
    ` [a](b.md) => link b.md
    <!-- [a](b.md) --> [c](d.md) => link d.md
    `<!--` [a](b.md) => link b.md
    [a][b] [c][b] => ref_link b; ref_link b
    [a]: b.md 'title' => ref_def b.md a
    [a]: <b c.md> => ref_def b c.md a
    [^a]: see [b](c.md) => link c.md
    <https://e.x> <mailto:a@e.x> https://bare.x b.md => url https://e.x; url mailto:a@e.x
    <a class="x" href="b.md"> => link b.md
    <img src='a.png' srcset='b.png 1x, c.png 2x'> => image a.png; image b.png; image c.png
    <a data-href='b.md'> href='c.md' =>
    - [ ] open, [x] done =>
    see `docs/b.md` and [c](c.md) => string_ref docs/b.md; link c.md
    `` /b.MD `` => string_ref /b.MD
    `cat b.md` `b.py` <!-- `b.md` --> b.md =>
    """,
)


def test_a_label_alone_is_a_link_where_the_file_defines_it() -> None:
    source = "[The  Guide], [the guide][] and [other]\n\n[the guide]: g.md\n"
    assert sites(source) == "ref_link The  Guide; ref_link the guide; ref_def g.md the guide"


def test_fences_and_comments_reach_over_lines() -> None:
    source = "````md\n```\n[a](a.md)\n````\n[b](b.md)\n<!--\n[c](c.md)\n--> [d](d.md)\n~~~\n```\n~~~\n[e](e.md)\n"
    assert sites(source) == "link b.md; link d.md; link e.md"


def test_code_on_one_line_is_no_fence() -> None:
    assert sites("```[a](a.md)```\n[b](b.md)\n") == "link b.md"


def test_an_attribute_may_stand_below_its_tag() -> None:
    assert sites('<img\n  src="a.png"\n>\nsrc="b.png"\n') == "image a.png"


def test_a_link_whose_text_is_broken_stands_where_it_ends() -> None:
    (site,) = references_of("markdown", "see [the\nguide](g.md)\n").sites
    assert (site.line, site.nth, site.kind, site.spec) == (2, 0, Kind.LINK, "g.md")


@cases(
    "source expected",
    r"""
    # Set up\n## Dup\n## Dup\n## Dup 1\n => set-up dup dup-1 dup-1
    ## A, b_c: D-e! ##\n => a-b_c-d-e
    #no\n####### no\n =>
    #\n =>
    Title\n===\nmore\nlines\n---\n => title more-lines
    - item\n---\n\n| a |\n---\n\n---\n =>
    ---\ntitle: x\n---\n# A\n => a
    ```\n# A\n```\n<!-- # B -->\n# C\n => c
    ## A <!-- b --> #\n => a
    ## `f()` and [g](h.md)\n => f-and-g
    ## <a id="top"></a>Über `Vec<T>`\n => top über-vect
    <div name="here">\n => here
    """,
)
def test_headings_and_anchors_have_these_slugs(source: str, expected: str) -> None:
    assert " ".join(references_of("markdown", source).slugs) == expected


@given(st.text("[]()!<>`a-# \\\n:\"'=h", max_size=60))
def test_any_text_gives_sites_in_order(source: str) -> None:
    places = [(site.line, site.nth) for site in references_of("markdown", source).sites]
    assert places == sorted(set(places))
    assert all(site.spec == site.spec.strip() != "" for site in references_of("markdown", source).sites)


def test_bytes_that_are_not_utf8_are_replaced() -> None:
    found = references_of("markdown", b"[a](\xff.md)\n# \xff A\n")
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found.sites))[0][3] == "\ufffd.md"
    assert found.slugs == ("-a",)


@cases(
    "source spec",
    r"""
    {* src/a.py hl[1:2] *} => src/a.py
    {! src/a.py !} => src/a.py
    --8<-- "src/a.py" => src/a.py
    <<< @/src/a.ts{2} => src/a.ts
    ```\n$ python -u tools/a.py --b c.py\n``` => tools/a.py
    Run `node tools/a.mjs x` now. => tools/a.mjs
    ```\ncelery -A app.work worker\n``` => app/work.py
    ```\nuvicorn app:main\n``` => app.py
    """,
)
def test_what_is_included_or_run_is_a_probe(source: str, spec: str) -> None:
    (site,) = references_of("markdown", source.replace("\\n", "\n")).sites
    assert (site.kind, site.mode, site.spec) == (Kind.STRING_REF, Mode.PROBE, spec)


@cases(
    "source",
    r"""
    the pythons tools.py file
    import a.py
    ```\nfrom a import b\n```
    """,
)
def test_other_code_is_no_probe(source: str) -> None:
    assert references_of("markdown", source.replace("\\n", "\n")).sites == ()
