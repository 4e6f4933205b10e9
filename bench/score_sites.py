"""`python -m bench.score_sites`: what the truth of docs/samples/graph says of the ladders' answers, in Markdown.

With `--clones` the ladders are asked again, and `answers.jsonl` and `universe.jsonl` are written before.
Precision is correct / (correct + wrong), recall is correct / references to something in the repository.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import table
from bench.pinned import rows, write_rows
from bench.sample_sites import AGAIN, TARGET
from bench.site_answers import LANGUAGES, ask
from rubout.measure.resolve.world import What

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FIRST, NOW = "first", "answers"  # files of answers: before anything was mended, and of the ladders as they are
OUTSIDE, DYNAMIC, AMBIGUOUS, NONE = "external", "dynamic", "ambiguous", "none"
NO_PATH = frozenset({OUTSIDE, DYNAMIC, AMBIGUOUS, NONE})
CORRECT, WRONG, MISSED, EXTERNAL_OK, UNRESOLVED_OK = "correct", "wrong", "missed", "external_ok", "unresolved_ok"
RUNGS = (1, 2, 3, 4, 5)
GATE = 0.90
FEWEST = 5  # references into a repository for its own precision to count


@dataclass(frozen=True, slots=True)
class Scored:
    """A reference of the sample, with the verdict on its answer."""

    id: str
    language: str
    corpus: str
    inside: bool  # it means something in the repository
    rung: int  # of the answer
    verdict: str

    def up_to(self, ceiling: int) -> str:
        """The verdict, were no rung above a ceiling tried."""
        if self.rung <= ceiling:
            return self.verdict
        return MISSED if self.inside else UNRESOLVED_OK


@dataclass(frozen=True, slots=True)
class Score:
    """How many references there are of each sort."""

    sites: int
    inside: int
    correct: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """1 where nothing was answered."""
        answered = self.correct + self.wrong
        return self.correct / answered if answered else 1.0

    @property
    def recall(self) -> float:
        """1 where there was nothing to find."""
        return self.correct / self.inside if self.inside else 1.0


def main() -> None:
    """Print the figures, perhaps of new answers."""
    parser = argparse.ArgumentParser("python -m bench.score_sites", description=__doc__)
    parser.add_argument("--clones", type=Path, metavar="CLONES", help="ask again, of a folder with the clones")
    args = parser.parse_args()
    if args.clones:
        folders = (TARGET, TARGET / AGAIN)
        answers, universe = ask(args.clones, [site for folder in folders for site in rows(folder / "sites.jsonl")])
        for folder in folders:
            write_rows(folder / f"{NOW}.jsonl", (answers[site["id"]] for site in rows(folder / "sites.jsonl")))
        write_rows(TARGET / "universe.jsonl", universe)
    sys.stdout.write(figures(TARGET))


def record(folder: Path, answers: str = NOW) -> list[Scored]:
    """The sample with the verdicts on a file of answers."""
    truths, given = ({row["id"]: row for row in rows(folder / f"{name}.jsonl")} for name in ("truth", answers))
    return [
        Scored(
            id=site["id"],
            language=site["language"],
            corpus=site["corpus"],
            inside=truths[site["id"]]["truth"] not in NO_PATH,
            rung=given[site["id"]]["rung"],
            verdict=verdict(truths[site["id"]], given[site["id"]]),
        )
        for site in rows(folder / "sites.jsonl")
    ]


def verdict(truth: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """What an answer is worth."""
    meant = {_place(path) for path in truth["alt"]}
    inside = truth["truth"] not in NO_PATH
    if inside:
        meant.add(_place(truth["truth"]))
    if answer["what"] == What.REFUSED:
        return MISSED if inside else UNRESOLVED_OK
    if answer["what"] == What.EXTERNAL:
        return EXTERNAL_OK if truth["truth"] == OUTSIDE else WRONG
    targets = [_place(path) for path in answer["targets"]]
    asked = targets if answer["via_reexport"] else targets[:1]
    return CORRECT if meant & set(asked) else WRONG


def score(scored: Iterable[Scored], ceiling: int = RUNGS[-1]) -> Score:
    """The counts over some references."""
    some = list(scored)
    verdicts = Counter(one.up_to(ceiling) for one in some)
    inside = sum(one.inside for one in some)
    return Score(len(some), inside, verdicts[CORRECT], verdicts[WRONG], verdicts[MISSED])


def passed(scored: Sequence[Scored]) -> frozenset[str]:
    """The languages whose ladder reaches the gate, in all and in each history with enough to count."""
    found: set[str] = set()
    for language, names in LANGUAGES.items():
        own = [one for one in scored if one.language == language]
        parts = [score(one for one in own if one.corpus == corpus) for corpus in corpora(own)]
        if all(part.precision >= GATE for part in (score(own), *parts) if part.inside >= FEWEST):
            found.update(names)
    return frozenset(found)


def figures(folder: Path) -> str:
    """All tables, each under its heading."""
    first, now = record(folder, FIRST), record(folder)
    parts = (
        ("First result", result_table(first)),
        ("What was wrong or missed in it", mistakes_table(folder, first)),
        ("Result after the fixes", result_table(now)),
        ("More of one history, labelled after the fixes", result_table(record(folder / AGAIN))),
        ("Were no rung above this one tried", cut_table(now)),
        ("All references of the histories", universe_table(rows(folder / "universe.jsonl"))),
    )
    return table.sections(parts)


def result_table(scored: Sequence[Scored]) -> str:
    """A row a language and a history."""
    head = ("language", "history", "sites", "inside", "correct", "wrong", "missed", "precision", "recall")
    found = []
    for language in LANGUAGES:
        own = [one for one in scored if one.language == language]
        if not own:
            continue
        by_corpus = {corpus: score(one for one in own if one.corpus == corpus) for corpus in corpora(own)}
        parts = {"together": score(own), **by_corpus}
        found += [[language, name, *_cells(part)] for name, part in parts.items()]
    return table.markdown(head, found)


def corpora(scored: Iterable[Scored]) -> list[str]:
    """The histories of some references."""
    return sorted({one.corpus for one in scored})


def mistakes_table(folder: Path, scored: Sequence[Scored]) -> str:
    """The references that were not answered as they should be."""
    truths, sites = ({row["id"]: row for row in rows(folder / f"{name}.jsonl")} for name in ("truth", "sites"))
    answers = {row["id"]: row for row in rows(folder / f"{FIRST}.jsonl")}
    wrong = [one.id for one in scored if one.verdict in (WRONG, MISSED)]
    return table.markdown(
        ("reference", "specifier", "truth", "answer"),
        (
            [
                name,
                f"`{sites[name]['spec']}`",
                truths[name]["truth"],
                ", ".join(answers[name]["targets"]) or answers[name]["what"],
            ]
            for name in wrong
        ),
    )


def cut_table(scored: Sequence[Scored]) -> str:
    """What a lower ceiling would answer of what is inside."""
    cuts = ((language, ceiling) for language in LANGUAGES for ceiling in RUNGS)
    found = []
    for language, ceiling in cuts:
        own = score((one for one in scored if one.language == language), ceiling)
        counts = (str(own.correct), str(own.wrong), str(own.missed))
        found.append([language, str(ceiling), *counts, f"{own.precision:.3f}", f"{own.recall:.3f}"])
    return table.markdown(("language", "rung", "correct", "wrong", "missed", "precision", "recall"), found)


def universe_table(universe: Sequence[Mapping[str, Any]]) -> str:
    """How many references have an answer."""
    head = ("language", "history", "sites", "inside", "external", "refused", "answered", "why refused")
    return table.markdown(head, map(_universe_cells, universe))


def _place(path: str) -> str:
    """A path as it is compared: a folder like its own node, the root as ""."""
    return path.removeprefix("./").strip("/") if path != "." else ""


def _cells(found: Score) -> list[str]:
    counts = (found.sites, found.inside, found.correct, found.wrong, found.missed)
    return [*map(str, counts), f"{found.precision:.3f}", f"{found.recall:.3f}"]


def _universe_cells(row: Mapping[str, Any]) -> list[str]:
    refused = sum(row["refused"].values())
    why = ", ".join(f"{reason} {count}" for reason, count in row["refused"].items())
    counts = (row["sites"], row["inside"], row["external"], refused)
    return [row["language"], row["corpus"], *map(str, counts), f"{1 - refused / row['sites']:.3f}", why or "-"]


if __name__ == "__main__":
    main()
