"""`rubout judge`: judge facts again, from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.cli.options import add_family
from rubout.errors import ContractError, ExitCode, UsageError
from rubout.gate.families import FAMILIES, JUDGED
from rubout.report.json import encode

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from rubout.gate.families import Judged


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_family(parser, JUDGED)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="`family`, `facts` and perhaps `knobs` as JSON, as `rubout facts FAMILY` prints them",
    )


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print the verdict on the facts of a file.

    Raises:
        UsageError: the file cannot be read.
        ContractError: it holds no facts of the family.
    """
    family = JUDGED[args.family]
    facts, knobs = _read(family, args.family, args.file)
    verdict = family.judge(facts, knobs)
    out.write(encode(verdict))
    if verdict.degraded:
        return ExitCode.UNJUDGED
    return ExitCode.FAILED if verdict.fail else ExitCode.HELD


def _read(family: Judged, name: str, file: str) -> tuple[Any, Any]:
    facts, knobs = family.records.Facts, family.records.Knobs
    document: Any = msgspec.defstruct("Document", [("family", str), ("facts", facts), ("knobs", knobs, knobs())])
    fix = f"give what `rubout facts {name}` printed" if name in FAMILIES else "give `family` and `facts`"
    try:
        read = msgspec.json.decode(Path(file).read_bytes(), type=document)
    except OSError as error:
        raise UsageError(error.strerror or str(error), where=file, fix="give a readable file") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ContractError(f"no facts of {name}: {error}", where=file, fix=fix) from error
    if read.family != name:
        raise ContractError(f"facts of `{read.family}`, not of {name}", where=file, fix=fix)
    if wrong := family.check_knobs(read.knobs):
        what = "; ".join(f"{knob} {reason}" for knob, reason in wrong)
        raise ContractError(what, where=f"{file}: knobs", fix="keep the knobs within their bounds")
    return read.facts, read.knobs
