"""Did an erase leave the tree whole? It is planned once more, from what is on disk now."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from rubout.gate.erase import erase
from rubout.measure.graph import is_probe
from rubout.measure.resolve.world import What
from rubout.measure.sources.universe import candidates
from rubout.measure.splices import byte_lines, slice_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.config.records import Config
    from rubout.gate.erase import Planned
    from rubout.gate.erase_rows import PlanRow
    from rubout.gate.erase_targets import Target
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run

Finding = tuple[str, str, str]  # class, path, SHA-256 of the bytes in hex


def planned_again(run: Run, config: Config) -> Planned:
    """The plan of the tree as it is on disk now; raises as `erase` does."""
    started = time.time_ns()
    universe = candidates(run.request.anchor, exclude=config.exclude, others=True)
    planned: Planned = erase(replace(run, universe=universe, started=started), config).options["planned"]
    return planned


def broken(before: Built, after: Built, gone: frozenset[str]) -> list[str]:
    """What a file that stays refers to and does not find any more, as `PATH: REFERENCE`, by path.

    Args:
        before: the graph that the plan was made from.
        after: that of the tree as it is now.
        gone: the files that went whole.
    """
    lost = []
    for path in sorted(after.world.scope):
        refused = _refused(after, path)
        # What led to a file that went may mean something else by now, which nobody decided.
        missed = Counter(_leading_to(before, path, gone)) if path in before.world.scope else Counter()
        new = (refused - _refused(before, path)) | missed
        lost += [f"{path}: {spec}" for spec in sorted(new)]
    return lost


def not_gone(targets: tuple[Target, ...], again: Planned, lines: dict[str, list[bytes]]) -> list[str]:
    """The paths of findings that were erased and may be erased still.

    Args:
        targets: the files that were changed.
        again: the plan after it.
        lines: by path those of the files of that plan.
    """
    erased = {finding for target in targets for finding in findings(target)}
    left = [_finding(row, lines[row.path]) for row in again.plan.eraseable]
    return sorted({path for cls, path, digest in left if (cls, path, digest) in erased})


def findings(target: Target) -> Iterator[Finding]:
    """What each row takes of a file, in the order of the rows."""
    lines = byte_lines(target.before)
    return (_finding(row, lines) for row in target.rows)


def _finding(row: PlanRow, lines: list[bytes]) -> Finding:
    taken = b"".join(lines) if row.span is None else slice_of(lines, row.span)
    return row.cls, row.path, sha256(taken).hexdigest()


def _refused(built: Built, path: str) -> Counter[str]:
    """The references without an answer, by how they are written."""
    if path not in built.world.scope:
        return Counter()
    answered = zip(built.world.scope[path].sites, built.answers[path], strict=True)
    return Counter(
        _written(site.spec, site.name)
        for site, answer in answered
        if answer.what is What.REFUSED and not is_probe(site)
    )


def _leading_to(built: Built, path: str, gone: frozenset[str]) -> Iterator[str]:
    for site, answer in zip(built.world.scope[path].sites, built.answers[path], strict=True):
        if any(target.path in gone for target in (*answer.targets, *answer.possible)):
            yield _written(site.spec, site.name)


def _written(spec: str, name: str) -> str:
    return f"{spec} ({name})" if name else spec
