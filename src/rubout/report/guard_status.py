"""The answer of `rubout guard status`: what is wired, what that covers and what it cannot, for people and as JSON."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from rubout.report.json import encode
from rubout.report.record import printable
from rubout.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SCHEMA = "rubout.guard_status/1"


class Wiring(msgspec.Struct, frozen=True):
    """A hook file with rubout in it.

    `missing` are events that this version wires and the file has not, `programs` the words by which rubout is started,
    `gone` what they name that is not there. Where nothing starts rubout, every write passes; with `strict`, none does.
    """

    path: str
    events: tuple[str, ...]
    missing: tuple[str, ...]
    programs: tuple[tuple[str, ...], ...]
    strict: bool
    gone: tuple[str, ...] = ()

    @property
    def starts(self) -> bool:
        """Whether what one of its hooks starts is there."""
        return len(self.gone) < len(self.programs)


class HostStatus(msgspec.Struct, frozen=True):
    """A host; `here` tells whether the project has its folder, `error` is set where a file cannot be read."""

    name: str
    title: str
    here: bool
    wired: tuple[Wiring, ...]
    covers: tuple[str, ...]
    cannot: tuple[str, ...]
    error: str | None = None


class Unwired(msgspec.Struct, frozen=True):
    """A host that rubout has no wiring for, and what stands behind it."""

    title: str
    behind: str


class GuardStatus(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    schema: str = SCHEMA
    version: str
    project: str
    hosts: tuple[HostStatus, ...]
    others: tuple[Unwired, ...]


def render_text(status: GuardStatus) -> str:
    """Hosts that are here in full, the others by name."""
    shown = [host for host in status.hosts if host.here or host.wired or host.error]
    absent = [host.name for host in status.hosts if host not in shown]
    lines = [f"guard in {printable(status.project)}", ""]
    for host in shown:
        lines += [*_host(host), ""]
    if absent:
        lines += [f"not used here: {', '.join(absent)} (`rubout guard install --host NAME` wires one)"]
    lines += [f"{other.title}: {other.behind}" for other in status.others]
    return as_text(lines)


def told(program: Sequence[str]) -> str:
    """A program and its arguments for people, who need not read the code that it is given."""
    return " ".join("..." if before == "-c" else word for before, word in pairwise(("", *program)))


def _host(host: HostStatus) -> Iterator[str]:
    if host.error:
        yield f"{host.title} ({host.name}): cannot be read"
        yield f"  {printable(host.error)}"
        return
    if not host.wired:
        yield f"{host.title} ({host.name}): not wired; `rubout guard install --host {host.name}`"
        return
    if any(wiring.starts for wiring in host.wired):
        yield f"{host.title} ({host.name}): wired"
    else:
        refused = any(wiring.strict for wiring in host.wired)
        what = "the host refuses every write" if refused else "every write passes"
        yield f"{host.title} ({host.name}): wired, but nothing starts rubout: {what}"
    for wiring in host.wired:
        strict = ", a failing hook refuses" if wiring.strict else ""
        events = ", ".join(wiring.events)
        programs = ", ".join(map(told, wiring.programs)) or "nothing that starts rubout"
        yield f"  file    {wiring.path}: {events} -> {printable(programs)}{strict}"
        for gone in wiring.gone:
            yield f"  gone    {printable(gone)}; `rubout guard install --host {host.name}` wires it anew"
        if wiring.missing:
            yield f"  lacks   {', '.join(wiring.missing)}; install again to add what this version wires"
    yield from (f"  covers  {what}" for what in host.covers)
    yield from (f"  cannot  {what}" for what in host.cannot)


RENDERERS: dict[str, Callable[[GuardStatus], str]] = {"text": render_text, "json": encode}
