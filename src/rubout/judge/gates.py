"""May a rule refuse a write, given its record?

Formula   Gate A: events >= 500 and 500 * false <= events
          Gate B: samples >= 500, 100 * false <= samples, and at least half of them from transcripts of agents
          bound: the smallest k such that k/500 is excluded, which is when
          20 * Σ over i <= false of C(events, i) * k^i * (500 - k)^(events - i) <= 500^events
Source    docs/methodology/guard.md; the one-sided exact bound of Clopper and Pearson, 1934
Unjudged  a record of failures alone, or of nothing, excludes no rate
"""

from __future__ import annotations

from rubout.errors import ContractError
from rubout.judge.tiers import ASK, DENY

PER = 500  # events that one false refusal may stand among
LEAST = 500  # events, or samples, that make a record
SAMPLES_PER = 100  # samples that one false refusal may stand among
TAIL = 20  # 1 in 20 is the error of a bound of 95 %


def passes_a(events: int, false: int) -> bool:
    """Whether a record of real, normal edits is long and clean enough; a false one on the line passes.

    Raises:
        ContractError: `false` is not in 0 to `events`.
    """
    _check(events, false)
    return events >= LEAST and PER * false <= events


def passes_b(samples: int, false: int, from_agents: int) -> bool:
    """Whether a set of samples is large and clean enough, which was fixed before the rule was written.

    Raises:
        ContractError: `false` or `from_agents` is not in 0 to `samples`.
    """
    _check(samples, false)
    _check(samples, from_agents)
    return samples >= LEAST and SAMPLES_PER * false <= samples and 2 * from_agents >= samples


def earned_tier(events: int, false: int) -> str:
    """What the record of a replay lets the two promoted rules do where no mode is set.

    Raises:
        ContractError: `false` is not in 0 to `events`.
    """
    return DENY if passes_a(events, false) else ASK


def excluded(events: int, false: int) -> int | None:
    """The smallest k such that k/500 is excluded as the rate of false refusals; None when no rate is.

    The cost grows with the square of `false`; of thousands of events it is milliseconds.

    Raises:
        ContractError: `false` is not in 0 to `events`.
    """
    _check(events, false)
    if false == events:
        return None
    low, high = 1, PER  # at k = PER a success is impossible, and there was one
    while low < high:
        middle = (low + high) // 2
        if _excludes(events, false, middle):
            high = middle
        else:
            low = middle + 1
    return low


def _excludes(events: int, false: int, k: int) -> bool:
    """Whether at most `false` of `events` would be a rarer sight than 1 in 20, were k/500 the rate; k < 500."""
    rest = PER - k
    term = total = _power(rest, events)
    for i in range(false):
        term = term * ((events - i) * k) // ((i + 1) * rest)  # exact: every term is whole
        total += term
    return TAIL * total <= _power(PER, events)


def _power(base: int, exponent: int) -> int:
    return int(base**exponent)  # type: ignore[misc]  # a negative exponent, which a count is not, would give a float


def _check(events: int, false: int) -> None:
    if not 0 <= false <= events:
        raise ContractError(f"{false} of {events}", where="guard record", fix="count 0 to all of the events")
