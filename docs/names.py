"""Writes the tables of names in src/rubout/measure/resolve/names/: `python docs/names.py TABLE FROM ...`.

| table | made from |
|---|---|
| python_stdlib | interpreters of Python 3.10 or newer (`sys.stdlib_module_names`), and `stdlib/VERSIONS` of typeshed |
| python2_stdlib | an interpreter of Python 2.7, whose library is listed |
| python_imports | folders of installed distributions, and the `cpython3_fallback` of Debian's dh-python |
| go_std | a Go toolchain, asked for the packages of its standard library, and settings to ask under |
| node | a Node.js, asked for `module.builtinModules` |
| c_headers | Debian's packages of the C library, of gcc's own headers and of libstdc++, whose files are listed |
| ghc | the folder of package descriptions (`package.conf.d`) of a GHC |
| lua | interpreters of Lua, asked for `package.loaded` and `package.preload`, and the folder `lua` of Neovim |
| ruby_stdlib | the folders of the library of an installed Ruby, pure and compiled, named by its version |
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.measure.manifests.distribution import normal_name
from rubout.store.files import replace_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FOLDER = Path(__file__).parents[1] / "src" / "rubout" / "measure" / "resolve" / "names"
_VERSION = "import platform; print(platform.python_version())"
_MODULES = "import sys; print('\\n'.join(sys.stdlib_module_names))"
_LISTED = """
import os, pkgutil, sys
print('\\n'.join(sys.builtin_module_names))
library = os.path.dirname(os.__file__)
for _, name, _ in pkgutil.iter_modules([library, os.path.join(library, 'lib-dynload')]):
    print(name)
"""
_NOT_IMPORTED = frozenset({"internal", "vendor"})
# Folders that distributions put beside their packages by mistake.
_NO_MODULES = frozenset({"doc", "docs", "example", "examples", "test", "tests", "tools"})


def _ran(*command: str) -> list[str]:
    """The lines that a program prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603


