"""Documents that people open by themselves."""

from __future__ import annotations

from rubout.measure.entries.documents import flags
from tests.worlds import flagging, world

test_the_name_says_it = flagging(
    flags,
    """
    README.md => document
    deep/readme.markdown => document
    x/CLAUDE.md => document
    CHANGELOG.md => document
    docs/_sidebar.md => document
    code-of-conduct.md => document
    docs/index.md => document
    docs/deep/index.md => document
    deep/RELEASE-CHECKLIST.md => document
    QA.md =>
    Release.md =>
    index.md =>
    notes/index.md =>
    docs/guide.md =>
    readme.py =>
    """,
)


SITE = {"docs/a.md": "", "docs/deep/b.md": "", "other.md": ""}


def test_the_navigation_of_a_site_names_its_pages() -> None:
    nav = "nav:\n  - Home: a.md\n  - 'deep/none.md'\ntheme: x.md\n"
    assert set(flags(world({**SITE, "mkdocs.yml": nav}))) == {"docs/a.md"}


def test_a_site_without_a_navigation_takes_every_page() -> None:
    assert set(flags(world({**SITE, "mkdocs.yml": "site_name: x\n"}))) == {"docs/a.md", "docs/deep/b.md"}


def test_the_pages_may_lie_elsewhere() -> None:
    assert set(flags(world({"text/a.md": "", "mkdocs.yml": "docs_dir: text\nnav: [a.md]\n"}))) == {"text/a.md"}
