"""The scratch folder `.rubout/` at the anchor: disposable, and ignored by git through its own file."""

from __future__ import annotations

import os

FOLDER = ".rubout"


def scratch_folder(anchor: str) -> str | None:
    """The folder's path, made when missing; None when it cannot be made or written."""
    folder = os.path.join(anchor, FOLDER)
    ignore = os.path.join(folder, ".gitignore")
    try:
        os.makedirs(folder, exist_ok=True)
        if not os.path.exists(ignore):
            with open(ignore, "w", encoding="utf-8") as file:
                file.write("*\n")
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def replace_file(path: str, parts: list[bytes]) -> bool:
    """Put a scratch file in place whole, or leave what was there; False when the disk refuses."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.writelines(parts)
        os.replace(temporary, path)
    except OSError:
        _remove(temporary)
        return False
    return True


def _remove(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)
