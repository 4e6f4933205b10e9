"""Which files the tools name that make pages."""

from __future__ import annotations

from rubout.measure.entries.pages import makes_pages, pages
from tests.tables import cases
from tests.worlds import world

FILES = dict.fromkeys(
    ("docs/conf.py", "docs/a.md", "docs/in/b.md", "docs/in/c.markdown", "docs/x.js", "tool/hook.py", "old.md"), ""
)


@cases(
    "path text found",
    r"""
    docs/index.rst => .. toctree::\n   :maxdepth: 2\n\n   a\n   B <in/b>\n\nold => docs/a.md docs/in/b.md
    docs/index.rst => .. toctree::\n   :glob:\n\n   in/* => docs/in/b.md
    docs/in/index.rst => .. toctree::\n\n   /a\n   c => docs/a.md docs/in/c.markdown
    docs/index.rst => see :doc:`a` and :doc:`it <in/b>` => docs/a.md docs/in/b.md
    docs/index.rst => .. include:: /old.md => old.md
    docs/index.rst => a and in/b =>
    mkdocs.yml => extra_javascript:\n  - x.js\nhooks:\n  - tool/hook.py => docs/x.js tool/hook.py
    site/mkdocs.yml => docs_dir: ../docs\nextra_javascript: [x.js] => docs/x.js
    mkdocs.yml => exclude_docs: a.md\nnav: [in/b.md] => docs/in/b.md
    config.ld => topics = 'docs/in' => docs/in/b.md docs/in/c.markdown
    config.ld => examples = {\n  "tool/hook.py", "./docs/a.md"} => docs/a.md tool/hook.py
    config.ld => file = "tool" =>
    """,
)
def test_what_is_made_a_page_or_goes_with_one_is_named(path: str, text: str, found: str) -> None:
    assert makes_pages(path)
    assert set(pages(world(FILES), path, text)) == set(found.split())


def test_other_files_make_no_pages() -> None:
    assert not makes_pages("docs/a.md")
