"""What would the guard have refused, had it stood before a repository's history?

Each commit of the first-parent history is applied to its parent's tree in memory, oldest first: files that went are
taken away and renamed ones are moved; then, in the order of their paths, each file that the commit wrote is asked
about before its bytes are put there. A renamed file counts as written only where it was edited, too: moving a file is
no write. A merge is what it changed of its first parent.

An event is a write of a file that a grammar reads, since no other can be refused for a copy. A file that only its
length can have refused counts when it is refused, so that easy writes do not dilute the record.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rubout.config.knobs import guard_knobs
from rubout.errors import RepositoryError, UsageError
from rubout.gate.ledger import OPEN, Ledger, Refusal
from rubout.gate.shadow import COMMITS_AT_ONCE, Shadow
from rubout.judge.guard import BUDGET
from rubout.measure.extract import RULES_REVISION
from rubout.measure.sources import git
from rubout.measure.sources.anchor import in_work_tree
from rubout.measure.sources.changes import commit_id, head
from rubout.measure.sources.disk import printable
from rubout.measure.sources.history import first_parents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rubout.config.records import Config
    from rubout.gate.shadow import Write
    from rubout.measure.sources.history import Commit

MOST_PLACES = 10  # that a line of the ledger names


def replay(
    anchor: str, config: Config, ledger: Ledger | None, last: int, told: Callable[[Ledger, int], None]
) -> Ledger:
    """Replay a history, and go on where a ledger ends.

    Args:
        anchor: absolute, free of symlinks.
        config: of the project; `exclude` and the lines of `[thresholds]` are taken from it.
        ledger: what was found before; None begins anew.
        last: with how many of the newest commits.
        told: takes the ledger so far, and the commits that are left, now and then.

    Raises:
        RepositoryError: no repository, or git refused.
        UsageError: the ledger is of other rules, or of another history.
    """
    ledger, commits = _begun(anchor, config, last) if ledger is None else (ledger, _rest(anchor, config, ledger))
    shadow = Shadow(anchor, config, commits)
    if ledger.through:
        shadow.load(ledger.through)
    for number, (commit, writes) in enumerate(shadow.writes(), start=1):
        refusals = [_refusal(write, rule) for write in writes for rule in write.refused_by]
        ledger = ledger._replace(
            through=commit.name,
            commits=ledger.commits + 1,
            events=ledger.events + sum(shadow.is_parsed(write.path) or bool(write.refused_by) for write in writes),
            refusals=(*ledger.refusals, *refusals),
        )
        if number % COMMITS_AT_ONCE == 0 and number < len(commits):
            told(ledger, len(commits) - number)
    told(ledger, 0)
    return ledger


def rules_of(config: Config) -> str:
    """What a record is about: one of other rules says nothing of these."""
    knobs = guard_knobs(config)
    imports = "kept" if config.clones.keep_imports else "cut"
    runs = f"runs {knobs.min_tokens}/{knobs.min_distinct}"
    kind = f"strong from {knobs.strong_tokens}" if knobs.mode is None else "all"
    return f"facts {RULES_REVISION}, {runs}, {kind}, imports {imports}, hard line {knobs.file_lines_fail}"


def _begun(anchor: str, config: Config, last: int) -> tuple[Ledger, Sequence[Commit]]:
    if not in_work_tree(anchor):
        raise RepositoryError("no repository", where=anchor, fix="give a repository of git")
    if head(anchor) is None:
        raise RepositoryError("no commit yet, so no history", where=anchor, fix="commit something")
    commits = first_parents(anchor, last)
    start = commits[0].parent if commits else ""
    if commits and not start and git.start(anchor, "rev-parse", "--is-shallow-repository")().strip() == b"true":
        # What the oldest commit of a shallow clone changed is not known.
        start, commits = commits[0].name, commits[1:]
    ledger = Ledger(printable(os.path.basename(anchor)), rules_of(config), start, start, 0, 0, ())
    return ledger, commits


def _rest(anchor: str, config: Config, ledger: Ledger) -> Sequence[Commit]:
    where = "arbitration file"
    rules = rules_of(config)
    if ledger.rules != rules:
        what = f"it was made by the rules `{ledger.rules}`, and now they are `{rules}`"
        raise UsageError(what, where=where, fix="begin a new file")
    commits = first_parents(anchor, after=ledger.through or None)
    continues = commits[0].parent == ledger.through if commits else commit_id(anchor, "HEAD") == ledger.through
    if not continues:
        what = f"it ends at {ledger.through}, which is not in this first-parent history"
        raise UsageError(what, where=where, fix="give the file of this repository, or begin a new one")
    return commits


def _refusal(write: Write, rule: str) -> Refusal:
    facts = write.facts
    places = f"{facts.before_lines} to {facts.after_lines} lines" if rule == BUDGET.name else _copies(write)
    return Refusal(OPEN, write.commit[:12], rule, printable(write.path), places)


def _copies(write: Write) -> str:
    runs = [write.facts.after[index] for index in write.verdict.introduced]
    places = [
        f"{run.own_start}-{run.own_end} = {printable(write.facts.files[run.file])}:{run.start_line}-{run.end_line}"
        f" ({run.length} tokens)"
        for run in runs[:MOST_PLACES]
    ]
    more = f", +{len(runs) - MOST_PLACES} more" if len(runs) > MOST_PLACES else ""
    return ", ".join(places) + more + ("; gone there after the commit" if write.moved else "")
