"""A run over what a commit holds, straight from git's objects.

What is found is what a checkout of the commit would give, and neither the work tree nor the index is touched, or
looked at. What git would convert on its way to the disk (line ends, large files kept elsewhere) is judged as stored.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from rubout.config.files import OWN_FILE, SHARED_FILE, dangling, refuse_unusable
from rubout.config.read import config_in
from rubout.gate.survey import Run
from rubout.measure.sources.commit import commit_tree
from rubout.measure.sources.universe import candidates_in

if TYPE_CHECKING:
    from rubout.config.records import Config
    from rubout.gate.survey import Note, Request
    from rubout.measure.sources.commit import CommitTree


def run_at(request: Request, revision: str, note: Note, pinned: Config | None = None) -> tuple[Run, Config]:
    """A run over a commit, and the configuration that stands in it, or the one that is `pinned`.

    The run lists the files without a language, too, and keeps the imports if the request or that configuration says so.

    Args:
        request: of the repository, whole; its `objects`, if it has some, are used.
        revision: as git reads it.
        note: takes lines about the index.
        pinned: used in place of the commit's own.

    Raises:
        RepositoryError: no git, no repository, no such commit, or the clone lacks a part of it.
        ConfigError: the commit's configuration cannot be used.
    """
    tree = commit_tree(request.anchor, revision, request.objects)
    config = config_of(tree) if pinned is None else pinned
    asked = replace(
        request, scope="", keep_imports=request.keep_imports or config.clones.keep_imports, objects=tree.objects
    )
    return Run(asked, candidates_in(tree, config.exclude), time.time_ns(), note), config


def config_of(tree: CommitTree) -> Config:
    """The configuration of a commit, all defaults when it has none; raises ConfigError, and RepositoryError."""
    return config_in(_bytes(tree, OWN_FILE), _bytes(tree, SHARED_FILE))


def _bytes(tree: CommitTree, name: str) -> bytes | None:
    if name not in tree.statuses:
        return None
    try:
        path = tree.target(name)
    except FileNotFoundError:
        raise dangling(name) from None
    status = tree.status(path)
    refuse_unusable(name, status.st_mode, status.st_size or 0)
    return tree.read(path)
