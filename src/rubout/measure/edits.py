"""What of a text is new, and what did pairs of texts come to?"""

from __future__ import annotations

from collections import Counter
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.edits import DIFF_BOUND, Facts, Knobs, Pair, Row, Unit
from rubout.kernels.linediff import changed_lines
from rubout.measure import pair_work
from rubout.measure.edit_pairs import judged_language, measure_chunk, read_answers
from rubout.measure.text_lines import content_of, lines_of, numbered, text_of, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.measure.edit_pairs import MeasuredPair, Sides
    from rubout.measure.edit_units import Named


def novel_lines(before: str | None, after: str, bound: int = DIFF_BOUND) -> tuple[int, ...]:
    """The added lines of `after` whose content was not removed from `before`; blank ones are among them.

    All added lines, when the texts are further apart than `bound`; all lines, when `before` is None.
    """
    old, new = lines_of(before or ""), lines_of(after)
    removed, added, degraded = changed_lines(*numbered(old, new), bound)
    if degraded:
        return tuple(added)
    gone = {content for content in (content_of(old[line - 1]) for line in removed) if width_of(content)}
    return tuple(line for line in added if content_of(new[line - 1]) not in gone)


def edit_facts(
    sides: Iterable[Sides],
    skipped: Mapping[str, int] | None = None,
    *,
    knobs: Knobs = Knobs(),
    jobs: int = 0,
    units: bool = True,
) -> Facts:
    """The facts of pairs of texts, in whatever order they come; pairs of files that are not judged are left out.

    Args:
        sides: (path before, bytes before, path after, bytes after); a path is None on a side that is not there.
        skipped: by reason, how many pairs did not come; looked at when all have come.
        knobs: `diff_bound` and `side_bytes_cap` count here.
        jobs: how many processes; 0: one a processor.
        units: whether to look for units, which takes most of the time; `with_units` can add them.
    """
    pairs = []
    refused: Counter[str] = Counter()
    work = partial(measure_chunk, bound=knobs.diff_bound, cap=knobs.side_bytes_cap, units=units)
    for _, encoded in pair_work.measured(sides, work, partial(work, units=False), jobs):
        for pair in read_answers(encoded):
            if pair.skipped:
                refused[pair.skipped] += 1
            elif judged_language(pair.path):
                pairs.append(pair)
    refused.update(skipped or {})
    numbers = _Numbers()
    return Facts(
        pairs=tuple(numbers.pair(pair) for pair in sorted(pairs, key=attrgetter("path"))),
        keys=tuple(numbers.keys),
        skipped=dict(sorted(refused.items())),
    )


def with_units(facts: Facts, sides: Iterable[Sides], *, knobs: Knobs = Knobs(), jobs: int = 0) -> Facts:
    """Facts that were measured without units, with those of the pairs that `sides` holds again."""
    found = edit_facts(sides, knobs=knobs, jobs=jobs)
    units = {(pair.before_path, pair.after_path): (pair.units_before, pair.units_after) for pair in found.pairs}
    pairs = []
    for pair in facts.pairs:
        before, after = units.get((pair.before_path, pair.after_path), ((), ()))
        pairs.append(msgspec.structs.replace(pair, units_before=before, units_after=after))
    return msgspec.structs.replace(facts, pairs=tuple(pairs), keys=found.keys)


class _Numbers:
    """Contents and keys as the dense numbers of a request, first come, first numbered."""

    def __init__(self) -> None:
        self.keys: dict[str, int] = {}
        self._contents: dict[bytes, int] = {}
        self._widths: dict[bytes, int] = {}

    def pair(self, pair: MeasuredPair) -> Pair:
        """The pair with its contents and keys as numbers."""
        return Pair(
            before_path=pair.before_path,
            after_path=pair.after_path,
            lines_before=pair.lines_before,
            lines_after=pair.lines_after,
            removed=tuple(self._row(line, content) for line, content in pair.removed),
            added=tuple(self._row(line, content) for line, content in pair.added),
            units_before=tuple(self._unit(unit) for unit in pair.units_before),
            units_after=tuple(self._unit(unit) for unit in pair.units_after),
            degraded=pair.degraded,
        )

    def _row(self, line: int, content: bytes) -> Row:
        width = self._widths.get(content)
        if width is None:
            width = self._widths[content] = width_of(text_of(content))
        return Row(line, self._contents.setdefault(content, len(self._contents)) if width else -1, width)

    def _unit(self, unit: Named) -> Unit:
        key = self.keys.setdefault(unit.key, len(self.keys))
        return Unit(key, unit.nth, unit.start_line, unit.end_line, unit.stackable)
