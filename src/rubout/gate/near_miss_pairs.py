"""The pairs of units that may be clones, judged: as often as trees differ, not as often as units do."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import StoreError
from rubout.facts.near_miss import Facts, Pair
from rubout.facts.near_miss import Tree as TreeFacts
from rubout.gate.remembered import program
from rubout.judge.near_miss import judge, limit_of
from rubout.kernels.sequence_distance import preorder, sequence_distance
from rubout.kernels.tree_distance import work as cells
from rubout.measure import pool
from rubout.measure.candidates import Joined, candidates
from rubout.measure.forest import columns, is_whole
from rubout.store.blob import read_record, write_blob

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.facts.near_miss import Knobs
    from rubout.gate.survey import Request
    from rubout.measure.candidates import Candidates
    from rubout.measure.forest import FileTrees, Forest

    Columns = tuple[array[int], array[int]]

NAME = "near-miss.bin"
ADVISORY_NAME = "near-miss-advisory.bin"
COMMIT_NAME = "near-miss-commits.bin"  # of all commits that were judged
MOST_OF_COMMITS = 500_000  # pairs
PRUNED, OVER_WORK = 0xFFFFFFFF, 0xFFFFFFFE  # stand for a distance
KEY_BYTES = 16  # of each digest
ALONE = 4_000_000  # steps that one process has made before a second one has started
CHUNKS = 64
CHUNK_PAIRS = 1024


@dataclass(frozen=True, slots=True)
class Ledger:
    """What became of the pairs of units of one language that the window holds."""

    windowed: int = 0
    nested: int = 0
    pruned_label: int = 0
    pruned_sequence: int = 0
    over_work: int = 0
    sent: int = 0
    calls: int = 0
    judged: int = 0
    prefiltered: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """The distance of every pair of different trees that was sent, the pairs whose work is over the cap, the counts.

    Equal trees are 0 apart and stand in neither. `nested_units` are the pairs of units, the smaller number first, of
    which one contains the other.
    """

    nested_units: frozenset[tuple[int, int]]
    distances: dict[tuple[int, int], int]
    over_work: tuple[tuple[int, int], ...]
    ledger: Ledger


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """Verdicts by pair of trees: two heads of digests a key, one u32 a value, in the order of this machine.

    `joined` is by language what `candidates` found.
    """

    asked: str
    keys: bytes = b""
    values: bytes = b""
    joined: dict[int, Joined] = {}

    def outcomes(self) -> dict[bytes, int]:
        """The verdict of each pair."""
        width = 2 * KEY_BYTES
        keys = (self.keys[start : start + width] for start in range(0, len(self.keys), width))
        return dict(zip(keys, array("I", self.values), strict=True))


_KEPT = msgspec.msgpack.Decoder(_Kept)


def judged_pairs(wood: Forest, files: Sequence[FileTrees], knobs: Knobs, request: Request) -> Judged:
    """Judge every pair of units that may be a clone, by what earlier runs kept where they did.

    Raises:
        StoreError: a tree is not the one that its digest was made of.
    """
    ratio = (knobs.advisory_num if knobs.advisory else knobs.tsed_num), knobs.tsed_den
    is_tree = request.cache and request.objects is None
    before = _read(request, _name(knobs), knobs) if request.cache else _Kept("")
    found = candidates(wood, files, ratio, request.jobs, before.joined if is_tree else None)
    _check_trees(wood, files, found.pairs)
    kept = before.outcomes()
    # What is known of a commit is what any commit had, and it crowds out nothing of the work tree.
    if request.cache and not is_tree:
        kept |= _read(request, COMMIT_NAME, knobs).outcomes()
    heads = [tree.digest[:KEY_BYTES] for tree in wood.trees]
    keys = [heads[a] + heads[b] for a, b in found.pairs]
    missing = [number for number, key in enumerate(keys) if key not in kept]
    new = _measured(wood, [found.pairs[number] for number in missing], knobs, request.jobs)
    outcomes = array("I", [kept.get(key, PRUNED) for key in keys])
    for number, outcome in zip(missing, new, strict=True):
        outcomes[number] = outcome
    if is_tree and (missing or len(keys) < len(kept) or found.joined != before.joined):
        _write(request, _name(knobs), knobs, dict(zip(keys, outcomes, strict=True)), found.joined)
    elif request.cache and not is_tree and missing:
        _add(request, knobs, {keys[number]: outcome for number, outcome in zip(missing, new, strict=True)})
    return _judged(wood, found, outcomes, knobs)


def facts_of(wood: Forest, pairs: Iterable[tuple[int, int]]) -> Facts:
    """What the judge takes: the trees of the pairs in order of their first units, kinds numbered as they come."""
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    numbers = sorted({tree for pair in ordered for tree in pair})
    place = {tree: index for index, tree in enumerate(numbers)}
    label: dict[int, int] = {}
    trees = []
    for number in numbers:
        lab, lld = columns(wood, wood.trees[number])
        trees.append(TreeFacts(tuple([label.setdefault(kind, len(label)) for kind in lab]), tuple(lld)))
    return Facts(tuple(trees), tuple(Pair(place[a], place[b]) for a, b in ordered))


def _judged(wood: Forest, found: Candidates, outcomes: array[int], knobs: Knobs) -> Judged:
    distances: dict[tuple[int, int], int] = {}
    over_work = []
    pruned = over = 0
    sent = found.equal(wood)
    for pair, outcome in zip(found.pairs, outcomes, strict=True):
        units = found.units(wood, pair)
        if outcome == PRUNED:
            pruned += units
        elif outcome == OVER_WORK:
            over_work.append(pair)
            over += units
        else:
            distances[pair] = outcome
            sent += units
    ledger = Ledger(
        windowed=found.windowed,
        nested=found.nested,
        pruned_label=found.cut,
        pruned_sequence=pruned,
        over_work=over,
        sent=sent,
        calls=-(-len(distances) // knobs.pair_cap),
        judged=sent,
    )
    check_ledger(ledger)
    return Judged(found.nested_units, distances, tuple(over_work), ledger)


def check_ledger(ledger: Ledger) -> None:
    """Refuse counts in which a pair is missing or counted twice; raises RuntimeError, since that is our bug."""
    parts = ledger.nested + ledger.pruned_label + ledger.pruned_sequence + ledger.over_work + ledger.sent
    if ledger.windowed != parts or ledger.sent != ledger.judged + ledger.prefiltered or ledger.prefiltered:
        raise RuntimeError(f"near-miss: the ledger does not add up: {ledger}")


def _measured(wood: Forest, pairs: Sequence[tuple[int, int]], knobs: Knobs, jobs: int) -> list[int]:
    """What becomes of each pair: its distance, up to the limit and one more, or why it was not judged."""

    def work(task: Sequence[int]) -> bytes:
        return array("I", _outcomes(wood, [pairs[number] for number in task], knobs)).tobytes()

    tasks, steps = _tasks(wood, pairs, knobs)
    found = [0] * len(pairs)
    for number, answer in pool.answers(tasks, work, 1 if steps < ALONE else jobs or pool.processors()):
        # A worker that was killed for its memory may have been killed for another's.
        values = array("I", work(tasks[number]) if answer is None else answer)
        for pair, value in zip(tasks[number], values, strict=True):
            found[pair] = value
    return found


def _tasks(wood: Forest, pairs: Sequence[tuple[int, int]], knobs: Knobs) -> tuple[list[list[int]], int]:
    """The numbers of the pairs in chunks, the costliest first, and a guess at the cost of all."""
    guesses = []
    for number, (a, b) in enumerate(pairs):
        limit = limit_of(wood.trees[a].nodes, wood.trees[b].nodes, knobs)
        guesses.append((wood.trees[a].nodes * (limit + 1) ** 2, number))
    total = sum(guess for guess, _ in guesses)
    tasks: list[list[int]] = [[]]
    held = 0
    for guess, number in sorted(guesses, reverse=True):
        if tasks[-1] and (held * CHUNKS > total or len(tasks[-1]) >= CHUNK_PAIRS + len(pairs) // CHUNKS):
            tasks.append([])
            held = 0
        tasks[-1].append(number)
        held += guess
    return tasks, total


def _outcomes(wood: Forest, pairs: Sequence[tuple[int, int]], knobs: Knobs) -> list[int]:
    trees: dict[int, Columns] = {}
    outcomes = []
    sent = []
    for pair in pairs:
        for number in pair:
            if number not in trees:
                trees[number] = columns(wood, wood.trees[number])
        limit = limit_of(wood.trees[pair[0]].nodes, wood.trees[pair[1]].nodes, knobs)
        outcome = bound(trees[pair[0]], trees[pair[1]], limit, knobs.pair_work_cap)
        outcomes.append(outcome)
        if not outcome:
            sent.append(pair)
    distances = _distances(wood, sent, knobs)
    return [distances.get(pair, outcome) for pair, outcome in zip(pairs, outcomes, strict=True)]


def bound(a: Columns, b: Columns, limit: int, most: int) -> int:
    """Why a pair is not judged: it is `PRUNED`, or `OVER_WORK`, of more than `most` cells; else 0."""
    if sequence_distance(a[0], b[0], limit) > limit or sequence_distance(preorder(*a), preorder(*b), limit) > limit:
        return PRUNED
    return OVER_WORK if cells(a[1], b[1], limit) > most else 0


def _distances(wood: Forest, pairs: Sequence[tuple[int, int]], knobs: Knobs) -> dict[tuple[int, int], int]:
    """The distances that the judge finds, call by call."""
    found: dict[tuple[int, int], int] = {}
    for part in _calls(sorted(pairs, key=sorted), knobs.pair_cap):
        verdict = judge(facts_of(wood, part), knobs)
        if verdict.degraded or len(verdict.scores) != len(part):
            raise RuntimeError(f"near-miss: the judge left pairs out: {verdict.counts}, {verdict.reason}")
        found.update((pair, score.ted) for pair, score in zip(part, verdict.scores, strict=True))
    return found


def _calls(pairs: Sequence[tuple[int, int]], most: int) -> Iterator[Sequence[tuple[int, int]]]:
    for start in range(0, len(pairs), most):
        yield pairs[start : start + most]


def _check_trees(wood: Forest, files: Sequence[FileTrees], pairs: Iterable[tuple[int, int]]) -> None:
    for number in {tree for pair in pairs for tree in pair}:
        tree = wood.trees[number]
        if not is_whole(wood, tree):
            place = wood.units[tree.units[0]]
            unit = files[place.file].units[place.unit]
            raise StoreError(
                "its tree is not the one that its digest was made of",
                where=f"{files[place.file].path}:{unit.key}#{unit.nth}",
                fix="remove .rubout/index.db, which is measured again",
            )


def _add(request: Request, knobs: Knobs, new: Mapping[bytes, int]) -> None:
    """Keep what became of pairs that no commit had before."""
    before = _read(request, COMMIT_NAME, knobs).outcomes()
    _write(request, COMMIT_NAME, knobs, {**(before if len(before) < MOST_OF_COMMITS else {}), **new}, {})


def _write(request: Request, name: str, knobs: Knobs, kept: Mapping[bytes, int], joined: dict[int, Joined]) -> None:
    record = _Kept(_asked(knobs), b"".join(kept), array("I", kept.values()).tobytes(), joined)
    write_blob(request.anchor, name, msgspec.msgpack.encode(record))


def _read(request: Request, name: str, knobs: Knobs) -> _Kept:
    kept = read_record(request.anchor, name, _KEPT)
    return kept if kept and kept.asked == _asked(knobs) else _Kept("")


def _name(knobs: Knobs) -> str:
    return ADVISORY_NAME if knobs.advisory else NAME


def _asked(knobs: Knobs) -> str:
    """Everything besides the two trees that a verdict depends on."""
    return repr((program(), knobs))
