"""`clones` after a few edits: what the edited files share with others is judged again, the rest is known.

A repeat depends only on the files that hold the fingerprint its group is named by (`measure.corpus`), and a class
is a component of repeats that share spans. So the repeats of every group that an edited file leaves or enters are
found anew, among the files of those groups; classes that none of them touches stand as they were. The result is
that of a run over everything, which a test compares.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.errors import ExitCode
from rubout.facts.clone_state import KnownFile, State
from rubout.facts.clones import Facts, Place, Repeat
from rubout.facts.source import Tokens
from rubout.gate.outcome import Outcome
from rubout.gate.remembered import SETTLED_NS, program
from rubout.gate.survey import survey_record
from rubout.judge.clones import is_judged, joined, judge
from rubout.measure.corpus import corpus, grouped_repeats
from rubout.store.blob import read_blob, write_blob

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from rubout.facts.clones import Knobs, Verdict
    from rubout.facts.source import FileFacts
    from rubout.gate.survey import Request, Run, Surveyed
    from rubout.measure.sources.universe import Candidate

NAME = "clones.bin"
MOST_EDITED = 32  # beyond it a run over everything is as quick
NO_CLASS = -1

_STATE = msgspec.msgpack.Decoder(State)
_REPEAT = msgspec.msgpack.Decoder(Repeat)
_TOKENS = msgspec.msgpack.Decoder(Tokens)
_ENCODER = msgspec.msgpack.Encoder()


def asked(request: Request, knobs: Knobs) -> str:
    """Everything besides the files that the classes depend on."""
    limits = (knobs.k, knobs.w, knobs.min_tokens, knobs.min_distinct)
    return repr((program(), request.scope, request.keep_imports, limits))


class Edits(NamedTuple):
    """What became of the files that a state knows; `contents` are the edited ones' tokens, by number."""

    files: list[KnownFile]
    contents: dict[int, bytes]


def updated(run: Run, knobs: Knobs) -> Outcome | None:
    """The outcome of a run over everything; None when it takes such a run. Its facts are without the repeats."""
    data = read_blob(run.request.anchor, NAME) if run.request.cache and not run.universe.problems else None
    if data is None:
        return None
    state = _decoded(data)
    if state is None or state.asked != asked(run.request, knobs):
        return None
    edits = _edits(run, state)
    if edits is None:
        return None
    parsed = [file for file in edits.files if file.facts.parsed]
    files = tuple(file.path for file in parsed)
    verdict = _verdict(run, knobs, state, edits, files)
    facts = Facts(
        files=files,
        repeats=(),
        masked_tokens=sum(file.masked for file in parsed),
        parse_errors=sum(file.facts.parse_errors for file in parsed),
    )
    read = {file.path: (file.blob, file.facts) for file in edits.files}
    record = survey_record(run.request.scope, run.universe, read, (), state.missing_grammars)
    options = {"pairs": False, "advisory": False, "permitted": 0}
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.HELD
    return Outcome("clones", record, facts, verdict, code, options)


def _decoded(data: memoryview) -> State | None:
    try:
        return _STATE.decode(data)
    except msgspec.DecodeError:  # of another version: its shape is not ours to know
        return None


def _edits(run: Run, state: State) -> Edits | None:
    """The files now, by what is known of each; None when more changed than a few contents."""
    universe = run.universe
    if [file.path for file in universe.files] != [file.path for file in state.files]:
        return None
    suspects = [now for now, then in zip(universe.files, state.files, strict=True) if not _is_unchanged(now, then)]
    if len(suspects) > MOST_EDITED:
        return None
    seen = run.survey(suspects)
    fresh = {file.path: (file, tokens) for file, tokens in zip(seen.survey.files, seen.tokens, strict=True)}
    if len(fresh) != len(suspects):
        return None
    files, contents, number = [], {}, 0
    for now, then in zip(universe.files, state.files, strict=True):
        file = then
        if now.path in fresh:
            found, tokens = fresh[now.path]
            if found.facts.parsed != then.facts.parsed or found.facts.permits or found.facts.rule != then.facts.rule:
                return None
            if found.blob != then.blob:
                contents[number] = tokens
                file = known_file(now, found.blob, found.facts, _TOKENS.decode(tokens).masked, run.started)
        files.append(file)
        number += then.facts.parsed
    return Edits(files, contents)


def _is_unchanged(now: Candidate, then: KnownFile) -> bool:
    return then.settled and (now.size, now.mtime_ns, now.inode) == (then.size, then.mtime_ns, then.inode)


