"""What do the checks say of a change, and what does the policy make of that?

Effects   reject: a refusal names it; warn: shown, and told to whoever reads for meaning; observe: kept for the feed
Order     that of the table, and within a check that of the edits
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.entries.globs import matcher
from rubout.review.checks.subject import REJECT, Check, Seen, Subject
from rubout.review.checks.table import CHECKS
from rubout.review.records import QUOTE_MAX, Finding, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

TEXT_MAX = 2_000  # characters of a finding


class CheckError(Exception):
    """A check failed, which is no pass."""

    def __init__(self, check: str) -> None:
        super().__init__(f"the check {check} failed")
        self.check = check


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding, the stage that it belongs to and its effect."""

    finding: Finding
    stage: Stage
    effect: str


def structural_findings(subject: Subject, checks: Sequence[Check] = CHECKS) -> tuple[Noted, ...]:
    """What the checks say.

    Raises:
        CheckError: one of them failed.
    """
    return tuple(noted for check in checks for noted in _noted(check, subject))


def refusals(noted: Iterable[Noted]) -> dict[Stage, list[Finding]]:
    """The findings that refuse, by stage, in the order in which stages are judged."""
    found: dict[Stage, list[Finding]] = {stage: [] for stage in Stage}
    for each in noted:
        if each.effect == REJECT:
            found[each.stage].append(each.finding)
    return {stage: findings for stage, findings in found.items() if findings}


def _noted(check: Check, subject: Subject) -> Iterator[Noted]:
    settings = subject.policy.settings
    chosen = dict(settings.effects).get(check.id)
    exempt = matcher(dict(settings.exempt).get(check.id, ()))
    try:
        seen = list(check.look(subject))
    except Exception as error:
        raise CheckError(check.id) from error
    for each in seen:
        path = None if each.edit is None else subject.texts[each.edit].path
        if path is None or not exempt(path):
            yield Noted(_finding(check, each, subject), check.stage, chosen or each.effect or check.effect)


def _finding(check: Check, seen: Seen, subject: Subject) -> Finding:
    quote = ""
    if seen.edit is not None and seen.span is not None:
        text = subject.texts[seen.edit].text or b""
        quote = text[seen.span[0] : seen.span[1]].decode("utf-8", "replace")[:QUOTE_MAX]
    words = seen.text.encode("utf-8", "replace").decode()[:TEXT_MAX]
    return Finding(check=check.id, edit=seen.edit, span=seen.span, quote=quote, text=words)
