"""Why a path is in the universe, or what keeps it out."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import msgspec

from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree, relative_path
from rubout.measure.sources.content import (
    LARGE_BYTES,
    MARKED_LINES,
    MINIFIED_BYTES_A_LINE,
    content_rule,
    read_bulk,
    read_source,
)
from rubout.measure.sources.disk import disk_path, is_utf8, printable
from rubout.measure.sources.extensions import language_code
from rubout.measure.sources.ignore import exclude_globs
from rubout.measure.sources.layers import Disk, Drop, Layers
from rubout.measure.sources.universe import tracked_dots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.measure.languages.table import Language
    from rubout.measure.sources.globs import Glob

OUT = frozenset({"generated", "minified", "xml"})  # content rules that leave a file only its place in the graph

_CONTENT = {
    "": "judged",
    "generated": f"a generator's mark stands in its first {MARKED_LINES} lines",
    "minified": f"more than {MINIFIED_BYTES_A_LINE} bytes a line on average",
    "xml": "a translation file of Qt, not TypeScript",
    "large": f"over {LARGE_BYTES} bytes: its lines are counted, it is not parsed",
}


class Why(msgspec.Struct, frozen=True):
    """The answer for one path.

    `rule` names what decided: a layer of exclusion, `git` (its own folder), `outside`, `absent`, `folder`,
    `irregular`, `unreadable`, `not-utf8`, `no-language`, or a content rule: `generated`, `minified` and `xml`
    keep a file out of every row, `large` out of the parser only. It is "" for a file that is simply in.
    """

    path: str
    included: bool
    rule: str
    says: str  # the same for people
    pattern: str = ""  # the glob that decided
    where: str = ""  # "FILE:LINE", `exclude[N]`, "built in", or the folder or link that decided
    language: str = ""
    tracked: bool = False


def why(anchor: str, path: str | os.PathLike[str], exclude: Sequence[str] = ()) -> Why:
    """Ask about one path, absolute or relative to the working folder; it need not exist.

    Raises:
        ConfigError: a glob of `exclude` starts with "!".
        RepositoryError: git refused.
    """
    globs = exclude_globs(exclude)
    relative = relative_path(anchor, path)
    if relative is None:
        return Why(os.fspath(path), included=False, rule="outside", says=f"outside the project at {anchor}")
    shown = printable(relative)
    if ".git" in relative.split("/"):
        return Why(shown, included=False, rule="git", says="git's own folder")
    tracked = _tracked(anchor)
    is_tracked = any(entry.path == relative for entry in tracked or ())
    if drop := _drop(anchor, relative, globs, tracked, is_tracked=is_tracked):
        answer = Why(shown, included=False, rule=drop.rule, says=_says(drop), pattern=drop.pattern, where=drop.where)
    else:
        answer = _as_file(anchor, relative, shown)
    return msgspec.structs.replace(answer, tracked=is_tracked)


def _tracked(anchor: str) -> list[git.Tracked] | None:
    """Git's index; None without git."""
    if not in_work_tree(anchor):
        return None
    try:
        return git.tracked(anchor)
    except FileNotFoundError:
        return None


def _drop(
    anchor: str, path: str, exclude: tuple[Glob, ...], tracked: list[git.Tracked] | None, *, is_tracked: bool
) -> Drop | None:
    """The layer that keeps the path, or a folder above it, out."""
    layers = Layers(Disk(anchor), exclude, tracked_dots=tracked_dots(tracked or ()), gitignore=tracked is None)
    is_folder = _mode(anchor, path, stat.S_ISDIR)
    if drop := layers.folder(path) if is_folder else layers.file(path):
        return drop
    if any(entry.path == path and entry.mode == git.GITLINK for entry in tracked or ()):
        return Drop("foreign", where=path)
    if _mode(anchor, path, stat.S_ISLNK):
        return Drop("symlink", where=path)
    if tracked is None or is_tracked or not path:
        return None
    match = git.ignore_match(anchor, f"{path}/" if is_folder else path)
    return Drop("gitignore", match.pattern, f"{match.source}:{match.line}") if match else None


def _says(drop: Drop) -> str:
    if drop.rule == "foreign":
        return f"in another repository, at {printable(drop.where)}"
    if drop.rule == "symlink":
        return f"behind the symlink {printable(drop.where)}; what it points to is judged where it lies"
    return f"dropped by {drop.pattern} ({drop.where})"


def _as_file(anchor: str, path: str, shown: str) -> Why:
    """The answer for a path that no layer drops."""
    if not os.path.lexists(disk_path(anchor, path)):
        return Why(shown, included=False, rule="absent", says="no such file")
    if _mode(anchor, path, stat.S_ISDIR):
        return Why(shown, included=True, rule="folder", says="a folder; its files are judged one by one")
    if not _mode(anchor, path, stat.S_ISREG):
        return Why(shown, included=False, rule="irregular", says="not a regular file")
    code = language_code(path)
    if code is None:
        extension = os.path.splitext(path)[1]
        says = f"no language for {extension}" if extension else "no language for a name without an extension"
        return Why(shown, included=False, rule="no-language", says=says)
    if not is_utf8(path):
        return Why(shown, included=False, rule="not-utf8", says="its name is not UTF-8, so no report can hold it")
    return _by_content(anchor, path, BY_CODE[code])


def _by_content(anchor: str, path: str, language: Language) -> Why:
    try:
        rule = _content_rule(anchor, path, language)
    except OSError as error:
        says = f"cannot be read: {error.strerror or error}"
        return Why(path, included=False, rule="unreadable", says=says, language=language.name)
    return Why(path, included=rule not in OUT, rule=rule, says=_CONTENT[rule], language=language.name)


def _content_rule(anchor: str, path: str, language: Language) -> str:
    if os.lstat(disk_path(anchor, path)).st_size > LARGE_BYTES:
        bulk = read_bulk(anchor, path, language)
        return bulk.rule if bulk else ""
    source = read_source(anchor, path)
    return content_rule(source, language) if source is not None else ""


def _mode(anchor: str, path: str, test: Callable[[int], bool]) -> bool:
    try:
        return test(os.lstat(disk_path(anchor, path)).st_mode)
    except OSError:  # absent or shut: of no kind
        return False
