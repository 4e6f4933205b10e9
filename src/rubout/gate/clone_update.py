"""`clones` after a few edits: what the edited files share with others is judged again, the rest is known.

A repeat depends only on the files that hold the fingerprint its group is named by (`measure.copies`), and a class
is a component of repeats that share spans. So the repeats of every group that an edited file leaves or enters are
found anew, among the files of those groups; classes that none of them touches stand as they were. The result is
that of a run over everything, which a test compares.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.errors import ExitCode
from rubout.facts.clones import Facts, Place, Repeat
from rubout.facts.source import Tokens
from rubout.gate.clone_state import NO_CLASS, known_file, read_state
from rubout.gate.outcome import Outcome
from rubout.gate.survey_record import survey_record
from rubout.judge.clones import joined, judge
from rubout.measure.copies import grouped_repeats
from rubout.measure.corpus import corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from rubout.facts.clone_state import KnownFile, State
    from rubout.facts.clones import Knobs, Verdict
    from rubout.facts.source import FileFacts
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.sources.universe import Candidate

    Read = Callable[[Sequence[Candidate]], Surveyed]

MOST_EDITED = 32  # beyond it a run over everything is as quick

_REPEAT = msgspec.msgpack.Decoder(Repeat)
_ENCODED_REPEATS = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...])
_TOKENS = msgspec.msgpack.Decoder(Tokens)


class Edits(NamedTuple):
    """What became of the files that a state knows; `contents` are the edited parsed ones' tokens, by path."""

    files: list[KnownFile]
    contents: dict[str, bytes]


def updated(run: Run, knobs: Knobs, read: Read) -> Outcome | None:
    """The outcome of a run over everything; None when it takes such a run. Its facts are without the repeats.

    What is looked at of the universe's files is `read`.
    """
    usable = run.request.cache and run.request.objects is None and not run.universe.problems
    state = read_state(run.request, knobs) if usable else None
    edits = _edits(run, state, read) if state else None
    if state is None or edits is None:
        return None
    known = {file.path: (file.blob, file.facts) for file in edits.files if file.facts}
    files = tuple(path for path, (_, facts) in known.items() if facts.parsed)
    verdict = _verdict(partial(_streams, run, edits, read), knobs, state, edits, files)
    if verdict is None:
        return None
    facts = Facts(
        files=files,
        repeats=(),
        tokens=sum(file.tokens for file in edits.files),
        masked_tokens=sum(file.masked for file in edits.files),
        parse_errors=sum(facts.parse_errors for _, facts in known.values()),
    )
    record = survey_record(run.request.scope, run.universe, known, state.problems, state.missing_grammars)
    options = {"pairs": False, "advisory": False, "permitted": 0}
    return Outcome("clones", record, facts, verdict, ExitCode.HELD, options)


def _edits(run: Run, state: State, read: Read) -> Edits | None:
    """The files now, by what is known of each; None when more changed than a few contents."""
    universe = run.universe
    if [file.path for file in universe.files] != [file.path for file in state.files]:
        return None
    suspects = [now for now, then in zip(universe.files, state.files, strict=True) if not _is_unchanged(now, then)]
    if len(suspects) > MOST_EDITED:
        return None
    seen = read(suspects)
    fresh = {file.path: (file, tokens) for file, tokens in zip(seen.survey.files, seen.tokens, strict=True)}
    problems = {problem.path: problem.what for problem in seen.survey.problems}
    if not problems.items() <= dict(state.problems).items() or len(fresh) + len(problems) != len(suspects):
        return None
    files: list[KnownFile] = []
    contents: dict[str, bytes] = {}
    for now, then in zip(universe.files, state.files, strict=True):
        file = then
        if now.path in fresh:
            found, tokens = fresh[now.path]
            if then.facts is None or found.facts.permits or _kind(found.facts) != _kind(then.facts):
                return None
            if found.blob != then.blob:
                stream = _TOKENS.decode(tokens)
                file = known_file(now, found, (len(stream.codes) // 2, stream.masked), run.started)
                if found.facts.parsed:
                    contents[now.path] = tokens
        files.append(file)
    return Edits(files, contents)


def _kind(facts: FileFacts) -> tuple[bool, str]:
    return facts.parsed, facts.rule


def _is_unchanged(now: Candidate, then: KnownFile) -> bool:
    # A file with a problem is tried again: leave to read it comes without a trace in its stat data.
    return (
        then.settled
        and then.facts is not None
        and (now.size, now.mtime_ns, now.inode, now.ctime_ns) == (then.size, then.mtime_ns, then.inode, then.ctime_ns)
    )


def _verdict(
    streams_of: Callable[[Sequence[str]], list[tuple[str, bytes]] | None],
    knobs: Knobs,
    state: State,
    edits: Edits,
    files: tuple[str, ...],
) -> Verdict | None:
    hashes, owners = memoryview(state.hashes).cast("Q"), memoryview(state.owners).cast("I")
    prints, edges = memoryview(state.prints).cast("Q"), memoryview(state.edges).cast("I")
    edited = {files.index(path): tokens for path, tokens in edits.contents.items()}
    touched: set[int] = set()
    for number, tokens in edited.items():
        touched.update(prints[edges[number] : edges[number + 1]])
        touched.update(memoryview(_TOKENS.decode(tokens).hashes).cast("Q"))
    involved = {
        owner for value in touched for owner in owners[bisect_left(hashes, value) : bisect_right(hashes, value)]
    }
    numbers = sorted(involved | edited.keys())
    streams = streams_of([files[number] for number in numbers])
    if streams is None:
        return None
    found = list(_found(streams, numbers, touched, knobs.min_tokens))
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
        for repeat, group, number in zip(_ENCODED_REPEATS.decode(state.repeats), groups, class_of, strict=True)
        if number in loose and group not in touched
    ]
    part = judge(Facts(files=files, repeats=(*known, *found)), knobs)
    return joined(part, (clones for number, clones in enumerate(state.classes) if number not in loose))


def _streams(run: Run, edits: Edits, read: Read, paths: Sequence[str]) -> list[tuple[str, bytes]] | None:
    """(path, tokens) of files; None when one that was not edited is not what it is known to be."""
    blobs = {file.path: file.blob for file in edits.files}
    tokens = dict(edits.contents)
    others = {path: blobs[path] for path in paths if path not in tokens}
    seen = read([file for file in run.universe.files if file.path in others])
    if {file.path: file.blob for file in seen.survey.files} != others:
        return None
    tokens.update((file.path, encoded) for file, encoded in zip(seen.survey.files, seen.tokens, strict=True))
    return [(path, tokens[path]) for path in paths]


def _found(
    streams: Sequence[tuple[str, bytes]], numbers: Sequence[int], touched: Collection[int], min_tokens: int
) -> Iterator[Repeat]:
    """The repeats of the groups `touched`, found among the files `numbers`, which hold all there is of them."""
    for repeat, group in zip(*grouped_repeats(corpus(streams), min_tokens), strict=True):
        if group in touched:
            places = tuple(
                Place(numbers[place.file], place.start_line, place.end_line, place.text) for place in repeat.places
            )
            yield Repeat(repeat.tokens, repeat.distinct, repeat.digest, places)
