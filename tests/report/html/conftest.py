"""A project with every kind of finding, and its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.histories import DAY, START, Made, make_history
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout

HOSTILE = "</script><img src=x onerror=alert(1)>"
CYCLE = "import lib.right\n\n\ndef left(x):\n    return lib.right.right(x)\n"
FILES = {
    "rubout.toml": '[graph]\nentry_globs = ["main.py"]\n',
    "main.py": "import lib.a\nimport lib.b\nimport lib.left\n\nprint(lib.a.total([], 1), lib.b.total([], 1))\n",
    "lib/__init__.py": "",
    "lib/a.py": LOOP,
    "lib/b.py": LOOP.replace("out", "acc").replace("    return", f"    # {HOSTILE}\n    return"),
    "lib/left.py": CYCLE,
    "lib/right.py": CYCLE.replace("left", "LEFT").replace("right", "left").replace("LEFT", "right"),
    "old/gone.py": f"import old.more\n\n\n{LOOP}",
    "old/more.py": "x = 1\n" * 20,
    "docs/one.md": f"# One\n\n{prose(60)}\n",
    "docs/two.md": f"# Two\n\n{prose(60).replace('w7', 'other')}\n",
    "notes.md": "word\n" * 900,
    f"odd/{HOSTILE.replace('/', '')}.py": LOOP,
}


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three commits, so that there is a trend."""
    grown = [Made(FILES)] + [
        Made({"notes.md": "word\n" * lines}, at=START + days * DAY) for days, lines in ((1, 1200), (2, 1500))
    ]
    return make_history(tmp_path_factory.mktemp("pictured") / "tree", grown)


@pytest.fixture(scope="session")
def page(project: Path, rubout: Rubout) -> str:
    """As it is measured without a cache."""
    ran = rubout("check", project, "--format", "html", "--no-cache")
    assert ran.err.startswith("rubout: measured 3 of 3 commits now")
    return ran.out
