"""Is the tree of folders in order?

Formula   S0 geometry      depth > depth_ceil, or subdirs + files > fanout_ceil
          S1 naming        at least naming_min files, and permille(tsallis2_norm) of their styles > naming_ceil
          S2 mixing        ins + outs >= mix_ref_floor and outs > ins, over the references of all files of the folder
          S3 misplacement  a file with outside >= misplace_min and outside > 2 * inside
          S4 docs          files >= big_dir_floor without a README; the root without a manifest
          S5 staleness     stale >= stale_min; a document is stale when it did not change, or something it refers to
                           changed later
          S6 redundancy    copies >= dup_min or dead >= dead_min
Fold      as the score's, every axis weighing 1: its mass the folders that it flags, its opportunity all folders
Unjudged  S5 and S6 when their table is None; they leave the divisor
Overlay   a declared folder owns what no declared folder below it does; divergence = permille(chi2 of files owned
          against weights), and None while a folder with files has no owner. It never enters the score
Fails     only when degraded
Degraded  more than `MOST_ROWS` rows: nothing is answered then
Source    docs/methodology/structure.md
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from rubout.facts import score
from rubout.facts.structure import Axis, Deviation, Entropy, Facts, Flag, Knobs, Measured, Stale, Verdict
from rubout.judge.bounds import refuse_knobs
from rubout.judge.entropy import chi2, permille, tsallis2_norm
from rubout.judge.score import charge_of, divisor
from rubout.judge.structure_contract import check, check_knobs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["AXES", "EXCEEDED", "Facts", "Knobs", "Verdict", "check_knobs", "judge", "owned", "stale_rows"]

AXES = ("geometry", "naming", "mixing", "misplacement", "docs", "staleness", "redundancy")
STALENESS, REDUNDANCY = 5, 6
EXCEEDED = frozenset({"depth", "fanout", "naming", "crossing", "outside"})  # flagged past the limit, others at it
README, MANIFEST = 1, 2  # bits of a convention
MISPLACED = 2  # references outside for each inside that a file may have
MOST_ROWS = 524_288

UNOWNED, UNFILLED = 0, 1  # kinds of a deviation


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge a tree.

    Raises:
        ContractError: as `structure_contract.check`, or a knob out of bounds. Facts over the cap are not looked at.
    """
    if _rows(facts) > MOST_ROWS:
        return _degraded()
    check(facts)
    refuse_knobs("structure", check_knobs(knobs))
    staleness = _staleness(facts)
    found = [_flagged(rows) for rows in _measured(facts, staleness, knobs)]
    unjudged = {axis for axis, table in ((STALENESS, staleness), (REDUNDANCY, facts.redundancy)) if table is None}
    judged = [axis for axis in range(len(AXES)) if axis not in unjudged]
    law = score.Knobs(law=knobs.law, score_scale=knobs.scale)
    dirs = len(facts.nodes)
    axes = tuple(
        Axis(axis, AXES[axis], len(found[axis]), dirs, charge_of(Fraction(len(found[axis])), dirs, law))
        for axis in judged
    )
    cost = sum(axis.charge for axis in axes) * knobs.viol_cost
    deviations = tuple(_deviations(facts))
    return Verdict(
        score=max(0, knobs.scale - cost // divisor((1 for _ in axes), law)),
        axes=axes,
        entropy=_entropy(facts),
        flags=tuple(Flag(axis, dir_, found[axis][dir_]) for axis in judged for dir_ in sorted(found[axis])),
        staleness=staleness,
        divergence=_divergence(facts, deviations),
        deviations=deviations,
        fail=False,
        degraded=False,
        reason=None,
        knobs=knobs,
    )


def stale_rows(facts: Facts) -> tuple[Stale, ...]:
    """How many documents of each folder are stale."""
    documents = facts.documents or ()
    stale = {
        target.document
        for target in facts.targets
        if documents[target.document].time == 0 or target.time > documents[target.document].time
    }
    total = Counter(document.dir for document in documents)
    old = Counter(documents[index].dir for index in stale)
    return tuple(Stale(dir_, old[dir_], total[dir_]) for dir_ in sorted(total))


def _staleness(facts: Facts) -> tuple[Stale, ...] | None:
    return stale_rows(facts) if facts.documents is not None else facts.staleness


def _rows(facts: Facts) -> int:
    tables = (
        *(facts.nodes, facts.patterns, facts.conventions, facts.touches, facts.declared),
        *(facts.staleness, facts.redundancy, facts.documents, facts.targets),
    )
    return sum(len(table or ()) for table in tables)


Found = tuple[int, Measured]  # of a folder


def _flagged(rows: Iterable[Found]) -> Mapping[int, tuple[Measured, ...]]:
    """By folder, everything that flags it."""
    by_dir: defaultdict[int, tuple[Measured, ...]] = defaultdict(tuple)
    for dir_, measured in rows:
        by_dir[dir_] += (measured,)
    return by_dir


def _measured(facts: Facts, staleness: Sequence[Stale] | None, knobs: Knobs) -> tuple[Iterator[Found], ...]:
    """Of each axis, what flags a folder."""
    return (
        _geometry(facts, knobs),
        _naming(facts, knobs),
        _mixing(facts, knobs),
        _misplacement(facts, knobs),
        _docs(facts, knobs),
        _stale(staleness or (), knobs),
        _redundancy(facts, knobs),
    )


def _geometry(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    for node in facts.nodes:
        if node.depth > knobs.depth_ceil:
            yield node.id, Measured("depth", node.depth, knobs.depth_ceil)
        if node.subdirs + node.files > knobs.fanout_ceil:
            yield node.id, Measured("fanout", node.subdirs + node.files, knobs.fanout_ceil)


def _naming(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    by_dir: defaultdict[int, list[int]] = defaultdict(list)
    for row in facts.patterns:
        by_dir[row.dir].append(row.count)
    for dir_, counts in by_dir.items():
        mixed = permille(tsallis2_norm(counts))
        if sum(counts) >= knobs.naming_min and mixed > knobs.naming_ceil:
            yield dir_, Measured("naming", mixed, knobs.naming_ceil)


def _mixing(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    ins: Counter[int] = Counter()
    outs: Counter[int] = Counter()
    for row in facts.touches:
        ins[row.dir] += row.inside * row.count
        outs[row.dir] += row.outside * row.count
    for dir_ in outs:
        if ins[dir_] + outs[dir_] >= knobs.mix_ref_floor and outs[dir_] > ins[dir_]:
            yield dir_, Measured("crossing", outs[dir_], ins[dir_])


def _misplacement(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    """Of each folder the file that refers, or is referred to, most from elsewhere."""
    worst: dict[int, Measured] = {}
    for row in facts.touches:
        if row.outside >= knobs.misplace_min and row.outside > MISPLACED * row.inside:
            measured = Measured("outside", row.outside, MISPLACED * row.inside)
            worst[row.dir] = max(worst.get(row.dir, measured), measured, key=_how_far)
    yield from worst.items()


def _how_far(measured: Measured) -> tuple[int, int]:
    return measured.value, -measured.limit


def _docs(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    bits = {row.dir: row.bits for row in facts.conventions}
    for node in facts.nodes:
        held = bits.get(node.id, 0)
        if node.files >= knobs.big_dir_floor and not held & README:
            yield node.id, Measured("files without a README", node.files, knobs.big_dir_floor)
        if node.id == 0 and not held & MANIFEST:
            yield node.id, Measured("manifests", 0, 1)


def _stale(rows: Iterable[Stale], knobs: Knobs) -> Iterator[Found]:
    return (
        (row.dir, Measured("stale documents", row.stale, knobs.stale_min))
        for row in rows
        if row.stale >= knobs.stale_min
    )


def _redundancy(facts: Facts, knobs: Knobs) -> Iterator[Found]:
    for row in facts.redundancy or ():
        if row.copies >= knobs.dup_min:
            yield row.dir, Measured("copies", row.copies, knobs.dup_min)
        if row.dead >= knobs.dead_min:
            yield row.dir, Measured("dead files", row.dead, knobs.dead_min)


def _entropy(facts: Facts) -> Entropy:
    styles: Counter[int] = Counter()
    for row in facts.patterns:
        styles[row.code] += row.count
    return Entropy(
        naming=permille(tsallis2_norm(styles.values())),
        files=permille(tsallis2_norm(node.files for node in facts.nodes)),
    )


def owned(facts: Facts) -> tuple[dict[int, int], list[int]]:
    """The files that each declared folder owns, and the folders with files that none does."""
    mass = {row.dir: 0 for row in facts.declared}
    owners: list[int | None] = []
    unowned = []
    for node in facts.nodes:
        above = owners[node.parent] if node.id else None  # the root has nobody above it
        owner = node.id if node.id in mass else above
        owners.append(owner)
        if owner is not None:
            mass[owner] += node.files
        elif node.files:
            unowned.append(node.id)
    return mass, unowned


def _deviations(facts: Facts) -> Iterator[Deviation]:
    if facts.declared:
        mass, unowned = owned(facts)
        kinds = {dir_: UNFILLED for dir_, files in mass.items() if not files} | dict.fromkeys(unowned, UNOWNED)
        yield from (Deviation(dir_, kinds[dir_]) for dir_ in sorted(kinds))


def _divergence(facts: Facts, deviations: Iterable[Deviation]) -> int | None:
    if not facts.declared or any(row.kind == UNOWNED for row in deviations):
        return None
    mass, _ = owned(facts)
    diverged = chi2([(mass[row.dir], row.weight) for row in facts.declared])
    return None if diverged is None else permille(diverged)


def _degraded() -> Verdict:
    return Verdict(
        score=None,
        axes=(),
        entropy=None,
        flags=(),
        staleness=None,
        divergence=None,
        deviations=(),
        fail=True,
        degraded=True,
        reason="structure_too_large",
        knobs=Knobs(),
    )
