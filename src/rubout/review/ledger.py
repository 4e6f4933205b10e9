"""What does a store hold, and is it whole?

Heads     the records that no record names; a new one names them all, and so the records form a graph of hashes
Whole     every record that a listed key's record stands on is there, each under its own name, and what the newest
          checkpoint counted still is
Trust     a record of an unlisted or revoked key is kept, counts for nothing and vouches for nothing
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.canonical import bytes_id
from rubout.review.envelope import Signed, Verified, read_signed, verify_any
from rubout.review.records import Checkpoint, Clearance, Op, Review, change_id, named_by, signer_of
from rubout.store.records import record_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rubout.review.records import Record
    from rubout.review.trust import Trust
    from rubout.store.records import Stored

R = TypeVar("R", bound="Record")

FEW = 2_000  # records that are verified before other processes have begun
_AT_ONCE = 500  # records of one task
_UNCOUNTED = frozenset({"unknown_key", "revoked", "no_role"})


class Fault(NamedTuple):
    """What is wrong with a store: `gap`, `misnamed`, `bad_record` or `checkpoint`, where, and why."""

    code: str
    where: str
    why: str


class Uncounted(NamedTuple):
    """A record whose signature holds and that counts for nothing, and the code of the reason."""

    signed: Signed[Any]
    code: str


class Ledger(Plain, frozen=True, dict=True):
    """The records of one or more stores by name, ascending."""

    records: Mapping[str, Verified[Any]] = msgspec.field(default_factory=dict)
    uncounted: Mapping[str, Uncounted] = msgspec.field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The records that no record names, ascending: what a new record stands on."""
        named = {name for verified in self.records.values() for name in named_by(verified.record)}
        return tuple(name for name in self.records if name not in named)

    @property
    def gaps(self) -> tuple[str, ...]:
        """The names of the records that are missing."""
        return tuple(fault.where for fault in self.faults if fault.code == "gap")

    def of(self, record_type: type[R]) -> Iterator[Verified[R]]:
        """The records of one type."""
        return (verified for verified in self.records.values() if isinstance(verified.record, record_type))

    def reviews(self, op_id: str) -> list[Signed[Review]]:
        """Every review of an op, those that count for nothing too."""
        return [signed for signed in self._everything() if _is_about(signed.record, Review, op_id)]

    def clearances(self, op_id: str) -> list[Signed[Clearance]]:
        """Every clearance for an op, those that count for nothing too."""
        return [signed for signed in self._everything() if _is_about(signed.record, Clearance, op_id)]

    def ops_of(self, wanted: str) -> list[Verified[Op]]:
        """The ops that propose a change, by the change's id."""
        return [op for op in self.of(Op) if change_id(op.record) == wanted]

    def _everything(self) -> Iterator[Signed[Any]]:
        yield from self.records.values()
        yield from (each.signed for each in self.uncounted.values())


def read_ledger(stored: Iterable[Stored], trust: Trust, *, jobs: int = 1) -> Ledger:
    """The records in the files of one or more stores.

    Args:
        stored: the files; the same record may come more than once.
        trust: whose records count.
        jobs: processes that verify, when there are many records; 0 is one for each processor.
    """
    files = list(stored)
    records: dict[str, Verified[Any]] = {}
    uncounted: dict[str, Uncounted] = {}
    faults: list[Fault] = []
    found = _judged([file.raw for file in files], trust, jobs)
    for (name, _), judged in zip(files, found, strict=True):
        if isinstance(judged, str):
            faults.append(Fault("bad_record", name, judged))
            continue
        signed = judged.signed if isinstance(judged, Uncounted) else judged
        if name != record_name(signed.id):
            faults.append(Fault("misnamed", name, f"holds {signed.id}"))
        elif isinstance(judged, Uncounted):
            uncounted[signed.id] = judged
        else:
            records[signed.id] = judged
    ledger = Ledger(dict(sorted(records.items())), dict(sorted(uncounted.items())))
    faults += [*_gaps(ledger), *_against_checkpoint(ledger)]
    return Ledger(ledger.records, ledger.uncounted, tuple(sorted(faults)))


