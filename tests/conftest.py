"""A tree of files from a dict, and the command line run over it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from pkgutil import walk_packages
from shutil import rmtree
from typing import TYPE_CHECKING, Protocol

import pytest
from hypothesis import HealthCheck, settings

import rubout as package
from rubout.measure.languages import grammar, python
from tests.browser import UNSEEN, installed
from tests.processes import children
from tests.reports import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# How long an example takes is the machine's affair: a loaded one is no failure. In CI the examples are the same each
# time, so that a red run speaks of the change; everywhere else they are new.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("untimed")

SOURCE = Path(package.__file__).parents[1]
NOBODY = 65534
GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "A"), ("EMAIL", "a@b.c"))
    },
}

Files = Mapping[str, "str | bytes"]


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str


class Grow(Protocol):
    """Make `root` hold these files, path to content; with `git`, all of it committed."""

    def __call__(self, root: Path, files: Files, *, git: bool = False) -> Path: ...


class Tree(Protocol):
    """`Grow` in a temporary folder; `name` tells several of a test apart."""

    def __call__(self, files: Files, *, git: bool = False, name: str = "tree") -> Path: ...


class Rubout(Protocol):
    """Run a command line in this process."""

    def __call__(self, *argv: object) -> Ran: ...


class Program(Protocol):
    """Run a command line in a process of its own, as `python OPTIONS -m rubout ARGV`."""

    def __call__(self, *argv: object, cwd: Path | None = None, source: Path = SOURCE, **environment: str) -> Ran: ...


class Git(Protocol):
    """Run git in a folder, free of the machine's configuration."""

    def __call__(self, folder: Path, *argv: str) -> None: ...


def pytest_configure(config: pytest.Config) -> None:
    """Give a session of root's a folder of its own.

    The one that pytest's sessions share is shut to everybody else by each session that starts, and then nobody finds
    the tree that `as_nobody` asks about.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0 and not config.option.basetemp:
        folder = tempfile.mkdtemp(prefix="rubout-tests-")
        config.option.basetemp = os.path.join(folder, "base")
        config.add_cleanup(partial(rmtree, folder, ignore_errors=True))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say out loud what could not be tested here."""
    if installed() is None:
        terminalreporter.write_line(UNSEEN, yellow=True)


@pytest.fixture(scope="session")
def git() -> Git:
    def run(folder: Path, *argv: str) -> None:
        subprocess.run(
            ["git", "-c", "protocol.file.allow=always", "-c", "maintenance.auto=false", "-C", str(folder), *argv],
            env={**_environment(), **GIT_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )

    return run


@pytest.fixture(scope="session")
def grow(git: Git) -> Grow:
    run_git = git

    def fill(root: Path, files: Files, *, git: bool = False) -> Path:
        root.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        if git:
            run_git(root, "init", "--quiet", "--initial-branch=main")
            run_git(root, "add", "--all", "--force")
            run_git(root, "commit", "--quiet", "--allow-empty", "--message=c")
        return root

    return fill


@pytest.fixture
def tree(tmp_path: Path, grow: Grow) -> Tree:
    def make(files: Files, *, git: bool = False, name: str = "tree") -> Path:
        return grow(tmp_path.resolve() / name, files, git=git)

    return make


@pytest.fixture(scope="session")
def rubout() -> Rubout:
    return lambda *argv: Ran(*said(*argv))


@pytest.fixture(scope="session")
def program() -> Program:
    def run(*argv: object, cwd: Path | None = None, source: Path = SOURCE, **environment: str) -> Ran:
        ended = subprocess.run(
            [sys.executable, "-m", "rubout", *map(str, argv)],
            env={**_environment(), "PYTHONPATH": str(source), **environment},
            cwd=cwd,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    return run


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory, grow: Grow, rubout: Rubout) -> None:
    """What commands load when they run is loaded, since nobody may be shut out from where Python is installed."""
    for module in walk_packages(package.__path__, "rubout."):
        if module.name != "rubout.__main__":
            import_module(module.name)
    root = grow(tmp_path_factory.mktemp("loaded"), {"rubout.toml": "", "a.py": "x = 1\n"})
    for command in ("scan", "clones", "check"):
        for output in ("text", "json"):
            assert rubout(command, root, "--format", output).code == 0


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What is started hears SIGINT, also where these tests run in the background of a shell that has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsers of Python without the time for more than a few tokens."""
    unhurried = vars(grammar)["_load"]
    monkeypatch.setattr(
        grammar, "_load", lambda language, limit: unhurried(language, 1 if language is python.LANGUAGE else limit)
    )


@pytest.fixture
def childless() -> Callable[[], bool]:
    """Whether no process is left of those that were started since."""
    before = children()
    return lambda: children() <= before


@pytest.fixture
def as_nobody(tmp_path: Path, loaded: None) -> Iterator[Callable[[], None]]:  # noqa: ARG001 - asked for to happen
    """A call after which permissions hold, even when the tests are run by root."""
    if os.geteuid() != 0:
        yield lambda: None
        return
    for folder in takewhile(Path(tempfile.gettempdir()).__ne__, (tmp_path, *tmp_path.parents)):
        folder.chmod(0o755)
    yield lambda: os.seteuid(NOBODY)
    os.seteuid(0)


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
