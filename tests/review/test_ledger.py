"""Tests of rubout.review.ledger and rubout.review.checkpoints."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.errors import ReviewError
from rubout.review import ledger as module
from rubout.review.canonical import bytes_id
from rubout.review.checkpoints import new_checkpoint, previous
from rubout.review.ledger import Fault, ancestry, read_ledger, store_root
from rubout.review.records import Op, Review, change_id
from rubout.store.records import Stored, record_name
from tests.signed import (
    HUMAN,
    K1,
    K3,
    NOW,
    OP,
    PRINCIPALS,
    SPEC,
    STRANGER,
    TRUST,
    checkpoint,
    clearance,
    op_of,
    principal,
    refusal,
    signed,
    skill_event,
    trust_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.envelope import Signed
    from rubout.review.ledger import Ledger
    from rubout.review.trust import Trust


def stored(records: Iterable[Signed[Any]]) -> list[Stored]:
    return [Stored(record_name(each.id), each.raw) for each in records]


def read(records: Iterable[Signed[Any]], trust: Trust = TRUST) -> Ledger:
    return read_ledger(stored(records), trust)


def codes(ledger: Ledger) -> list[str]:
    return [fault.code for fault in ledger.faults]


def chained(length: int, heads: tuple[str, ...] = (), tag: str = "") -> list[Signed[Any]]:
    """Records that each stand on the one before, the first on `heads`."""
    records: list[Signed[Any]] = []
    for number in range(length):
        prev = (records[-1].id,) if records else tuple(sorted(heads))
        records.append(signed(skill_event(reason=f"{tag} number {number}", prev=prev)))
    return records


BASE = [signed(OP), signed(SPEC)]
CHAIN = chained(5, tuple(each.id for each in BASE))
WHOLE = [*BASE, *CHAIN]


def test_a_store_is_read_whole_by_name() -> None:
    ledger = read(WHOLE)
    assert list(ledger.records) == sorted(each.id for each in WHOLE)
    assert ledger.faults == ()
    assert ledger.heads == (CHAIN[-1].id,)


def test_an_empty_store_is_whole_and_has_no_heads() -> None:
    assert read([]).heads == ()
    assert read([]).faults == ()


def test_the_order_of_the_files_decides_nothing() -> None:
    files = stored(WHOLE)
    random.Random(1).shuffle(files)
    assert read_ledger(files, TRUST) == read(WHOLE)


def test_a_record_that_two_stores_hold_is_one_record() -> None:
    assert read([*WHOLE, *WHOLE]) == read(WHOLE)


def test_records_are_found_by_what_they_are_about() -> None:
    elsewhere = signed(op_of(target="refs/heads/release"))
    about, other = signed(refusal()), signed(refusal(op_id=elsewhere.id))
    cleared = signed(clearance())
    ledger = read([*WHOLE, elsewhere, about, other, cleared])
    assert [each.id for each in ledger.reviews(BASE[0].id)] == [about.id]
    assert [each.id for each in ledger.clearances(BASE[0].id)] == [cleared.id]
    assert [each.id for each in ledger.ops_of(change_id(OP))] == [BASE[0].id]
    assert {each.id for each in ledger.of(Op)} == {BASE[0].id, elsewhere.id}


@pytest.mark.parametrize("gone", range(len(WHOLE) - 1))
def test_p13_a_record_that_another_stands_on_cannot_be_removed(gone: int) -> None:
    ledger = read(each for number, each in enumerate(WHOLE) if number != gone)
    assert ledger.gaps == (WHOLE[gone].id,)
    assert codes(ledger) == ["gap"]


def test_the_newest_record_can_be_removed_by_whoever_writes_the_store() -> None:
    assert read(WHOLE[:-1]).faults == ()


@settings(max_examples=500)
@given(data=st.data())
def test_p13_in_any_store_removing_a_record_that_is_no_head_is_an_integrity_failure(data: st.DataObject) -> None:
    records: list[Signed[Any]] = []
    for number in range(data.draw(st.integers(2, 5))):
        names = sorted(each.id for each in records)
        prev = tuple(sorted(data.draw(st.sets(st.sampled_from(names)) if names else st.just(set()))))
        records.append(signed(skill_event(reason=f"number {number}", prev=prev)))
    whole = read(records)
    assert whole.faults == ()
    for each in records:
        rest = read(other for other in records if other is not each)
        assert (each.id in whole.heads) == (rest.faults == ())


def test_example_32_two_branches_merge_and_the_next_record_names_both_heads() -> None:
    ours, theirs = chained(3, (BASE[0].id,), "our"), chained(3, (BASE[0].id,), "their")
    assert len({record_name(each.id) for each in (*ours, *theirs)}) == 6
    ledger = read([BASE[0], *ours, *theirs])
    assert ledger.faults == ()
    assert ledger.heads == tuple(sorted((ours[-1].id, theirs[-1].id)))
    merged = signed(skill_event(reason="merge", prev=previous(ledger)))
    assert read([BASE[0], *ours, *theirs, merged]).heads == (merged.id,)


def test_a_file_of_another_name_is_misnamed_and_counts_for_nothing() -> None:
    ledger = read_ledger([Stored("aa/bb.json", CHAIN[0].raw)], TRUST)
    assert ledger.faults == (Fault("misnamed", "aa/bb.json", f"holds {CHAIN[0].id}"),)
    assert ledger.records == {}


@pytest.mark.parametrize(
    "raw", [None, b"", b"{}", BASE[0].raw.replace(b"payloadType", b"payload_type"), BASE[0].raw[:-9]]
)
def test_a_file_that_holds_no_record_is_named(raw: bytes | None) -> None:
    ledger = read_ledger([*stored(WHOLE), Stored("note", raw)], TRUST)
    assert [(fault.code, fault.where) for fault in ledger.faults] == [("bad_record", "note")]


def test_a_record_that_was_changed_is_bad_and_missed() -> None:
    files = stored(WHOLE)
    value = json.loads(CHAIN[0].raw)
    value["signatures"] = json.loads(CHAIN[1].raw)["signatures"]
    files[2] = Stored(files[2].name, json.dumps(value).encode())
    assert codes(read_ledger(files, TRUST)) == ["bad_record", "gap"]


def test_the_record_of_an_unknown_key_counts_for_nothing_and_is_no_fault() -> None:
    foreign = signed(refusal(reviewer=STRANGER.public, prev=(CHAIN[0].id,)))
    ledger = read([*WHOLE, foreign])
    assert ledger.faults == ()
    assert foreign.id not in ledger.records
    assert ledger.uncounted[foreign.id].code == "unknown_key"
    assert [each.id for each in ledger.reviews(BASE[0].id)] == [foreign.id]
    assert ledger.heads == (CHAIN[-1].id,)


def test_the_record_of_an_unknown_key_is_bad_all_the_same_if_it_was_changed() -> None:
    value = json.loads(signed(refusal(reviewer=STRANGER.public)).raw)
    value["signatures"] = json.loads(CHAIN[0].raw)["signatures"]
    assert codes(read_ledger([Stored("x", json.dumps(value).encode())], TRUST)) == ["bad_record"]


def test_an_unknown_key_cannot_claim_that_something_is_missing() -> None:
    foreign = signed(refusal(reviewer=STRANGER.public, prev=(bytes_id(b"nothing"),)))
    assert read([*WHOLE, foreign]).faults == ()


def test_a_revoked_keys_records_count_no_longer_and_are_still_stood_on() -> None:
    review = signed(refusal())
    after = signed(skill_event(prev=(review.id,)))
    trust = trust_of(revoked=(K3,))
    ledger = read([review, after], trust)
    assert ledger.faults == ()
    assert ledger.uncounted[review.id].code == "revoked"
    assert read([after], trust).gaps == (review.id,)


def test_the_op_of_somebody_who_may_not_write_is_no_fault() -> None:
    trust = trust_of(principal("author", K1, roles=["review"]), *PRINCIPALS[1:])
    assert read([BASE[0]], trust).uncounted[BASE[0].id].code == "no_role"


def test_a_checkpoint_counts_what_it_stands_on_and_becomes_the_one_head() -> None:
    ledger = read(WHOLE)
    made = new_checkpoint(ledger, HUMAN, NOW)
    assert made.record.count == len(WHOLE)
    assert made.record.root == store_root(each.id for each in WHOLE)
    assert read([*WHOLE, made]).heads == (made.id,)
    assert read([*WHOLE, made]).faults == ()


def test_records_that_come_after_a_checkpoint_do_not_disturb_it() -> None:
    made = new_checkpoint(read(WHOLE), HUMAN, NOW)
    assert read([*WHOLE, made, *chained(2, (made.id,), "later"), *chained(2, (), "aside")]).faults == ()


def test_a_checkpoint_that_is_kept_elsewhere_shows_that_the_newest_records_are_gone() -> None:
    made = new_checkpoint(read(WHOLE), HUMAN, NOW)
    assert codes(read([*WHOLE[:-1], made])) == ["checkpoint", "gap"]
    assert codes(read([made])) == ["checkpoint", "gap"]


@pytest.mark.parametrize("change", [{"count": 6}, {"count": 8}, {"root": store_root([])}])
def test_a_checkpoint_that_counted_otherwise_is_a_fault(change: dict[str, Any]) -> None:
    made = signed(msgspec.structs.replace(new_checkpoint(read(WHOLE), HUMAN, NOW).record, **change))
    assert codes(read([*WHOLE, made])) == ["checkpoint"]


def test_of_two_checkpoints_the_newer_counts() -> None:
    first = new_checkpoint(read(BASE), HUMAN, NOW)
    wrong = signed(checkpoint(heads=tuple(sorted(each.id for each in BASE)), count=1))
    second = new_checkpoint(read([*WHOLE, first]), HUMAN, NOW)
    assert read([*WHOLE, first, wrong, second]).faults == ()


def test_a_checkpoint_of_a_store_that_is_not_whole_is_refused() -> None:
    with pytest.raises(ReviewError, match="gap") as caught:
        new_checkpoint(read(WHOLE[1:]), HUMAN, NOW)
    assert caught.value.code == "store"


def test_more_heads_than_a_record_can_name_need_a_checkpoint_first() -> None:
    many = [signed(skill_event(reason=f"number {number}")) for number in range(65)]
    assert len(previous(read(many[:64]))) == 64
    with pytest.raises(ReviewError) as caught:
        previous(read(many))
    assert caught.value.code == "checkpoint_first"
    made = new_checkpoint(read(many), HUMAN, NOW)
    assert previous(read([*many, made])) == (made.id,)


def test_ancestry_walks_as_far_as_records_are_there() -> None:
    ledger = read(WHOLE)
    assert ancestry(ledger, [CHAIN[1].id]) == {BASE[0].id, BASE[1].id, CHAIN[0].id, CHAIN[1].id}
    assert ancestry(ledger, ["none"]) == frozenset()


def test_the_root_is_the_digest_of_the_sorted_names() -> None:
    assert store_root(["b", "a"]) == bytes_id(b"a\nb")


def records_of_every_sort() -> Sequence[Stored]:
    foreign = signed(refusal(reviewer=STRANGER.public))
    return [*stored([*WHOLE, foreign, signed(refusal())]), Stored("bad", b"{}"), Stored("none", None)]


def test_other_processes_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = read_ledger(records_of_every_sort(), TRUST)
    monkeypatch.setattr(module, "FEW", 3)
    monkeypatch.setattr(module, "_AT_ONCE", 2)
    together = read_ledger(records_of_every_sort(), TRUST, jobs=2)
    assert together == alone
    assert all(isinstance(each.record, Review) for each in together.reviews(BASE[0].id))
