"""What would a baseline have held on the tree of a revision?"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.errors import ConfigError
from rubout.facts.ratchet import Baseline, Header
from rubout.gate import clones
from rubout.gate.against import Against
from rubout.gate.commit_tree import run_at
from rubout.gate.liveness import liveness_of
from rubout.gate.ratchet import REVISIONS, tree_rows
from rubout.gate.reference_graph import build
from rubout.gate.scan_rows import draws_soft_line, has_rows
from rubout.judge.curve import soft_line
from rubout.measure.sites.work import REFERENCES
from rubout.measure.sources.commit import commit_tree
from rubout.measure.sources.objects import Objects
from rubout.store.baseline import NAME, parse_header

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.facts import liveness
    from rubout.gate.outcome import Outcome
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run
    from rubout.gate.surveyed import Surveyed
    from rubout.measure.sources.commit import CommitTree


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTree:
    """A tree, judged by the families that a baseline has rows of."""

    surveyed: Surveyed
    copies: Outcome
    built: Built
    alive: liveness.Verdict


def against_revision(run: Run, revision: str) -> Against:
    """What `rubout baseline` would have established on a revision, by its own configuration and ignore rules.

    The soft line is that of the baseline file in the revision, if it has one. The work tree is not touched.

    Raises:
        RepositoryError: no git, no repository, no such revision, or the clone lacks a part of it.
        ConfigError: the revision's configuration cannot be used.
        StoreError: the revision's baseline file has no header.
    """
    try:
        then, config = run_at(run.request, revision, run.note)
    except ConfigError as error:
        raise ConfigError(error.what, where=f"{revision}:{error.where}", fix="hold the tree against another") from error
    objects = then.request.objects or Objects(run.request.anchor)
    with closing(objects):
        tree = commit_tree(run.request.anchor, revision, objects)
        judged = base_tree(then, config)
        header = Header(
            law=config.score.law, revisions=REVISIONS, soft_line=_soft_line(tree, judged.surveyed, config, revision)
        )
    return Against(baseline=Baseline(header, *tree_rows(judged)), base=revision, commit=tree.commit)


def base_tree(run: Run, config: Config) -> BaseTree:
    """Judge the tree of a run, whose universe has the files without a language, too."""
    surveyed = run.survey(parts=(REFERENCES,))
    built = build(run, config, surveyed)
    return BaseTree(
        surveyed=surveyed,
        copies=clones.clones(surveyed, config.clones, clones.Ask()),
        built=built,
        alive=liveness_of(built, config).verdict,
    )


def _soft_line(tree: CommitTree, surveyed: Surveyed, config: Config, revision: str) -> int | None:
    if NAME in tree.blobs:
        return parse_header(tree.read(NAME), f"{revision}:{NAME}").soft_line
    facts = (file.facts for file in surveyed.survey.files)
    lengths = sorted(one.total_lines for one in facts if has_rows(one) and draws_soft_line(one))
    return soft_line(lengths, config.score.soft_line_k)
