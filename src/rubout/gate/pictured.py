"""What the pictures of a judged tree need besides the verdicts: the source, and the history of the score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.gate.reader import reader_of
from rubout.gate.trend import trend

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.gate.outcome import Outcome
    from rubout.gate.reader import Reader
    from rubout.gate.survey import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictured:
    """`history` is the outcome of `trend`, or why there is none."""

    read: Reader
    history: Outcome | str


def pictured(outcome: Outcome, run: Run, config: Config) -> Outcome:
    """The outcome of `check` with what its pictures need.

    Raises:
        StoreError: the baseline cannot be read.
    """
    try:
        history: Outcome | str = trend(run, config)
    except RepositoryError as error:
        history = error.what
    return replace(outcome, options={**outcome.options, "pictured": Pictured(read=reader_of(run), history=history)})
