"""How does rubout compare with its peers on a tree, cold, warm and after a change?

Every round runs every contender once, in the same order (A B A B), so a drift of the machine's speed meets all of
them alike; a ratio is the median of the ratios within the rounds. Memory is sampled in a round of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from filecmp import cmp
from statistics import median
from typing import TYPE_CHECKING

from bench import table
from bench.contenders import COMMANDS, peers, rubout
from bench.process import Run, run, run_sampled
from bench.trees import change, copy_tree, forget, probe_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bench.contenders import Peer

FIGURES = ("run", "wall s", "CPU s", "largest process MiB", "all processes MiB", "tokens")
RATIOS = ("run / peer", "wall", "range", "CPU", "largest process", "all processes")


@dataclass(slots=True)
class Contender:
    """A command in one state of the tree, and what its runs took."""

    name: str
    command: tuple[str, ...]
    prepare: Callable[[], None]
    tokens: Callable[[Path], int | None]  # read from the file that holds what a run printed
    ours: bool
    runs: list[Run] = field(default_factory=list)
    sampled: list[Run] = field(default_factory=list)
    counted: int | None = None  # tokens

    def figure(self, of: Callable[[Run], float]) -> float:
        """The median over the timed runs."""
        return median(map(of, self.runs))

    def all_mib(self) -> float | None:
        """The median peak of the sum over processes; None where it cannot be sampled."""
        peaks = [once.all_mib for once in self.sampled if once.all_mib is not None]
        return median(peaks) if peaks else None


def compare(tree: Path, work: Path, *, rounds: int, jscpd: str | None, pmd_home: Path | None) -> str:
    """Run everything on a copy of a tree below `work`, and report in Markdown."""
    copy, out = copy_tree(tree, work / "tree"), work / "out"
    contenders = _contenders(copy, peers(copy, work / "reports", jscpd=jscpd, pmd_home=pmd_home))
    for contender in contenders:  # the first run pays for what the page cache does not hold yet
        contender.prepare()
        run(contender.command, copy, out)
        contender.counted = contender.tokens(out)
    for _ in range(rounds):
        for contender in contenders:
            contender.prepare()
            contender.runs.append(run(contender.command, copy, out))
    for _ in range(max(1, rounds // 2)):
        for contender in contenders:
            contender.prepare()
            contender.sampled.append(run_sampled(contender.command, copy, out))
    different = [name for name in COMMANDS if not _same_as_afresh(name, copy, work)]
    said = f"other bytes than without it: {', '.join(different)}" if different else "the same bytes as without it"
    return (
        f"### {tree.name}\n\nMedians of {rounds} runs.\n\n"
        f"{table.markdown(FIGURES, map(_figures, contenders))}\n"
        f"{table.markdown(RATIOS, _ratios(contenders))}\n"
        f"After the last change the reports from the index have {said}.\n"
    )


def _contenders(copy: Path, others: Sequence[Peer]) -> list[Contender]:
    """Ours, with the peers behind the cold `clones` that they are compared with."""
    target = probe_file(copy)
    numbers = iter(range(1_000_000_000))

    def nothing() -> None:
        pass

    def cold() -> None:
        forget(copy)

    def changed() -> None:
        change(target, next(numbers))

    states = (("cold", cold), ("warm", nothing), ("one file changed", changed))
    first, *rest = (
        Contender(f"rubout {name}, {state}", rubout(name), prepare, _tokens, ours=True)
        for name in COMMANDS
        for state, prepare in states
    )
    theirs = [Contender(peer.name, peer.command, nothing, peer.tokens, ours=False) for peer in others]
    return [first, *theirs, *rest]


def _tokens(report: Path) -> int | None:
    counts: dict[str, int] = json.loads(report.read_bytes())["counts"]
    return counts.get("tokens")


def _same_as_afresh(command: str, copy: Path, work: Path) -> bool:
    indexed, afresh = work / "indexed", work / "afresh"
    run(rubout(command), copy, indexed)
    run(rubout(command, "--no-cache"), copy, afresh)
    return cmp(indexed, afresh, shallow=False)


def _figures(contender: Contender) -> list[str]:
    return [
        contender.name,
        table.seconds(contender.figure(lambda once: once.wall)),
        table.seconds(contender.figure(lambda once: once.cpu)),
        table.mebibytes(contender.figure(lambda once: once.largest_mib)),
        table.mebibytes(contender.all_mib()),
        table.count(contender.counted),
    ]


def _ratios(contenders: Sequence[Contender]) -> list[list[str]]:
    ours = [one for one in contenders if one.ours and "clones" in one.name]
    return [_ratio(one, peer) for peer in contenders if not peer.ours for one in ours]


def _ratio(ours: Contender, theirs: Contender) -> list[str]:
    pairs = list(zip(ours.runs, theirs.runs, strict=True))
    walls = [a.wall / b.wall for a, b in pairs]
    a, b = ours.all_mib(), theirs.all_mib()
    return [
        f"{ours.name} / {theirs.name}",
        f"{median(walls):.2f}",
        f"{min(walls):.2f}-{max(walls):.2f}",
        f"{median(a.cpu / b.cpu for a, b in pairs):.2f}",
        f"{median(a.largest_mib / b.largest_mib for a, b in pairs):.2f}",
        "-" if a is None or b is None else f"{a / b:.2f}",
    ]
