"""Files that came to harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.store.index_file import NAME
from rubout.store.scratch import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def harmed(place: Path) -> Iterator[None]:
    """Give the file each damaged byte in turn, and each lost end."""
    whole = place.read_bytes()
    for at in range(len(whole)):
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        yield
        place.write_bytes(whole[:at])
        yield


@pytest.fixture
def anchor(tmp_path: Path) -> str:
    """A project, as the system spells its place."""
    return str(tmp_path)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the index of that project is."""
    return tmp_path / FOLDER / NAME
