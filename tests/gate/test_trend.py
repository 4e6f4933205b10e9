"""The scores of a history are those that checkouts of its commits get, remembered or not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.config.read import read_config
from rubout.config.records import Config
from rubout.errors import ExitCode, StoreError
from rubout.facts.ratchet import Header
from rubout.gate import trend_rows
from rubout.gate.families import FAMILIES
from rubout.gate.history import NoHistoryError
from rubout.gate.survey import Request, Run
from rubout.gate.trend import Ask, trend
from rubout.gate.trend_rows import NAME, SCORE_REVISION, Pins, digest_of, stamp_of
from rubout.judge.score import AXES
from rubout.measure.sources.universe import candidates
from rubout.store.baseline import NAME as BASELINE
from rubout.store.blob import read_blob
from rubout.store.scratch import FOLDER
from tests.histories import DAY, START, Made, make_history
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rubout.facts.trend import Scored, Verdict
    from rubout.gate.trend import History
    from tests.conftest import Git, Tree

LONG = "x = 1\n" * 400
VERSIONS: Sequence[Made] = (
    Made({"a.py": LOOP, "main.py": "import a\n", "README.md": prose(60)}),
    Made({"b.py": LOOP, "c.py": LOOP.replace("total", "other")}, at=START + DAY),
    Made({"long.py": LONG}, at=START + 2 * DAY),
    Made({"rubout.toml": "[score]\nscore_scale = 500\nviol_cost = 20\n"}, at=START + 3 * DAY),
    Made({"rubout.toml": None, "long.py": None, "c.py": None, "NOTES.md": prose(60)}, at=START + 5 * DAY),
)


@dataclass(frozen=True)
class Told:
    """What a run came to."""

    history: History
    verdict: Verdict
    code: ExitCode
    said: list[str]


def trend_of(
    root: Path, commits: int = 30, batch: int | None = None, *, cache: bool = True, jobs: int = 1, pin: bool = False
) -> Told:
    said: list[str] = []
    request = Request(anchor=str(root), jobs=jobs, cache=cache)
    config = read_config(root)
    run = Run(request, candidates(str(root)), time.time_ns(), said.append)
    outcome = trend(run, config, Ask(commits=commits, batch=batch, pin_config=pin))
    return Told(outcome.options["history"], outcome.verdict, outcome.exit_code, said)


def scores(rows: Sequence[Scored]) -> list[tuple[int, int]]:
    return [(row.score, row.scale) for row in rows]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_history(tmp_path.resolve() / "r", VERSIONS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_score_of_each_commit_is_that_of_its_checkout(root: Path, git: Git, jobs: int) -> None:
    found = trend_of(root, jobs=jobs).history.rows
    there = root.parent / "out"
    git(root, "worktree", "add", "--quiet", "--detach", str(there))
    for row in found:
        git(there, "checkout", "--quiet", row.commit)
        config = read_config(there)
        request = Request(anchor=str(there), jobs=1, cache=False, keep_imports=config.clones.keep_imports)
        run = Run(request, candidates(str(there), exclude=config.exclude), 0, pytest.fail)
        facts = FAMILIES["score"].outcome(run, config).facts
        knobs = FAMILIES["score"].outcome(run, config).verdict.knobs
        pinned = msgspec.structs.replace(knobs, soft_line=300)
        verdict = FAMILIES["score"].judge(facts, pinned)
        assert (row.score, row.scale) == (verdict.score, config.score.score_scale)
        assert row.axes == tuple((axis.axis, axis.charge) for axis in verdict.axes)
    assert [row.ts for row in found] == [made.at for made in VERSIONS]


def test_rows_are_remembered_and_forgotten_without_a_trace(root: Path) -> None:
    first = trend_of(root)
    assert first.said[-1] == "measured 5 of 5 commits now"
    again = trend_of(root)
    assert (again.history, again.verdict, again.said) == (first.history, first.verdict, [])
    (root / FOLDER / NAME).unlink()
    assert trend_of(root).history == first.history
    assert trend_of(root, cache=False).history == first.history


def test_a_run_without_a_cache_neither_reads_nor_writes_rows(root: Path) -> None:
    assert trend_of(root, cache=False).said == ["measured 5 of 5 commits now"]
    assert not (root / FOLDER).exists()


def test_example_12_batches_go_from_the_newest_commit_back(tmp_path: Path) -> None:
    root = make_history(tmp_path.resolve() / "r", VERSIONS[:2])
    newest = trend_of(root, batch=1)
    assert (newest.history.window, len(newest.history.rows), newest.history.pending) == (2, 1, 1)
    assert newest.history.rows[0].ts == START + DAY
    both = trend_of(root, batch=1)
    assert (len(both.history.rows), both.history.pending) == (2, 0)
    assert (both.verdict.direction, both.verdict.unjudged) == (None, "too_few_points")
    assert trend_of(root, batch=1).said == []
    (root / FOLDER / NAME).unlink()
    assert trend_of(root).history == both.history


def test_merges_count_once_and_side_branches_not_at_all(tmp_path: Path) -> None:
    side = Made({"side.py": LONG}, at=START + 60, on="side")
    merged = Made({}, at=START + 120, merge="side")
    root = make_history(tmp_path.resolve() / "r", [VERSIONS[0], side, merged])
    assert [row.ts for row in trend_of(root).history.rows] == [START, START + 120]


def test_only_so_many_commits_are_looked_at(root: Path) -> None:
    found = trend_of(root, commits=2).history
    assert (found.window, [row.ts for row in found.rows]) == (2, [START + 3 * DAY, START + 5 * DAY])


def test_the_soft_line_is_pinned_for_the_whole_window(root: Path) -> None:
    assert trend_of(root).history.soft_line == 300
    (root / "rubout.toml").write_text("[thresholds]\nfile_lines_warn = 350\n")
    warned = trend_of(root)
    assert (warned.history.soft_line, warned.said) == (350, ["measured 5 of 5 commits now"])
    header = msgspec.json.encode(Header(revisions={}, soft_line=200))
    (root / BASELINE).write_bytes(header + b"\n")
    frozen = trend_of(root)
    assert frozen.history.soft_line == 200
    charges = [dict(found.history.rows[2].axes)[AXES.index("size")] for found in (warned, frozen)]
    assert charges[0] < charges[1]


def test_a_baseline_that_cannot_be_read_is_refused(root: Path) -> None:
    (root / BASELINE).write_text("no header\n")
    with pytest.raises(StoreError, match="no JSON"):
        trend_of(root)


def test_the_law_is_the_present_one_for_every_commit_and_rows_of_two_laws_never_mix(root: Path) -> None:
    density = trend_of(root).history
    (root / "rubout.toml").write_text('[score]\nlaw = "mass"\n')
    mass = trend_of(root)
    assert (mass.history.law, mass.said) == ("mass", ["measured 5 of 5 commits now"])
    assert scores(mass.history.rows) != scores(density.rows)
    (root / "rubout.toml").unlink()
    assert trend_of(root).history == density


def test_a_commit_declares_its_own_knobs(root: Path) -> None:
    rows = trend_of(root).history.rows
    assert [row.scale for row in rows] == [1000, 1000, 1000, 500, 1000]
    rulers = [row.ruler for row in rows]
    assert len({rulers[0], rulers[1], rulers[2], rulers[4]}) == 1
    assert rulers[3] != rulers[0]


def test_commits_without_a_score_fail_by_name_and_are_tried_again(tmp_path: Path) -> None:
    root = make_history(
        tmp_path.resolve() / "r",
        [
            Made({"data.txt": "1\n"}),
            Made({"a.py": LOOP, "rubout.toml": '[score]\nlaw = "none"\n'}, at=START + 1),
            Made({"rubout.toml": None}, at=START + 2),
        ],
    )
    for _ in range(2):
        told = trend_of(root)
        nothing, law = (reason for _, reason in told.history.failed)
        assert nothing == "nothing to judge"
        assert law.startswith("rubout.toml: [score] law: expected ")
        assert (len(told.history.rows), told.history.pending, told.code) == (1, 0, ExitCode.HELD)
        assert told.said[-1].startswith("measured ")


def test_where_every_commit_fails_nothing_could_be_judged(tmp_path: Path) -> None:
    told = trend_of(make_history(tmp_path.resolve() / "r", [Made({"data.txt": "1\n"})]))
    assert (told.history.rows, told.verdict.direction, told.code) == ((), None, ExitCode.UNJUDGED)


def test_a_fall_past_a_declared_floor_fails(tmp_path: Path) -> None:
    root = make_history(tmp_path.resolve() / "r", VERSIONS[:3])
    for floor, code in ((0, ExitCode.HELD), (1, ExitCode.FAILED), (900_000, ExitCode.HELD)):
        (root / "rubout.toml").write_text(f"[trend]\ndecline_floor_micro = {floor}\n")
        told = trend_of(root)
        assert (told.code, told.verdict.knobs.decline_floor_micro) == (code, floor)
    (root / "rubout.toml").write_text("[trend]\ndecline_floor_micro = 1\nmin_points = 4\n")
    assert trend_of(root).code == ExitCode.HELD


def test_a_file_of_rows_that_is_damaged_is_set_aside_with_a_line(root: Path) -> None:
    first = trend_of(root)
    place = root / FOLDER / NAME
    place.write_bytes(place.read_bytes()[:-1] + b"?")
    again = trend_of(root)
    assert again.said[0] == f".rubout/{NAME}: damaged, or of another version: set aside as {NAME}.broken, measured anew"
    assert again.history == first.history
    assert (root / FOLDER / f"{NAME}.broken").exists()
    assert trend_of(root).said == []


def test_rows_of_other_rules_are_replaced(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = trend_of(root)
    monkeypatch.setattr(trend_rows, "SCORE_REVISION", SCORE_REVISION + 1)
    assert trend_of(root).said == ["measured 5 of 5 commits now"]
    assert trend_of(root).history == first.history
    data = read_blob(str(root), NAME)
    assert data is not None
    assert len(msgspec.msgpack.decode(data)[0]) == 5


def test_the_stamp_depends_on_law_and_soft_line() -> None:
    pins = [Pins("density", 300), Pins("mass", 300), Pins("density", 301), Pins("density", 300)]
    assert len({stamp_of(each) for each in pins}) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_present_configuration_judges_every_commit_as_it_would_judge_its_checkout(
    root: Path, git: Git, jobs: int
) -> None:
    mine = "[score]\nscore_scale = 800\n[thresholds]\ncognitive_warn = 2\n[clones]\n"
    (root / "rubout.toml").write_text(f'exclude = ["b.py"]\n{mine}')
    found = trend_of(root, jobs=jobs, pin=True).history
    assert (found.is_pinned, len({row.ruler for row in found.rows})) == (True, 1)
    there = root.parent / "out"
    git(root, "worktree", "add", "--quiet", "--detach", str(there))
    config = read_config(root)
    for row in found.rows:
        git(there, "checkout", "--quiet", row.commit)
        request = Request(anchor=str(there), jobs=1, cache=False)
        run = Run(request, candidates(str(there), exclude=config.exclude), 0, pytest.fail)
        outcome = FAMILIES["score"].outcome(run, config)
        pinned = msgspec.structs.replace(outcome.verdict.knobs, soft_line=300)
        verdict = FAMILIES["score"].judge(outcome.facts, pinned)
        assert (row.score, row.scale) == (verdict.score, 800)


def test_rows_under_the_present_knobs_and_under_each_tree_s_own_are_kept_apart(root: Path) -> None:
    own = trend_of(root).history
    assert trend_of(root, pin=True).said == ["measured 5 of 5 commits now"]
    assert (trend_of(root).said, trend_of(root, pin=True).said) == ([], [])
    assert trend_of(root).history == own
    (root / "rubout.toml").write_text("[thresholds]\ncognitive_warn = 2\n")  # part of the stamp of the one alone
    assert (trend_of(root).said, trend_of(root, pin=True).said) == ([], ["measured 5 of 5 commits now"])


def test_a_changed_formula_or_default_asks_for_another_revision(root: Path) -> None:
    """When this fails, a score is not what it was: raise SCORE_REVISION and write the new digest here."""
    frozen = {2: "250724abb9ed3b5d"}
    rows = [(row.ts, row.score, row.scale, row.axes) for row in trend_of(root).history.rows]
    defaults = [Config().score, Config().thresholds, Config().clones, Config().graph]
    config = msgspec.json.encode(defaults, order="sorted")
    assert digest_of((rows, config)) == frozen[SCORE_REVISION], rows


def test_a_shallow_clone_is_judged_as_far_as_it_goes_and_says_so(root: Path, tmp_path: Path, git: Git) -> None:
    git(tmp_path, "clone", "--quiet", "--depth=3", f"file://{root}", "s")
    whole, shallow = trend_of(root).history, trend_of(tmp_path.resolve() / "s").history
    assert (shallow.window, shallow.is_shallow, whole.is_shallow) == (3, True, False)
    assert [found.is_cut for found in (whole, shallow, trend_of(tmp_path.resolve() / "s", 3).history)] == [0, 1, 0]
    assert shallow.rows == whole.rows[2:]


def test_without_a_history_there_is_no_trend(tree: Tree, git: Git) -> None:
    with pytest.raises(NoHistoryError, match="no repository"):
        trend_of(tree({"a.py": LOOP, "rubout.toml": ""}, name="plain"))
    root = tree({"a.py": LOOP}, name="unborn")
    git(root, "init", "--quiet")
    with pytest.raises(NoHistoryError, match="no commit yet"):
        trend_of(root)
