"""`split`: the long files of a project, and whether each is worth cutting in two."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rubout.config.knobs import churn_knobs, split_knobs
from rubout.errors import ExitCode, RepositoryError
from rubout.facts.split import Advice
from rubout.gate import clones
from rubout.gate.churn_rows import commit_rows
from rubout.gate.history import commits_of
from rubout.gate.join_pairs import copied
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.permits import permitted
from rubout.gate.reader import reader_of
from rubout.gate.scan_rows import is_judged
from rubout.gate.split_gains import Proposed, axes_of, drawing, gains_of
from rubout.judge.curve import soft_line
from rubout.judge.split import judge
from rubout.measure import notebook
from rubout.measure.churn_ledger import ledger
from rubout.measure.edit_units import Placed, placed_units
from rubout.measure.languages import markdown
from rubout.measure.languages.all import BY_CODE
from rubout.measure.parts import TREES
from rubout.measure.split import LongText, Seams, seams, split_facts
from rubout.measure.statements import STATEMENTS, read_statements
from rubout.measure.text_lines import lines_of, text_of
from rubout.store.baseline import NAME, baseline_bytes, parse_baseline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rubout.config.records import Config
    from rubout.facts.split import Facts, Verdict
    from rubout.facts.survey import Survey, SurveyedFile
    from rubout.gate.join_pairs import Place
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.judge.split_gain import Gain
    from rubout.measure.split import UnitId


PARTS = (STATEMENTS, TREES)  # of a survey


class Seamed(NamedTuple):
    """A file of the facts, with the units between which it may be cut."""

    path: str
    parse_errors: int
    seams: Seams


class Changes(NamedTuple):
    """Of each path the units that a commit added lines to, a set a commit, over so many days; or why there are none.

    `skipped` counts changes that could not be compared, by reason.
    """

    days: int
    units: Mapping[str, Sequence[frozenset[UnitId]]]
    missing: str = ""
    skipped: Mapping[str, int] = MappingProxyType({})


class Copies(NamedTuple):
    """The outcome of `clones`, and both sides of every copied run; nothing of files of which none could be parsed."""

    outcome: Outcome | None = None
    pairs: Sequence[tuple[Place, Place]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """The long files of a tree, priced; `gains` has what the cut of each file that is worth it would change.

    `axes` are those of the score that this is a change of, as a check without days has them. `drawn_line` is the soft
    line that `check` draws from the tree, None where a baseline holds the one of both.
    """

    survey: Survey
    facts: Facts
    verdict: Verdict
    files: Sequence[Seamed]
    changes: Changes
    gains: Mapping[int, Gain]
    axes: Sequence[int]
    permitted: int
    drawn_line: int | None


def split(run: Run, config: Config) -> Outcome:
    """Price the long files of a whole project; the scope of the run narrows the report alone.

    Raises:
        RepositoryError: no file of the project has a language that is judged.
        StoreError: the baseline cannot be read.
    """
    surveyed = run.survey(parts=PARTS)
    found = priced_in(run, config, surveyed, copied_in(surveyed, config))
    code = ExitCode.UNJUDGED if found.verdict.degraded else ExitCode.HELD
    return Outcome("split", found.survey, found.facts, found.verdict, code, {"found": found})


def copied_in(surveyed: Surveyed, config: Config) -> Copies:
    """The copies of what was surveyed."""
    if not any(file.facts.parsed for file in surveyed.survey.files):
        return Copies()
    outcome = clones.clones(surveyed, config.clones, clones.Ask(pairs=True))
    return Copies(outcome, [(found.a, found.b) for found in copied(outcome.facts, outcome.verdict)])


def priced_in(run: Run, config: Config, surveyed: Surveyed, copies: Copies) -> Priced:
    """As `split`, of what was surveyed with `PARTS`."""
    judged = [file for file in surveyed.survey.files if is_judged(file.facts)]
    require_files(surveyed.survey, judged)
    frozen = _frozen_line(run.request.anchor)
    knobs = split_knobs(config, soft_line=frozen)
    long = [file for file in judged if file.facts.total_lines > knobs.soft_line]
    wanted = [file for file in long if not permitted(file.facts, "split", 1, file.facts.total_lines)]
    changes = _changes(run, config, {file.path for file in wanted})
    paths = (file.path for file in surveyed.survey.files)
    statements = dict(zip(paths, surveyed.parts[STATEMENTS.name], strict=True))
    legs = _Legs(statements, _by_path(chain.from_iterable(copies.pairs)), changes.units)
    texts = _texts(run, wanted, legs, knobs.soft_line)
    facts = split_facts(texts.values())
    verdict = judge(facts, knobs)
    files = [
        Seamed(file.path, file.facts.parse_errors, seams(texts[file.path])) for file in wanted if file.path in texts
    ]
    cuts = {
        row.file: Proposed(files[row.file].path, files[row.file].seams.units[row.seam].end_line)
        for row in verdict.rows
        if row.advice is Advice.SPLIT and row.seam is not None
    }
    gains = gains_of(list(cuts.values()), run, config, surveyed, copies.outcome, frozen)
    return Priced(
        survey=surveyed.survey,
        facts=facts,
        verdict=verdict,
        files=files,
        changes=changes,
        gains=dict(zip(cuts, gains, strict=True)),
        axes=axes_of(surveyed.survey, config),
        permitted=len(long) - len(wanted),
        drawn_line=None if frozen else soft_line(drawing(surveyed.survey), config.score.soft_line_k),
    )


class _Legs(NamedTuple):
    """What is known of files besides their text, by path; the statements are encoded."""

    statements: Mapping[str, bytes]
    copies: Mapping[str, Sequence[tuple[int, int]]]
    changes: Mapping[str, Sequence[frozenset[UnitId]]]


def _frozen_line(anchor: str) -> int | None:
    """The soft line that a baseline holds; whether its rows can be compared is no matter here."""
    path = Path(anchor, NAME)
    source = baseline_bytes(path)
    return None if source is None else parse_baseline(source, str(path)).header.soft_line


def _by_path(places: Iterable[Place]) -> dict[str, list[tuple[int, int]]]:
    """The lines of places."""
    found: dict[str, list[tuple[int, int]]] = {}
    for place in places:
        found.setdefault(place.path, []).append((place.start_line, place.end_line))
    return found


def _changes(run: Run, config: Config, paths: set[str]) -> Changes:
    """None of a history that is not there, or that a clone lacks a part of: it is one of four things that tie units."""
    knobs, holds = churn_knobs(config), paths.__contains__
    if not paths:
        return Changes(knobs.days, {})
    try:
        commits = commits_of(run.request.anchor, knobs.days)
        changes = ledger(commit_rows(run, commits, holds, knobs), holds)
    except RepositoryError as error:
        return Changes(knobs.days, {}, error.what)
    found: dict[str, list[frozenset[UnitId]]] = {}
    for units in changes.units:
        by_path: dict[str, set[UnitId]] = {}
        for path, key, nth in units:
            by_path.setdefault(path, set()).add((key, nth))
        for path, touched in by_path.items():
            found.setdefault(path, []).append(frozenset(touched))
    return Changes(knobs.days, found, skipped=dict(sorted(changes.skipped.items())))


def _texts(run: Run, files: Iterable[SurveyedFile], legs: _Legs, soft_line: int) -> dict[str, LongText]:
    """By path, of the files that are still there."""
    read = reader_of(run)
    found = {}
    for file in files:
        path, total = file.path, file.facts.total_lines
        source = b"" if file.facts.rule else read(path)  # one that is too large to be read has its lines alone
        if source is not None:
            lines, units = _lines_and_units(file, source)
            statements = read_statements(legs.statements.get(path, b""))
            known = legs.copies.get(path, ()), legs.changes.get(path, ())
            language = BY_CODE[file.facts.language].name
            found[path] = LongText(total, lines, units, statements, *known, language, soft_line)
    return found


def _lines_and_units(file: SurveyedFile, source: bytes) -> tuple[list[str], Sequence[Placed]]:
    """A document's units are its sections, which only its text has."""
    book = notebook.code_cells(source) if notebook.is_notebook(file.path) else None
    lines = lines_of(text_of(book[0] if book else source))
    language = BY_CODE[file.facts.language]
    if language is markdown.LANGUAGE:
        return lines, placed_units(source, lines, language)
    units = file.facts.units
    return lines, [Placed(unit.key, unit.nth, unit.start_line, unit.end_line) for unit in units]
