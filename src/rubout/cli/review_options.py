"""What the commands of `rubout review` are asked: the change, the claims, the keys."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rubout.cli.options import screen, span_of
from rubout.cli.review_arguments import PIN_VARIABLE
from rubout.errors import ExitCode, UsageError
from rubout.measure.sources.anchor import find_anchor
from rubout.review.keys import FILE_VARIABLE, KEY_VARIABLE, environment_key, keys_folder, load_key
from rubout.review.setting import Setting, claims_of, setting_at
from rubout.review.sources import Source, of_each_commit, of_index, of_patch, of_range, start_context

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from rubout.gate.outcome import Outcome
    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.judging import Claims
    from rubout.review.ops import Draft
    from rubout.review.proposal import Proposal
    from rubout.review.records import Context

STDIN = "-"
PATCH_MAX = 64 << 20  # bytes


class Change(NamedTuple):
    """Two trees, what they are judged by, and where the difference is to land."""

    source: Source
    setting: Setting
    context: Context


def project() -> str:
    """The root of the project here; a key of the environment that nobody has asked for by now reaches no process."""
    for variable in (KEY_VARIABLE, FILE_VARIABLE):
        os.environ.pop(variable, None)
    return find_anchor(".")


def key_of(name: str | None) -> SigningKey | None:
    """The key of a name, or without one that of the environment, which is taken out of it; None for none."""
    found = environment_key(os.environ, ask_passphrase())
    return found if name is None else load_key(name, keys_folder(os.environ), ask_passphrase())


def required_key(name: str | None) -> SigningKey:
    """As `key_of`; raises UsageError when there is none."""
    key = key_of(name)
    if key is None:
        raise UsageError("nobody signs", where="--as", fix="name a key: `rubout review keys list` shows them")
    return key


def pin_of(args: Namespace) -> str | None:
    """The trust file that was pinned."""
    return args.trust_root or os.environ.get(PIN_VARIABLE)


def open_store(anchor: str, args: Namespace) -> Setting:
    """Rules, skills and records of what is checked out, as it was committed; raises as `setting_at`."""
    from rubout.review.standing import head_tree

    return setting_at(anchor, head_tree(anchor), pin=pin_of(args))


def keep_one(setting: Setting, signed: Signed[Any]) -> None:
    """Store a record; raises StoreError and RepositoryError."""
    from rubout.review.moment import seconds
    from rubout.review.stores import keep

    keep(setting.anchor, setting.rules.policy.settings.store, [signed], seconds=seconds(os.environ))


def the_change(args: Namespace, anchor: str, *, places: Sequence[str] = ()) -> list[Change]:
    """The changes that the arguments name: one, but for `--per-commit`; raises UsageError and as its sources."""
    pin = pin_of(args)
    start, find = _sources(args, anchor)
    landing = start_context(anchor, start, args.repo, args.target)
    try:
        sources = find()
    finally:
        context = landing()
    return [
        Change(source, setting_at(anchor, source.base, source.head, onto=source.onto, pin=pin, places=places), context)
        for source in sources
    ]


def the_claims(args: Namespace, setting: Setting) -> Claims | None:
    """The claims of the arguments; None when they make none."""
    return claims_of(setting, args.spec, args.claim) if args.spec or args.claim else None


def show(outcome: Outcome, args: Namespace, out: TextIO) -> None:
    """Print a report in the format asked for."""
    from rubout.report.render import render, report_of

    color, width = screen(args, out)
    out.write(render(report_of(outcome), args.format, color=color, width=width))


def worst(codes: Sequence[ExitCode]) -> ExitCode:
    """One refusal refuses all; short of that, one that is not decided leaves all undecided."""
    return next((code for code in (ExitCode.FAILED, ExitCode.UNJUDGED) if code in codes), ExitCode.HELD)


def _sources(args: Namespace, anchor: str) -> tuple[str | None, Callable[[], list[Source]]]:
    """The revision that the change starts from, None for HEAD, and what finds the trees."""
    span = span_of(args.range)
    if span:
        if getattr(args, "per_commit", False):
            return span[0], lambda: of_each_commit(anchor, *span)
        return span[0], lambda: [of_range(anchor, *span)]
    if getattr(args, "staged", False):
        return None, lambda: [of_index(anchor)]
    if getattr(args, "patch", None):
        return args.base, lambda: [of_patch(anchor, _patch(args.patch), args.base)]
    if args.op:
        return args.base, lambda: [of_range(anchor, args.base, "HEAD")]
    raise UsageError("no change is named", where="rubout review", fix="give --range A..B; --help lists the other ways")


def _patch(name: str) -> bytes:
    if name == STDIN:
        data = sys.stdin.buffer.read(PATCH_MAX + 1)
        if len(data) > PATCH_MAX:
            raise UsageError(f"more than {PATCH_MAX >> 20} MiB", where="--patch -", fix="give a smaller patch")
        return data
    from rubout.review.setting import read_file

    return read_file(name, "--patch")


def ask_passphrase() -> Callable[[], str] | None:
    """Asks on the terminal, where there is one."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    from getpass import getpass

    return lambda: getpass("passphrase: ")


def op_of_file(args: Namespace, change: Change, drafted: Draft) -> Proposal:
    """The op of `--op`, its bytes from beside it or from the checkout; raises UsageError and ReviewError."""
    from rubout.review.envelope import verify
    from rubout.review.proposal import propose
    from rubout.review.records import Op
    from rubout.review.setting import read_file

    op = verify(read_file(args.op, "--op"), Op, change.setting.rules.trust)
    digests = [edit.replacement.sha256 for edit in op.record.edits if edit.replacement]
    folder = Path(f"{args.op}.bytes")
    beside = {digest: read_file(str(folder / digest), "--op") for digest in digests if (folder / digest).exists()}
    return propose(op.record, op.raw, {**drafted.contents, **beside}, change.source.base)