def _asked(interpreter: str, program: str) -> list[str]:
    ran = subprocess.run([interpreter, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    return ran.stdout.split()


def node(runtimes: list[str]) -> tuple[str, set[str]]:
    """The built-in modules of one of them."""
    program = "console.log(process.version, ...require('module').builtinModules)"
    ran = subprocess.run([runtimes[0], "-e", program], capture_output=True, text=True, check=True)  # noqa: S603
    version, *found = ran.stdout.split()
    return f"module.builtinModules of Node.js {version}", set(found)


def go_std(places: list[str]) -> tuple[str, set[str]]:
    """The packages of one of them under each `NAME=VALUE,...`, less those that only the library itself may import."""
    toolchain, *settings = places
    found: set[str] = set()
    for setting in ["", *settings]:
        given = dict(one.split("=") for one in setting.split(",") if one)
        found.update(_printed([toolchain, "list", "std"], os.environ | given))
    (version,) = _printed([toolchain, "env", "GOVERSION"], os.environ)
    kept = {path for path in found if _NOT_IMPORTED.isdisjoint(path.split("/"))}
    return f"go list std of {', and with '.join((version, *settings))}", kept


def _printed(command: list[str], environment: Mapping[str, str]) -> list[str]:
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    return ran.stdout.split()


def _versions(interpreters: list[str]) -> str:
    return ", ".join(_asked(interpreter, _VERSION)[0] for interpreter in interpreters)


def python_stdlib(places: list[str]) -> tuple[str, set[str]]:
    """The names of every interpreter, and those that type checkers know beside them."""
    *interpreters, versions = places
    found = {name for interpreter in interpreters for name in _asked(interpreter, _MODULES)}
    typed = (line.partition(":")[0] for line in Path(versions).read_text().splitlines() if line[:1] not in ("", "#"))
    source = f"sys.stdlib_module_names of CPython {_versions(interpreters)}, and stdlib/VERSIONS of typeshed"
    return source, found.union(name.partition(".")[0] for name in typed)


def python2_stdlib(interpreters: list[str]) -> tuple[str, set[str]]:
    """The names that no Python 3 has."""
    found = {name for interpreter in interpreters for name in _asked(interpreter, _LISTED)}
    kept = {line for line in (FOLDER / "python_stdlib.txt").read_text().splitlines() if line[0] != "#"}
    return f"the library of CPython {_versions(interpreters)}, less python_stdlib.txt", found - kept


def python_imports(places: list[str]) -> tuple[str, set[str]]:
    """Distribution and import name, both normalised, where they differ."""
    pairs: set[tuple[str, str]] = set()
    for place in map(Path, places):
        if place.is_dir():
            for one in distributions(path=[str(place)]):
                pairs.update((one.metadata["Name"], name) for name in _top_names(one))
        else:
            rows = (line.split() for line in place.read_text().splitlines())
            debian = ((row[0], row[1]) for row in rows if row[1].startswith("python3-"))
            pairs.update((distribution, package.removeprefix("python3-")) for distribution, package in debian)
    normal = {(normal_name(distribution), normal_name(name)) for distribution, name in pairs}
    source = "top-level modules of installed distributions; names of Debian's packages (dh-python, cpython3_fallback)"
    return source, {f"{distribution} {name}" for distribution, name in normal if distribution != name}


# Below these a header is a part of another one.
_PARTS = frozenset({"backward", "bits", "debug", "decimal", "ext", "parallel", "profile", "pstl", "tr1", "tr2"})
_FIELD = re.compile(r"^([\w-]+):[ \t]*(.*(?:\n[ \t]+.*)*)", re.MULTILINE)
_INCLUDES = re.compile(
    r"/(?:usr/include/(?:c\+\+/\d+/|\w+-linux-gnu/(?:c\+\+/\d+/)?)?|usr/lib/gcc/[^/]+/\d+/include/)(.+)"
)


def c_headers(packages: list[str]) -> tuple[str, set[str]]:
    """The headers of C, C++, POSIX and Linux's C library, as they are included."""
    found = set()
    for package in packages:
        for line in _ran("dpkg", "-L", package):
            match = _INCLUDES.fullmatch(line)
            is_header = match is not None and (match[1].endswith(".h") or "." not in match[1])
            if match is not None and is_header and Path(line).is_file() and _PARTS.isdisjoint(match[1].split("/")):
                found.add(match[1])
    return f"headers of Debian's {', '.join(packages)}; none of Windows, macOS or the BSDs", found


def ghc(folders: list[str]) -> tuple[str, set[str]]:
    """Package and module, of every module that a package offers."""
    found: set[str] = set()
    for description in Path(folders[0]).glob("*.conf"):
        fields = dict(_FIELD.findall(description.read_text()))
        modules = re.split(r"[\s,]+", fields.get("exposed-modules", ""))
        found.update(f"{fields['name'].strip()} {module}" for module in modules if module[:1].isupper())
        if description.name.startswith("ghc-") and fields["name"].strip() == "ghc":
            version = fields["version"].strip()
    return f"exposed-modules of the global packages of GHC {version}; newer ones were not at hand", found


def lua(places: list[str]) -> tuple[str, set[str]]:
    """The modules that are there without being installed."""
    *interpreters, runtime = places
    program = (
        "print(_VERSION) for _, known in pairs({package.loaded, package.preload}) do"
        " for name in pairs(known) do print(name) end end"
    )
    found, versions = set(), set()
    for interpreter in interpreters:
        version, *names = _ran(interpreter, "-e", program)
        versions.add(version)
        found.update(names)
    for path in Path(runtime).rglob("*.lua"):
        found.add(".".join(path.relative_to(runtime).with_suffix("").parts).removesuffix(".init"))
    shown = ", ".join(sorted(versions))
    asked = f"package.loaded and package.preload of {shown} and LuaJIT"
    return f"{asked}, and the modules of Neovim's runtime; none of OpenResty", found


def _top_names(one: Distribution) -> Iterator[str]:
    for file in one.files or ():
        first = file.parts[0].partition(".")[0] if len(file.parts) == 1 else file.parts[0]
        is_code = file.suffix in (".py", ".pyi", ".so")
        if is_code and first.isidentifier() and first not in _NO_MODULES:
            yield first


# What a Ruby has without a file in its library, as `$LOADED_FEATURES` shows.
_PROVIDED = frozenset({"complex", "enumerator", "fiber", "rational", "ruby2_keywords", "thread"})


def ruby_stdlib(folders: list[str]) -> tuple[str, set[str]]:
    """The first parts of everything that can be required from them."""
    listed = [file for folder in map(Path, folders) for file in folder.iterdir()]
    found = {file.name.partition(".")[0] for file in listed if file.is_dir() or file.suffix in (".rb", ".so")}
    version = next(part for part in Path(folders[0]).parts if re.fullmatch(r"\d+\.\d+\.\d+", part))
    source = f"the library of Ruby {version}, the first part of every path in it; newer ones were not at hand"
    return source, found | _PROVIDED


TABLES: dict[str, Callable[[list[str]], tuple[str, set[str]]]] = {
    "python_stdlib": python_stdlib,
    "python2_stdlib": python2_stdlib,
    "python_imports": python_imports,
    "ruby_stdlib": ruby_stdlib,
    "node": node,
    "go_std": go_std,
    "c_headers": c_headers,
    "ghc": ghc,
    "lua": lua,
}


def main() -> None:
    """Write one table."""
    name, *places = sys.argv[1:]
    source, entries = TABLES[name](places)
    lines = "".join(f"{entry}\n" for entry in sorted(entries))
    replace_text(FOLDER / f"{name}.txt", f"# Source: {source}.\n{lines}")


if __name__ == "__main__":
    main()
