"""What `rubout doctor` says of the guard: its health, what its feed tells, and how hosts are wired.

Nothing is changed: no daemon is started, the index is not opened for writing, and of the hooks only the program is
started, without an event.
"""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import rubout
from rubout.cli.doctor_line import Line, State
from rubout.config.knobs import audit_knobs, guard_knobs
from rubout.config.read import read_config
from rubout.config.records import Config
from rubout.errors import ConfigError, StoreError
from rubout.gate.health import index_health
from rubout.judge.audit import audit_mode
from rubout.judge.guard import guard_mode
from rubout.judge.tiers import ASK
from rubout.measure.sources import spawn
from rubout.measure.sources.git import environment
from rubout.report import health
from rubout.report.guard_status import told
from rubout.report.record import counted
from rubout.serve.control import ping
from rubout.serve.wiring.hosts import CLAUDE, HOSTS
from rubout.serve.wiring.plan import read_hook_file
from rubout.serve.wiring.program import beside_python, folder_of, loaded_here
from rubout.serve.wiring.status import wiring
from rubout.store import feed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.serve.wiring.hosts import Host
    from rubout.serve.wiring.program import Words

_USAGE = b"usage: rubout-hook"  # what the program says when it is given no event


class _Told(msgspec.Struct, frozen=True):
    """What counts of a line of the feed."""

    event: str = ""
    degraded: bool = False
    ts_ms: int = 0
    hook: str = ""
    why: str = ""


def guard_lines(anchor: Path) -> Iterator[Line]:
    """A line for each thing."""
    config, wrong = _config(anchor)
    mode = guard_mode(guard_knobs(config, error=wrong))
    stop = audit_mode(audit_knobs(config, error=wrong))
    yield Line(State.FINE, "guard", _health(anchor, mode.text, stop.text, keep_imports=config.clones.keep_imports))
    yield from _feed(str(anchor))
    yield from _wirings(anchor)
    if mode.tier == ASK and (file := _file_without_checks(anchor)):
        what = f"{file} turns the host's permission checks off: it answers an ask itself; a deny holds"
        yield Line(State.WARNING, "mode", what)


def _config(anchor: Path) -> tuple[Config, str | None]:
    """The configuration; the defaults, and why, where it cannot be read."""
    try:
        return read_config(anchor), None
    except ConfigError as error:
        return Config(), f"{error.where}: {error.what}"


def _health(anchor: Path, guard: str, stop: str, *, keep_imports: bool) -> str:
    found = index_health(str(anchor), keep_imports=keep_imports)
    if found.error:
        index = health.UNREADABLE
    else:
        index = health.ABSENT if found.files is None else health.index_of(found.files, stale=found.stale)
    milliseconds = ping(str(anchor))
    daemon = health.NOT_RUNNING if milliseconds is None else health.warm(milliseconds)
    return health.health_line(rubout.__version__, guard, stop, index, daemon)


def _feed(anchor: str) -> Iterator[Line]:
    lines = degraded = 0
    last: _Told | None = None
    for line in feed.every(anchor):
        lines += 1
        told = _told(line)
        degraded += told.degraded
        last = told if told.event == "guard_error" else last
    yield Line(State.FINE, "feed", f"degraded runs: {degraded} of {counted(lines, 'feed line')}")
    if last:
        when = datetime.fromtimestamp(last.ts_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        yield Line(State.WARNING, "feed", f"last guard_error: {last.hook}, {when}: {last.why}")


def _told(line: bytes) -> _Told:
    """A line that is no record tells nothing."""
    try:
        return msgspec.json.decode(line, type=_Told)
    except msgspec.DecodeError:
        return _Told()


def _wirings(anchor: Path) -> Iterator[Line]:
    lines = [line for host in HOSTS.values() for path in host.places for line in _wiring(anchor, host, path)]
    yield from lines or [Line(State.FINE, "wiring", "no host is wired: `rubout guard install --host claude` wires one")]


def _wiring(anchor: Path, host: Host, path: str) -> Iterator[Line]:
    try:
        found = wiring(anchor, host, path)
    except StoreError as error:
        yield Line(State.BROKEN, "wiring", f"{error.where}: {error.what}\n    fix: {error.fix}")
        return
    if found is None:
        return
    if found.missing:
        what = f"{path} lacks {', '.join(found.missing)}\n    fix: rubout guard install --host {host.name}"
        yield Line(State.WARNING, "wiring", what)
    fix = f"\n    fix: rubout guard install --host {host.name}"
    for program in found.programs:
        yield _start(anchor, f"{path}: {', '.join(found.events)} -> {told(program)}", fix, program)
    if not found.programs:
        yield Line(State.BROKEN, "wiring", f"{path} does not start rubout: every write passes{fix}")


def _start(anchor: Path, what: str, fix: str, program: Words) -> Line:
    """Whether the program that a hook names is there and is ours."""
    place = shutil.which(program[0])
    if place is None:
        return Line(State.BROKEN, "wiring", f"{what}, which is not there: every write passes{fix}")
    folder = folder_of(program)
    if len(program) > 1 and folder is None:
        return Line(State.WARNING, "wiring", f"{what}, as another version wires it: not started{fix}")
    if not _is_own(place, program) and any(_lies_in(anchor, each) for each in _loaded_from(place, folder)):
        return Line(State.WARNING, "wiring", f"{what}, which lies in the project: not started")
    try:
        ran = spawn.start((place, *program[1:]), environment())()
    except OSError as error:
        return Line(State.BROKEN, "wiring", f"{what}, which does not start: {error.strerror}{fix}")
    if not ran.code and ran.err.startswith(_USAGE):
        return Line(State.FINE, "wiring", what)
    said = ran.err.decode("utf-8", "replace").strip().rpartition("\n")[2]
    ended = f"which ends with {ran.code}: {said or 'nothing said, as where rubout is gone'}"
    return Line(State.BROKEN, "wiring", f"{what}, {ended}{fix}")


def _is_own(place: str, program: Words) -> bool:
    """Whether it is the rubout that is running."""
    if len(program) > 1:
        return program in {loaded_here(strict=strict) for strict in (False, True)}
    own = beside_python()
    return own is not None and os.path.realpath(own) == os.path.realpath(place)


def _loaded_from(place: str, folder: str | None) -> Iterator[Path]:
    """What a start would run: where one of these is the project's, it could be anybody's code."""
    yield Path(place)
    if folder is not None:
        yield from (Path(folder), Path(folder, "rubout", "serve"))


def _lies_in(anchor: Path, place: Path) -> bool:
    """Whether a place, or what it links to, lies in the project: an interpreter is told by files beside its link."""
    root = anchor.resolve()
    return any(each.is_relative_to(root) for each in (place.resolve(), place.parent.resolve() / place.name))


def _file_without_checks(anchor: Path) -> str | None:
    """The settings file by which Claude Code asks nobody."""
    for path in CLAUDE.places:
        try:
            settings = msgspec.json.decode(read_hook_file(anchor, path) or "{}")
        except (StoreError, msgspec.DecodeError):  # which the wiring's own line tells
            continue
        permissions = settings.get("permissions") if isinstance(settings, dict) else None
        if isinstance(permissions, dict) and permissions.get("defaultMode") == "bypassPermissions":
            return path
    return None
