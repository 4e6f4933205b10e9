"""The pages lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKS = sorted(
    {
        (page.relative_to(ROOT), link)
        for page in PAGES
        for link in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text("utf-8"))
    }
)


@pytest.mark.parametrize(("page", "link"), LINKS, ids=str)
def test_a_link_leads_somewhere(page: Path, link: str) -> None:
    assert (ROOT / page.parent / link).exists(), f"{page}: {link}"