def known_file(file: Candidate, blob: str, facts: FileFacts, masked: int, started: int) -> KnownFile:
    """What a later run needs to know of a file."""
    settled = file.mtime_ns < started - SETTLED_NS
    short = msgspec.structs.replace(facts, functions=(), units=())
    return KnownFile(file.path, file.size, file.mtime_ns, file.inode, settled, blob, masked, short)


def _verdict(run: Run, knobs: Knobs, state: State, edits: Edits, files: tuple[str, ...]) -> Verdict:
    hashes, owners = memoryview(state.hashes).cast("Q"), memoryview(state.owners).cast("I")
    prints, edges = memoryview(state.prints).cast("Q"), memoryview(state.edges).cast("I")
    touched: set[int] = set()
    for number, tokens in edits.contents.items():
        touched.update(prints[edges[number] : edges[number + 1]])
        touched.update(memoryview(_TOKENS.decode(tokens).hashes).cast("Q"))
    involved = {owner for value in touched for owner in owners[bisect_left(hashes, value) : bisect_right(hashes, value)]}
    found = list(_found(run, knobs, edits, files, sorted(involved | edits.contents.keys()), touched))
    spans = {(place.file, place.start_line, place.end_line) for repeat in found for place in repeat.places}
    spanned = {file for file, _, _ in spans}
    loose = {
        number
        for number, clones in enumerate(state.classes)
        for member in clones.members
        if member.file in spanned and (member.file, member.start_line, member.end_line) in spans
    }
    groups, class_of = memoryview(state.groups).cast("Q"), memoryview(state.class_of).cast("i")
    loose.update(number for group, number in zip(groups, class_of, strict=True) if group in touched)
    loose.add(NO_CLASS)
    known = [
        _REPEAT.decode(repeat)
        for repeat, group, number in zip(state.repeats, groups, class_of, strict=True)
        if number in loose and group not in touched
    ]
    part = judge(Facts(files=files, repeats=(*known, *found)), knobs)
    return joined(part, (clones for number, clones in enumerate(state.classes) if number not in loose))


def _found(
    run: Run, knobs: Knobs, edits: Edits, files: Sequence[str], numbers: Sequence[int], touched: Collection[int]
) -> Iterator[Repeat]:
    """The repeats of the groups `touched`, found among the files `numbers`, which hold all there is of them."""
    others = {files[number] for number in numbers if number not in edits.contents}
    seen = run.survey([file for file in run.universe.files if file.path in others])
    tokens = {file.path: encoded for file, encoded in zip(seen.survey.files, seen.tokens, strict=True)}
    tree = corpus([(files[number], edits.contents.get(number) or tokens[files[number]]) for number in numbers])
    for repeat, group in zip(*grouped_repeats(tree, knobs.min_tokens), strict=True):
        if group in touched:
            places = tuple(
                Place(numbers[place.file], place.start_line, place.end_line, place.text) for place in repeat.places
            )
            yield Repeat(repeat.tokens, repeat.distinct, repeat.digest, places)


def keep(run: Run, surveyed: Surveyed, grouped: tuple[Sequence[Repeat], array[int]], verdict: Verdict) -> None:
    """Leave a state behind, where every file was judged and none has a permit, which reaches over repeats."""
    record = surveyed.survey
    by_path = {file.path: file for file in record.files}
    if record.problems or any(file.facts.permits for file in record.files) or len(by_path) != len(run.universe.files):
        return
    streams = {
        file.path: _TOKENS.decode(tokens) for file, tokens in zip(record.files, surveyed.tokens, strict=True)
    }
    parsed = [memoryview(streams[file.path].hashes).cast("Q") for file in record.files if file.facts.parsed]
    postings = sorted((value, number) for number, prints in enumerate(parsed) for value in prints)
    repeats, groups = grouped
    state = State(
        asked=asked(run.request, verdict.knobs),
        files=tuple(
            known_file(file, by_path[file.path].blob, by_path[file.path].facts, streams[file.path].masked, run.started)
            for file in run.universe.files
        ),
        missing_grammars=record.missing_grammars,
        prints=b"".join(parsed),
        edges=array("I", accumulate(map(len, parsed), initial=0)).tobytes(),
        hashes=array("Q", [value for value, _ in postings]).tobytes(),
        owners=array("I", [number for _, number in postings]).tobytes(),
        repeats=tuple(msgspec.Raw(_ENCODER.encode(repeat)) for repeat in repeats),
        groups=groups.tobytes(),
        class_of=array("i", _class_numbers(repeats, verdict)).tobytes(),
        classes=verdict.classes,
    )
    write_blob(run.request.anchor, NAME, _ENCODER.encode(state))


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
