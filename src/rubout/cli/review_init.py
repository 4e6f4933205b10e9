"""`rubout review init`: policy, trust file and a first spec."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.review_arguments import add_key
from rubout.cli.review_options import project, required_key
from rubout.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_key(parser, "the key of whoever starts")
    parser.add_argument("--name", metavar="NAME", help="of that principal (default: that of the key)")
    parser.add_argument(
        "--kind", choices=("human", "robot"), default="human", help="of that principal (default: human)"
    )
    parser.add_argument(
        "--email", action="append", default=[], metavar="ADDRESS", help="which git names it by (default: git's own)"
    )


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Write them; what there is stays.

    Raises:
        UsageError: reviews have started here, or nobody is named.
    """
    from rubout.review.start import own_email, start_reviews

    key, root = required_key(args.key), Path(project())
    name = args.name or args.key
    if name is None:
        raise UsageError("whose key is it?", where="--name", fix="name the principal")
    own = own_email(root)
    emails = tuple(args.email) or ((own,) if own else ())
    started = start_reviews(root, name, args.kind, key, emails)
    out.writelines(f"wrote {path}\n" for path in started.paths)
    out.write(f"wrote the spec {started.spec.id}\n")
    out.write(f"trust root {started.trust_id}: keep it outside of the repository, as RUBOUT_TRUST_ROOT of its gate\n")
    out.write("commit these as they are, and only then add others to the trust file: the trust root names this one\n")
    return ExitCode.HELD
