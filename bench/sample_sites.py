"""`python -m bench.sample_sites CLONES`: the references of docs/samples/graph, drawn again from the same commits.

No chance decides: of each history the first ones are taken in the order of a hash of what they are. Nothing is
resolved, so that what they mean can be written down before any answer is seen. Of the history whose answers had to be
mended the next ones are drawn, too, to be labelled after that.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.contenders import rubout
from bench.pinned import Repository, digest, extract, write_rows
from bench.process import run
from bench.trees import committed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

TARGET = Path(__file__).parents[1] / "docs" / "samples" / "graph"
DOMAIN = "rubout site audit 1"
EACH = 50  # references a history
AGAIN = "again"  # the folder of those of the history that was drawn from twice
TWICE = "reduxjs/redux-toolkit"
PROBES = frozenset({"type_name", "string_ref"})
KEPT = ("path", "line", "nth", "kind", "spec", "name", "mode")
PYTHON, ECMA, RUST, GO = "python", "ecma", "rust", "go"
_SCRIPTS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
REPOSITORIES = (
    Repository("encode/starlette", "cb8f84f5284dc301ca7a31eb732b9e140769dd48", PYTHON, (".py", ".pyi")),
    Repository("scrapy/scrapy", "11079cb1c85b9e75a39a7269943c69d1a975d485", PYTHON, (".py", ".pyi")),
    Repository("pallets/jinja", "5ef70112a1ff19c05324ff889dd30405b1002044", PYTHON, (".py", ".pyi")),
    Repository("honojs/hono", "28a9c128912de19f3fb28b00ae289c9b93f6f392", ECMA, _SCRIPTS),
    Repository("reduxjs/redux-toolkit", "74200d87c27ca2b1c0915b2fbb4c44dd7494c2aa", ECMA, _SCRIPTS),
    Repository("expressjs/express", "a3714473feb3d2908add734d340e7755fd85e0a3", ECMA, _SCRIPTS),
    Repository("sharkdp/fd", "ee20f426ddf338ac7ead5c5f00ea49258005caaf", RUST, (".rs",)),
    Repository("tokio-rs/tokio", "ea91b33ca57ff0581b38e735cc108f831bccbdaa", RUST, (".rs",)),
    Repository("clap-rs/clap", "6982fb1c98c7247e38a6d4f04191b94e30497e7b", RUST, (".rs",)),
    Repository("go-chi/chi", "735ae2b87f8c733d616e809ae86e0985c1bc3350", GO, (".go",)),
    Repository("etcd-io/etcd", "c34dc7ee0048fd2bcc44d50beff002e5e8069b69", GO, (".go",)),
    Repository("hashicorp/terraform", "883c7221ee2e0bc2fad6912fd4b3cc4b53a598a7", GO, (".go",)),
)


def main() -> None:
    """Write the sample."""
    parser = argparse.ArgumentParser("python -m bench.sample_sites", description=__doc__)
    parser.add_argument("clones", type=Path, metavar="CLONES", help="a folder with the clones: starlette, hono, ...")
    parser.add_argument("--out", type=Path, default=TARGET, metavar="DIR", help="default: docs/samples/graph")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rubout-sample-") as work:
        listed = {one: sites(one, tree_of(args.clones, one, Path(work))) for one in REPOSITORIES}
    args.out.mkdir(parents=True, exist_ok=True)
    write_rows(args.out / "sites.jsonl", draw(listed))
    write_rows(args.out / "frame.jsonl", (_frame(one, len(found)) for one, found in listed.items()))
    (args.out / AGAIN).mkdir(exist_ok=True)
    write_rows(args.out / AGAIN / "sites.jsonl", draw_again(listed))


def tree_of(clones: Path, repository: Repository, work: Path) -> Path:
    """The files of the commit as a repository, so that those are walked that git tracks."""
    return committed(extract(clones, repository, work))


def sites(repository: Repository, tree: Path) -> list[dict[str, Any]]:
    """The references of the language that must have an answer."""
    report = tree.with_suffix(".json")
    run(rubout("graph", "--no-cache", "--sites"), tree, report)
    found = json.loads(report.read_bytes())["sites"]
    return [one for one in found if one["path"].endswith(repository.endings) and not is_probe(one)]


def is_probe(site: Mapping[str, Any]) -> bool:
    """Whether it counts for nothing unless it resolves."""
    return site["kind"] in PROBES or site["mode"] == "probe"


def draw(listed: Mapping[Repository, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """So many of each history, the languages one after the other, their histories mixed."""
    drawn = []
    for language in dict.fromkeys(one.language for one in listed):
        own = [site for one, found in listed.items() if one.language == language for site in _ranked(one, found)[:EACH]]
        drawn += _numbered(language, sorted(own, key=rank))
    return drawn


def draw_again(listed: Mapping[Repository, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """The next ones of one history."""
    found = [site for one, found in listed.items() if one.name == TWICE for site in _ranked(one, found)]
    return _numbered(AGAIN, found[EACH : 2 * EACH])


def rank(site: Mapping[str, Any]) -> str:
    """The place of a reference among all of its language, by what the sample keeps of it."""
    which = (site["corpus"], site["commit"], site["path"], str(site["line"]), str(site["nth"]))
    return digest(DOMAIN, *which, site["kind"], site["spec"])


def _numbered(name: str, sites: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": f"{name}-{number:03}", **site} for number, site in enumerate(sites, 1)]


def _ranked(repository: Repository, found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    whose = {"corpus": repository.name, "commit": repository.commit, "language": repository.language}
    kept = ({**whose, **{name: site[name] for name in KEPT}} for site in found)
    return sorted(kept, key=rank)


def _frame(repository: Repository, count: int) -> dict[str, Any]:
    return {
        "corpus": repository.name,
        "commit": repository.commit,
        "language": repository.language,
        "sites": count,
        "drawn": min(EACH, count),
    }


if __name__ == "__main__":
    main()
