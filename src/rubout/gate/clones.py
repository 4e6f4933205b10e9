"""`clones`: the copies of a tree, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ExitCode
from rubout.gate.clone_state import keep
from rubout.gate.clone_update import updated
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.permits import permitted
from rubout.judge.clones import judge
from rubout.measure.copies import clone_facts, grouped_repeats
from rubout.measure.corpus import corpus

if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping

    from rubout.facts.clones import Facts, Knobs, Repeat
    from rubout.facts.survey import SurveyedFile
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a caller wants to see besides the classes, and whether the budget gates."""

    pairs: bool = False
    advisory: bool = False
    gates: bool = False


def clones_of(run: Run, knobs: Knobs, ask: Ask) -> Outcome:
    """Judge the copies of a project, by what an earlier run left behind where that is enough.

    Raises:
        RepositoryError: nothing in scope has a grammar.
    """
    classes_alone = not (ask.pairs or ask.advisory)
    if classes_alone:
        outcome = updated(run, knobs, partial(run.survey, for_copies=True))
        outcome = outcome or _kept(run, run.survey(for_copies=True), knobs)
    else:
        outcome = clones(run.survey(for_copies=True), knobs, ask)
    require_files(outcome.survey, outcome.facts.files)
    return gated(outcome, ask)


def clones_in(run: Run, surveyed: Surveyed, knobs: Knobs) -> Outcome:
    """As `clones_of`, of a run whose universe was surveyed, which may have none to judge."""
    outcome = updated(run, knobs, surveyed.only)
    return replace(outcome, survey=surveyed.survey) if outcome else _kept(run, surveyed, knobs)


def clones(surveyed: Surveyed, knobs: Knobs, ask: Ask) -> Outcome:
    """Judge the copies of what was surveyed, which may have none to judge."""
    return _judged(surveyed, knobs, ask)[0]


def _kept(run: Run, surveyed: Surveyed, knobs: Knobs) -> Outcome:
    """The outcome, what the next run goes on from left behind; its facts are without the repeats."""
    outcome, tree, grouped = _judged(surveyed, knobs, Ask())
    if run.request.cache and run.request.objects is None:
        keep(run, surveyed.survey, tree, grouped, outcome.verdict)
    return replace(outcome, facts=msgspec.structs.replace(outcome.facts, repeats=()))


def _judged(
    surveyed: Surveyed, knobs: Knobs, ask: Ask
) -> tuple[Outcome, Corpus, tuple[tuple[Repeat, ...], array[int]]]:
    parsed = [file for file in surveyed.survey.files if file.facts.parsed]
    streams = surveyed.streams(file.path for file in parsed)
    tree = corpus([(file.path, streams[file.path]) for file in parsed])
    grouped = grouped_repeats(tree, knobs.min_tokens)
    errors = sum(file.facts.parse_errors for file in parsed)
    facts = clone_facts(tree, grouped[0], knobs.min_tokens, parse_errors=errors, blocks=ask.pairs, near=ask.advisory)
    permitting = {number: file for number, file in enumerate(parsed) if file.facts.permits}
    # Permits come before the judgement: they take places out, not classes.
    facts, taken_out = _without_permitted(facts, permitting) if permitting else (facts, 0)
    verdict = judge(facts, knobs)
    options = {"pairs": ask.pairs, "advisory": ask.advisory, "permitted": taken_out}
    return Outcome("clones", surveyed.survey, facts, verdict, ExitCode.HELD, options), tree, grouped


def gated(outcome: Outcome, ask: Ask) -> Outcome:
    """The outcome with the exit code that its verdict, and whether the budget gates, come to."""
    code = ExitCode.HELD
    if outcome.verdict.degraded:
        code = ExitCode.UNJUDGED
    elif ask.gates and outcome.verdict.fail:
        code = ExitCode.FAILED
    return replace(outcome, exit_code=code)


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
