"""Which files do manifests name: build files, containers, pipelines, hooks, scripts, pages?

A run of letters, digits and `_./@-` that is a path in scope, from the root or from the manifest's folder, names it; so
does `dir/*.ext`, where commands stand; so do `-m module` and `module:name`, by the rules of Python's imports. In a
document of reStructuredText only what it includes is named.
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.references import Kind, Site
from rubout.measure.entries.pages import makes_pages, pages
from rubout.measure.manifests.reading import named
from rubout.measure.resolve.world import joined
from rubout.measure.sites.named import files_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rubout.measure.resolve.world import Answer, World

    Ladder = Callable[[str, Site], Answer]

LARGEST = 256 << 10  # bytes; what is larger is data


# Where commands stand, so that a pattern is what is run.
_RUN = named(
    *("Makefile", "makefile", "GNUmakefile", "*.mk", "justfile", "Justfile", ".justfile", "Taskfile*", "Dockerfile*"),
    *("*.Dockerfile", "*.dockerfile", "Containerfile*", "*compose*.yml", "*compose*.yaml", ".gitlab-ci.yml"),
    *(".pre-commit-config.yaml", "Procfile", "*.service", "*.sh", "*.bash", "*.ps1", "*.bat", "*.cmd"),
    *("azure-pipelines*.yml", ".travis.yml", "Jenkinsfile*", "appveyor.yml", ".appveyor.yml", ".drone.yml"),
    *("netlify.toml", "vercel.json", "fly.toml", "render.yaml", "app.yaml", "*.tf"),
    *("bitbucket-pipelines.yml", "buildspec*.yml", "cloudbuild*.yaml", ".cirrus.yml", "lefthook.yml"),
    *("action.yml", "action.yaml"),
    *(
        "Makefile.*",
        "configure.ac",
        "CMakeLists.txt",
        "*.cmake",
        "meson.build",
        "BUILD",
        "BUILD.*",
        "*.bazel",
        "*.gradle",
        "*.gradle.kts",
    ),
)
_PYTHON = named("tox.ini", "setup.cfg", "pyproject.toml")
_TEMPLATE = named(
    "*.html", "*.htm", "*.jinja", "*.jinja2", "*.j2", "*.tmpl", "*.gohtml", "*.erb", "*.ejs", "*.hbs", "*.twig"
)
_NAMED = named("tox.ini", "setup.cfg", "pyproject.toml", "*.json", "*.csproj", "*.rockspec", "book.toml")
_PIPELINE = named(".github/*.yml", ".github/*.yaml", ".circleci/*.yml", ".gitea/*.yml", ".forgejo/*.yml", ".husky/*")
_PACKAGE = "package.json"
_LOCKS = ("package-lock.json", "composer.lock")
_PAGE = (".html", ".htm")
_SERVED = ("static", "public", "assets")  # folders that a page's addresses begin below, whatever lies around them
# What stands before a path is no part of it when it is a variable: `$ROOT/tools/x.py`.
_PATH = re.compile(rb"\$[A-Za-z_]\w*(?=/)|[A-Za-z0-9_./@-]+")
_PATTERN = re.compile(rb"\$[A-Za-z_]\w*(?=/)|[A-Za-z0-9_./@-]+/\*\.[A-Za-z0-9]+")
_MODULE = re.compile(
    rb"(?:(?<=-m )|(?<=-m\")|(?<=-m\', \')|(?<=-m\", \")"
    rb"|(?<=-A )|(?<=--app )|(?<=--app=)|(?<=_APP=)|(?<=SETTINGS_MODULE=))"
    rb"([A-Za-z_][\w.]*)|\b([A-Za-z_]\w*(?:\.\w+)*):[A-Za-z_]\w*"
)
# Where the commands after it run.
_ENTERED = re.compile(rb"(?:\bcd[ \t]+|\bworking-directory:[ \t]*|\bworkingDirectory:[ \t]*)[\"']?([A-Za-z0-9_./@-]+)")
_LEFT_OUT = ("ts", "js", "mjs", "cjs", "mts", "tsx")  # the suffixes that a runner of scripts adds itself


def mentioned(world: World, hidden: Iterable[str], ladders: Mapping[str, Ladder]) -> Iterator[tuple[str, str]]:
    """The files that a manifest names, each with the manifest.

    Args:
        world: the tree.
        hidden: manifests that nothing but a dot in their path keeps out of it.
        ladders: by language.
    """
    python = ladders.get("python")
    suffixes = frozenset(path.encode().rpartition(b".")[2] for path in world.scope)
    for path in sorted({*world.walked, *hidden}):
        commands = is_command_file(path)
        if not commands and not _is_named(path):
            continue
        source = world.read(path)
        if source is None or len(source) > LARGEST:
            continue
        if makes_pages(path):
            told = sorted(set(pages(world, path, source.decode(errors="replace"))) - {path})
            yield from ((one, path) for one in told)
            continue
        run = source if commands else _scripts(source) if posixpath.basename(path) == _PACKAGE else b""
        bases = _bases(path, run)
        words = [word.decode() for word in set(_PATH.findall(source)) if word.rpartition(b".")[2] in suffixes]
        named = {one for word in words for one in _in_scope(world, bases, word)}
        named.update(_matches(world, bases, run))
        if path.endswith(_PAGE):
            named.update(_served(world, words))
        elif commands or _TEMPLATE(posixpath.basename(path)) is not None:
            named.update(_ends(world, path, bases, words))
        if run is not source:
            named.update(_without_suffix(world, bases, run))
        if python:
            named.update(_modules(path, source if _PYTHON(posixpath.basename(path)) else run, python))
        yield from ((one, path) for one in sorted(named - {path}))


def is_command_file(path: str) -> bool:
    """Whether commands stand in it."""
    return _RUN(posixpath.basename(path)) is not None or _PIPELINE(path) is not None


def _is_named(path: str) -> bool:
    name = posixpath.basename(path)
    known = name not in _LOCKS and any(kind(name) is not None for kind in (_NAMED, _TEMPLATE))
    return known or makes_pages(path)


def _bases(manifest: str, run: bytes) -> tuple[str, ...]:
    """The folders that a path may be relative to: the root, the manifest's own, those that its commands go to."""
    own = posixpath.dirname(manifest)
    entered = {word.decode() for word in _ENTERED.findall(run)}
    inner = (_relative(base, word) for word in sorted(entered) for base in ("", own))
    return tuple(dict.fromkeys(("", own, *(folder for folder in inner if folder is not None))))


