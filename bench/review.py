"""`python -m bench.review`: what a review costs."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from bench.review_records import records
from bench.review_recurrence import recurrence
from bench.review_skills import markers


def main() -> None:
    """Run what was asked for and print it as Markdown."""
    parser = argparse.ArgumentParser("python -m bench.review", description=__doc__)
    parser.add_argument("--records", action="store_true", help="full checks of 10,000 stored reviews")
    parser.add_argument("--skills", action="store_true", help="up to 100,000 literal skills against one edit")
    parser.add_argument("--recurrence", action="store_true", help="a learned refusal, from the shell and back")
    args = parser.parse_args()
    if args.skills:
        sys.stdout.write(f"{markers()}\n")
    with tempfile.TemporaryDirectory(prefix="rubout-bench-") as work:
        if args.records:
            sys.stdout.write(f"{records(Path(work))}\n")
        if args.recurrence:
            sys.stdout.write(f"{recurrence(Path(work))}\n")


if __name__ == "__main__":
    main()
