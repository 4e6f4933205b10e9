"""A folder that is there for a while."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rubout.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """An empty folder for the user alone, removed with all that is in it by then.

    Raises:
        StoreError: there is no place for one.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
    except OSError as error:
        what = f"no temporary folder: {error.strerror}"
        raise StoreError(what, where=prefix, fix="make room in the folder for temporary files") from error
    with folder as path:
        yield path
