"""By which words does a hook start rubout, and which hooks are those that do?

There are two forms. An installed `rubout-hook`, by its bare name or its place, is a wrapper that the installer wrote,
and those of older installers load much more than a hook needs. So a hook of this machine starts the interpreter itself,
with the code to run and the folder that holds rubout; without rubout there that code ends with 0.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import rubout
from rubout.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LOCAL, PROJECT = "local", "project"
SCOPES = (LOCAL, PROJECT)
PROGRAM = "rubout-hook"
ENTRIES = ("probe", "post", "stop", "start")  # the client's, which not every system can import

Words = tuple[str, ...]

_IMPORT = "from rubout.serve.client import entry"  # by this a hook of any version is known
_HEAD = "import sys; sys.path.append(sys.argv.pop(1)); "
# One line each, since a hook file has one. A write must pass where rubout is gone, but for `--strict`.
LOADER = rf'{_HEAD}exec("try:\n {_IMPORT}\nexcept ImportError:\n entry = sys.exit"); entry()'
STRICT_LOADER = f"{_HEAD}{_IMPORT}; entry()"
_OPTIONS = ("-I", "-S", "-c")


def program_for(scope: str, *, strict: bool) -> Words:
    """The words that stand before the entry in the hooks of a scope.

    Raises:
        UsageError: rubout is not installed, or lies where no hook file could name it.
    """
    return (PROGRAM,) if scope == PROJECT else loaded_here(strict=strict) or (_installed(),)


def loaded_here(*, strict: bool) -> Words:
    """This interpreter with this rubout; empty where a hook file cannot name them, or no client runs."""
    folder = Path(rubout.__file__).absolute().parents[1]
    if os.name != "posix" or not sys.executable or not folder.is_dir():
        return ()
    words = loaded(sys.executable, str(folder), strict=strict)
    return words if all(word.isprintable() for word in words) else ()


def loaded(interpreter: str, folder: str, *, strict: bool = False) -> Words:
    """An interpreter with the rubout of a folder."""
    return interpreter, *_OPTIONS, STRICT_LOADER if strict else LOADER, folder


def beside_python() -> str | None:
    """Where `rubout-hook` is installed: beside this interpreter, else on PATH; None for nowhere."""
    beside = sys.executable and shutil.which(PROGRAM, path=str(Path(sys.executable).parent))
    return beside or shutil.which(PROGRAM)


def program_of(handler: object) -> Words:
    """The words by which a handler starts rubout, up to the entry; empty when it starts something else."""
    return known(list(_words(handler))) if isinstance(handler, dict) else ()


def known(words: Sequence[str]) -> Words:
    """The words that start rubout at the head of a command, wherever and of whatever version; empty for none."""
    if _name(words) == PROGRAM:
        return (words[0],)
    return tuple(takewhile(lambda word: word not in ENTRIES, words)) if _has_loader(words) else ()


def folder_of(program: Words) -> str | None:
    """The folder that the loader of this version takes rubout from; None for another form."""
    is_ours = len(program) == len(_OPTIONS) + 3 and program[1:-2] == _OPTIONS and program[-2] in {LOADER, STRICT_LOADER}
    return program[-1] if is_ours else None


def _installed() -> str:
    found = beside_python()
    if found is None:
        what = f"`{PROGRAM}` is neither beside {sys.executable} nor on PATH"
        raise UsageError(what, where="guard install", fix=f"install rubout again, or take `--scope {PROJECT}`")
    place = str(Path(found).absolute())
    if not place.isprintable():
        raise UsageError(
            f"{place!r} cannot be written into a hook file", where="guard install", fix=f"take `--scope {PROJECT}`"
        )
    return place


def _words(handler: Mapping[str, Any]) -> Iterator[str]:
    command = handler.get("command", handler.get("bash"))
    if not isinstance(command, str):
        return
    if "args" not in handler:
        yield from _split(command)
        return
    yield command
    arguments = handler["args"]
    yield from map(str, arguments if isinstance(arguments, list) else ())


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quotation without an end
        return []


def _name(words: Sequence[str]) -> str:
    return PurePosixPath(words[0].replace("\\", "/")).name.removesuffix(".exe") if words else ""


def _has_loader(words: Sequence[str]) -> bool:
    """Whether a program is given nothing but options up to its code, and that is a loader of ours."""
    options = list(takewhile(lambda word: word != "-c", words[1:]))
    code = words[len(options) + 2 : len(options) + 3]
    return all(option.startswith("-") for option in options) and any(_IMPORT in word for word in code)
