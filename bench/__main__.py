"""`python -m bench`: the command line of the benchmarks."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

from bench.check import check
from bench.churn import churn
from bench.compare import compare
from bench.contenders import RUBOUT, version
from bench.deadcode import deadcode
from bench.docdup import docdup
from bench.growth import growth
from bench.hard import hard
from bench.hooks import hooks
from bench.near_miss import near_miss
from bench.process import floor_mib
from bench.trend import trend


def main() -> None:
    """Run what was asked for and print it as Markdown."""
    args = _parser().parse_args()
    sys.stdout.write(
        f"{version(RUBOUT)}, Python {platform.python_version()}, {os.cpu_count()} processors. "
        f"Every tree is a copy, read before. A largest process below {floor_mib():.0f} MiB cannot be told.\n\n"
    )
    with tempfile.TemporaryDirectory(prefix="rubout-bench-") as work:
        for number, tree in enumerate(args.trees):
            compared = compare(
                tree, Path(work, str(number)), rounds=args.rounds, jscpd=args.jscpd, pmd_home=args.pmd_home
            )
            sys.stdout.write(f"{compared}\n")
        of_a_tree = (
            *((growth, args.growth), (docdup, args.docdup), (hooks, args.hooks)),
            *((near_miss, args.near_miss), (churn, args.churn), (deadcode, args.deadcode), (check, args.check)),
            (trend, args.trend),
        )
        for bench, tree in of_a_tree:
            if tree:
                sys.stdout.write(f"{bench(tree, Path(work, bench.__name__), rounds=args.rounds)}\n")
        if args.hard:
            sys.stdout.write(f"{hard(Path(work, 'hard'), rounds=args.rounds)}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench", description=__doc__)
    parser.add_argument(
        "trees", nargs="*", type=_folder, metavar="TREE", help="compare with the peers on copies of these"
    )
    parser.add_argument(
        "--growth", type=_folder, metavar="TREE", help="time and memory at one, two and four times a tree"
    )
    parser.add_argument("--docdup", type=_folder, metavar="TREE", help="`docdup` at one, two and four times a tree")
    parser.add_argument("--hooks", type=_folder, metavar="TREE", help="what a host waits for a hook, and memory")
    parser.add_argument("--near-miss", type=_folder, metavar="TREE", help="`near-miss` cold, warm, changed and doubled")
    parser.add_argument("--deadcode", type=_folder, metavar="TREE", help="`liveness` cold, warm and changed")
    parser.add_argument("--check", type=_folder, metavar="TREE", help="`check` cold, warm and changed")
    parser.add_argument("--churn", type=_folder, metavar="TREE", help="`churn` over 2,000 commits, cold and warm")
    parser.add_argument("--trend", type=_folder, metavar="TREE", help="`trend` over 30 commits, HEAD known, and warm")
    parser.add_argument(
        "--hard", action="store_true", help="huge literals, single-line files, many equal files and rows"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each command (default: 5)")
    parser.add_argument("--jscpd", metavar="PROGRAM", help="jscpd 5 (default: on the PATH, left out when it is not)")
    parser.add_argument(
        "--pmd-home", type=_folder, metavar="DIR", help="a folder with the jars of PMD 7 in lib/ (default: left out)"
    )
    return parser


def _folder(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"`{text}` is no folder")
    return path.resolve()


if __name__ == "__main__":
    main()
