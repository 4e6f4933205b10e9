"""Which files does nothing start any more once a change has landed? Liveness, asked about the tree before and after."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from rubout.gate.liveness import liveness
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.review.checks.paths import path_unsafe
from rubout.review.checks.subject import Seen
from rubout.review.proposal import REGULAR_MODES
from rubout.store.laid_out import lay_out
from rubout.store.temporary import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.config.records import Config
    from rubout.review.checks.subject import Subject


def dead_code(subject: Subject) -> Iterator[Seen]:
    """Files that a change brings, or leaves, without anything that starts them."""
    around = subject.surroundings
    if around is None or not around.changed or next(path_unsafe(subject), None):
        return
    base = subject.op.base
    regular = [path for path in base.paths() if base.mode(path) in REGULAR_MODES]
    with temporary_folder("rubout-review-") as folder:
        anchor = os.path.realpath(folder)
        lay_out(anchor, base.read_many(regular))
        before = _dead(anchor, around.config)
        lay_out(anchor, {after.path: after.source for after in subject.afters.values()})
        after_all = _dead(anchor, around.config)
    for path in sorted(after_all - before):
        found = subject.afters.get(path)
        edit = found.places[0].edit if found and found.places else None
        yield Seen(f"nothing starts {path} once the change has landed", edit)


def _dead(anchor: str, config: Config) -> frozenset[str]:
    started = time.time_ns()
    universe = candidates(anchor, exclude=config.exclude, others=True)
    if not universe.files:
        return frozenset()
    run = Run(Request(anchor=anchor, cache=False, jobs=1), universe, started, lambda _: None)
    outcome = liveness(run, config)
    nodes = outcome.options["built"].graph.nodes
    return frozenset(nodes[dead.node].path for dead in outcome.verdict.dead)
