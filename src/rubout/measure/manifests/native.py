"""Which C and C++ files does a build file name, and which folders of headers?

Read are the forms that CMake, Meson, Make, Automake, Bazel, gyp, SCons and Visual Studio share; nothing is run.
A path keeps what is literal in it: `$(OBJ)/net/a.o` is `net/a.o` below some folder.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.measure.manifests.jsonc import mapping, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".ipp", ".inl")
OBJECTS = (".dll", ".dylib", ".lo", ".o", ".obj", ".so", ".xo")  # what a build makes of a source
# What is named so is a build file.
NAMES = (
    *("CMakeLists.txt", "*.cmake", "meson.build", "Makefile*", "makefile*", "GNUmakefile*", "*.mk", "*.mak", "Kbuild"),
    *("BUILD", "BUILD.bazel", "BUILD.gn", "*.bzl", "*.gyp", "*.gypi", "SConstruct", "SConscript", "wscript"),
    *("*.vcxproj", "*.pro", "*.pri", "*.cabal", "*.rockspec", "Package.swift", "build.zig", "build.rs", "setup.py"),
    *("extconf.rb", "premake*.lua", "xmake.lua", "configure.ac", "config.m4", "config.w32", "*.podspec", "*.nimble"),
)
_ENDS = "|".join(re.escape(end[1:]) for end in (*SOURCES, *HEADERS, *OBJECTS))
_PART = re.compile(r"[^\s\"'`,;:=|<>&\[\]]{3,300}")  # what is longer is data
_FILE = re.compile(rf"(.*?)([\w@+~.*?%-]+\.(?:{_ENDS}))(?![\w.])")
_VARIABLE = re.compile(r".*(?:\$\w+|[$(){}@])")
_GLOBBED = re.compile(r"aux_source_directory|create_makefile|\bfindall\b|\bwalk\(", re.IGNORECASE)
_LISTED = re.compile(
    r"(?:\btarget_include_directories\s*\(\s*\S+|\binclude_directories\s*\()([^)]*)\)"
    r"|\binc(?:lude)?_?dirs?['\"]?\s*[:=]\s*\[([^\]]*)\]|^[ \t]+include-dirs:([^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_OPTION = re.compile(r"(?<![\w-])-(?:I|isystem)[ =]?\s*\"?((?:\$[({]\w+[)}]|[^\s\"',;)])+)")
_INTERFACE = re.compile(r"\$<(?:BUILD|INSTALL)_INTERFACE:([^>]*)>")
_OWN = re.compile(r"\$[{(](?:CMAKE_CURRENT_(?:SOURCE|LIST)_DIR|srcdir|CURDIR)[})]")
_TOP = re.compile(r"\$[{(](?:CMAKE_SOURCE_DIR|\w*PROJECT_SOURCE_DIR|\w+_SOURCE_DIR|top_srcdir|abs_top_srcdir)[})]")
_WORD = re.compile(r"[^\s\"',]+")


class Named(NamedTuple):
    """The literal end of a path; `computed` where what comes before it is not known."""

    path: str
    computed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """`folders` of headers are relative to the file's own, those of `top` to the root of the tree."""

    named: frozenset[Named] = frozenset()
    takes_all: bool = False  # sources are found by a pattern
    folders: tuple[str, ...] = ()
    top: tuple[str, ...] = ()


class Compiled(NamedTuple):
    """A source of a compilation database: absolute, with the folders of headers it is given, likewise."""

    path: str
    folders: tuple[str, ...]


def read(text: str) -> Build:
    """What it says."""
    text = text.replace("\\\n", " ").replace("\\", "/")
    named, takes_all = set(), _GLOBBED.search(text) is not None
    for before, name in (pair for part in set(_PART.findall(text)) for pair in _FILE.findall(part)):
        if "%" in name:
            continue
        if "*" in name or "?" in name:
            takes_all = takes_all or name.endswith(SOURCES)
            continue
        known = _VARIABLE.sub("", before)
        named.add(Named((known + name).lstrip("/"), known != before and "$" in before))
    own, top = [], []
    for word in _folder_words(text):
        inside = _OWN.sub(".", word)
        if _TOP.match(inside):
            top.append(_TOP.sub(".", inside))
        else:
            own.append(inside)
    return Build(
        named=frozenset(named),
        takes_all=takes_all,
        folders=tuple(word for word in dict.fromkeys(own) if "$" not in word),
        top=tuple(word for word in dict.fromkeys(top) if "$" not in word),
    )


def _folder_words(text: str) -> Iterator[str]:
    text = _INTERFACE.sub(r"\1", text)
    for listed in _LISTED.findall(text):
        yield from _WORD.findall("".join(listed))
    yield from _OPTION.findall(text)


def compiled(text: str) -> tuple[Compiled, ...]:
    """The entries of a `compile_commands.json`.

    Raises:
        ValueError: it is no list of them.
    """
    try:
        entries = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error
    found = []
    for entry in map(mapping, entries if isinstance(entries, list) else ()):
        folder, path = string(entry.get("directory")) or "", string(entry.get("file")) or ""
        command = string(entry.get("command")) or " ".join(strings(entry.get("arguments")))
        folders = tuple(_absolute(folder, word) for word in _OPTION.findall(command))
        found.append(Compiled(_absolute(folder, path), folders))
    return tuple(found)


def _absolute(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path))
