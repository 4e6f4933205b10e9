"""What each event of a host comes to."""

from __future__ import annotations

import os
import time
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from rubout import __version__
from rubout.facts import observe
from rubout.facts.pending import Outlook, Patch, Write
from rubout.gate.audit import stop_audit
from rubout.gate.health import index_health
from rubout.gate.suppress import warned_files
from rubout.gate.writes import Judged, Said, Stamp, changed, judged_write, probe_lines, spoken
from rubout.judge.tiers import DENY, WARN, rank
from rubout.measure.pending.replay import joined, outlooks
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.disk import disk_path, read_regular
from rubout.report.audit_words import stop_reason
from rubout.report.clip import STOP_BYTES, WRITE_BYTES, clipped
from rubout.report.health import ABSENT, UNREADABLE, health_line, index_of, warm
from rubout.serve.hosts.codec import carried
from rubout.serve.turns import edits_report, summary
from rubout.store import feed
from rubout.store.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet
    from contextlib import AbstractContextManager

    from rubout.facts.pending import Pending
    from rubout.gate.project import Difference, Project
    from rubout.serve.desk import Desk
    from rubout.serve.hosts.event import Event

STARTING = "starting (size checks only until it knows the tree)"
TOUCHED = 16  # files lately written by hosts that are read again before each judgement


def probe(desk: Desk, event: Event) -> Said:
    """A write to come: the strongest tier of all files that it names."""
    started = time.monotonic_ns()
    if event.pending is None:
        return Said()
    _catch_up(desk)
    judged = _judgements(desk, event.pending, event.cwd)
    if _is_refused_by_old_rules(desk, judged):
        _look_around(desk)
        judged = _judgements(desk, event.pending, event.cwd)
    knobs = desk.knobs
    heard = _heard(desk, event, judged)
    tier, reason = spoken(judged, heard)
    for one in judged:
        _expect(desk, one, refused=tier == "deny")
    elapsed = (time.monotonic_ns() - started) // 1_000_000
    stamp = Stamp(
        ts_ms=now_ms(),
        session=event.session or None,
        mode=desk.mode,
        tool=event.tool,
        elapsed_ms=elapsed,
        carried=partial(carried, event.host),
    )
    lines = [line for one in judged for line in probe_lines(one, knobs, heard, stamp)]
    return Said(tier, clipped(reason, WRITE_BYTES), tuple(lines), tuple(one.outlook for one in judged if one.verdict))


def post(desk: Desk, event: Event) -> Said:
    """A shell command is done: what changed since the last look is judged as if it were written now."""
    project = desk.project
    if project is None:
        return Said()
    _look_around(desk)
    desk.touched.clear()
    looks = _in_scope(desk, [_as_outlook(desk, difference) for difference in project.differences()])
    judged = [one for one in (_judged(desk, look, event="shell_write") for look in looks) if one.verdict]
    if not judged:
        return Said()
    heard = _heard(desk, event, judged)
    tier, reason = spoken(judged, heard)
    silent = any(one.verdict and rank(one.verdict.tier) for one in judged) and not rank(tier)
    line = observe.ShellWrite(
        ts_ms=now_ms(),
        session_id=event.session or None,
        mode=desk.mode,
        files=tuple(changed(one) for one in judged),
        emitted=tier if rank(tier) else None,
        suppressed=silent,
    )
    return Said(tier, clipped(reason, WRITE_BYTES), (line,))


def stop(desk: Desk, event: Event) -> Said:
    """A turn ends: what it leaves behind is audited; only at tier deny does that keep it going."""
    told: dict[str, Any] = {"ts_ms": now_ms(), "session_id": event.session or None, "mode": desk.mode}
    if event.stop_hook_active:
        return Said(lines=(observe.StopAudit(**told, skipped="loop_guard"),))
    _look_around(desk)
    held = desk.project.held if desk.project else None
    audited = stop_audit(desk.anchor, desk.config, held, error=desk.error)
    if audited is None:
        return Said(lines=(observe.StopAudit(**told, skipped="no_git"),))
    verdict = audited.verdict
    line = observe.StopAudit(
        **told,
        net_loc=audited.net_lines,
        changed_files=len(audited.files),
        dup_blocks=len(verdict.convicted),
        touched_blocks=verdict.touched,
        degraded=verdict.degraded,
        reason=verdict.reason,
        edits=summary(edits_report(desk.anchor, desk.config)),
        emitted=DENY if verdict.blocks else None,
    )
    if not verdict.blocks:
        return Said(lines=(line,))
    return Said(DENY, clipped(stop_reason(audited), STOP_BYTES), (line,))


