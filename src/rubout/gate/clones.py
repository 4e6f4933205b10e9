"""`clones`: the copies of a tree, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ExitCode
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.permits import permitted
from rubout.judge.clones import judge
from rubout.measure.corpus import clone_facts, corpus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.facts.clones import Facts, Knobs
    from rubout.facts.survey import SurveyedFile
    from rubout.gate.survey import Surveyed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants to see besides the classes, and whether the budget gates."""

    pairs: bool = False
    advisory: bool = False
    gates: bool = False


def clones(surveyed: Surveyed, knobs: Knobs, ask: Ask, *, allow_none: bool = False) -> Outcome:
    """Judge the copies of what was surveyed.

    Raises:
        RepositoryError: nothing in scope has a grammar, and `allow_none` is not set.
    """
    facts, taken_out = facts_of(surveyed, knobs, ask)
    if not allow_none:
        require_files(surveyed.survey, facts.files)
    verdict = judge(facts, knobs)
    code = ExitCode.HELD
    if verdict.degraded:
        code = ExitCode.UNJUDGED
    elif ask.gates and verdict.fail:
        code = ExitCode.FAILED
    options = {"pairs": ask.pairs, "advisory": ask.advisory, "permitted": taken_out}
    return Outcome("clones", surveyed.survey, facts, verdict, code, options)


def facts_of(surveyed: Surveyed, knobs: Knobs, ask: Ask) -> tuple[Facts, int]:
    """The repeats of the parsed files, without the places that a permit takes out, which are counted."""
    pairs = zip(surveyed.survey.files, surveyed.tokens, strict=True)
    parsed = [(file, tokens) for file, tokens in pairs if file.facts.parsed]
    tree = corpus([(file.path, tokens) for file, tokens in parsed])
    errors = sum(file.facts.parse_errors for file, _ in parsed)
    facts = clone_facts(tree, knobs.min_tokens, parse_errors=errors, blocks=ask.pairs, near=ask.advisory)
    permitting = {number: file for number, (file, _) in enumerate(parsed) if file.facts.permits}
    return _without_permitted(facts, permitting) if permitting else (facts, 0)


def _without_permitted(facts: Facts, permitting: Mapping[int, SurveyedFile]) -> tuple[Facts, int]:
    taken_out: set[tuple[int, int, int]] = set()

    def stays(file: int, start: int, end: int) -> bool:
        if file not in permitting or not permitted(permitting[file].facts, "clones", start, end):
            return True
        taken_out.add((file, start, end))
        return False

    repeats = []
    for repeat in facts.repeats:
        places = tuple(place for place in repeat.places if stays(place.file, place.start_line, place.end_line))
        if len(places) > 1:
            repeats.append(msgspec.structs.replace(repeat, places=places))
    kept = {
        name: tuple(
            block
            for block in getattr(facts, name)
            if stays(block.a_file, block.a_start, block.a_end) and stays(block.b_file, block.b_start, block.b_end)
        )
        for name in ("blocks", "near")
        if getattr(facts, name) is not None
    }
    return msgspec.structs.replace(facts, repeats=tuple(repeats), **kept), len(taken_out)
