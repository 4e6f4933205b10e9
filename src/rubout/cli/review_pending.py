"""`rubout review --pending`: what was learned, against a write that a host announces."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.errors import ExitCode, UsageError
from rubout.measure.pending.replay import outlooks
from rubout.measure.sources.anchor import find_anchor, relative_path
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.disk import read_regular
from rubout.report.json import encode
from rubout.report.record import printable
from rubout.review.pending import pending_hits
from rubout.review.skills import ReviewSkills
from rubout.review.skills_file import PATH
from rubout.serve.hosts.codec import HOSTS, read

if TYPE_CHECKING:
    from argparse import Namespace
    from typing import TextIO

    from rubout.facts.pending import Outlook
    from rubout.review.pending import PendingHit

ENVELOPE_MAX = 64 << 20  # bytes


def run_pending(args: Namespace, out: TextIO) -> ExitCode:
    """Print what fires; 1 when an active skill does.

    Raises:
        UsageError: the host is unknown, or the standard input holds no write of its hook.
        ReviewError: the skills cannot be read.
    """
    if args.host not in HOSTS:
        raise UsageError(f"no host `{args.host}`", where="--host", fix=f"one of {', '.join(HOSTS)}")
    event = read(args.host, "probe", sys.stdin.buffer.read(ENVELOPE_MAX))
    if event is None or event.pending is None:
        what = "the standard input holds no write of this host's hook"
        raise UsageError(what, where="--pending", fix="pass on what the host sends before a write")
    folder = event.cwd or str(Path.cwd())
    anchor = find_anchor(folder)
    skills = ReviewSkills.load(Path(anchor, PATH))
    looks = [_placed(look, anchor, folder) for look in outlooks(event.pending, partial(_bytes_of, folder), folder)]
    hits = pending_hits(skills, looks)
    out.write(_json(hits) if args.format == "json" else "".join(map(_line, hits)))
    return ExitCode.FAILED if any(hit.skill.state == "active" for hit in hits) else ExitCode.HELD


def _placed(look: Outlook, anchor: str, folder: str) -> Outlook:
    import msgspec

    path = relative_path(anchor, Path(folder, look.path))
    return msgspec.structs.replace(look, path=path or look.path)


def _bytes_of(folder: str, path: str) -> bytes | None:
    place = os.path.realpath(Path(folder, path))
    try:
        return read_regular("", place.lstrip("/"), LARGE_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _line(hit: PendingHit) -> str:
    word = "FAIL" if hit.skill.state == "active" else "note"
    return f"{word} {printable(hit.path)}:{hit.line}: {printable(hit.skill.finding)}  skill:{hit.skill.id}\n"


def _json(hits: list[PendingHit]) -> str:
    rows = [
        {
            "path": hit.path,
            "line": hit.line,
            "skill": hit.skill.id,
            "finding": hit.skill.finding,
            "state": hit.skill.state,
            "proven": hit.is_proven,
        }
        for hit in hits
    ]
    return encode({"schema": "rubout.review-pending/1", "hits": rows})