def store_root(ids: Iterable[str]) -> str:
    """The one name of many records."""
    return bytes_id("\n".join(sorted(ids)).encode())


def ancestry(ledger: Ledger, heads: Iterable[str]) -> frozenset[str]:
    """The heads and all that they stand on, as far as it is there."""
    held = {name: each.record for name, each in ledger.records.items()}
    held |= {name: each.signed.record for name, each in ledger.uncounted.items()}
    seen: set[str] = set()
    waiting = [name for name in heads if name in held]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [other for other in named_by(held[name]) if other in held]
    return frozenset(seen)


def _gaps(ledger: Ledger) -> Iterator[Fault]:
    missing: dict[str, str] = {}
    for name, verified in ledger.records.items():
        for other in named_by(verified.record):
            if other not in ledger.records and other not in ledger.uncounted:
                missing.setdefault(other, name)
    return (Fault("gap", other, f"{name} stands on it") for other, name in missing.items())


def _against_checkpoint(ledger: Ledger) -> Iterator[Fault]:
    checkpoints = [(each.record.count, each.id, each.record) for each in ledger.of(Checkpoint)]
    if not checkpoints:
        return
    _, name, newest = max(checkpoints, key=lambda each: each[:2])
    found = ancestry(ledger, newest.heads)
    if len(found) != newest.count or store_root(found) != newest.root:
        yield Fault("checkpoint", name, f"counted {newest.count} records, of which {len(found)} are found")


def _is_about(record: Record, record_type: type[Review | Clearance], op_id: str) -> bool:
    return isinstance(record, record_type) and record.op_id == op_id


Judged = Verified[Any] | Uncounted | str
_Lean = tuple[str, Any, str | None] | str


def _judged(raws: Sequence[bytes | None], trust: Trust, jobs: int) -> list[Judged]:
    """Each file's record, or why it is none, in the order given."""
    if len(raws) <= FEW or jobs == 1:
        return [_judge(raw, trust) for raw in raws]
    import pickle  # noqa: PLC0415 - most stores are small

    from rubout.measure.pool import MOST_TASKS, answers, processors  # noqa: PLC0415 - as above

    size = max(_AT_ONCE, -(-len(raws) // MOST_TASKS))
    parts = [raws[start : start + size] for start in range(0, len(raws), size)]
    judged: list[list[Judged]] = [[] for _ in parts]

    def work(part: Sequence[bytes | None]) -> bytes:
        return pickle.dumps([_lean(_judge(raw, trust)) for raw in part])

    for number, answer in answers(parts, work, jobs or processors()):
        part = parts[number]
        if answer is None:  # of a worker that died
            judged[number] = [_judge(raw, trust) for raw in part]
        else:
            rows = pickle.loads(answer)  # noqa: S301 - this program's own bytes
            judged[number] = [_full(row, raw, trust) for row, raw in zip(rows, part, strict=True)]
    return [each for part in judged for each in part]


def _lean(judged: Judged) -> _Lean:
    """What another process need not send is left out: the bytes, which are here, and who the signer is."""
    if isinstance(judged, Verified):
        return judged.id, judged.record, None
    return (judged.signed.id, judged.signed.record, judged.code) if isinstance(judged, Uncounted) else judged


def _full(row: _Lean, raw: bytes | None, trust: Trust) -> Judged:
    if isinstance(row, str) or raw is None:
        return str(row)
    name, record, code = row
    if code is not None:
        return Uncounted(Signed(name, record, raw), code)
    principal = trust.holder(signer_of(record))
    if principal is None:
        raise ValueError("a verified record has a signer who is listed")
    return Verified(name, record, raw, principal)


def _judge(raw: bytes | None, trust: Trust) -> Judged:
    if raw is None:
        return "is no file, or too large"
    try:
        return verify_any(raw, trust)
    except ReviewError as error:
        if error.code not in _UNCOUNTED:
            return error.what
        code = error.code
    try:
        return Uncounted(read_signed(raw), code)
    except ReviewError as error:
        return error.what
