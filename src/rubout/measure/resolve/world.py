"""What a ladder may look at, and what it may answer."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rubout.facts.references import References

Read = TypeVar("Read")
Made = TypeVar("Made")


@dataclass(frozen=True)
class World:
    """The tree as the ladders see it; nothing outside it may change an answer.

    `scope`: by path, in order of the paths' UTF-8 bytes, what each judged file says of others. `languages`: by path
    the name of its language. `walked`: every path of the walked tree, those in scope too. `read`: the bytes of a
    walked file, None where there are none to be had. `source_roots`: of `[graph]`.
    """

    scope: Mapping[str, References]
    languages: Mapping[str, str]
    walked: frozenset[str]
    read: Callable[[str], bytes | None]
    source_roots: tuple[str, ...] = ()
    problems: dict[str, str] = field(default_factory=dict)  # manifests that could not be used, and why
    _made: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def manifest(self, path: str, reader: Callable[[str], Read]) -> Read | None:
        """What a reader makes of a walked file; None where it cannot be used, which is then one of the problems."""
        content = self.read(path)
        if content is None:
            if path in self.walked:
                self.problems[path] = "it cannot be read, or is too large"
            return None
        try:
            return reader(content.decode("utf-8-sig", errors="replace"))
        except (ValueError, RecursionError) as error:
            self.problems[path] = str(error)
            return None

    def once(self, make: Callable[[World], Made]) -> Made:
        """What a function or a class makes of the tree, made when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder with a file in scope at any depth below it; the root is ""."""
        found = {""}
        for path in self.scope:
            folder = posixpath.dirname(path)
            while folder and folder not in found:
                found.add(folder)
                folder = posixpath.dirname(folder)
        return frozenset(found)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The walked paths by their last part, ascending."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.walked):
            found.setdefault(posixpath.basename(path), []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}


class What(StrEnum):
    """The five outcomes of a site."""

    FILE = "file"
    PACKAGE = "package"  # a folder
    SECTION = "section"  # of a Markdown file
    EXTERNAL = "external"  # a right answer: the reference means something outside the tree
    REFUSED = "refused"


class Refusal(StrEnum):
    """Why a site has no answer."""

    DYNAMIC = "dynamic"
    AMBIGUOUS_PATHS = "ambiguous_paths"
    AMBIGUOUS_ROOT = "ambiguous_root"
    AMBIGUOUS_WORKSPACE = "ambiguous_workspace"
    AMBIGUOUS_EXPORTS = "ambiguous_exports"
    AMBIGUOUS_NAME = "ambiguous_name"
    MACRO = "macro"
    CONFIG_DEPTH = "config_depth"
    OUT_OF_SCOPE = "out_of_scope"
    UNSUPPORTED = "unsupported"


class Target(NamedTuple):
    """A node that a site means: a file (`unit` ""), a folder named by code ("") or by a document ("/"), a section."""

    path: str
    unit: str = ""


class Answer(NamedTuple):
    """What became of a site.

    `targets`: the first is the answer, further ones get an arc of the same kind and rung, too (a façade that a hop
    went through, all files of a pattern, all parts of a type). `possible`: the candidates of a refused site, which are
    kept alive and count as evidence of nothing.
    """

    what: What
    rung: int = 0
    targets: tuple[Target, ...] = ()
    reason: Refusal | None = None
    possible: tuple[Target, ...] = ()
    via_reexport: bool = False


def file_answer(path: str, rung: int, *more: str) -> Answer:
    """One file, and perhaps more that get an arc."""
    return Answer(What.FILE, rung, tuple(Target(one) for one in (path, *more)))


def external(rung: int) -> Answer:
    """Something outside the tree."""
    return Answer(What.EXTERNAL, rung)


def refused(reason: Refusal, *possible: str) -> Answer:
    """No answer, and the files it could have meant."""
    return Answer(What.REFUSED, reason=reason, possible=tuple(Target(one) for one in possible))


def around(path: str) -> Iterator[str]:
    """The folders that a path lies in, the innermost first; the last is the root, ""."""
    while path:
        path = posixpath.dirname(path)
        yield path


def joined(folder: str, relative: str) -> str | None:
    """A relative path below a folder of the tree, normalised; None when it leads out of the tree."""
    path = posixpath.normpath(posixpath.join(folder, relative))
    if path == ".." or path.startswith(("../", "/")):
        return None
    return "" if path == "." else path
