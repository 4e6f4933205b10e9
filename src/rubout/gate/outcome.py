"""What a command hands to its renderer: facts, verdict and what they were made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.errors import ExitCode
    from rubout.facts.survey import Survey


@dataclass(frozen=True, slots=True)
class Outcome:
    """One family, measured and judged."""

    family: str
    survey: Survey
    facts: Any  # rubout.facts.FAMILY.Facts
    verdict: Any  # rubout.facts.FAMILY.Verdict
    exit_code: ExitCode
    options: Mapping[str, Any] = field(default_factory=dict)  # the command line's part that shapes the report
