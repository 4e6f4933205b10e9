"""The story of `review demo` for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable
from rubout.report.review_text import microjoules
from rubout.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.review.demo import Played, Scene


def demo_text(played: Played) -> str:
    """Each scene, the ledger, and what remembering saved."""
    return as_text(_lines(played))


def _lines(played: Played) -> Iterator[str]:
    for number, scene in enumerate(played.scenes, 1):
        yield from _scene(number, scene)
        yield ""
    yield "The ledger:"
    for review in played.reviews:
        said = f"{review.tier.value:10}  {review.stage.value:15}  {review.verdict.value:15}"
        yield f"  {said}  op {review.op_id[7:15]}  round {review.round}"
    yield ""
    saved = played.saved
    hits = counted(saved.hits, "recurrence")
    avoided, paid = microjoules(saved.avoided_max), microjoules(int(saved.paid))
    yield f"Remembering avoided at most {avoided} over {hits}; it cost {paid} once."
    yield "No approval came out of memory: nothing that is learned can approve."


def _scene(number: int, scene: Scene) -> Iterator[str]:
    run, climb = scene.run, scene.run.climb
    yield f"{number}. {scene.title}"
    if climb is None:
        return
    yield f"   {run.outcome} by the tier {climb.tier.label}, {microjoules(climb.estimated_uj)}"
    for review in climb.reviews:
        for finding in review.record.findings:
            path = "" if finding.edit is None else run.proposal.texts[finding.edit].path
            yield f"   {printable(path)}: {printable(finding.text)}"
    yield f"   the model has been asked {counted(scene.calls, 'time')}"
    if scene.learned:
        yield f"   learned: `{scene.learned}` is refused from now on"
