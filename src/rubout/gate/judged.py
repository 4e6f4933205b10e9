"""One tree, judged by every family that the score is folded from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from rubout.facts.score import Churned, CloneSpread, Facts, Position
from rubout.gate.apart import apart
from rubout.gate.liveness import liveness_of
from rubout.gate.nothing import require_files
from rubout.gate.reference_graph import build, over_everything
from rubout.gate.scan import scan
from rubout.gate.scan_rows import draws_soft_line, has_rows
from rubout.gate.spreads import copies_spread, documents_spread, near_copies_spread
from rubout.gate.surveyed import Tokens
from rubout.judge.liveness import fails
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.languages.all import BY_CODE
from rubout.measure.parts import TREES
from rubout.measure.sites.read import MARKDOWN
from rubout.measure.sites.work import REFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.config.records import Config
    from rubout.facts import liveness
    from rubout.facts.churn import Facts as History
    from rubout.facts.graph import Node
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed

Spread = TypeVar("Spread", bound=CloneSpread)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What every family says of one tree; the near-copies in the options of `alike` are those that are no copies.

    `history` is None when no window was asked for.
    """

    surveyed: Surveyed
    sizes: Outcome
    copies: Outcome
    alike: Outcome
    texts: Outcome
    unused: Outcome
    history: History | None = None

    @property
    def built(self) -> Built:
        """The reference graph."""
        built: Built = self.unused.options["built"]
        return built

    @property
    def alive(self) -> liveness.Verdict:
        """What keeps each file of the graph alive."""
        verdict: liveness.Verdict = self.unused.verdict
        return verdict

    @property
    def churned(self) -> Mapping[str, Churned] | None:
        """By path, in order, the lines of the window in each file that got some and is still there."""
        if self.history is None:
            return None
        here = {file.path for file in self.surveyed.survey.files}
        lines: dict[str, tuple[int, int]] = {}
        for unit in self.history.units:
            if unit.path in here:
                rewrote, appended = lines.get(unit.path, (0, 0))
                lines[unit.path] = rewrote + unit.rewrote, appended + unit.appended
        return {path: Churned(*own) for path, own in sorted(lines.items())}

    @property
    def positions(self) -> Mapping[str, Position]:
        """By path, in order, where the files of the graph stand that may fail a check; all others are advice.

        None of a graph that could not be judged.
        """
        nodes, knobs = self.unused.facts.nodes, self.alive.knobs
        named = self.built.graph.nodes
        advice = {dead.node for dead in self.alive.dead if not fails(nodes[dead.node], dead.code, knobs)}
        return {
            named[at.node].path: Position(at.indeg, at.outdeg, at.scc_size, bool(at.reach), is_document(named[at.node]))
            for at in self.alive.pos
            if nodes[at.node].lang in knobs.gated_langs and at.node not in advice
        }


def judged_tree(run: Run, config: Config, *, days: int | None = None) -> Judged:
    """Judge the whole tree of a run; `days` of its history, too, where some are given.

    Each file is parsed once for all families.

    Raises:
        RepositoryError: nothing is in scope, or the history cannot be measured.
        StoreError: the index holds a tree that is none of its file.
    """
    run = over_everything(run, config)
    surveyed = run.survey(tokens=Tokens.LATE, parts=(TREES, DOCUMENTS, REFERENCES))
    require_files(surveyed.survey, surveyed.survey.files)
    history = None if days is None else _history(run, config, days)
    with apart(run, config, surveyed) as answer:
        unused = liveness_of(build(run, config, surveyed), config)
        sizes = scan(surveyed.survey, config.thresholds)
        others = answer()
    return Judged(
        surveyed=surveyed,
        sizes=sizes,
        copies=others.copies,
        alike=others.alike,
        texts=others.texts,
        unused=unused,
        history=history,
    )


def score_facts(judged: Judged) -> Facts:
    """The score's tables; what nothing was measured for stays None.

    Functions and copies are measured in parsed files, so a tree without one is judged by its sizes and documentation.
    """
    rows = [file.facts for file in judged.surveyed.survey.files if has_rows(file.facts)]
    code = [*copies_spread(judged.copies.verdict), *near_copies_spread(judged.alike.options["found"])]
    documents = documents_spread(judged.texts.verdict)
    churned = judged.churned
    parsed = any(facts.parsed for facts in rows)
    return Facts(
        sizes=tuple(facts.total_lines for facts in rows),
        cognitive=tuple(function.cognitive for facts in rows for function in facts.functions) if parsed else None,
        clones=_wide(code) if parsed else None,
        docdup=None if judged.texts.verdict.degraded else _wide(documents),
        positions=tuple(judged.positions.values()) or None,
        churn=None if churned is None else tuple(churned.values()),
        judged_loc=tuple(sorted(facts.total_lines for facts in rows if draws_soft_line(facts))),
        excesses=tuple((found.distinct, len(found.members)) for found in judged.copies.verdict.classes),
        skipped_self=sum(row.members == 1 for row in (*code, *documents)),
        graph_reason=judged.alive.reason,
    )


def _history(run: Run, config: Config, days: int) -> History:
    from rubout.config.knobs import churn_knobs  # noqa: PLC0415 - most runs ask for no history
    from rubout.gate.churn import churn_facts  # noqa: PLC0415

    return churn_facts(run, config.exclude, churn_knobs(config, days=days))


def is_document(node: Node) -> bool:
    """Whether a node of the graph is of a documentation language."""
    return BY_CODE[node.lang].name == MARKDOWN


def _wide(rows: Iterable[Spread]) -> tuple[Spread, ...]:
    """The rows of the classes over several files."""
    return tuple(row for row in rows if row.members > 1)
