"""`rubout doctor`: what does rubout run on here, and what is amiss?"""

from __future__ import annotations

import os
import pkgutil
import platform
import sys
from importlib import metadata
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import rubout
from rubout import kernels
from rubout.cli.doctor_guard import guard_lines
from rubout.cli.doctor_line import Line, State
from rubout.cli.doctor_review import review_lines
from rubout.cli.measuring import project_at
from rubout.cli.options import add_path
from rubout.config.keys import GUARD_MODES
from rubout.config.read import settings_at
from rubout.config.settings import config_of, count_set
from rubout.errors import ConfigError, ExitCode, StoreError
from rubout.facts.audits import AUDITS
from rubout.facts.erase_undo import OPEN
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import PARSER
from rubout.measure.sources import spawn
from rubout.measure.sources.git import environment
from rubout.report.record import counted, printable
from rubout.store.erase_journal import read_journal
from rubout.store.glance import glance
from rubout.store.index_file import NAME
from rubout.store.scratch import FOLDER

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_path(parser, "a path of the project", metavar="ROOT")


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print a line for each thing that was looked at; raises UsageError when there is nothing at the path."""
    lines = tuple(examine(Path(project_at(args.path).anchor)))
    out.write(f"rubout {rubout.__version__}\n")
    for line in lines:
        what = "\n".join(printable(part) for part in line.what.splitlines())
        out.write(f"  {line.state:4}  {line.subject:13}  {what}\n")
    return ExitCode.FAILED if any(line.state is State.BROKEN for line in lines) else ExitCode.HELD


def examine(anchor: Path) -> Iterator[Line]:
    """Everything worth a line about this installation and the project at `anchor`."""
    yield Line(State.FINE, "python", f"{platform.python_version()} ({sys.executable})")
    yield _start_up()
    yield _kernels()
    yield parser(installed_version)
    yield from grammars(installed_version)
    yield _audits()
    yield _git()
    yield Line(State.FINE, "project", str(anchor))
    yield from _configuration(anchor)
    yield _index(anchor)
    yield from _erase(anchor)
    yield from review_lines(anchor, installed_version)
    yield from guard_lines(anchor)


def _start_up() -> Line:
    cached = Path(cache_from_source(rubout.__file__))
    if cached.exists() or (not sys.dont_write_bytecode and os.access(cached.parent, os.W_OK)):
        return Line(State.FINE, "start-up", "bytecode is kept")
    why = "PYTHONDONTWRITEBYTECODE is set" if sys.dont_write_bytecode else f"{cached.parent} cannot be written"
    return Line(State.WARNING, "start-up", f"slow: {why}, so Python compiles rubout anew each time")


def _kernels() -> Line:
    names = sorted({"syntax"}.union(module.name for module in pkgutil.iter_modules(kernels.__path__)))
    plain = [name for name in names if not _is_compiled(name)]
    if not plain:
        return Line(State.FINE, "kernels", f"{len(names)} compiled")
    which = (
        "none of them is"
        if len(plain) == len(names)
        else f"{', '.join(plain)} {'is' if len(plain) == 1 else 'are'} not"
    )
    return Line(
        State.WARNING,
        "kernels",
        f"{which} compiled: same results, many times slower; install again where there is a C compiler",
    )


def _is_compiled(kernel: str) -> bool:
    """Whether a kernel's module is there and no Python file; that of `syntax` is there only when it is none."""
    spec = find_spec(f"{kernels.__name__}.{kernel}")
    return spec is not None and not str(spec.origin).endswith(".py")


def parser(version_of: Callable[[str], str | None]) -> Line:
    """What runs the grammars, against its pin."""
    name, pinned = PARSER.distribution, PARSER.version
    version = version_of(name)
    if version == pinned:
        return Line(State.FINE, "parser", f"{name} {version}")
    found = f"{name} {version} is installed, not {pinned}" if version else f"{name} is not installed"
    what = f"{found}: of every file only the size is judged\n    fix: pip install {name}=={pinned}"
    return Line(State.BROKEN, "parser", what)


def grammars(version_of: Callable[[str], str | None]) -> Iterator[Line]:
    """The grammars against their pins; `version_of` a distribution is None when it is not installed."""
    pins = {language.grammar.distribution: language.grammar.version for language in LANGUAGES if language.grammar}
    installed = {name: version_of(name) for name in pins}
    missing = [name for name, version in installed.items() if version is None]
    others = {name: version for name, version in installed.items() if version not in {None, pins[name]}}
    for name, version in others.items():
        what = f"{name} {version} is installed, which parses to other trees than {pins[name]}"
        yield Line(State.BROKEN, "grammar", f"{what}\n    fix: pip install {name}=={pins[name]}")
    for name in missing:
        what = f"{name} is not installed: of its files only the size is judged"
        yield Line(State.WARNING, "grammar", f"{what}\n    fix: pip install {name}=={pins[name]}")
    yield Line(State.FINE, "grammars", f"{len(pins) - len(missing) - len(others)} of {len(pins)} as pinned")


def installed_version(distribution: str) -> str | None:
    """The version in this environment; None when it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _audits() -> Line:
    found = ", ".join(f"{name} ({record})" for name, record in sorted(AUDITS.items()))
    return Line(State.FINE, "dead files", f"may fail a check in {found}" if found else "advice in every language")


def _git() -> Line:
    try:
        answer = spawn.start(("git", "--version"), environment())()
    except FileNotFoundError:
        return Line(
            State.WARNING, "git", "not found: without it the folders themselves are walked, and there is no history"
        )
    return Line(State.FINE, "git", answer.out.decode(errors="replace").strip())


def _configuration(anchor: Path) -> Iterator[Line]:
    try:
        settings = settings_at(anchor)
        config = config_of(settings)
    except ConfigError as error:
        yield Line(State.BROKEN, "configuration", str(error))
        return
    if settings is None:
        yield Line(State.FINE, "configuration", "none: the defaults hold")
    else:
        yield Line(State.FINE, "configuration", f"{settings.file}, {counted(count_set(settings.table), 'key')} set")
    if config.guard.mode not in {None, *GUARD_MODES}:
        modes = " | ".join(GUARD_MODES)
        what = f'unknown guard mode "{config.guard.mode}", expected {modes}: the guard only observes'
        yield Line(State.BROKEN, "mode", what)


def _erase(anchor: Path) -> Iterator[Line]:
    """An erase that was cut short."""
    try:
        journal = read_journal(str(anchor))
    except StoreError as error:
        yield Line(State.BROKEN, "erase", str(error))
        return
    if journal is not None and journal.state == OPEN:
        yield Line(State.WARNING, "erase", "one was cut short: the next `rubout erase` rolls it back")


def _index(anchor: Path) -> Line:
    path = anchor / FOLDER / NAME
    try:
        found = glance(str(anchor))
    except OSError as error:
        what = f"{FOLDER}/{NAME} cannot be read: {error}\n    fix: `rubout check` sets it aside and builds a new one"
        return Line(State.BROKEN, "index", what)
    if found is None:
        return Line(State.FINE, "index", f"none yet: {FOLDER}/{NAME} is made by the first run")
    return Line(State.FINE, "index", f"{FOLDER}/{NAME}, {path.stat().st_size >> 10} KiB")
