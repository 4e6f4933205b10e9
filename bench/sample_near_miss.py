"""`python -m bench.sample_near_miss CLONES`: the pairs of docs/samples/near-miss, drawn again from the same commits.

No chance decides: pairs are taken in the order of a hash of what they are.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.contenders import rubout
from bench.pinned import Repository, digest, extract, write_rows
from bench.process import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

TARGET = Path(__file__).parents[1] / "docs" / "samples" / "near-miss"
DOMAIN, SHUFFLE = "rubout near-miss sample 1", "rubout near-miss order 1"
YES, NEAR = "yes", "near"  # from 85 of 100 nodes, and from 70 up to 85
QUOTA = 15  # pairs a language and stratum
MOST_OF_A_CLASS = 3
MOST_IDENTICAL = QUOTA // 3  # of the pairs answered yes, those whose trees are equal


REPOSITORIES = (
    Repository("psf/requests", "1f6589ec3a1ee910f9a65cc3ceac60b26677bc0e", "python", (".py",)),
    Repository("spf13/cobra", "adbc8813901bba65827259daa8e22ff94ec1f30e", "go", (".go",)),
    Repository("BurntSushi/ripgrep", "3fce3b5bb0236da2df6d99672afb8a719642eca7", "rust", (".rs",)),
    Repository("colinhacks/zod", "e516c3baf22615e20934116abebfed6c000222c2", "typescript", (".ts",)),
    Repository("google/gson", "9835b6f90192f79cdf5300c528fc6212455fb6c1", "java", (".java",)),
    Repository("Seldaek/monolog", "57eb1028342134e701e77c617565d51b6e5a2a53", "php", (".php",)),
    Repository("square/okio", "4164f2976ac7174f3d35d52150e8ffbdbe0acbec", "kotlin", (".kt",)),
    Repository("rack/rack", "8bf4eb078498edc9105fb04add80d89c5340e60b", "ruby", (".rb",)),
)


class Candidate(NamedTuple):
    """A pair that may be drawn; `groups` are the classes that its units are in, or themselves."""

    rank: str
    repository: Repository
    a: dict[str, Any]
    b: dict[str, Any]
    ted: int
    stratum: str
    groups: frozenset[str]

    @property
    def identical(self) -> bool:
        """Whether the trees are equal."""
        return self.ted == 0


class Draw:
    """The pairs taken so far, and what may be taken besides them."""

    def __init__(self) -> None:
        self.taken: list[Candidate] = []
        self._of_group: Counter[tuple[str, str, str]] = Counter()
        self._ranks: set[str] = set()

    def take(self, candidates: Iterable[Candidate], most: int, identical: int) -> int:
        """Take up to `most` of the candidates by rank, `identical` of them at most; how many were taken."""
        before = len(self.taken)
        for candidate in sorted(candidates, key=lambda one: one.rank):
            if len(self.taken) - before == most:
                break
            groups = [(candidate.repository.name, candidate.stratum, group) for group in candidate.groups]
            full = any(self._of_group[group] == MOST_OF_A_CLASS for group in groups)
            if candidate.rank in self._ranks or full or (candidate.identical and not identical):
                continue
            identical -= candidate.identical
            self._of_group.update(groups)
            self._ranks.add(candidate.rank)
            self.taken.append(candidate)
        return len(self.taken) - before


def main() -> None:
    """Write the sample."""
    parser = argparse.ArgumentParser("python -m bench.sample_near_miss", description=__doc__)
    parser.add_argument("clones", type=Path, metavar="CLONES", help="a folder with the clones: requests, cobra, ...")
    parser.add_argument("--out", type=Path, default=TARGET, metavar="DIR", help="default: docs/samples/near-miss")
    parser.add_argument("--cards", type=Path, metavar="DIR", help="also write a card a pair, for labelling by reading")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rubout-sample-") as work:
        trees = {one.name: extract(args.clones, one, Path(work)) for one in REPOSITORIES}
        candidates = [pair for one in REPOSITORIES for pair in listed(one, near_misses(trees[one.name]))]
        drawn = shuffled(draw(candidates))
        args.out.mkdir(parents=True, exist_ok=True)
        write_rows(args.out / "pairs.jsonl", (row(number, pair) for number, pair in enumerate(drawn, 1)))
        write_rows(args.out / "frame.jsonl", frame(candidates, drawn))
        if args.cards:
            write_cards(args.cards, drawn, trees)


def near_misses(tree: Path) -> dict[str, Any]:
    """What the product says of a tree."""
    report = tree.with_suffix(".json")
    run(rubout("near-miss", "--no-cache", "--advisory"), tree, report)
    found: dict[str, Any] = json.loads(report.read_bytes())
    return found


def listed(repository: Repository, report: dict[str, Any]) -> Iterator[Candidate]:
    """The pairs of the language that a report lists, in classes and in the band below."""
    class_of = {_identity(unit): found["id"] for found in report["rows"] for unit in found["members"]}
    for found in report["rows"]:
        members = found["members"]
        for pair in found["pairs"]:
            yield _candidate(repository, members[pair["a"]], members[pair["b"]], pair["ted"], YES, class_of)
    for pair in report["advisory"]:
        yield _candidate(repository, pair["a"], pair["b"], pair["ted"], NEAR, class_of)


def draw(candidates: Sequence[Candidate]) -> list[Candidate]:
    """A quota of each language and stratum; what a language has too few of is made up for by all of them."""
    found = Draw()
    for stratum in (YES, NEAR):
        eligible = [one for one in candidates if one.stratum == stratum and _is_of_language(one)]
        for repository in REPOSITORIES:
            found.take((one for one in eligible if one.repository == repository), QUOTA, MOST_IDENTICAL)
        missing = len(REPOSITORIES) * QUOTA - sum(one.stratum == stratum for one in found.taken)
        found.take(eligible, missing, 0)
    return found.taken


def shuffled(drawn: Iterable[Candidate]) -> list[Candidate]:
    """An order that tells nothing of language or stratum."""
    return sorted(drawn, key=lambda one: digest(SHUFFLE, one.rank))


def row(number: int, pair: Candidate) -> dict[str, Any]:
    """A pair as the sample keeps it."""
    return {
        "id": f"{number:03}",
        "corpus": pair.repository.name,
        "commit": pair.repository.commit,
        "language": pair.repository.language,
        "a": pair.a,
        "b": pair.b,
        "ted": pair.ted,
        "stratum": pair.stratum,
    }


def frame(candidates: Sequence[Candidate], drawn: Sequence[Candidate]) -> Iterator[dict[str, Any]]:
    """How many pairs there were and how many were drawn: a row a language, stratum and whether trees are equal."""
    there, taken = (Counter(map(_cell, filter(_is_of_language, pairs))) for pairs in (candidates, drawn))
    for repository in REPOSITORIES:
        for stratum, identical in ((YES, True), (YES, False), (NEAR, False)):
            cell = repository.language, stratum, identical
            yield {
                "language": repository.language,
                "stratum": stratum,
                "identical": identical,
                "listed": there[cell],
                "drawn": taken[cell],
            }


def write_cards(cards: Path, drawn: Sequence[Candidate], trees: dict[str, Path]) -> None:
    """A text a pair: the language, and the source of both sides, and nothing that rubout says of them."""
    cards.mkdir(parents=True, exist_ok=True)
    for number, pair in enumerate(drawn, 1):
        tree = trees[pair.repository.name]
        sides = "\n".join(_side(name, unit, tree) for name, unit in (("A", pair.a), ("B", pair.b)))
        text = f"pair {number:03}\nlanguage {pair.repository.language}\n\n{sides}"
        (cards / f"{number:03}.txt").write_text(text, encoding="utf-8")


def _side(name: str, unit: dict[str, Any], tree: Path, most: int = 120) -> str:
    lines = (tree / unit["path"]).read_bytes().decode("utf-8", "replace").split("\n")
    numbered = [f"{at:5} {lines[at - 1]}\n" for at in range(unit["start_line"], unit["end_line"] + 1)]
    more = f"... {len(numbered) - most} more lines\n" if len(numbered) > most else ""
    return f"--- {name} {unit['path']}:{unit['start_line']}-{unit['end_line']}\n{''.join(numbered[:most])}{more}"


def _candidate(
    repository: Repository,
    a: dict[str, Any],
    b: dict[str, Any],
    ted: int,
    stratum: str,
    class_of: dict[str, str],
) -> Candidate:
    one, other = _identity(a), _identity(b)
    return Candidate(
        rank=digest(DOMAIN, repository.name, repository.commit, one, other),
        repository=repository,
        a=_side_row(a),
        b=_side_row(b),
        ted=ted,
        stratum=stratum,
        groups=frozenset((class_of.get(one, one), class_of.get(other, other))),
    )


def _identity(unit: dict[str, Any]) -> str:
    return f"{unit['path']}|{unit['key']}|{unit['nth']}"


def _side_row(unit: dict[str, Any]) -> dict[str, Any]:
    return {name: unit[name] for name in ("path", "key", "nth", "start_line", "end_line", "nodes")}


def _is_of_language(pair: Candidate) -> bool:
    return all(unit["path"].endswith(pair.repository.endings) for unit in (pair.a, pair.b))


def _cell(pair: Candidate) -> tuple[str, str, bool]:
    return pair.repository.language, pair.stratum, pair.identical


if __name__ == "__main__":
    main()
