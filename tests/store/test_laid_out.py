"""Files of a tree that is on no disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubout.errors import StoreError
from rubout.store.laid_out import lay_out


def test_files_are_written_replaced_and_taken_away(tmp_path: Path) -> None:
    lay_out(str(tmp_path), {"a/b.py": b"1", "c.py": b"2"})
    lay_out(str(tmp_path), {"a/b.py": b"3", "c.py": None, "gone/d.py": None})
    found = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*.py")}
    assert found == {"a/b.py": b"3"}


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    Path(tmp_path, "a").write_bytes(b"")
    with pytest.raises(StoreError, match=r"a/b\.py"):
        lay_out(str(tmp_path), {"a/b.py": b"1"})
