"""What every commit of a window changed, measured once and kept by commit and first parent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.gate.edit_sides import Reader
from rubout.gate.remembered import program
from rubout.measure import pair_work
from rubout.measure.churn import CHUNK_BYTES, PairChurn, measure_chunk, read_answers
from rubout.measure.churn_ledger import CommitRow, PairRow, present_pairs
from rubout.measure.edit_pairs import judged_language
from rubout.measure.sources.disk import is_utf8, printable
from rubout.measure.sources.history import changed_in
from rubout.store.blob import read_record, write_blob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rubout.facts.churn import Knobs
    from rubout.gate.history import Commits
    from rubout.gate.survey import Run
    from rubout.measure.edit_pairs import Sides
    from rubout.measure.sources.changes import Change
    from rubout.measure.sources.history import Link

NAME = "churn.bin"


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """Rows by commit and first parent, and everything besides that they depend on."""

    asked: str
    rows: dict[str, CommitRow]


class _Job(NamedTuple):
    """A file of a commit that is to be measured: the commit's position, its own in the row, its present name."""

    commit: int
    pair: int
    path: str


_KEPT = msgspec.msgpack.Decoder(_Kept)


def commit_rows(run: Run, commits: Commits, holds: Callable[[str], bool], knobs: Knobs) -> list[CommitRow]:
    """A row for each commit within reach, newest first; one that is not of the window has its renames alone.

    Args:
        run: where, and with how many processes.
        commits: the history and its window.
        holds: whether a file is judged, by its present name; such files are measured.
        knobs: the caps of what is compared.

    Raises:
        RepositoryError: git refused.
    """
    anchor, asked = run.request.anchor, repr((program(), knobs.diff_cap, knobs.side_bytes_cap))
    kept = _read(anchor, asked) if run.request.cache else {}
    found = _Rows(anchor, commits)
    listed = found.take(kept)
    measured = found.measure(run, holds, knobs)
    if run.request.cache and (listed or measured):
        whole = kept | {_key(link): row for link, row in zip(found.links, found.rows, strict=True)}
        rows = {key: whole[key] for key in map(_key, commits.history) if key in whole}
        write_blob(anchor, NAME, msgspec.msgpack.encode(_Kept(asked, rows)))
    return found.windowed()


class _Rows:
    """The rows by commit, and of those that git had to be asked for the changes of judged files."""

    def __init__(self, anchor: str, commits: Commits) -> None:
        self.links = commits.reach
        self.rows: list[CommitRow] = []
        self._anchor = anchor
        self._within = list(map(commits.holds, self.links))
        self._judged: dict[str, list[Change]] = {}

    def take(self, kept: Mapping[str, CommitRow]) -> int:
        """Take the rows that are known, and ask git for the others; how many those are."""
        known = [kept.get(_key(link)) for link in self.links]
        missing = [link.name for link, row in zip(self.links, known, strict=True) if row is None]
        listed = self._list(missing)
        self.rows = [row or listed[link.name] for link, row in zip(self.links, known, strict=True)]
        return len(missing)

    def windowed(self) -> list[CommitRow]:
        """The rows, without the files of commits that are not of the window."""
        return [
            row if is_within else CommitRow(row.renames) for row, is_within in zip(self.rows, self._within, strict=True)
        ]

    def measure(self, run: Run, holds: Callable[[str], bool], knobs: Knobs) -> int:
        """Fill in what is not measured yet; how many files that were."""
        jobs = [
            _Job(commit, number, path)
            for commit, pairs in enumerate(present_pairs(self.windowed()))
            for number, (path, pair) in enumerate(pairs)
            if pair.churn is None and holds(path)
        ]
        # Versions of a file one after the other, oldest first, so that each is parsed once.
        jobs.sort(key=lambda job: (job.path, -job.commit, job.pair))
        self._list(sorted({self.links[job.commit].name for job in jobs} - self._judged.keys()))
        found = self._measured(run, jobs, knobs)
        by_commit: dict[int, dict[int, PairChurn]] = {}
        for job, churn in zip(jobs, found, strict=True):
            by_commit.setdefault(job.commit, {})[job.pair] = churn
        for commit, churns in by_commit.items():
            self.rows[commit] = _filled(self.rows[commit], churns)
        return len(jobs)

    def _list(self, names: Sequence[str]) -> dict[str, CommitRow]:
        rows = {}
        for commit in changed_in(self._anchor, names):
            left = [change for change in commit.changes if change.after]
            judged = [change for change in left if judged_language(change.path) is not None]
            self._judged[commit.name] = judged
            pairs = (PairRow(_before(change), _name(change.path)) for change in judged)
            rows[commit.name] = CommitRow(tuple(_renames(left)), tuple(pairs))
        return rows

    def _change(self, job: _Job) -> Change:
        return self._judged[self.links[job.commit].name][job.pair]

    def _measured(self, run: Run, jobs: Sequence[_Job], knobs: Knobs) -> list[PairChurn]:
        found = [PairChurn()] * len(jobs)
        sent: list[int] = []
        reader = Reader(self._anchor, knobs.side_bytes_cap)

        def sides() -> Iterator[Sides]:
            for number, (_, read) in enumerate(reader.read(map(self._change, jobs))):
                if isinstance(read, str):
                    found[number] = PairChurn(skipped=read)
                else:
                    sent.append(number)
                    yield read

        work = partial(measure_chunk, bound=knobs.diff_cap, cap=knobs.side_bytes_cap)
        done = 0
        for first, encoded in pair_work.measured(
            sides(), work, partial(work, units=False), run.request.jobs, CHUNK_BYTES
        ):
            answers = read_answers(encoded)
            for number, churn in enumerate(answers, start=first):
                found[sent[number]] = churn
            done += len(answers)
            if run.request.progress:
                run.request.progress(done, len(jobs))
        return found


def _renames(changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    for change in changes:
        if change.before_path not in (None, change.path):
            yield _name(change.before_path or ""), _name(change.path)


def _before(change: Change) -> str | None:
    return None if change.before is None else _name(change.before.path)


def _name(path: str) -> str:
    """The path, or what can be written of one that is not UTF-8."""
    return path if is_utf8(path) else printable(path)


def _filled(row: CommitRow, churns: Mapping[int, PairChurn]) -> CommitRow:
    pairs = tuple(
        msgspec.structs.replace(pair, churn=churns[number]) if number in churns else pair
        for number, pair in enumerate(row.pairs)
    )
    return msgspec.structs.replace(row, pairs=pairs)


def _key(link: Link) -> str:
    return f"{link.name} {link.parent}"


def _read(anchor: str, asked: str) -> dict[str, CommitRow]:
    kept = read_record(anchor, NAME, _KEPT)
    return kept.rows if kept and kept.asked == asked else {}
