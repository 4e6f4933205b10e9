"""The families that ask nothing but a survey, judged while something else goes on."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rubout.errors import ExitCode
from rubout.facts import clones as clone_records
from rubout.facts import docdup as docdup_records
from rubout.facts import scan as scan_records
from rubout.gate import clones, docdup
from rubout.gate.outcome import Outcome
from rubout.gate.scan import scan
from rubout.measure import pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.config.records import Config
    from rubout.gate.survey import Request, Surveyed

ALONE_BYTES = 1 << 20  # of tokens: fewer are judged before a second process has started


class Apart(NamedTuple):
    """The outcomes of `scan`, `clones` and `docdup`."""

    sizes: Outcome
    copies: Outcome
    texts: Outcome


@contextmanager
def apart(surveyed: Surveyed, request: Request, config: Config) -> Iterator[Callable[[], Apart]]:
    """Begin to judge a survey that has files; what is given waits for the outcomes."""

    def judged() -> Apart:
        return Apart(
            scan(surveyed.survey, config.thresholds),
            clones.clones(surveyed, config.clones, clones.Ask()),
            docdup.docdup_of(surveyed, docdup.Ask()),
        )

    if (request.jobs or pool.processors()) == 1 or sum(map(len, surveyed.tokens)) < ALONE_BYTES:
        yield judged
        return
    with pool.beside(lambda: msgspec.msgpack.encode([_packed(outcome) for outcome in judged()])) as answer:
        yield lambda: Apart(*(_unpacked(surveyed, packed) for packed in _decoder().decode(answer())))


def _packed(outcome: Outcome) -> tuple[object, ...]:
    missing = outcome.survey.missing_grammars
    return outcome.family, outcome.facts, outcome.verdict, int(outcome.exit_code), dict(outcome.options), missing


def _unpacked(surveyed: Surveyed, packed: tuple[str, Any, Any, int, dict[str, Any], tuple[str, ...]]) -> Outcome:
    family, facts, verdict, code, options, missing = packed
    survey = msgspec.structs.replace(surveyed.survey, missing_grammars=missing)
    return Outcome(family, survey, facts, verdict, ExitCode(code), options)


@cache
def _decoder() -> msgspec.msgpack.Decoder[Any]:
    options = dict[str, int | bool]
    noted = dict[str, bool | tuple[tuple[str, int], ...]]
    missing = tuple[str, ...]
    sizes = tuple[str, scan_records.Facts, scan_records.Verdict, int, options, missing]
    copies = tuple[str, clone_records.Facts, clone_records.Verdict, int, options, missing]
    texts = tuple[str, docdup_records.Facts, docdup_records.Verdict, int, noted, missing]
    return msgspec.msgpack.Decoder(tuple[sizes, copies, texts])
