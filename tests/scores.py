"""What stands behind a score besides sizes and copies, built in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts import docdup
from rubout.facts.near_miss import Facts
from rubout.gate.outcome import Outcome
from rubout.judge.docdup import judge as judge_docdup
from rubout.judge.near_miss import judge as judge_near_miss
from tests.near_misses import near_misses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.survey import Survey
    from rubout.gate.near_miss import NearMisses


def text(number: int, shingles: range, *places: tuple[int, int]) -> docdup.Text:
    """A text at (file, first line) each; the digest repeats its number."""
    found = tuple(docdup.Place(file, line, line + 2, 0) for file, line in places)
    return docdup.Text(len(shingles) + 4, f"{number:x}" * 16, tuple(shingles), found)


def documents(paths: Sequence[str], *texts: docdup.Text, pairs: Sequence[tuple[int, int, int]] = ()) -> docdup.Facts:
    """Texts of these files, and pairs of them with their runs."""
    return docdup.Facts(tuple(paths), texts, tuple(docdup.Pair(*pair) for pair in pairs))


def behind(survey: Survey, found: NearMisses | None = None, texts: docdup.Facts | None = None) -> dict[str, Outcome]:
    """The outcomes of `near-miss` and of `docdup`; without any, of trees that have none of that."""
    facts = texts or documents([file.path for file in survey.files])
    return {
        "near-miss": Outcome(
            "near-miss", survey, Facts(), judge_near_miss(Facts()), ExitCode.HELD, {"found": found or near_misses()}
        ),
        "docdup": Outcome("docdup", survey, facts, judge_docdup(facts), ExitCode.HELD),
    }
