"""`rubout clones`: exact and parameterised copies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.cli import measuring
from rubout.cli.options import whole
from rubout.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.config.records import Config
    from rubout.errors import ExitCode
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run

_NEAR_FLOOR = 25  # below it a fingerprint has no tokens to stand on


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    measuring.configure(parser, "the folder or file to look for copies in")
    parser.add_argument("--check", action="store_true", help="exit 1 when there are more extra copies than the budget")
    parser.add_argument("--pairs", action="store_true", help="list every pair of copies too, and count them")
    parser.add_argument(
        "--advisory", action="store_true", help="list shorter copies, from 25 tokens, too; they never gate"
    )
    parser.add_argument("--keep-imports", action="store_true", help="look at import statements too")
    parser.add_argument("--min-tokens", type=whole(_NEAR_FLOOR), metavar="N", help="shortest copy (default: 50)")
    parser.add_argument("--min-distinct", type=whole(0), metavar="N", help="fewest different tokens (default: 7)")


def run(args: Namespace, out: TextIO, err: TextIO) -> ExitCode:
    """Report the copies under a path; `--check` lets the budget of the configuration decide.

    Raises:
        UsageError: `--check` beside an option that loosens or moves what it checks.
    """
    moved = [f"--{name.replace('_', '-')}" for name in _given(args)]
    if args.check and moved:
        raise UsageError(
            f"--check takes its limits from the configuration, not from {', '.join(moved)}",
            where="clones",
            fix="leave one of them out",
        )
    return measuring.answer("clones", partial(judge, args=args), args, out, err)


def judge(run: Run, config: Config, *, args: Namespace) -> Outcome:
    """The outcome of a run, with the command line's knobs over the configuration's.

    Raises:
        UsageError: `--check` without a budget.
    """
    import msgspec

    from rubout.gate.clones import Ask, clones_of

    if args.check and config.clones.budget is None:
        raise UsageError(
            "--check without a budget cannot judge",
            where="clones",
            fix="set `budget` under [clones] in rubout.toml; 0 allows no copy",
        )
    knobs = msgspec.structs.replace(config.clones, **_given(args))
    return clones_of(run, knobs, Ask(pairs=args.pairs, advisory=args.advisory, gates=args.check))


def _given(args: Namespace) -> dict[str, int | bool]:
    """The knobs that the command line sets, 0 among their values."""
    knobs = {
        "keep_imports": args.keep_imports or None,
        "min_tokens": args.min_tokens,
        "min_distinct": args.min_distinct,
    }
    return {name: value for name, value in knobs.items() if value is not None}
