"""What runs have cost, and what one may still cost today."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.config.records import Review as Settings
from rubout.facts.observe import Review as Line
from rubout.review.meter import Zone
from rubout.review.metering import metered as metered_run
from rubout.review.outcome import CascadeReview, ReviewTier
from rubout.review.running import BELOW_RESOLUTION, UNAVAILABLE, Run
from rubout.review.spending import DAY_MS, Metered, Spent, budget_of, metered, spent_on_day, taught_lately
from rubout.store import feed
from tests.review.story import EVAL

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

DAY = 20_000


def told(root: Path, *, day: int = DAY, **more: Any) -> None:
    line = Line(
        ts_ms=day * DAY_MS + 5, op_id="sha256:0", tier="semantic", outcome="approved", reason=None, uj=0, **more
    )
    assert feed.append(str(root), line)


def test_a_day_is_one_of_utc(tree: Tree) -> None:
    root = tree({})
    told(root, tokens_in=100, tokens_out=10, decodes=1)
    told(root, tokens_in=5, decodes=2)
    told(root, day=DAY - 1, tokens_in=1_000, decodes=9)
    assert spent_on_day(str(root), DAY) == Spent(115, 15_000_000)
    assert spent_on_day(str(root), DAY + 1) == Spent(0, 0)


def test_what_is_left_of_a_day_bounds_an_op(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({})
    monkeypatch.setattr(time, "time_ns", lambda: (DAY * DAY_MS + 7) * 1_000_000)
    told(root, tokens_in=100, decodes=1)
    left = budget_of(Settings(day_tokens=1_000, day_uj=20_000_000), str(root))
    assert (left.day_tokens, left.day_uj) == (900, 15_000_000)
    free = budget_of(Settings(), str(root))
    assert (free.day_tokens, free.day_uj) == (None, None)


def test_lines_that_are_none_cost_nothing(tree: Tree) -> None:
    root = tree({".rubout/observe.ndjson": '{"event":"review","ts_ms":"x"}\n{"event":"probe"}\nreview\n'})
    told(root, decodes=1)
    assert spent_on_day(str(root), DAY).uj == 5_000_000


def test_what_runs_would_teach_is_known_by_its_id(tree: Tree) -> None:
    root = tree({})
    told(root, induced=(msgspec.to_builtins(EVAL), {"marker": 1}))
    assert taught_lately(str(root)) == {EVAL.id: EVAL}


def test_what_was_measured_is_summed(tree: Tree) -> None:
    root = tree({})
    told(root, metered_uj=7)
    told(root, metered_uj=0)
    told(root)
    assert metered(str(root)) == Metered(7, 2)


def ran(*, escalated: bool) -> Run:
    nothing: Any = None
    climb = CascadeReview((), ReviewTier.STRUCTURAL, escalated=escalated, estimated_uj=50, reason="timeout")
    return Run(
        proposal=nothing, claims=nothing, setting=nothing, climb=climb, verdict=None, outcome="inconclusive", reason="x"
    )


@pytest.mark.parametrize(("escalated", "why"), [(True, UNAVAILABLE), (False, None)])
def test_without_a_counter_nothing_is_measured_and_that_is_said(escalated: bool, why: str | None) -> None:
    found = metered_run(lambda: ran(escalated=escalated), ())
    assert (found.metered, found.unmetered) == (None, why)


@pytest.mark.parametrize(
    ("escalated", "seconds", "uj", "why"),
    [(True, 2, 50, None), (True, 0.5, None, BELOW_RESOLUTION), (False, 2, None, None)],
)
def test_a_run_that_asks_a_model_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, escalated: bool, seconds: float, uj: int | None, why: str | None
) -> None:
    (tmp_path / "energy_uj").write_text("100")
    clock = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def work() -> Run:
        clock[0] += seconds
        (tmp_path / "energy_uj").write_text("150")
        return ran(escalated=escalated)

    found = metered_run(work, [Zone(tmp_path, None)])
    assert (found.metered.uj if found.metered else None, found.unmetered) == (uj, why)
