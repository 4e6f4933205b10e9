"""What a run of `clones` over everything leaves behind for the runs after it."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.clone_state import KnownFile, State
from rubout.facts.source import FileFacts
from rubout.facts.survey import SurveyedFile
from rubout.gate.remembered import SETTLED_NS, program, reader
from rubout.judge.clones import is_judged
from rubout.kernels.radix import stable_sort
from rubout.measure.extract import FOREIGN_KERNEL, part_for_copies
from rubout.store.blob import read_record, write_blob

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from rubout.facts.clones import Knobs, Repeat, Verdict
    from rubout.facts.survey import Survey
    from rubout.gate.survey import Request, Run
    from rubout.measure.corpus import Corpus
    from rubout.measure.sources.universe import Candidate

NAME = "clones.bin"
NO_CLASS = -1
NO_TOKENS = (0, 0)

_STATE = msgspec.msgpack.Decoder(State)
_ENCODER = msgspec.msgpack.Encoder()


def read_state(request: Request, knobs: Knobs) -> State | None:
    """What was left behind for this question; None when there is nothing of use."""
    state = read_record(request.anchor, NAME, _STATE)
    return state if state and state.asked == _asked(request, knobs) else None


def keep(
    run: Run, record: Survey, tree: Corpus, grouped: tuple[Sequence[Repeat], array[int]], verdict: Verdict
) -> None:
    """Leave a state behind, unless a permit, which reaches over repeats, or an unusable candidate is about."""
    if run.universe.problems or any(file.facts.permits for file in record.files):
        return
    repeats, groups = grouped
    found = {file.path: file for file in record.files}
    unusable = {problem.path for problem in record.problems}
    sizes = {
        path: (len(stream.codes) // 2, stream.masked) for path, stream in zip(tree.files, tree.streams, strict=True)
    }
    counts = [len(stream.hashes) // 8 for stream in tree.streams]
    owners = array("I")
    for number, count in enumerate(counts):
        owners.extend(array("I", [number]) * count)
    hashes, owners = stable_sort(tree.hashes, owners)
    state = State(
        asked=_asked(run.request, verdict.knobs),
        files=tuple(
            known_file(
                file, found.get(file.path) or _left_out(file, unusable), sizes.get(file.path, NO_TOKENS), run.started
            )
            for file in run.universe.files
        ),
        # Of a file with facts a part that only others ask for has the problem.
        problems=tuple((problem.path, problem.what) for problem in record.problems if problem.path not in found),
        missing_grammars=record.missing_grammars,
        prints=tree.hashes.tobytes(),
        edges=array("I", accumulate(counts, initial=0)).tobytes(),
        hashes=hashes.tobytes(),
        owners=owners.tobytes(),
        repeats=msgspec.Raw(_ENCODER.encode(repeats)),
        groups=groups.tobytes(),
        class_of=array("i", _class_numbers(repeats, verdict)).tobytes(),
        classes=verdict.classes,
    )
    write_blob(run.request.anchor, NAME, _ENCODER.encode(state))


def known_file(file: Candidate, found: SurveyedFile | None, tokens: tuple[int, int], started: int) -> KnownFile:
    """What a later run needs to know of a file, which has so many tokens, so many of them masked.

    `found` is None for one with a problem.
    """
    settled = file.mtime_ns < started - SETTLED_NS
    facts = part_for_copies(found.facts) if found else None
    blob = found.blob if found else ""
    stat_data = file.size, file.mtime_ns, file.inode, file.ctime_ns
    return KnownFile(file.path, *stat_data, settled, blob, *tokens, facts)


def _left_out(file: Candidate, unusable: Container[str]) -> SurveyedFile | None:
    """What stands for a file that no survey lists: a notebook in another language, if nothing is wrong with it."""
    if file.path in unusable:
        return None
    return SurveyedFile(file.path, "", FileFacts(language=file.code, total_lines=0, rule=FOREIGN_KERNEL))


def _asked(request: Request, knobs: Knobs) -> str:
    """Everything besides the files that the classes depend on."""
    limits = (knobs.k, knobs.w, knobs.min_tokens, knobs.min_distinct)
    return repr((program(), reader(), request.scope, request.keep_imports, limits))


def _class_numbers(repeats: Sequence[Repeat], verdict: Verdict) -> Iterator[int]:
    by_span = {
        (member.file, member.start_line, member.end_line): number
        for number, clones in enumerate(verdict.classes)
        for member in clones.members
    }
    for repeat in repeats:
        first = repeat.places[0]
        span = (first.file, first.start_line, first.end_line)
        yield by_span.get(span, NO_CLASS) if is_judged(repeat, verdict.knobs) else NO_CLASS
