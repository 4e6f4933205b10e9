"""`graph`: which file of a tree refers to which."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from rubout.config.knobs import liveness_knobs
from rubout.errors import ExitCode
from rubout.facts.liveness import Facts
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.reference_graph import build
from rubout.gate.references import references_of
from rubout.judge.liveness import judge

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.gate.survey import Run


class Show(Enum):
    """What a caller wants to see."""

    EDGES = auto()
    CYCLES = auto()
    SITES = auto()  # and nothing is resolved


def graph(run: Run, config: Config, show: Show = Show.EDGES) -> Outcome:
    """The graph of a whole project; the scope of the run narrows the report alone.

    Raises:
        RepositoryError: no file of the project belongs to it.
    """
    knobs = liveness_knobs(config)
    if show is Show.SITES:
        referenced = references_of(run)
        require_files(referenced.survey, referenced.files)
        options = {"show": show, "files": referenced.files}
        return Outcome("graph", referenced.survey, Facts(), judge(Facts(), knobs), ExitCode.HELD, options)
    built = build(run, config)
    require_files(built.survey, built.world.scope)
    facts = built.facts()
    verdict = judge(facts, knobs)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.HELD
    return Outcome("graph", built.survey, facts, verdict, code, {"show": show, "built": built})
