"""Does a range of npm's let a version in?

Source    github.com/npm/node-semver, "Ranges". A prerelease counts as the release that it leads to, and whatever is no
          range of numbers (a tag, an address) lets everything in, so that doubt never takes a package out of the tree.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_VERSION = r"[v=\s]*(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][\w.+-]*)?"
_COMPARATOR = re.compile(rf"\s*(\^|~>?|>=|<=|>|<|)\s*{_VERSION}(?=\s|$)")
_HYPHEN = re.compile(rf"\s*{_VERSION}\s+-\s+{_VERSION}\s*")
_PARTS = 3
_FIRST = (0, 0, 0)
_LAST = (1 << 62, 0, 0)

_Triple = tuple[int, int, int]


class _Span(NamedTuple):
    """Versions from `low` on and below `high`."""

    low: _Triple = _FIRST
    high: _Triple = _LAST


def admits(wanted: str, version: str) -> bool:
    """Whether the version of a package answers to what is asked for."""
    read = re.fullmatch(_VERSION, version.strip())
    numbers = _numbers(read.groups()) if read else ()
    if len(numbers) != _PARTS:
        return True
    exact = _padded(numbers)
    spans = [_span(alternative) for alternative in wanted.split("||")]
    return any(span is None or span.low <= exact < span.high for span in spans)


def _span(alternative: str) -> _Span | None:
    """What comparators leave together; None when there is something else among them."""
    between = _HYPHEN.fullmatch(alternative)
    if between:
        low, high = (_numbers(between.groups()[at : at + _PARTS]) for at in (0, _PARTS))
        return _Span(_padded(low), _one("", high).high)
    found, at = _Span(), 0
    while alternative[at:].strip():
        one = _COMPARATOR.match(alternative, at)
        if one is None:
            return None
        span = _one(one[1], _numbers(one.groups()[1:]))
        found, at = _Span(max(found.low, span.low), min(found.high, span.high)), one.end()
    return found


def _one(operator: str, numbers: tuple[int, ...]) -> _Span:
    if not numbers:
        return _Span()
    low, above = _padded(numbers), _raised(numbers, len(numbers) - 1)
    if operator == "^":
        first = next((at for at, number in enumerate(numbers) if number), len(numbers) - 1)
        return _Span(low, _raised(numbers, first))
    if operator.startswith("~"):
        return _Span(low, _raised(numbers, min(1, len(numbers) - 1)))
    if operator.startswith(">"):
        return _Span(low if operator == ">=" else above)
    if operator.startswith("<"):
        return _Span(high=above if operator == "<=" else low)
    return _Span(low, above)


def _numbers(parts: tuple[str | None, ...]) -> tuple[int, ...]:
    """Up to the first part that is left out or may be any."""
    found: list[int] = []
    for part in parts:
        if part is None or not part.isdecimal():
            break
        found.append(int(part))
    return tuple(found)


def _padded(numbers: tuple[int, ...]) -> _Triple:
    major, minor, patch = (*numbers, 0, 0, 0)[:_PARTS]
    return major, minor, patch


def _raised(numbers: tuple[int, ...], at: int) -> _Triple:
    return _padded((*numbers[:at], numbers[at] + 1))
