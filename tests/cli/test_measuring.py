"""What the measuring commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree


@pytest.mark.parametrize("command", ["clones", "near-miss"])
def test_files_without_a_grammar_alone_are_nothing_to_judge(rubout: Rubout, tree: Tree, command: str) -> None:
    ran = rubout(command, tree({"rubout.toml": "", "a.md": "words\n"}))
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to judge" in ran.err
