"""`edits`: what a change did with its lines, measured and judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ExitCode
from rubout.facts.edits import Knobs
from rubout.facts.survey import Survey
from rubout.gate.edit_sides import Reader
from rubout.gate.judged_paths import NOT_JUDGED, OUT_OF_SCOPE, JudgedPaths
from rubout.gate.nothing import require_files, require_repository
from rubout.gate.outcome import Outcome
from rubout.gate.permits import allows
from rubout.judge.edits import judge, unit_pairs
from rubout.measure.edit_pairs import judged_language, permits_of
from rubout.measure.edits import edit_facts, with_units
from rubout.measure.languages.grammar import is_installed
from rubout.measure.sources import changes, entries, git
from rubout.measure.sources.changes import Changes
from rubout.measure.sources.universe import tracked_dots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.config.records import Config
    from rubout.facts.edits import Facts, Suspicion, Verdict
    from rubout.gate.survey import Run
    from rubout.measure.sources.changes import States


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Which change, by one of the four at most; without any, what HEAD does not have yet."""

    base: str | None = None
    staged: bool = False
    commit: str | None = None
    span: tuple[str, str] | None = None  # `A..B`
    every_unit: bool = False  # measure units that the verdict does not depend on, for whoever judges otherwise


def edits(run: Run, config: Config, ask: Ask) -> Outcome:
    """Judge one change of the whole project; the scope of the run narrows the report alone.

    Raises:
        RepositoryError: no git, no repository, no such revision, or nothing in scope at all.
    """
    anchor, knobs = run.request.anchor, Knobs()
    require_repository(anchor)
    found, left_out = changed(anchor, config.exclude, states_of(anchor, ask))
    if found.unmerged:
        left_out["unmerged"] = len(found.unmerged)
    reader = Reader(anchor, knobs.side_bytes_cap, left_out)
    jobs, again = run.request.jobs, Reader(anchor, knobs.side_bytes_cap)
    facts = edit_facts(reader.sides(found.pairs), reader.skipped, knobs=knobs, jobs=jobs, units=ask.every_unit)
    if not ask.every_unit:
        wanted = {_paths(facts, number) for number in unit_pairs(facts, judge(facts, knobs))}
        sides = again.sides(change for change in found.pairs if (change.before_path, change.after_path) in wanted)
        facts = with_units(facts, sides, knobs=knobs, jobs=jobs)
    verdict, permitted = _without_permitted(facts, judge(facts, knobs), again, found)
    survey = Survey(
        files=(),
        excluded=run.universe.excluded,
        missing_grammars=_missing_grammars(facts),
        scope=run.request.scope,
    )
    require_files(survey, facts.pairs or facts.skipped.keys() - {NOT_JUDGED, OUT_OF_SCOPE} or run.universe.files)
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.HELD
    return Outcome("edits", survey, facts, verdict, code, {"permitted": permitted})


def _paths(facts: Facts, number: int) -> tuple[str | None, str | None]:
    return facts.pairs[number].before_path, facts.pairs[number].after_path


def states_of(anchor: str, ask: Ask) -> States:
    """The two states that are compared; raises RepositoryError."""
    if ask.commit is not None:
        return changes.one_commit(anchor, ask.commit)
    if ask.span is not None:
        return changes.commit_range(anchor, *ask.span)
    return changes.working_tree(anchor, ask.base, staged=ask.staged)


def changed(anchor: str, exclude: Sequence[str], states: States) -> tuple[Changes, Counter[str]]:
    """The judged files that differ, and by reason how many others do.

    Where the disk is compared, those that are new to git are among them.

    Raises:
        RepositoryError: git refused.
    """
    new: list[str] = []
    left_out: dict[str, str] = {}
    if states.after is None and not states.staged:
        here = JudgedPaths(anchor, exclude, lambda: tracked_dots(git.tracked(anchor)))
        left_out = {path: here.left_out(path) for path in entries.untracked(anchor)()}
        new = [path for path, why in left_out.items() if not why]
    found = changes.changed_pairs(anchor, states, new)
    # What differs is in git on one side at least, and so are the dot-named folders that it lies in.
    paths = (*(change.path for change in found.pairs), *found.unmerged)
    judged = JudgedPaths(anchor, exclude, lambda: tracked_dots(git.Tracked(path, "", None) for path in paths))
    left_out |= {path: judged.left_out(path) for path in paths}
    kept = Changes(
        [change for change in found.pairs if not left_out[change.path]],
        [path for path in found.unmerged if not left_out[path]],
    )
    return kept, Counter(filter(None, left_out.values()))


def _without_permitted(facts: Facts, verdict: Verdict, reader: Reader, found: Changes) -> tuple[Verdict, int]:
    """The verdict without suspicions of which a permit in the file takes a place out, and how many those are."""
    suspected = {facts.pairs[each.pair].after_path for each in verdict.suspicions}
    sides = reader.sides(change for change in found.pairs if change.after and change.after.path in suspected)
    permits = {path: permits_of(path, source or b"") for _, _, path, source in sides if path}

    def stays(suspicion: Suspicion) -> bool:
        held = permits.get(facts.pairs[suspicion.pair].after_path or "", ())
        return not any(allows(held, "edits", start, end) for start, end in suspicion.spans)

    kept = tuple(filter(stays, verdict.suspicions))
    return msgspec.structs.replace(verdict, suspicions=kept), len(verdict.suspicions) - len(kept)


def _missing_grammars(facts: Facts) -> tuple[str, ...]:
    languages = {judged_language(pair.after_path or pair.before_path or "") for pair in facts.pairs}
    return tuple(sorted(one.name for one in languages if one and one.grammar and not is_installed(one)))
