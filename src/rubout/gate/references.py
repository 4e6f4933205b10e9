"""What every file of a tree says of others, from the index where it was read before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.graph import FileReferences
from rubout.facts.source import FileFacts
from rubout.gate.rows import Reading, Rows, rows_of
from rubout.gate.survey import facts_revision
from rubout.gate.survey_record import missing_grammars, survey_record
from rubout.measure.extract import revision_beside
from rubout.measure.sites.read import REVISION, Part, part_of
from rubout.measure.sites.work import REFERENCES, read_chunk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rubout.facts.survey import Survey
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.sources.universe import Candidate

_DECODER = msgspec.msgpack.Decoder(FileReferences)
QT = "xml"  # the rule of content of a translation of Qt's: no file of the graph


@dataclass(frozen=True, slots=True)
class Referenced:
    """The files that were read, by path in the order of the universe; `blobs` are the ids of their bytes."""

    files: Mapping[str, FileReferences]
    blobs: Mapping[str, str]
    survey: Survey


def references_of(run: Run) -> Referenced:
    """Read the nodes of the graph, and the files that only refer to some."""
    files = _asked(run)
    reading = Reading(
        work=read_chunk,
        facts_revision=partial(facts_revision, request=run.request),
        revision=lambda file: revision_beside(file.path, file.language, REVISION),
    )
    return _referenced(run, files, rows_of(run, files, reading))


def references_in(run: Run, surveyed: Surveyed) -> Referenced:
    """As `references_of`, of a universe that was surveyed with `REFERENCES`.

    What kept files from being read is said in the survey alone.
    """
    parts = zip(surveyed.survey.files, surveyed.parts[REFERENCES.name], strict=True)
    rows = Rows()
    for file, encoded in parts:
        if encoded:
            rows.found[file.path], rows.blobs[file.path] = encoded, file.blob
    return _referenced(run, _asked(run), rows)


def _asked(run: Run) -> list[Candidate]:
    """The files that the graph reads."""
    return [file for file in run.universe.files if part_of(file.path, file.language.name) is not Part.NONE]


def _referenced(run: Run, files: Sequence[Candidate], rows: Rows) -> Referenced:
    """What was found, in order, and the survey that reports are made with."""
    ordered = {file.path: _DECODER.decode(rows.found[file.path]) for file in files if file.path in rows.found}
    codes = {file.path: file.code for file in files}
    read_files = {
        path: (rows.blobs[path], _facts(codes[path], found)) for path, found in ordered.items() if found.rule != QT
    }
    problems = sorted([*run.universe.problems, *rows.problems.items()])
    record = survey_record(run.request.scope, run.universe, read_files, problems, missing_grammars(files))
    return Referenced({path: ordered[path] for path in read_files}, rows.blobs, record)


def _facts(code: int, found: FileReferences) -> FileFacts:
    """What the report's notes need; a rule of content is no news here, since such files stay in the graph."""
    return FileFacts(code, found.total_lines, parse_errors=found.parse_errors, permits=found.permits)
