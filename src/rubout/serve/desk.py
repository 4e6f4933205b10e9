"""Where the events of hosts are answered: each becomes a judgement, lines of the feed, and bytes for the host.

The same desk stands in the daemon and, where there is none, in the hook's own process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.config.knobs import guard_knobs
from rubout.config.read import read_config
from rubout.config.records import Config
from rubout.errors import ConfigError, StoreError
from rubout.facts import observe
from rubout.gate.project import Asked, Project
from rubout.gate.remembered import config_bytes
from rubout.gate.scope import Scope
from rubout.judge.guard import guard_mode
from rubout.judge.tiers import OBSERVE, TIERS, resolved
from rubout.measure.sources.anchor import find_anchor, has_mark
from rubout.serve.events import post, probe, start, stop
from rubout.serve.hosts import codec as hosts
from rubout.serve.learned import LearnedSkills
from rubout.serve.missed import NOTICE, Missed
from rubout.serve.untold import Untold
from rubout.store import feed
from rubout.store.baseline import NAME, read_header
from rubout.store.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.facts.guard import Knobs
    from rubout.facts.ratchet import Header
    from rubout.gate.writes import Said
    from rubout.serve.hosts.event import Event

MOVED = b"\0moved\0"
BUSY_SECONDS = 60.0  # how long after the last event the tree is still followed
SWEEP_EVERY = 1.0
SWEEP_SHARE = 20  # a sweep takes at most one part in so many of the time
REPEATS = 64  # calls that are remembered, in case a host has two hooks
SAME_MOMENT = 1.0  # seconds in which a call without a name is the same call
START_PATIENCE = 4.0  # seconds a session may wait for the tree to be known
QUIET_SECONDS = 2.0  # without an event, before what nobody waits for is measured
LEAST_PRIORITY = 19

_ANSWERS: dict[str, Callable[[Desk, Event], Said]] = {"probe": probe, "post": post, "stop": stop, "start": start}


class Desk:
    """One project and everything that is remembered between its events."""

    def __init__(self, anchor: str) -> None:
        self.anchor = anchor
        self.config = Config()
        self.error: str | None = None  # why the configuration cannot be read
        self.project: Project | None = None  # None until it has been taken in
        self.scope: Scope
        self.learned = LearnedSkills(anchor)
        self.touched: OrderedDict[str, None] = OrderedDict()  # files that hosts were about to write, the latest last
        self._lock = threading.Lock()
        self._read: bytes | None = None
        self._said: OrderedDict[tuple[str, str], tuple[float, Said]] = OrderedDict()
        self._told: set[str] = set()  # sessions that know of an unusable configuration
        self._asked_at = time.monotonic()
        self._wake = threading.Event()
        self._taken_in = threading.Event()
        self._let_go = threading.Event()  # of a tree that another configuration describes
        self._child: subprocess.Popen[bytes] | None = None
        self._untold = Untold(anchor)
        self._missed = Missed(anchor)
        self._learning = threading.Lock()
        self._closed = False
        self._failures = 0
        with self._lock:
            self._settle()

    @property
    def knobs(self) -> Knobs:
        """What is judged by."""
        return guard_knobs(self.config, error=self.error, baseline=self._baseline())

    @property
    def mode(self) -> str:
        """The mode of the rules at the write, as people read it."""
        return guard_mode(self.knobs).text

    @property
    def stop_mode(self) -> str:
        """The mode of the audit at the end of a turn."""
        return resolved(self.config.guard.mode, OBSERVE, self.error).text

    def hook(self, entry: str, host: str, folder: str, envelope: bytes, *, more: bool = False) -> bytes:
        """The bytes for the host to read, perhaps none, or the word `moved` for an event of another project.

        Raises nothing: what fails is a line of the feed, and the write goes on. With `more` the caller promises to call
        `finish` once the host has its answer.
        """
        try:
            event = hosts.read(host, entry, envelope)
            if event is None:  # some hosts want to read that they may go on
                return hosts.answer(host, entry, OBSERVE, "") if host in hosts.HOSTS else b""
            where = event.cwd or folder
            if find_anchor(where) != self.anchor:
                return MOVED + os.fsencode(find_anchor(where)) if has_mark(where) else b""
            if entry == "start":
                self._taken_in.wait(START_PATIENCE)
            with self._lock:
                return self._answer(event, more=more)
        except Exception as error:  # noqa: BLE001 - no failure of ours may become a refusal
            self._fail(entry, error)
            return b""

    def prepare(self) -> None:
        """Take the tree in, then follow it as long as the process lives; for a thread of its own."""
        self._measure("scan")
        self._missed.look_back()
        while not self._closed:
            if self.project is None:
                self._attempt(self.load)
                continue
            self._wake.wait()
            started = time.monotonic()
            self._attempt(self._sweep)
            if time.monotonic() - self._asked_at > BUSY_SECONDS:
                self._wake.clear()
            self._let_go.wait(max(SWEEP_EVERY, SWEEP_SHARE * (time.monotonic() - started)))

    def close(self) -> None:
        """Write nothing into the project any more."""
        self._untold.tell()
        with self._lock:
            self._closed = True
            if self._child:
                self._child.kill()

    def load(self) -> None:
        """Take the tree in, unless that has been done, or another one is asked for by then; raises RepositoryError."""
        if self.project is None:
            project = Project(self.anchor, self._asked())
            project.load()
            with self._lock:
                if project.asked == self._asked():
                    self.project = project
                    self.look_again()
                    self._let_go.clear()
                    self._taken_in.set()

    def look_again(self) -> None:
        """Forget which files are judged: an ignore file may have changed."""
        knows = self.project.knows if self.project else lambda _: False
        self.scope = Scope(self.anchor, self.config.exclude, knows)

    def _sweep(self) -> None:
        """Follow the disk; listing it does not hold up an answer."""
        project = self.project
        if project is None:
            return
        universe, started = project.listed()
        with self._lock:
            if project is self.project:
                project.follow(universe, started)
                self.look_again()

    def finish(self) -> None:
        """Count what the last write resembles, for its lines in the feed; raises nothing."""
        project = self.project
        try:
            self._untold.finish(project)
            if project and not self._untold.knows(project) and self._learning.acquire(blocking=False):
                threading.Thread(target=self._attempt, args=(self._learn,), daemon=True).start()
        except Exception as error:  # noqa: BLE001 - the host has its answer already
            self._fail("daemon", error)

    def tell(self) -> None:
        """Put into the feed what waits to be counted."""
        self._untold.tell()

    def _learn(self) -> None:
        """Take in what writes may resemble, measured by another process that gives way to everybody."""
        try:
            while not self._closed and time.monotonic() - self._asked_at < QUIET_SECONDS:
                time.sleep(QUIET_SECONDS)
            self._measure("check", "--jobs", "1", idle=True)
            if self.project and not self._closed:
                self._untold.learn(self.project)
        finally:
            self._learning.release()

    def _answer(self, event: Event, *, more: bool) -> bytes:
        self._untold.tell()  # what a session has heard is read from the feed
        self._asked_at = time.monotonic()
        self._wake.set()
        self._settle()
        said = self._repeated(event)
        if said is None:
            said = _ANSWERS[event.entry](self, event)
            self._remember(event, said)
            if said.looks and self.project is None:
                self._missed.add()
            self._untold.hold(said)
            if not (more and said.looks):
                self._untold.tell()
        if event.entry == "start":
            return hosts.start_context(event.host, said.reason)
        if (why := self._disarmed()) and event.session not in self._told:
            if self.project:  # before that, whoever asked may not have waited for the answer
                self._told.add(event.session)
            return hosts.notice(event.host, f"rubout: rubout.toml unusable, guard observes only: {why}")
        told = b""
        if self.project and said.tier == OBSERVE and self._enforces() and self._missed.take():
            told = hosts.notice(event.host, NOTICE)
        return told or hosts.answer(event.host, event.entry, said.tier, said.reason, warn=self.config.guard.warn)

    def _settle(self) -> None:
        """Read the configuration anew where it has changed."""
        found = config_bytes(self.anchor)
        if found == self._read:
            return
        before = self._asked()
        try:
            self.config, self.error = read_config(Path(self.anchor)), None
        except ConfigError as error:
            self.config, self.error = Config(), f"{error.where}: {error.what}"
        self._read = found
        if self.project and self._asked() != before:
            self.project = None
            self._taken_in.clear()
            self._let_go.set()
        self.look_again()

    def _baseline(self) -> Header | None:
        """The header of the project's baseline; one that cannot be read is none: `rubout check` says what is wrong."""
        try:
            return read_header(Path(self.anchor) / NAME)
        except StoreError:
            return None

    def _disarmed(self) -> str | None:
        """By which mistake the guard only observes."""
        mode = self.config.guard.mode
        return self.error if mode is None or mode in TIERS else f"unknown guard mode {mode!r}"

    def _enforces(self) -> bool:
        """Whether a rule at the write does more than observe."""
        return guard_mode(self.knobs).tier != OBSERVE

    def _asked(self) -> Asked:
        return Asked(self.config.exclude, self.config.clones.keep_imports)

    def _repeated(self, event: Event) -> Said | None:
        """What was said to the same call through another hook of the host."""
        at, said = self._said.get((event.session, event.key), (0.0, None))
        named = event.key.startswith("id:")
        return said if named or time.monotonic() - at < SAME_MOMENT else None

    def _remember(self, event: Event, said: Said) -> None:
        if event.key and self.project:
            self._said[event.session, event.key] = (time.monotonic(), said)
            while len(self._said) > REPEATS:
                self._said.popitem(last=False)

    def _attempt(self, work: Callable[[], None]) -> None:
        """What fails is said once, and tried again later: the daemon goes on with what it knows."""
        try:
            work()
            self._failures = 0
        except Exception as error:  # noqa: BLE001 - a thread that dies would leave the guard blind in silence
            if not self._failures:
                self._fail("daemon", error)
            self._failures += 1
            time.sleep(min(SWEEP_EVERY * self._failures, BUSY_SECONDS))

    def _measure(self, *command: str, idle: bool = False) -> None:
        """Let another process measure what the index does not know yet; an `idle` one takes what others leave it."""
        words = (sys.executable, "-P", "-m", "rubout", *command, self.anchor, "--format", "json")
        nothing = subprocess.DEVNULL
        with self._lock:
            if self._closed:
                return
            self._child = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing)  # noqa: S603
        if idle:
            os.setpriority(os.PRIO_PROCESS, self._child.pid, LEAST_PRIORITY)
        self._child.wait()

    def _fail(self, entry: str, error: Exception) -> None:
        why = f"{type(error).__name__}: {error}".replace("\n", " ")[:200]
        if not self._closed:
            feed.append(self.anchor, observe.GuardError(ts_ms=now_ms(), hook=entry, why=why))
