"""Repositories with a baseline, and what a check of them says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rubout.store.baseline import NAME
from tests.samples import LOOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree

# Nothing is dead, so that a test says what is.
ALIVE = '[graph]\nentry_globs = ["*"]\n'
FILES = {"rubout.toml": ALIVE, "a.py": LOOP, "b.py": "".join(f"x{n} = f({n})\n" for n in range(40)), "c.py": "y = 3\n"}


def with_baseline(tree: Tree, rubout: Rubout, git: Git, files: dict[str, str] = FILES) -> Path:
    """A repository with a committed baseline."""
    root = tree(files, git=True)
    assert rubout("baseline", root).code == 0
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=baseline")
    return root


def checked(rubout: Rubout, root: Path, *argv: object) -> tuple[int, Any]:
    """The exit status of a check, and its report."""
    ran = rubout("check", root, "--format", "json", *argv)
    return ran.code, json.loads(ran.out)


def rewrite(root: Path, old: str, new: str) -> None:
    """Change the text of the baseline by hand."""
    whole = (root / NAME).read_text(encoding="utf-8")
    (root / NAME).write_text(whole.replace(old, new), encoding="utf-8")
