"""`liveness`: the files of a tree that nothing starts, measured and judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rubout.config.knobs import liveness_knobs
from rubout.errors import ExitCode
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.reference_graph import build
from rubout.judge.liveness import judge

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Whether tests start anything, what a caller wants to see besides the dead files, and whether any row fails."""

    production: bool = False
    unresolved: bool = False
    symbols: bool = False
    gates: bool = False


def liveness(run: Run, config: Config, ask: Ask = Ask()) -> Outcome:
    """Judge a whole project; the scope of the run narrows the report alone.

    Raises:
        RepositoryError: no file of the project belongs to the graph.
    """
    built = build(run, config)
    require_files(built.survey, built.world.scope)
    outcome = liveness_of(built, config, ask)
    return with_symbols(run, outcome) if ask.symbols else outcome


def liveness_of(built: Built, config: Config, ask: Ask = Ask()) -> Outcome:
    """Judge a graph, which may have no files, without its names."""
    facts = built.facts()
    verdict = judge(facts, liveness_knobs(config, production=ask.production))
    failed = ask.gates and verdict.fail
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if failed else ExitCode.HELD
    options = {"built": built, "unresolved": ask.unresolved, "symbols": None}
    return Outcome("liveness", built.survey, facts, verdict, code, options)


def with_symbols(run: Run, outcome: Outcome) -> Outcome:
    """The outcome of a run with the names that nothing mentions, which every text file is read for."""
    from rubout.gate.symbols import symbols  # noqa: PLC0415 - only who asks for names needs it

    found = symbols(run, outcome.options["built"], outcome.verdict)
    return replace(outcome, options={**outcome.options, "symbols": found})
