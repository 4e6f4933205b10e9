"""Files that came to harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
