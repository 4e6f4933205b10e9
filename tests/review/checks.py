"""What the checks see of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubout.review.checks.subject import Subject
from rubout.review.policy import Policy
from rubout.review.structural import structural_findings
from tests.review.story import SPEC, TRUST

if TYPE_CHECKING:
    from rubout.review.proposal import Proposal
    from rubout.review.structural import Noted


def noted(op: Proposal, **more: Any) -> tuple[Noted, ...]:
    said = {"spec": SPEC, "claimed": ("C1",), "policy": Policy(), "trust": TRUST, **more}
    return structural_findings(Subject(op, **said))


def seen(op: Proposal, **more: Any) -> list[tuple[str, str]]:
    """The checks and effects of all findings."""
    return [(each.finding.check, each.effect) for each in noted(op, **more)]
