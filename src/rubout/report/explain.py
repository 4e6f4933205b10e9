"""Why is this row in the report? The formula with its numbers put in."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rubout.errors import UsageError
from rubout.judge.scan import PARSE_ERRORS, RULES
from rubout.report.explain_docdup import explain_docdup
from rubout.report.explain_erase import explain_erase
from rubout.report.explain_join import explain_join
from rubout.report.explain_liveness import explain_liveness
from rubout.report.explain_near_miss import explain_near_miss
from rubout.report.explain_score import explain_score
from rubout.report.explain_split import explain_split
from rubout.report.explain_structure import explain_structure
from rubout.report.join import JoinReport
from rubout.report.record import printable
from rubout.report.score import ScoreReport
from rubout.report.text import as_text, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.report.clones import ClassRow, CloneReport
    from rubout.report.record import Report
    from rubout.report.scan import ScanReport, ScanRow

_CODES = {rule.name: rule.code for rule in RULES}


def explain(report: Report, row_id: str) -> str:
    """The explanation of one row, ending with a newline.

    Raises:
        UsageError: the report has no row of that id.
    """
    rows = _explained(report)
    row = next((row for row in rows if row.id == row_id), None)
    if row is None:
        raise _unknown(report.family, row_id, [row.id for row in rows])
    return as_text(FORMULAS[report.family](report, row))


def has_row(report: Report, row_id: str) -> bool:
    """Whether the report has a row of that id."""
    return any(row.id == row_id for row in _explained(report))


def explain_scan(report: ScanReport, row: ScanRow) -> Iterator[str]:
    """The row's value against both limits."""
    code = _CODES[row.rule]
    warn, fail = next((warn, fail) for other, warn, fail in report.grades if other == code)
    yield f"{row.id}  {place_of(row)}  {printable(row.subject)}"
    if code == PARSE_ERRORS:
        switch = "fail" if fail else "warn"
        yield f"{row.rule} {row.value} > 0, parse_errors_fail {'true' if fail else 'false'}: {switch}; passes at 0"
        return
    line = f"fail {fail}" if fail else "fail none"
    if row.level == "fail":
        passed = f"{row.rule} {row.value} > fail {fail}: fail; warns at <= {fail}, passes at <= {warn}"
    else:
        passed = f"{row.rule} {row.value} > warn {warn}, {line}: warn; passes at <= {warn}"
    yield passed
    yield "level = fail when fail > 0 and value > fail, else warn when value > warn, else clean"


def explain_clones(report: CloneReport, row: ClassRow) -> Iterator[str]:
    """Why the class is reported, why it is T1 or T2, what merging would save, where it stands."""
    knobs, size = report.knobs, len(row.members)
    texts = len({member.text for member in row.members})
    yield f"{row.id}  {size} places, {row.type}"
    yield f"tokens {row.tokens} >= min_tokens {knobs.min_tokens}: long enough"
    yield f"distinct {row.distinct} >= min_distinct {knobs.min_distinct}: diverse enough"
    yield f"saves = (members - 1) * tokens = ({size} - 1) * {row.tokens} = {row.saves}"
    yield f"excess = members - 1 = {size - 1} of {report.counts.excess} in the report"
    if row.type == "T1":
        yield "T1: all places share one text, layout and comments aside"
    else:
        yield f"T2: same tokens once names and constants are ignored, {texts} different texts; equal numbers are T1"
    for member in row.members:
        yield f"  {place_of(member)}  text {member.text}"


def _explained(report: Report) -> tuple[Any, ...]:
    """What has an id: the rows, the axes of a score, and the pairs of units of a join."""
    if isinstance(report, ScoreReport):
        return *report.rows, *report.axes
    if isinstance(report, JoinReport) and isinstance(report.units, tuple):
        return *report.rows, *report.units
    return report.rows


def _unknown(family: str, row_id: str, known: list[str]) -> UsageError:
    nearest = get_close_matches(row_id, known, n=3, cutoff=0.5)
    command = "check" if family == "score" else family
    if row_id.startswith(("score:ratchet:", "score:floor")):
        fix = "give the `--base` or `--fail-under` of the check that printed it, in the tree that it judged"
    elif nearest:
        fix = f"nearest: {', '.join(nearest)}"
    else:
        fix = f"take the id of a row, as `rubout {command} --format json` prints it"
    return UsageError(f"no row has the id {row_id!r}", where=f"explain {family}", fix=fix)


FORMULAS: dict[str, Callable[[Any, Any], Iterator[str]]] = {
    "scan": explain_scan,
    "clones": explain_clones,
    "docdup": explain_docdup,
    "near-miss": explain_near_miss,
    "liveness": explain_liveness,
    "join": explain_join,
    "erase": explain_erase,
    "score": explain_score,
    "split": explain_split,
    "structure": explain_structure,
}
