"""Comments that tell of what went."""

from __future__ import annotations

import pytest

from rubout.measure.tombstones import tombstones
from tests.measure.conftest import flat_tree


@pytest.mark.parametrize(
    ("comment", "names"),
    [
        ("`helper` was removed", ["helper"]),
        ("old_helper has been moved to b.py", ["old_helper"]),
        ("oldHelper is no longer used", ["oldHelper"]),
        ("a.b.helper_of() was renamed", ["helper_of"]),
        ("helper() was deleted", ["helper"]),
        ("Removed the old function old_helper", ["old_helper"]),
        ("moved `helper` elsewhere", ["helper"]),
        ("the file was removed", []),
        ("helper was removed", []),
        ("remove old_helper soon", []),
        ("old_helper does the work", []),
    ],
)
def test_a_comment_names_what_it_says_is_gone(comment: str, names: list[str]) -> None:
    assert [one.name for one in tombstones(flat_tree("python", f"# {comment}\nx = 1\n"))] == names


def test_a_comment_over_several_lines_is_one() -> None:
    (one,) = tombstones(flat_tree("python", "x = 1\n# `helper`\n# was removed\n"))
    assert (one.name, one.start_line, one.end_line) == ("helper", 2, 3)
