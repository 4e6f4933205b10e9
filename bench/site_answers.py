"""What the ladders answer to the references of docs/samples/graph, and to all references of their histories."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.sample_sites import ECMA, GO, PYTHON, REPOSITORIES, RUST, tree_of
from rubout.config.read import read_config
from rubout.gate.reference_graph import build
from rubout.gate.survey import Request, Run
from rubout.measure.graph import is_probe
from rubout.measure.resolve.all import ladders
from rubout.measure.resolve.world import What
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bench.pinned import Repository
    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer, World

LANGUAGES = {PYTHON: ("python",), ECMA: ("typescript", "tsx", "javascript"), RUST: ("rust",), GO: ("go",)}


def ask(
    clones: Path, sample: Sequence[Mapping[str, Any]], repositories: Sequence[Repository] = REPOSITORIES
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """By id the answers to the sample; and what became of all references of each history."""
    answers: dict[str, dict[str, Any]] = {}
    universe = []
    with tempfile.TemporaryDirectory(prefix="rubout-sample-") as work:
        for one in repositories:
            world = read(tree_of(clones, one, Path(work)))
            answer = _answerer(world)
            own = [site for site in sample if site["corpus"] == one.name]
            answers |= {site["id"]: {"id": site["id"], **_said(answer(*_found(world, site)))} for site in own}
            universe.append(_outcomes(one, world, answer))
    return answers, universe


def read(tree: Path) -> World:
    """A tree as the ladders see it."""
    config = read_config(tree)
    files = candidates(str(tree), exclude=config.exclude, others=True)
    request = Request(
        anchor=str(tree), scope="", keep_imports=False, jobs=os.cpu_count() or 1, cache=False, progress=None
    )
    return build(Run(request, files, time.time_ns(), print), config).world


def _answerer(world: World) -> Callable[[str, Site], Answer]:
    found = ladders(world)
    return lambda path, site: found[world.languages[path]](path, site)


def _found(world: World, row: Mapping[str, Any]) -> tuple[str, Site]:
    """The reference of a row; the places on its line may have moved since the draw, and what it is has not."""
    wanted = (row["line"], row["kind"], row["spec"], row["name"])
    of_line = [
        site
        for site in world.scope[row["path"]].sites
        if (site.line, site.kind.name.lower(), site.spec, site.name) == wanted
    ]
    return row["path"], next((site for site in of_line if site.nth == row["nth"]), of_line[0])


def _said(answer: Answer) -> dict[str, Any]:
    end = "/" if answer.what is What.PACKAGE else ""
    return {
        "what": answer.what.value,
        "rung": answer.rung,
        "targets": [target.path + end for target in answer.targets],
        "reason": answer.reason.value if answer.reason else None,
        "via_reexport": answer.via_reexport,
    }


def _outcomes(repository: Repository, world: World, answer: Callable[[str, Site], Answer]) -> dict[str, Any]:
    """The outcomes of all references of the sampled language."""
    whats: Counter[What] = Counter()
    reasons: Counter[str] = Counter()
    for path, site in _sites(world, LANGUAGES[repository.language]):
        found = answer(path, site)
        whats[found.what] += 1
        reasons.update([found.reason.value] if found.reason else ())
    return {
        "corpus": repository.name,
        "language": repository.language,
        "sites": whats.total(),
        "inside": whats.total() - whats[What.EXTERNAL] - whats[What.REFUSED],
        "external": whats[What.EXTERNAL],
        "refused": dict(sorted(reasons.items())),
    }


def _sites(world: World, languages: Sequence[str]) -> Iterator[tuple[str, Site]]:
    for path, found in world.scope.items():
        if world.languages[path] in languages:
            yield from ((path, site) for site in found.sites if not is_probe(site))
