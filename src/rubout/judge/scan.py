"""Which files and functions pass a written limit?

Formula   level = 2 when fail > 0 and value > fail, else 1 when value > warn, else 0; a value on a limit
          has not passed it. Parse errors have a switch for a fail limit: with it any error is level 2.
Fails     when any row is level 2
Degraded  no rows, or more than `ROW_CAP` in one call: no levels, and the verdict fails
Source    file 300 and function 50 ESLint; file 750 (S104), function 75 (S138), cognitive 15 (S3776) Sonar;
          parameters 5 Pylint; cyclomatic 15 lizard
Order     of the rows decides the order of the levels and nothing else
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.facts.scan import Facts, Knobs, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "CLEAN",
    "FAIL",
    "PARSE_ERRORS",
    "ROW_CAP",
    "RULES",
    "WARN",
    "Facts",
    "Knobs",
    "Rule",
    "Verdict",
    "check_knobs",
    "grade",
    "grade_rows",
    "grades_in_force",
    "judge",
    "judge_chunked",
    "limit_passed",
]

ROW_CAP = 1 << 19
VALUE_END = 1 << 64  # facts are unsigned numbers of 64 bits
_PAIR = 2  # items of a row

CLEAN, WARN, FAIL = 0, 1, 2

Row = tuple[int, int]  # rule code, value
Grade = tuple[int, int, int]  # rule code, warn, fail


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the rule table; a limit without a knob is 0."""

    code: int
    name: str
    warn_knob: str | None = None
    fail_knob: str | None = None


PARSE_ERRORS = 7
RULES = (
    Rule(0, "file-lines", "file_lines_warn", "file_lines_fail"),
    Rule(1, "fn-lines", "fn_lines_warn", "fn_lines_fail"),
    Rule(2, "fn-params", "params_warn", "params_fail"),
    Rule(3, "cyclomatic", "cyclomatic_warn", "cyclomatic_fail"),
    Rule(4, "cognitive", "cognitive_warn", "cognitive_fail"),
    Rule(5, "nesting", "nesting_warn", "nesting_fail"),
    Rule(6, "fn-naming"),
    Rule(PARSE_ERRORS, "parse-errors", None, "parse_errors_fail"),
)


def judge(facts: Facts, knobs: Knobs = Knobs()) -> Verdict:
    """Judge at most `ROW_CAP` rows.

    Raises:
        ContractError: a row is no pair of a known rule code and a value of 0 to 2**64 - 1.
    """
    return _judge(facts.rows, knobs, 0)


def judge_chunked(facts: Facts, knobs: Knobs = Knobs(), cap: int = ROW_CAP) -> Verdict:
    """Judge any number of rows, `cap` at a time: levels follow one another, one failure is enough.

    Raises:
        ContractError: as `judge`.
    """
    rows = facts.rows
    parts = [_judge(rows[start : start + cap], knobs, start) for start in range(0, max(len(rows), 1), cap)]
    return Verdict(
        levels=tuple(level for part in parts for level in part.levels),
        grades=parts[0].grades,
        fail=any(part.fail for part in parts),
        degraded=any(part.degraded for part in parts),
        reason=next((part.reason for part in parts if part.reason), None),
        knobs=knobs,
    )


def grade(warn: int, fail: int, value: int) -> int:
    """`CLEAN`, `WARN` or `FAIL`; a fail limit of 0 is no hard line."""
    if fail > 0 and value > fail:
        return FAIL
    return WARN if value > warn else CLEAN


def grade_rows(rows: Sequence[Row], grades: Sequence[Grade], first: int = 0) -> tuple[int, ...]:
    """The level of each row.

    Args:
        rows: as in the facts.
        grades: strictly ascending by rule code; for parse errors a fail of 1 is the switch turned on.
        first: where in the facts the rows begin, so that an error can name one.

    Raises:
        ContractError: rows or grades are malformed.
    """
    _check_grades(grades)
    limits = {code: (warn, fail) for code, warn, fail in grades}
    _check_rows(rows, limits, first)
    if PARSE_ERRORS in limits and limits[PARSE_ERRORS][1]:
        return tuple(_switched_on(limits, code, value) for code, value in rows)
    least = {code: min(warn, fail) if fail > 0 else warn for code, (warn, fail) in limits.items()}
    return tuple([CLEAN if value <= least[code] else grade(*limits[code], value) for code, value in rows])


