"""docs/reference/ is what the program says of itself."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_what_would_be_generated_now() -> None:
    pages: dict[str, str] = runpy.run_path(str(DOCS / "generate.py"))["pages"]()
    folder = DOCS / "reference"
    found = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.*")}
    assert found == pages, "run `PYTHONPATH=src python docs/generate.py`"