def start(desk: Desk, _event: Event) -> Said:
    """A session begins: the health line, which the model reads."""
    started = time.monotonic_ns()
    index = _index_words(desk)
    daemon = warm((time.monotonic_ns() - started) // 1_000_000) if desk.project else STARTING
    return Said(reason=health_line(__version__, desk.mode, desk.stop_mode, index, daemon))


def _index_words(desk: Desk) -> str:
    if desk.project:
        return index_of(desk.project.count())
    health = index_health(desk.anchor, keep_imports=desk.config.clones.keep_imports)
    if health.error is not None:
        return UNREADABLE
    return ABSENT if health.files is None else index_of(health.files, stale=health.stale)


def _catch_up(desk: Desk) -> None:
    """Read again what hosts were about to write a moment ago."""
    if desk.project:
        desk.project.catch_up([path for path in desk.touched if _is_judged(desk, desk.project, path)])


def _is_judged(desk: Desk, project: Project, path: str) -> bool:
    """Whether there is such a file; one that an ignore file has taken out is not taken in again."""
    return project.knows(path) or (os.path.lexists(disk_path(desk.anchor, path)) and desk.scope.holds(path))


def _look_around(desk: Desk) -> None:
    """Take in everything that has changed on disk, and what is judged there."""
    if desk.project:
        desk.project.follow(*desk.project.listed())
        desk.look_again()


def _judgements(desk: Desk, pending: Pending, cwd: str) -> list[Judged]:
    """Each file of a call, as it and the others would be after it."""
    read = partial(_read, desk, alone=not isinstance(pending, Patch))
    looks = _in_scope(desk, outlooks(pending, read, cwd))
    with _applied(desk, looks):
        return [_judged(desk, look) for look in looks]


def _is_refused_by_old_rules(desk: Desk, judged: Iterable[Judged]) -> bool:
    """Whether a call is about to be refused for files that an ignore file may have taken out since they were listed."""
    paths: set[str] = set()
    for one in judged:
        if one.facts and one.verdict and rank(one.verdict.tier) > rank(WARN):
            paths |= {one.path, *one.facts.files}
    return bool(paths) and desk.project is not None and desk.project.ignores_changed(paths)


def _read(desk: Desk, path: str, *, alone: bool) -> bytes | None:
    """The bytes of a file that a call names; one that is not judged is opened only for what it gives to others.

    Raises:
        OSError: it cannot be read, is no regular file, or is larger than what is judged.
    """
    place = desk.scope.path_of(path)
    if place is None and alone:
        return b""  # its outlook is thrown away
    try:
        if place is None:
            return read_regular("", os.path.realpath(path).lstrip("/"), LARGE_BYTES)
        return read_regular(desk.anchor, place, LARGE_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _in_scope(desk: Desk, looks: Iterable[Outlook]) -> list[Outlook]:
    """The outlooks of files that are judged, by paths relative to the anchor."""
    placed = ((desk.scope.path_of(joined(desk.anchor, look.path)), look) for look in looks)
    return [msgspec.structs.replace(look, path=path) for path, look in placed if path is not None]


def _applied(desk: Desk, looks: Sequence[Outlook]) -> AbstractContextManager[None]:
    """While the files of one call are judged, each of the others is already what the call makes of it."""
    if desk.project is None or len(looks) == 1:
        return nullcontext()
    known = (look for look in looks if not look.silent and not look.notebook)
    return desk.project.pretending({look.path: None if look.after is None else _bytes(look.after) for look in known})


def _judged(desk: Desk, look: Outlook, event: str = "probe") -> Judged:
    if look.after is None or look.silent:
        return Judged(look.path, look)
    keep_imports = desk.config.clones.keep_imports
    learned = desk.learned.matched(look)
    return judged_write(desk.project, look, desk.knobs, keep_imports=keep_imports, event=event, learned=learned)


def _expect(desk: Desk, judged: Judged, *, refused: bool) -> None:
    """Remember a write that is about to happen; whether it does, nobody tells."""
    desk.touched[judged.path] = None
    desk.touched.move_to_end(judged.path)
    while len(desk.touched) > TOUCHED:
        desk.touched.popitem(last=False)
    after = judged.outlook.after
    if desk.project and after is not None and not refused and not judged.outlook.notebook:
        desk.project.expect(judged.path, _bytes(after))


def _as_outlook(desk: Desk, difference: Difference) -> Outlook:
    """What a changed file is, as if it were about to be."""
    if difference.after is None:
        return Outlook(difference.path, None, None)
    whole = Write(difference.path, _text(difference.after))
    (look,) = outlooks(whole, lambda _: difference.before, desk.anchor)
    return look


def _heard(desk: Desk, event: Event, judged: Sequence[Judged]) -> AbstractSet[tuple[str, str]]:
    """The (event, file) that this session has been warned about; asked only when there is a warning to give."""
    fired = [each for one in judged if one.verdict for each in one.verdict.fired if each.tier == WARN]
    if not fired or not event.session:
        return frozenset()
    lines = feed.recent(desk.anchor)
    return {
        (name, one.path)
        for name in {each.event for each in fired}
        for files in (warned_files(lines, event.session, name),)
        for one in judged
        if feed.escaped(one.path) in files
    }


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(source: bytes) -> str:
    return source.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
