"""The families that ask nothing but a survey, judged while something else goes on."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rubout.errors import ExitCode, RuboutError
from rubout.facts import clones, docdup, near_miss
from rubout.gate.clones import clones_in
from rubout.gate.docdup import Ask as DocAsk
from rubout.gate.docdup import docdup_of
from rubout.gate.near_miss import Ask, NearMisses, grown_from, near_miss_of
from rubout.gate.near_miss_classes import Classes
from rubout.gate.near_miss_pairs import Ledger
from rubout.gate.outcome import Outcome
from rubout.gate.spreads import uncopied
from rubout.measure import pool
from rubout.measure.parts import TREES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.config.records import Config
    from rubout.gate.near_miss import Grown
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed

ALONE_BYTES = 1 << 19  # of trees: fewer are judged before a second process has started


class Apart(NamedTuple):
    """The outcomes of `clones`, `docdup` and `near-miss`, whose classes are those that are no copies."""

    copies: Outcome
    texts: Outcome
    alike: Outcome


@contextmanager
def apart(run: Run, config: Config, surveyed: Surveyed) -> Iterator[Callable[[], Apart]]:
    """Begin to judge what a run surveyed, which has files; what is given waits for the outcomes.

    Waiting raises StoreError when the index holds a tree that is none of its file.
    """
    grown = grown_from(surveyed)

    def judged() -> Apart:
        copies = clones_in(run, surveyed, config.clones)
        texts = docdup_of(surveyed, DocAsk())
        # The last, since it may ask for every processor.
        alike = near_miss_of(surveyed, run.request, Ask(spots=False), grown=grown)
        left = uncopied(alike.options["found"], copies.facts, copies.verdict)
        return Apart(copies, texts, replace(alike, options={"found": left}))

    def encoded() -> bytes:
        try:
            return _encoded(judged())
        except RuboutError:  # no pipe carries it: whoever asked judges again, and meets it
            return b""

    if (run.request.jobs or pool.processors()) == 1 or sum(map(len, surveyed.parts[TREES.name])) < ALONE_BYTES:
        yield judged
        return
    with pool.beside(encoded) as answer:
        yield lambda: _decoded(surveyed, grown, answer()) or judged()


def _encoded(found: Apart) -> bytes:
    left = found.alike.options["found"]
    alike = found.alike.verdict, left.ledger, left.classes, left.over_work
    return msgspec.msgpack.encode((_packed(found.copies), _packed(found.texts), alike))


def _packed(outcome: Outcome) -> tuple[object, ...]:
    missing = outcome.survey.missing_grammars
    return outcome.family, outcome.facts, outcome.verdict, int(outcome.exit_code), dict(outcome.options), missing


def _decoded(surveyed: Surveyed, grown: Grown, encoded: bytes) -> Apart | None:
    if not encoded:
        return None
    copies, texts, (verdict, ledger, classes, over_work) = _decoder().decode(encoded)
    left = NearMisses(grown.files, grown.wood, ledger, classes, over_work, spots=(None,) * len(classes.classes))
    alike = Outcome("near-miss", surveyed.survey, near_miss.Facts(), verdict, ExitCode.HELD, {"found": left})
    return Apart(_unpacked(surveyed, copies), _unpacked(surveyed, texts), alike)


def _unpacked(surveyed: Surveyed, packed: tuple[str, Any, Any, int, dict[str, Any], tuple[str, ...]]) -> Outcome:
    family, facts, verdict, code, options, missing = packed
    survey = msgspec.structs.replace(surveyed.survey, missing_grammars=missing)
    return Outcome(family, survey, facts, verdict, ExitCode(code), options)


@cache
def _decoder() -> msgspec.msgpack.Decoder[Any]:
    missing = tuple[str, ...]
    noted = dict[str, bool | tuple[tuple[str, int], ...]]
    copies = tuple[str, clones.Facts, clones.Verdict, int, dict[str, int | bool], missing]
    texts = tuple[str, docdup.Facts, docdup.Verdict, int, noted, missing]
    alike = tuple[near_miss.Verdict, Ledger, Classes, tuple[tuple[int, int], ...]]
    return msgspec.msgpack.Decoder(tuple[copies, texts, alike])
