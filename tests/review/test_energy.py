"""What judging costs and remembering saves."""

from __future__ import annotations

import threading
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.review.canonical import content_id
from rubout.review.energy import Reading, Saving, all_savings, savings, total
from rubout.review.envelope import Verified, sign
from rubout.review.meter import Meter, Zone, difference, zones
from rubout.review.records import Clearance, Energy, Finding, SignedTier, Stage
from rubout.review.refusal import refuse
from rubout.review.running import BELOW_RESOLUTION, UNAVAILABLE
from rubout.review.sitting import Sitting
from rubout.review.trust import Principal
from tests.review.story import EVAL, EVIL, K1, K2, K3, OTHER_EVIL, written

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.review.crypto import SigningKey

NOW = "2026-01-01T00:00:00Z"
POLICY = content_id("policy", {})
SOMEBODY = Principal(id="somebody", kind="human", keys=(K1.public,), roles=())


def refusal(key: SigningKey, text: bytes, tier: SignedTier, uj: int, *, teaches: bool = False) -> Verified[Any]:
    finding = Finding(check="semantic" if teaches else f"skill:{EVAL.id}", text="no")
    sitting = Sitting(policy_id=POLICY, made_at=NOW, tier=tier, uj=uj)
    induced = [EVAL] if teaches else []
    signed = refuse(written(text), Stage.QUALITY, key, [finding], sitting, induced=induced)
    return Verified(signed.id, signed.record, signed.raw, SOMEBODY)


def override(target: Verified[Any]) -> Verified[Any]:
    record = Clearance(
        by=K1.public,
        op_id=target.record.op_id,
        kind="override",
        targets=(target.id,),
        skills=(EVAL.id,),
        reason="this eval is safe",
        made_at=NOW,
    )
    return Verified(content_id("clearance", record), record, sign(record, K1), SOMEBODY)


def test_example_30_a_skill_that_was_taught_once_and_overridden_once() -> None:
    hits = [refusal(K2, text, SignedTier.LEARNED, 10) for text in (OTHER_EVIL, b"eval(1)", b"eval(2)")]
    records = [refusal(K3, EVIL, SignedTier.SEMANTIC, 5_000_050, teaches=True), *hits, override(hits[0])]
    (saving,) = savings(records)
    assert saving == Saving(skill_id=EVAL.id, paid=Fraction(5_000_050), hits=3, overridden=1)
    assert (saving.avoided_max, saving.wasted) == (10_000_100, 10)
    assert saving.net == 5_000_040


def test_a_run_is_paid_once_and_shared_by_what_it_taught() -> None:
    other = EVAL.__class__("exec(", "quality", "never execute input")
    sitting = Sitting(policy_id=POLICY, made_at=NOW, tier=SignedTier.SEMANTIC, uj=5_000_051)
    finding = Finding(check="semantic", text="no")
    signed = refuse(written(EVIL), Stage.QUALITY, K3, [finding], sitting, induced=[EVAL, other])
    found = savings([Verified(signed.id, signed.record, signed.raw, SOMEBODY)])
    assert [saving.paid for saving in found] == [Fraction(5_000_051, 2)] * 2
    assert all_savings(found).paid == 5_000_051


def test_the_run_that_taught_a_skill_first_pays_for_it() -> None:
    late = Sitting(policy_id=POLICY, made_at="2026-02-01T00:00:00Z", tier=SignedTier.SEMANTIC, uj=9_000_000)
    again = refuse(written(OTHER_EVIL), Stage.QUALITY, K3, [Finding(check="semantic", text="no")], late, induced=[EVAL])
    records = [
        Verified(again.id, again.record, again.raw, SOMEBODY),
        refusal(K3, EVIL, SignedTier.SEMANTIC, 5_000_050, teaches=True),
    ]
    assert [saving.paid for saving in savings(records)] == [5_000_050]


def test_what_nobody_taught_was_free() -> None:
    assert savings([refusal(K2, EVIL, SignedTier.LEARNED, 10)]) == (
        Saving(skill_id=EVAL.id, paid=Fraction(), hits=1, overridden=0),
    )


