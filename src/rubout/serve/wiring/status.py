"""What is wired in a project, host by host?"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import rubout
from rubout.errors import StoreError
from rubout.report.guard_status import GuardStatus, HostStatus, Unwired, Wiring
from rubout.serve.wiring import merge, script
from rubout.serve.wiring.hosts import HOSTS, OTHERS
from rubout.serve.wiring.json_text import ShapeError
from rubout.serve.wiring.plan import read_hook_file
from rubout.serve.wiring.program import folder_of, program_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.serve.wiring.hosts import Host
    from rubout.serve.wiring.program import Words


def status(anchor: Path) -> GuardStatus:
    """Every host that rubout knows, used here or not."""
    return GuardStatus(
        version=rubout.__version__,
        project=str(anchor),
        hosts=tuple(_host(anchor, host) for host in HOSTS.values()),
        others=tuple(Unwired(title, behind) for title, behind in OTHERS),
    )


def wiring(anchor: Path, host: Host, path: str) -> Wiring | None:
    """What a file wires; None when rubout is not in it.

    Raises:
        StoreError: the file cannot be read, or holds something else than a hook file.
    """
    text = read_hook_file(anchor, path)
    if text is None:
        return None
    if host.handler is None:
        if not script.is_ours(text):
            return None
        events = tuple(hook.event for hook in host.hooks)
        programs = tuple(filter(None, (script.program_in(text),)))
        return Wiring(path, events, (), programs, strict=False, gone=_gone(programs))
    try:
        ours = merge.ours_in(host, text)
    except ShapeError as error:
        raise StoreError(error.what, where=f"{anchor / path}:{error.line}", fix="mend it, or move it away") from error
    if not ours:
        return None
    events = tuple(dict.fromkeys(one.event for one in ours))
    programs = tuple(dict.fromkeys(program_of(one.handler) for one in ours))
    return Wiring(
        path,
        events,
        missing=tuple(hook.event for hook in host.hooks if hook.event not in events),
        programs=programs,
        strict=any(host.switch in one.handler for one in ours),
        gone=_gone(programs),
    )


def _gone(programs: Sequence[Words]) -> tuple[str, ...]:
    """Of each program what is not there, looked for and not started: itself, or the rubout that it would load."""
    return tuple(filter(None, map(_missing, programs)))


def _missing(program: Words) -> str:
    if shutil.which(program[0]) is None:
        return program[0]
    folder = folder_of(program)
    package = folder and Path(folder, "rubout")
    return str(package) if package and not package.is_dir() else ""


def _host(anchor: Path, host: Host) -> HostStatus:
    here = (anchor / host.folder).is_dir()
    try:
        found = tuple(one for path in host.places if (one := wiring(anchor, host, path)))
    except StoreError as error:
        return HostStatus(host.name, host.title, here, (), (), (), error=f"{error.where}: {error.what}")
    events = {event for one in found if one.starts for event in one.events}
    covers = tuple(hook.sees for hook in host.hooks if hook.event in events)
    return HostStatus(host.name, host.title, here, found, covers, host.limits)
