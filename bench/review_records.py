"""How long does it take to verify stored reviews?"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from bench import table
from rubout.measure.pool import processors
from rubout.review.canonical import content_id
from rubout.review.crypto import signing_key
from rubout.review.envelope import Signed, sign, verify_any
from rubout.review.ledger import read_ledger
from rubout.review.records import Energy, Evidence, Finding, Review, ReviewVerdict, SignedTier, Stage
from rubout.review.stores import stored_in
from rubout.review.trust import read_trust
from rubout.store.records import FOLDER, record_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from rubout.review.trust import Trust

COUNT = 10_000
HEAD = ("records", "CPU s", "wall s", "a second of CPU")
_KEYS = tuple(signing_key(hashlib.sha256(bytes([number])).digest()) for number in range(4))


def records(work: Path, *, count: int = COUNT) -> str:
    """Full checks of a store of semantic refusals, in Markdown; the median of three."""
    reviews = list(_reviews(count))
    _write(work, reviews)
    trust = _trust()
    files = list(stored_in(str(work), (), "tree"))
    jobs = processors()
    ways: dict[str, Callable[[], object]] = {
        "full check of each, one process": lambda: [verify_any(each.raw, trust) for each in reviews],
        "a store in memory, one process": lambda: read_ledger(files, trust),
        "a store on disk, one process": lambda: read_ledger(stored_in(str(work), (), "tree"), trust),
        f"a store on disk, {jobs} processes": lambda: read_ledger(stored_in(str(work), (), "tree"), trust, jobs=jobs),
    }
    rows = ([name, *_cells(way, count)] for name, way in ways.items())
    size = sum(len(each.raw) for each in reviews) // count
    return f"### {count:,} stored reviews of {size:,} bytes\n\n{table.markdown(HEAD, rows)}"


def _write(work: Path, reviews: Iterable[Signed[Review]]) -> None:
    """As the store does, without waiting for the disk."""
    for each in reviews:
        path = work / FOLDER / record_name(each.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(each.raw)


def _cells(way: Callable[[], object], count: int) -> list[str]:
    took = sorted(_seconds(way) for _ in range(3))
    cpu, wall = took[1]
    return [f"{cpu:.2f}", f"{wall:.2f}", f"{count / max(cpu, 0.01):,.0f}"]


def _seconds(way: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds of this process and its children, and those of the clock."""
    cpu, wall = sum(os.times()[:4]), time.perf_counter()
    way()
    return sum(os.times()[:4]) - cpu, time.perf_counter() - wall


def _reviews(count: int) -> Iterator[Signed[Review]]:
    previous: tuple[str, ...] = ()
    for number in range(count):
        digest = hashlib.sha256(str(number).encode()).hexdigest()
        key = _KEYS[number % len(_KEYS)]
        review = Review(
            reviewer=key.public,
            op_id=f"sha256:{digest}",
            stage=Stage.QUALITY,
            verdict=ReviewVerdict.REQUEST_CHANGES,
            tier=SignedTier.SEMANTIC,
            spec_id=None,
            claimed=(),
            findings=(
                Finding(check="semantic", edit=0, span=(11, 22), quote="eval(input)", text="never evaluate input"),
            ),
            covered=(0,),
            policy_id=f"sha256:{digest}",
            prev=previous,
            energy=Energy("estimator", 5_000_050),
            evidence=Evidence(
                provider="http",
                model="reviewer",
                request_sha256=digest,
                reply_sha256=digest,
                nonce=digest[:32],
                tokens_in=2_000,
                tokens_out=200,
                calls=1,
            ),
            made_at="2026-11-30T12:00:00Z",
        )
        signed = Signed(content_id("review", review), review, sign(review, key))
        previous = (signed.id,)
        yield signed


def _trust() -> Trust:
    principals = [
        {"id": str(number), "kind": "robot", "keys": [key.public], "roles": ["review"]}
        for number, key in enumerate(_KEYS)
    ]
    return read_trust(json.dumps({"v": 1, "principals": principals}).encode())
