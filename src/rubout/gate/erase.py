"""`erase`: what may go from a tree without anybody deciding anything, planned.

Dead files are judged first, since the others need to know which files go.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from rubout.errors import ExitCode, RepositoryError
from rubout.facts.erase import Facts
from rubout.gate import clones, docdup
from rubout.gate.erase_advice import Advice, advice_of
from rubout.gate.erase_dead import dead_files
from rubout.gate.erase_rows import Candidate, Known, Plan, plan_of
from rubout.gate.erase_sources import Sources
from rubout.gate.erase_texts import Texts
from rubout.gate.erase_twins import twins
from rubout.gate.liveness import liveness
from rubout.gate.outcome import Outcome
from rubout.judge.erase import judge
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.sources.content import total_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.config.records import Config
    from rubout.facts.survey import Survey
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Whether the classes that are never erased are wanted, too, and whether anything to erase fails."""

    advisory: bool = False
    gates: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, the graph that it was made from, and advice beyond it."""

    plan: Plan
    built: Built
    advice: tuple[Advice, ...] = ()


def erase(run: Run, config: Config, ask: Ask = Ask()) -> Outcome:
    """Plan a whole project; the options hold what was `planned`.

    Raises:
        RepositoryError: no file belongs to the graph, a family could not judge, or the tree changed meanwhile.
    """
    alive = liveness(run, config)
    _refuse(alive, alive.verdict.degraded)
    surveyed = run.survey(parts=(DOCUMENTS,))
    texts = docdup.docdup_of(surveyed, docdup.Ask())
    _refuse(texts, texts.verdict.degraded and bool(texts.facts.files))
    is_code = any(file.facts.parsed for file in surveyed.survey.files)
    copies = clones.clones_of(run, config.clones, clones.Ask()) if is_code else None
    sources = Sources.of(run.request.anchor, surveyed.survey)
    _same_tree(alive.survey, sources)
    counts: Counter[str] = Counter()
    dead = dead_files(run, alive, sources, counts)
    built: Built = alive.options["built"]
    candidates = [
        *dead.candidates.values(),
        *Texts(texts, built, sources, dead.going).candidates(counts),
        *(twins(copies, dead, sources, counts) if copies else ()),
    ]
    facts = Facts(tuple(one.facts for one in candidates))
    verdict = judge(facts)
    plan = Plan(candidates=len(candidates))
    if not verdict.degraded:
        plan = plan_of(candidates, verdict, counts, _known(candidates, sources))
    advice = advice_of(run, alive, sources) if ask.advisory else ()
    failed = ask.gates and verdict.fail
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if failed else ExitCode.HELD
    options = {"planned": Planned(plan, built, advice), "built": built, "advisory": ask.advisory}
    return Outcome("erase", alive.survey, facts, verdict, code, options)


def _refuse(outcome: Outcome, degraded: bool) -> None:  # noqa: FBT001 - what `degraded` counts for is the caller's
    """Refuse a plan over what could not be judged: that nothing is dead may not be read out of it."""
    if degraded:
        what = f"{outcome.family} could not judge the tree ({outcome.verdict.reason}), so nothing is planned"
        raise RepositoryError(
            what, where=".", fix=f"`rubout {outcome.family}` says more; `exclude` makes a tree smaller"
        )


def _same_tree(survey: Survey, sources: Sources) -> None:
    """Refuse a tree that was another one for the graph than for the copies."""
    for file in survey.files:
        other = sources.files.get(file.path)
        if other is not None and other.blob != file.blob:
            what = "its content changed while it was planned"
            raise RepositoryError(
                what, where=file.path, fix="run rubout erase again when nothing else writes to the tree"
            )


def _known(candidates: Iterable[Candidate], sources: Sources) -> dict[str, Known]:
    paths = sorted({one.path for one in candidates})
    return {path: _known_of(sources.source(path)) for path in paths}


def _known_of(source: bytes) -> Known:
    return Known(sha256(source).hexdigest(), total_lines(source))
