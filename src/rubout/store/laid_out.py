"""Files of a tree that is on no disk, laid out in a folder that is there for a while."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping


def lay_out(folder: str, files: Mapping[str, bytes | None]) -> None:
    """Write files below a folder, or take them away again where there are no bytes.

    Args:
        folder: of the user alone.
        files: by POSIX path, which must not lead out of the folder.

    Raises:
        StoreError: one cannot be written.
    """
    for path, source in files.items():
        target = os.path.join(folder, *path.split("/"))
        try:
            if source is None:
                os.unlink(target)
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(source)
        except FileNotFoundError:
            continue
        except OSError as error:
            what = f"cannot be written: {error.strerror}"
            raise StoreError(what, where=path, fix="make room in the folder for temporary files") from error
