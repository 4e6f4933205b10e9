"""What would the cuts of long files change of the score?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.config.knobs import liveness_knobs, score_knobs
from rubout.gate import near_miss
from rubout.gate.scan_rows import draws_soft_line, has_rows, is_judged
from rubout.gate.spreads import copies_begin, near_copies_begin, uncopied
from rubout.judge.score import AXES
from rubout.judge.split_gain import Cut, gains

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rubout.config.records import Config
    from rubout.facts.survey import Survey
    from rubout.gate.outcome import Outcome
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.judge.split_gain import Gain


class Proposed(NamedTuple):
    """A cut of a file behind a line of it."""

    path: str
    line: int


def axes_of(survey: Survey, config: Config) -> list[int]:
    """The axes of the score that a check of these files has without days, as `rubout.gate.judged` has tables."""
    gated = liveness_knobs(config).gated_langs
    missing = {"churn"}
    if not any(file.facts.parsed for file in survey.files):
        missing |= {"complexity", "clone"}
    if not any(is_judged(file.facts) and file.facts.language in gated for file in survey.files):
        missing |= {"deadcode", "cycle"}
    return [number for number, name in enumerate(AXES) if name not in missing]


def gains_of(
    cuts: Sequence[Proposed], run: Run, config: Config, surveyed: Surveyed, copies: Outcome | None, frozen: int | None
) -> list[Gain]:
    """What each of the cuts would change alone.

    Args:
        cuts: of files that were surveyed.
        run: whose request says how near-copies are looked for.
        config: all of it counts.
        surveyed: with the trees of the units.
        copies: the outcome of `clones`; None where nothing could be parsed.
        frozen: the soft line that a baseline holds.
    """
    if not cuts:
        return []
    rows = {file.path: file.facts for file in surveyed.survey.files if has_rows(file.facts)}
    begins = list(_begins(run, surveyed, copies)) if copies else []
    return list(
        gains(
            [facts.total_lines for facts in rows.values()],
            drawing(surveyed.survey),
            sum(len(one) - 1 for one in begins),
            (Cut(rows[cut.path].total_lines, cut.line, sum(_is_spread(one, cut) for one in begins)) for cut in cuts),
            msgspec.structs.replace(score_knobs(config), soft_line=frozen),
            axes_of(surveyed.survey, config),
        )
    )


def drawing(survey: Survey) -> list[int]:
    """The lengths that the soft line is drawn from."""
    return [file.facts.total_lines for file in survey.files if has_rows(file.facts) and draws_soft_line(file.facts)]


def _begins(run: Run, surveyed: Surveyed, copies: Outcome) -> Iterator[Mapping[str, Sequence[int]]]:
    """By path where the members of each class begin that weighs on the axis of copies once it stands in two files."""
    yield from copies_begin(copies.facts, copies.verdict)
    alike = near_miss.near_miss_of(surveyed, run.request, near_miss.Ask(spots=False)).options["found"]
    yield from near_copies_begin(uncopied(alike, copies.facts, copies.verdict))


def _is_spread(begins: Mapping[str, Sequence[int]], cut: Proposed) -> bool:
    """Whether a class has members on both sides of a cut."""
    lines = begins.get(cut.path, ())
    return any(line <= cut.line for line in lines) and any(line > cut.line for line in lines)
