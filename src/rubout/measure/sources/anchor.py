"""Where a project begins: the folder that every path, key and report is relative to.

The hook and the warm path load this module, so it imports `os` and nothing else.
"""

from __future__ import annotations

import os

CONFIG = "rubout.toml"


def find_anchor(path: str | os.PathLike[str]) -> str:
    """The nearest folder, from `path` upwards, that holds our configuration or a real `.git`.

    The answer is absolute and free of symlinks; without a hit it is `path`, or the folder of a file.
    """
    start = _folder(path)
    return _marked_folder(start) or start


def has_mark(path: str | os.PathLike[str]) -> bool:
    """Whether the anchor of `path` is a folder with our configuration or a `.git`, and not for want of one."""
    return _marked_folder(_folder(path)) is not None


def is_repository(folder: str) -> bool:
    """Whether `folder` holds a real `.git`: a folder, or a file that points to one."""
    entry = os.path.join(folder, ".git")
    if not os.path.exists(entry):
        return False
    if os.path.isdir(entry):
        return True
    target = _gitfile_target(entry)
    return target is not None and os.path.isdir(os.path.join(folder, target))


def in_work_tree(anchor: str) -> bool:
    """Whether git, asked at `anchor`, would find a repository.

    As git does, pass over a `.git` folder without a HEAD and stop at a gitfile that leads nowhere.
    """
    for folder in _upwards(anchor):
        entry = os.path.join(folder, ".git")
        if os.path.isfile(entry):
            return is_repository(folder)
        if os.path.lexists(os.path.join(entry, "HEAD")):
            return True
    return False


def relative_path(anchor: str, path: str | os.PathLike[str]) -> str | None:
    """`path` as POSIX text relative to `anchor`, "" for the anchor itself; None is outside.

    Symlinks above the last component are resolved only when the spelling alone leads outside.
    """
    spelled = os.path.abspath(path)
    folder, name = os.path.split(spelled)
    for candidate in (spelled, os.path.join(os.path.realpath(folder), name)):
        relative = os.path.relpath(candidate, anchor)
        if relative == os.curdir:
            return ""
        if relative != os.pardir and not relative.startswith(os.pardir + os.sep):
            # As disk_path spells it, which knows no locale.
            return os.fsencode(relative).decode("utf-8", "surrogateescape").replace(os.sep, "/")
    return None


def _upwards(folder: str) -> list[str]:
    """`folder` and everything above it, nearest first."""
    folders = [folder]
    while (above := os.path.dirname(folders[-1])) != folders[-1]:
        folders.append(above)
    return folders


def _folder(path: str | os.PathLike[str]) -> str:
    real = os.path.realpath(path)
    return real if os.path.isdir(real) else os.path.dirname(real)


def _marked_folder(start: str) -> str | None:
    return next((folder for folder in _upwards(start) if is_repository(folder) or _is_configured(folder)), None)


def _is_configured(folder: str) -> bool:
    if os.path.isfile(os.path.join(folder, CONFIG)):
        return True
    headers = (line.strip() for line in _text(os.path.join(folder, "pyproject.toml")).splitlines())
    names = (line.strip("[").replace(" ", "").replace('"', "") for line in headers if line.startswith("["))
    return any(name.startswith(("tool.rubout]", "tool.rubout.")) for name in names)


def _gitfile_target(entry: str) -> str | None:
    mark, _, target = _text(entry).partition(":")
    return target.strip() if mark == "gitdir" else None


def _text(path: str) -> str:
    """What the file says; "" for one that is absent or cannot be read, which marks no project."""
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError:
        return ""
