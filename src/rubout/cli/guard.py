"""`rubout guard`: put the guard into an agent's host, take it out, say what it covers."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.options import add_format
from rubout.errors import ExitCode, UsageError
from rubout.measure.sources import git
from rubout.measure.sources.anchor import find_anchor, has_mark, in_work_tree
from rubout.report.guard_status import RENDERERS
from rubout.report.record import printable
from rubout.serve.wiring.hosts import HOSTS
from rubout.serve.wiring.plan import carry_out, difference, installation, removal
from rubout.serve.wiring.program import LOCAL, PROGRAM, PROJECT, SCOPES, program_for
from rubout.serve.wiring.status import status

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from typing import TextIO

    from rubout.serve.wiring.hosts import Host
    from rubout.serve.wiring.plan import Change

_ACTIONS = ("install", "uninstall", "status")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=_ACTIONS, metavar="ACTION", help=", ".join(_ACTIONS))
    parser.add_argument("--host", choices=tuple(HOSTS), help="whose hook file is changed")
    parser.add_argument(
        "--scope",
        choices=SCOPES,
        help="local: hooks start rubout from its place on this machine; project: by its bare name, to be committed "
        "(default: local where the host has a file that is not committed)",
    )
    parser.add_argument(
        "--strict", action="store_true", help="a hook that fails refuses the write (claude and cursor only)"
    )
    parser.add_argument("--yes", action="store_true", help="write without asking")
    add_format(parser, ("text", "json"))


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Show, and with consent write; or report."""
    anchor = Path(find_anchor("."))
    if args.action == "status":
        found = status(anchor)
        out.write(RENDERERS[args.format](found))
        return ExitCode.UNJUDGED if any(host.error for host in found.hosts) else ExitCode.HELD
    if args.host is None:
        raise UsageError("no host named", where=f"guard {args.action}", fix=f"`--host` {' or '.join(HOSTS)}")
    if not has_mark("."):
        what = "here is neither a repository nor a rubout.toml, without which the guard does nothing"
        raise UsageError(what, where="guard", fix="run it inside the project")
    host = HOSTS[args.host]
    if args.action == "install":
        return _install(anchor, host, args, out, err)
    places = host.places if args.scope is None else (host.files[args.scope],)
    return _settle(anchor, [removal(anchor, host, path) for path in places], args, out, err)


def _install(anchor: Path, host: Host, args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    if args.strict and host.switch is None:
        what = f"{host.title} has no switch that makes a failing hook refuse"
        raise UsageError(what, where="guard install --strict", fix="leave it out")
    scope = args.scope or host.default_scope
    if scope == PROJECT and shutil.which(PROGRAM) is None:
        err.write(f"rubout: `{PROGRAM}` is not on PATH here: until it is, the hooks fail and every write passes\n")
    if scope == LOCAL and host.files[LOCAL] == host.files[PROJECT]:
        err.write(f"rubout: {host.files[LOCAL]} is usually committed, and would name a place on this machine\n")
    program = program_for(scope, strict=args.strict)
    change = installation(anchor, host, scope, program, strict=args.strict)
    if scope == LOCAL and not change.is_none and host.files[LOCAL] != host.files[PROJECT] and _is_new(anchor, change):
        what = "holds places on this machine and is usually ignored by git, which would list it as untracked here"
        err.write(f"rubout: {change.path} {what}\n")
    return _settle(anchor, [change], args, out, err)


def _is_new(anchor: Path, change: Change) -> bool:
    """Whether git neither tracks nor ignores the file that will be there."""
    if not in_work_tree(str(anchor)) or shutil.which("git") is None:
        return False
    known = any(entry.path == change.path for entry in git.tracked(str(anchor)))
    return not known and git.ignore_match(str(anchor), change.path) is None


def _settle(anchor: Path, changes: Sequence[Change], args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Show what would change, and change it when that is agreed to."""
    real = [change for change in changes if not change.is_none]
    if not real:
        out.write("nothing to change\n")
        return ExitCode.HELD
    out.writelines(f"{_shown(line)}\n" for change in real for line in difference(change).split("\n")[:-1])
    if not (args.yes or _agreed(out)):
        err.write("rubout: nothing was written; `--yes` writes it\n")
        return ExitCode.HELD if _is_asked() else ExitCode.UNJUDGED
    for change in real:
        carry_out(anchor, change)
        out.write(f"{'removed' if change.after is None else 'wrote'} {change.path}\n")
    return ExitCode.HELD


def _shown(line: str) -> str:
    return "\t".join(map(printable, line.removesuffix("\r").split("\t")))


def _agreed(out: TextIO) -> bool:
    """Whether a person at the terminal says yes."""
    if not _is_asked():
        return False
    out.write("write this? [y/N] ")
    out.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _is_asked() -> bool:
    """Whether there is a person to ask."""
    return sys.stdin is not None and sys.stdin.isatty()