def _ends(world: World, manifest: str, bases: Sequence[str], words: Iterable[str]) -> Iterator[str]:
    """The files whose path ends as one with folders does that leads to no file from where commands run."""
    for word in words:
        if "/" in word and not any(_in_scope(world, bases, word)):
            yield from files_named(world, manifest, word)


def _in_scope(world: World, bases: Iterable[str], text: str) -> Iterator[str]:
    paths = (_relative(base, text) for base in bases)
    yield from (path for path in paths if path is not None and path in world.scope)


def _served(world: World, words: Iterable[str]) -> Iterator[str]:
    """What `{% static 'js/x.js' %}` loads: every file of that path below a folder of what is served."""
    for word in words:
        text = word.lstrip("/")
        endings = tuple(f"/{folder}/{text}" for folder in _SERVED)
        named = world.by_name.get(posixpath.basename(text), ())
        yield from (path for path in named if path in world.scope and f"/{path}".endswith(endings))


def _without_suffix(world: World, bases: Sequence[str], run: bytes) -> Iterator[str]:
    """What `node tools/build` starts."""
    for word in set(_PATH.findall(run)):
        if b"/" in word and b"." not in posixpath.basename(word):
            for suffix in _LEFT_OUT:
                yield from _in_scope(world, bases, f"{word.decode()}.{suffix}")


def _relative(folder: str, text: str) -> str | None:
    return joined(folder, text.lstrip("/") if text.startswith("/") else text)


def _matches(world: World, bases: Iterable[str], source: bytes) -> Iterator[str]:
    for word in set(_PATTERN.findall(source)):
        for base in bases:
            pattern = _relative(base, word.decode())
            if pattern is not None:
                folder, name = posixpath.split(pattern)
                start = f"{folder}/" if folder else ""
                rests = ((path, path[len(start) :]) for path in world.scope if path.startswith(start))
                yield from (path for path, rest in rests if "/" not in rest and fnmatchcase(rest, name))


def _modules(manifest: str, source: bytes, ladder: Ladder) -> Iterator[str]:
    for option, before in set(_MODULE.findall(source)):
        name = (option or before).decode()
        yield from (target.path for target in ladder(manifest, Site(1, 0, Kind.IMPORT, name)).targets)


def _scripts(source: bytes) -> bytes:
    """The commands of a package; nothing of one that cannot be read."""
    try:
        package = msgspec.json.decode(source)
    except (msgspec.DecodeError, RecursionError):
        return b""
    scripts = package.get("scripts") if isinstance(package, dict) else None
    values = scripts.values() if isinstance(scripts, dict) else ()
    return "\n".join(value for value in values if isinstance(value, str)).encode("utf-8", "surrogatepass")