def grades_in_force(knobs: Knobs) -> tuple[Grade, ...]:
    """One row a rule: its code and its limits."""
    return tuple((rule.code, _limit(knobs, rule.warn_knob), _limit(knobs, rule.fail_knob)) for rule in RULES)


def limit_passed(graded: Grade, level: int) -> int:
    """The limit that a row of this level, `WARN` or `FAIL`, has passed."""
    code, warn, fail = graded
    return fail if level == FAIL and code != PARSE_ERRORS else warn


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong; a fail limit on the warn limit is no fault."""
    return [*_negatives(knobs), *_crossed(knobs)]


def _judge(rows: tuple[Row, ...], knobs: Knobs, first: int) -> Verdict:
    grades = grades_in_force(knobs)
    reason = _why_unjudged(len(rows))
    levels = () if reason else grade_rows(rows, grades, first)
    return Verdict(
        levels=levels,
        grades=grades,
        fail=reason is not None or FAIL in levels,
        degraded=reason is not None,
        reason=reason,
        knobs=knobs,
    )


def _why_unjudged(count: int) -> str | None:
    if count == 0:
        return "nothing to judge"
    if count > ROW_CAP:
        return f"{count} rows in one call, over the cap of {ROW_CAP}"
    return None


def _switched_on(limits: dict[int, tuple[int, int]], code: int, value: int) -> int:
    if code == PARSE_ERRORS:
        return FAIL if value else CLEAN
    return grade(*limits[code], value)


def _limit(knobs: Knobs, name: str | None) -> int:
    return int(getattr(knobs, name)) if name else 0  # type: ignore[misc]  # the rule table has names of knobs


def _negatives(knobs: Knobs) -> Iterator[tuple[str, str]]:
    for rule in RULES:
        for name in (rule.warn_knob, rule.fail_knob):
            if name and _limit(knobs, name) < 0:
                yield name, f"{_limit(knobs, name)} is negative"


def _crossed(knobs: Knobs) -> Iterator[tuple[str, str]]:
    for rule in RULES:
        warn, fail = _limit(knobs, rule.warn_knob), _limit(knobs, rule.fail_knob)
        if rule.warn_knob and rule.fail_knob and 0 < fail < warn:
            yield rule.fail_knob, f"{fail} is below {rule.warn_knob} = {warn}; use 0 for no hard line"


def _check_grades(grades: Sequence[Grade]) -> None:
    for index, (lower, upper) in enumerate(pairwise(grades), start=1):
        if lower[0] >= upper[0]:
            raise ContractError(
                f"rule code {upper[0]} does not follow {lower[0]}",
                where=f"scan grades[{index}]",
                fix="sort the grades by rule code, one row a code",
            )


def _check_rows(rows: Sequence[Row], limits: dict[int, tuple[int, int]], first: int) -> None:
    for index, row in enumerate(rows, start=first):
        # Nearly all are right, and are seen to be so in a fifth of the time that it takes to say what is wrong.
        if len(row) == _PAIR and type(row[0]) is type(row[1]) is int and row[0] in limits and 0 <= row[1] < VALUE_END:
            continue
        wrong = _wrong_with(row, limits)
        if wrong:
            raise ContractError(
                wrong,
                where=f"scan rows[{index}]",
                fix="give [rule code, value], as `rubout facts scan` does",
            )


def _wrong_with(row: Sequence[int], limits: dict[int, tuple[int, int]]) -> str | None:
    if [type(item) for item in row] != [int, int]:
        return f"{row!r} is no pair of integers"
    code, value = row
    if code not in limits:
        return f"rule code {code} is unknown"
    return None if 0 <= value < VALUE_END else f"value {value} is not in 0 to 2**64 - 1"