CLASSES = st.sampled_from(["estimator", "reported", "meter"])
READINGS = st.lists(st.builds(lambda uj, kind: Reading(uj=uj, energy_class=kind), st.integers(0, 9), CLASSES))


@given(READINGS)
def test_a_sum_is_of_the_weakest_class_in_it(readings: list[Reading]) -> None:
    found = total(readings)
    held = {each.energy_class for each in readings}
    weakest = next((kind for kind in ("estimator", "reported", "meter") if kind in held), "estimator")
    assert (found.uj, found.energy_class) == (sum(each.uj for each in readings), weakest)


@pytest.mark.parametrize(
    ("before", "after", "limit", "expected"),
    [
        (4_294_000_000, 10_000, 4_294_967_295, 977_295),
        (4_294_000_000, 10_000, None, None),
        (4_294_000_000, 10_000, 1_000, None),
        (5, 9, None, 4),
        (5, 5, None, 0),
    ],
)
def test_example_29_a_counter_that_wraps_once_is_mended(
    before: int, after: int, limit: int | None, expected: int | None
) -> None:
    assert difference(before, after, limit) == expected


def zone(root: Path, folder: str, name: str, energy: int, limit: int | None = 1 << 32) -> Path:
    place = root / folder
    place.mkdir(parents=True)
    (place / "name").write_text(f"{name}\n")
    (place / "energy_uj").write_text(f"{energy}\n")
    if limit is not None:
        (place / "max_energy_range_uj").write_text(f"{limit}\n")
    return place


def test_packages_and_their_memory_are_counted_and_nothing_twice(tmp_path: Path) -> None:
    zone(tmp_path, "intel-rapl:0", "package-0", 1)
    zone(tmp_path, "intel-rapl:0:0", "core", 1)
    zone(tmp_path, "intel-rapl:0:1", "dram", 1)
    zone(tmp_path, "intel-rapl:1", "package-1", 1)
    zone(tmp_path, "intel-rapl:2", "psys", 1)
    zone(tmp_path, "intel-rapl:2:0", "dram", 1)
    assert [found.path.name for found in zones(tmp_path)] == ["intel-rapl:0", "intel-rapl:1", "intel-rapl:0:1"]


def measured(found: list[Zone], change: dict[Path, int], seconds: float, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A reading after the counters moved and the clock went on."""
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with Meter(found) as meter:
        for place, energy in change.items():
            (place / "energy_uj").write_text(str(energy))
        clock[0] += seconds
        return meter.reading()


def test_a_meter_adds_its_zones_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = zone(tmp_path, "a:0", "package-0", 100), zone(tmp_path, "a:0:0", "dram", 50)
    reading, why = measured(list(zones(tmp_path)), {first: 700, second: 60}, 2, monkeypatch)
    assert why is None
    assert reading == Reading(uj=610, energy_class="meter", source="rapl", scope="machine", window_ms=2_000)


@pytest.mark.parametrize(
    ("limit", "energy", "seconds", "why"),
    [(1 << 32, 200, 0.999, BELOW_RESOLUTION), (1 << 32, 200, 1, None), (None, 50, 2, UNAVAILABLE)],
)
def test_example_29_what_cannot_be_measured_is_no_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int | None, energy: int, seconds: float, why: str | None
) -> None:
    place = zone(tmp_path, "a:0", "package-0", 100, limit)
    reading, said = measured(list(zones(tmp_path)), {place: energy}, seconds, monkeypatch)
    assert (reading is None, said) == (why is not None, why)


def test_a_machine_without_counters_measures_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert zones(tmp_path / "nowhere") == ()
    assert measured([], {}, 5, monkeypatch) == (None, UNAVAILABLE)


def test_a_meter_leaves_no_thread_behind(tmp_path: Path) -> None:
    zone(tmp_path, "a:0", "package-0", 100)
    before = threading.active_count()
    with Meter(zones(tmp_path)):
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_the_energy_of_a_record_names_its_class() -> None:
    assert Energy("meter", 5).energy_class == "meter"
