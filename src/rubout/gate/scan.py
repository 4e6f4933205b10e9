"""`scan`: sizes and complexity of a tree, measured and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ExitCode
from rubout.facts.scan import Facts
from rubout.gate.nothing import require_files
from rubout.gate.outcome import Outcome
from rubout.gate.scan_rows import scan_values, with_permits
from rubout.judge.scan import judge_chunked

if TYPE_CHECKING:
    from rubout.facts.scan import Knobs
    from rubout.facts.survey import Survey


def scan(surveyed: Survey, knobs: Knobs) -> Outcome:
    """Grade what was surveyed.

    Raises:
        RepositoryError: nothing is in scope.
    """
    require_files(surveyed, surveyed.files)
    facts = Facts(tuple(scan_values(surveyed)))
    verdict = with_permits(surveyed, judge_chunked(facts, knobs))
    code = ExitCode.UNJUDGED if verdict.degraded else ExitCode.FAILED if verdict.fail else ExitCode.HELD
    return Outcome("scan", surveyed, facts, verdict, code)
