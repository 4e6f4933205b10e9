"""The score of each of some commits, measured straight from git, in as many processes as help."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from rubout.config.knobs import score_knobs
from rubout.errors import RepositoryError, RuboutError
from rubout.facts.trend import Scored
from rubout.gate.check import folded
from rubout.gate.commit_tree import run_at
from rubout.gate.judged import judged_tree
from rubout.gate.trend_rows import digest_of
from rubout.measure import pool
from rubout.measure.sources.objects import Objects

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.config.records import Config
    from rubout.facts.score import Knobs
    from rubout.gate.survey import Run
    from rubout.gate.trend_rows import Pins
    from rubout.measure.sources.history import Link

_DECODER = msgspec.msgpack.Decoder(Scored | str)


def scores(run: Run, links: Sequence[Link], pins: Pins) -> Iterator[tuple[str, Scored | str]]:
    """A row of each commit, or why it has none, the first alone, so that the others find most of its files known."""
    with closing(_Worker(run, pins)) as first:
        yield links[0].name, first.scored(links[0])
    rest = links[1:]
    alone = replace(run, request=replace(run.request, jobs=1, progress=None), note=lambda _: None)
    with closing(_Worker(alone, pins)) as work:
        for start in range(0, len(rest), pool.MOST_TASKS):
            part = rest[start : start + pool.MOST_TASKS]
            for number, answer in pool.answers(part, work, run.request.jobs or pool.processors()):
                yield part[number].name, "its measuring crashed" if answer is None else _DECODER.decode(answer)


@dataclass(slots=True)
class _Worker:
    """Measures commits, in one process, with one program of git's for all of them."""

    run: Run
    pins: Pins
    objects: Objects | None = None

    def __call__(self, link: Link) -> bytes:
        """As `scored`, encoded."""
        with pool.uncollected():
            return msgspec.msgpack.encode(self.scored(link))

    def scored(self, link: Link) -> Scored | str:
        """The row of a commit, or why it has none."""
        self.objects = self.objects or Objects(self.run.request.anchor)
        run = replace(self.run, request=replace(self.run.request, objects=self.objects))
        try:
            return _row(link, run, self.pins)
        except RuboutError as error:
            is_elsewhere = error.where not in (run.request.anchor, ".")
            return f"{error.where}: {error.what}" if is_elsewhere else error.what

    def close(self) -> None:
        """End the program of git's."""
        if self.objects:
            self.objects.close()


def _row(link: Link, run: Run, pins: Pins) -> Scored:
    """Raises RuboutError when there is no score."""
    if link.time < 0:
        raise RepositoryError("its time is before 1970", where=".", fix="leave it out with `--commits`")
    there, config = run_at(run.request, link.name, run.note, pins.config)
    knobs = msgspec.structs.replace(
        score_knobs(config), law=pins.law, soft_line=pins.soft_line, budget=None, fail_under=None
    )
    verdict = folded(judged_tree(there, config), knobs).verdict
    if verdict.score is None:
        raise RepositoryError(f"no score: {verdict.reason}", where=".", fix="look at a checkout with `rubout check`")
    axes = tuple((axis.axis, axis.charge) for axis in verdict.axes)
    return Scored(link.name, link.time, verdict.score, verdict.knobs.score_scale, axes, _ruler(knobs, config))


def _ruler(knobs: Knobs, config: Config) -> str:
    """A digest of what a tree says of how it is to be judged."""
    return digest_of((knobs, config.exclude, config.thresholds, config.clones, config.graph))
