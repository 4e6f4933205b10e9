"""`check`: every family that is judged, folded into the score and its conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.config.knobs import ratchet_knobs, score_knobs
from rubout.errors import ExitCode
from rubout.gate.against import against_file, frozen, gated, hold
from rubout.gate.judged import judged_tree, score_facts
from rubout.gate.outcome import Outcome
from rubout.judge.score import judge

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.facts.score import Knobs
    from rubout.gate.against import Against
    from rubout.gate.judged import Judged
    from rubout.gate.survey import Run


def check(
    run: Run,
    config: Config,
    *,
    fail_under: int | None = None,
    days: int | None = None,
    against: Against | None = None,
) -> Outcome:
    """Judge every family and fold them; the families' outcomes stand in the options.

    Args:
        run: over the whole project, its files without a language too.
        config: all of it counts.
        fail_under: the least score that holds.
        days: how much of the history is judged; None leaves it out.
        against: what the tree is held against; None is the baseline file, if there is one.

    Raises:
        RepositoryError: nothing is in scope, or the history cannot be measured.
        StoreError: the index holds a tree that is none of its file, or the baseline cannot be read or compared.
    """
    if against is None:
        against = against_file(run.request.anchor)
    found = judged_tree(run, config, days=days)
    outcome = folded(found, frozen(score_knobs(config, fail_under=fail_under), against))
    if against.baseline is None:  # then nothing can grow past anything
        return outcome
    return gated(outcome, hold(found, run, against, ratchet_knobs(config)))


def folded(found: Judged, knobs: Knobs) -> Outcome:
    """The score of a judged tree."""
    facts = score_facts(found)
    verdict = judge(facts, knobs)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    survey = msgspec.structs.replace(found.texts.survey, consulted=found.built.survey.consulted)
    return Outcome("score", survey, facts, verdict, code, {"judged": found})
