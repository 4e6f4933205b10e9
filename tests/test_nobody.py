"""Where the tests ask as nobody, no other session of pytest can come between."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_nobody_is_kept_out_of_no_temporary_folder(tmp_path: Path, as_nobody: Callable[[], None]) -> None:
    before = os.geteuid()
    as_nobody()
    assert os.listdir(tmp_path) == []
    if os.geteuid() != before:  # pytest shuts such a folder whenever a session starts
        assert [folder for folder in tmp_path.parents if folder.name.startswith("pytest-of-")] == []
