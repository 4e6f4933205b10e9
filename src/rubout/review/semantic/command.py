"""A program that passes a request on to a model: one JSON object in, one out.

Sealed     no shell, a working folder of its own, and of the environment PATH, LANG and what is allowed by name
Ended      it and everything it started dies at the deadline, when it floods, and when it is done
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ConfigError
from rubout.review.semantic.base import ProviderError, Received
from rubout.review.semantic.prompt import messages
from rubout.review.semantic.request import REPLY_MAX
from rubout.store.temporary import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.config.records import Semantic
    from rubout.review.semantic.request import Request

ALWAYS = ("PATH", "LANG")
NEVER = frozenset({"RUBOUT_KEY", "RUBOUT_KEY_FILE"})  # what signs is no business of what is asked
COMPLAINT_BYTES = 4_000
_LOOK_SECONDS = 0.05  # how late the end of the program may be noticed
_BLOCK = 1 << 16


class Command:
    """A provider of `[review.semantic]`.

    Raises:
        ConfigError: no program is named, or this system has no groups of processes.
    """

    name = "command"

    def __init__(self, knobs: Semantic, environment: Mapping[str, str] = os.environ) -> None:
        if not knobs.command:
            raise ConfigError("no program is named", where="[review.semantic] command", fix='set `command = ["..."]`')
        if os.name != "posix":
            what = "a program can be asked only where it can be ended with all that it started"
            raise ConfigError(what, where="[review.semantic] command", fix='set `provider = "http"`')
        self._argv = knobs.command
        self.model = knobs.model or Path(knobs.command[0]).name
        names = {*ALWAYS, *knobs.env_allow} - NEVER
        self._environment = {name: environment[name] for name in sorted(names) if name in environment}

    def body(self, request: Request) -> bytes:
        """The request, and as `messages` the words that put it to a model."""
        document = {**msgspec.to_builtins(request), "messages": messages(request)}
        return msgspec.json.encode(document, order="sorted")

    def send(self, body: bytes, seconds: float) -> Received:
        """Run the program once; raises ProviderError when it does not end well or in time."""
        with temporary_folder("rubout-review-") as folder:
            try:
                process = subprocess.Popen(  # noqa: S603 - the project names the program
                    self._argv,
                    cwd=folder,
                    env=self._environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                raise ProviderError("runner_error", detail=str(error)) from error
            with process:
                talk = _Talk(process, body)
                try:
                    is_over = talk.until(time.monotonic() + seconds)
                finally:
                    _end(process)
                talk.rest()
        if talk.floods:
            return Received(b"", fault="malformed")
        if not is_over:
            raise ProviderError("timeout", decoded=True)
        if process.returncode:
            raise ProviderError("runner_error", decoded=True, detail=talk.complaint)
        return Received(bytes(talk.out))


class _Talk:
    """What goes into a program and what comes out, without ever waiting for one of the two alone."""

    def __init__(self, process: subprocess.Popen[bytes], body: bytes) -> None:
        self.out = bytearray()
        self._complaint = bytearray()
        self._process = process
        self._left = memoryview(body)
        self._selector = selectors.DefaultSelector()
        for stream, event in (
            (process.stdin, selectors.EVENT_WRITE),
            (process.stdout, selectors.EVENT_READ),
            (process.stderr, selectors.EVENT_READ),
        ):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
                self._selector.register(stream, event)

    @property
    def floods(self) -> bool:
        """Whether more came than an answer may have."""
        return len(self.out) > REPLY_MAX

    @property
    def complaint(self) -> str:
        """The end of what it said beside the answer."""
        return self._complaint.decode("utf-8", "replace").strip()

    def until(self, deadline: float) -> bool:
        """Talk until the program ends, floods or is late; whether it ended."""
        while not _has_ended(self._process):
            left = deadline - time.monotonic()
            if left <= 0 or self.floods:
                return False
            self._step(min(left, _LOOK_SECONDS))
        return True

    def rest(self) -> None:
        """What an ended program left in its pipes; one that it started elsewhere may hold them open, and is ignored."""
        while not self.floods and self._step(0):
            pass
        self._selector.close()

    def _step(self, seconds: float) -> bool:
        """Move what can be moved; whether anything was."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return False
        ready = self._selector.select(seconds)
        for key, event in ready:
            if event == selectors.EVENT_WRITE:
                self._write(key.fd)
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self, descriptor: int) -> None:
        try:
            self._left = self._left[os.write(descriptor, self._left[:_BLOCK]) :]
        except BrokenPipeError:  # it reads no further, and may answer all the same
            self._left = self._left[:0]
        if not self._left:
            self._close(descriptor)

    def _read(self, descriptor: int) -> None:
        block = os.read(descriptor, _BLOCK)
        if not block:
            self._close(descriptor)
        elif self._process.stdout is not None and descriptor == self._process.stdout.fileno():
            self.out += block
        else:
            self._complaint += block
            del self._complaint[:-COMPLAINT_BYTES]

    def _close(self, descriptor: int) -> None:
        key = self._selector.unregister(descriptor)
        key.fileobj.close()  # type: ignore[union-attr]  # what was registered is a stream


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has; it is not waited for yet, so that no other process can get its number."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and all of its group, then wait for it."""
    with suppress(ProcessLookupError, PermissionError):  # all of it has ended; macOS says so in the second way
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
