"""The two layers that need no file of the tree: the built-in globs and the configuration's `exclude`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ConfigError
from rubout.measure.sources.globs import Glob, parse_glob

if TYPE_CHECKING:
    from collections.abc import Iterable

BUILTIN_NAMES = frozenset({"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "Cargo.lock", ".env"})
BUILTIN_FOLDERS = frozenset(
    {"vendor", "node_modules", "__snapshots__", "migrations", "dist", "build", "target", "dist-newstyle"}
)
BUILTIN_SUFFIXES = (".min.js", ".min.css", ".pb.go", "_pb2.py", ".snap", ".pem", ".key")
BUILTIN_PREFIX = "id_"
BUILTIN_INFIX = ".generated."


def builtin_glob(name: str, *, folder: bool) -> str:
    """The built-in glob that the name of an entry fits, or ""."""
    if name in BUILTIN_NAMES:
        return name
    if folder and name in BUILTIN_FOLDERS:
        return f"{name}/"
    if name.startswith(BUILTIN_PREFIX):
        return f"{BUILTIN_PREFIX}*"
    if BUILTIN_INFIX in name:
        return f"*{BUILTIN_INFIX}*"
    if name.endswith(BUILTIN_SUFFIXES):
        return next(f"*{suffix}" for suffix in BUILTIN_SUFFIXES if name.endswith(suffix))
    return ""


def exclude_globs(exclude: Iterable[str]) -> tuple[Glob, ...]:
    """The globs of the configuration's `exclude`; backslashes become "/", the line is the place in the list, from 1.

    Raises:
        ConfigError: an entry starts with "!".
    """
    globs = []
    for number, text in enumerate(exclude, start=1):
        if text.startswith("!"):
            what = f"{text!r} starts with '!', but every entry already excludes"
            raise ConfigError(what, where="exclude", fix="take the entry out; .ruboutignore can re-include")
        globs.append(parse_glob(text.replace("\\", "/"), number))
    return tuple(glob for glob in globs if glob is not None)
