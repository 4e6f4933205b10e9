"""`rubout trend`: its options, its two formats, its exit codes, and its facts."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.histories import DAY, START, Made, make_history
from tests.samples import LOOP, prose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

LONG = "x = 1\n" * 400
HISTORY = (
    Made({"a.py": LOOP, "main.py": "import a\n", "README.md": prose(60)}),
    Made({"b.py": LOOP}, at=START + DAY),
    Made({"rubout.toml": "[score]\nlaw = 3\n"}, at=START + 2 * DAY),
    Made({"rubout.toml": "[score]\nviol_cost = 20\n", "long.py": LONG}, at=START + 3 * DAY),
)
TEXT = """\
Trend of the score over 3 commits, soft line 300, law density.

trend {0} 2023-11-14T22:13:20Z score 945/1000 | axes 0:0 1:0 2:0 3:0 4:333 6:0
trend {1} 2023-11-15T22:13:20Z score 900/1000 | axes 0:0 1:0 2:200 3:0 4:400 6:0
trend {3} 2023-11-17T22:13:20Z score 773/1000 | axes 0:89 1:0 2:166 3:0 4:428 6:0  (other knobs)
trend {2} FAILED: rubout.toml: [score] law: expected "density" or "mass", found 3

█▆▁  773/1000 to 945/1000

verdict: degrading (slope -58.2 per mille/day)
  r2 0.994; 0 rises, 2 falls, 0 ties
  median of the slopes between any two: -57.3
  slope per commit, whatever time lies between: -86.0 per mille
  steepest fall: 127.0 per mille at {3}, most by size

note no baseline holds a soft line, so every commit is judged past 300 lines, while `rubout check` draws one from the \
tree it judges: `rubout baseline` freezes one for both
note 1 commit changed the knobs that trees are judged by: a step there may be theirs alone

window 4, rows 3, pending 0, failed 1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_history(tmp_path.resolve() / "r", HISTORY)


def ids(root: Path) -> list[str]:
    """The commits of HEAD, oldest first."""
    argv = ["git", "-C", str(root), "rev-list", "--first-parent", "--reverse", "HEAD"]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.split()


def report(rubout: Rubout, root: Path, *options: object) -> Any:
    return json.loads(rubout("trend", root, "--format", "json", *options).out)


def test_the_text_has_a_line_a_commit_the_curve_and_the_slope(rubout: Rubout, root: Path) -> None:
    ran = rubout("trend", root)
    assert ran.code == 0
    assert ran.err == "rubout: measured 3 of 4 commits now\n"
    assert ran.out == TEXT.format(*(name[:12] for name in ids(root)))
    again = rubout("trend", root)
    assert (again.out, again.err) == (ran.out, "rubout: measured 0 of 4 commits now\n")


def test_json_holds_the_same_in_numbers(rubout: Rubout, root: Path) -> None:
    found, names = report(rubout, root), ids(root)
    assert (found["schema"], found["law"], found["soft_line"], found["shallow"]) == (
        "rubout.trend/1",
        "density",
        300,
        False,
    )
    assert found["counts"] == {"window": 4, "rows": 3, "pending": 0, "failed": 1, "rises": 0, "falls": 2, "ties": 0}
    assert [row["commit"] for row in found["rows"]] == [names[0], names[1], names[3]]
    assert found["rows"][2] == {
        "commit": names[3],
        "ts": START + 3 * DAY,
        "score": 773,
        "scale": 1000,
        "axes": [[0, 89], [1, 0], [2, 166], [3, 0], [4, 428], [6, 0]],
        "knobs_differ": True,
    }
    assert [row["knobs_differ"] for row in found["rows"]] == [False, False, True]
    assert found["failed"] == [[names[2][:12], 'rubout.toml: [score] law: expected "density" or "mass", found 3']]
    assert found["judgment"] == {
        "slope_micro_per_day": -58214,
        "slope_exact": "-407500/7",
        "verdict": 2,
        "direction": "degrading",
        "unjudged": None,
        "r2_exact": "664225/668332",
        "median_slope_exact": "-172000/3",
        "slope_per_commit_exact": "-86000/1",
        "mixed": False,
    }
    assert found["steepest_fall"] == {"commit": names[3], "micro": 127_000, "axis": 0, "name": "size"}
    assert found["knobs"] == {"min_points": 3, "decline_floor_micro": 0}
    assert [note["kind"] for note in found["notes"]] == ["soft-line", "knobs"]


def test_a_baseline_holds_the_line_of_check_and_of_every_commit(rubout: Rubout, root: Path) -> None:
    assert rubout("baseline", root).code == 0
    found = report(rubout, root)
    line = json.loads(rubout("check", root, "--format", "json").out)["soft_line"]
    assert (found["soft_line"], [note["kind"] for note in found["notes"]]) == (line, ["knobs"])
    assert line != 300


def test_a_fall_past_the_floor_fails(rubout: Rubout, root: Path) -> None:
    (root / "rubout.toml").write_text("[trend]\ndecline_floor_micro = 58214\n")
    ran = rubout("trend", root, "--color", "always")
    assert ran.code == 1
    assert "\x1b[1;31mverdict: degrading (slope -58.2143 per mille/day, flat within 58.214)\x1b[0m\n" in ran.out
    (root / "rubout.toml").write_text("[trend]\ndecline_floor_micro = 58215\n")
    ran = rubout("trend", root)
    assert (ran.code, "verdict: flat (slope -58.2 per mille/day, flat within 58.215)" in ran.out) == (0, True)


def test_why_there_is_no_verdict_is_said(rubout: Rubout, root: Path, tmp_path: Path) -> None:
    ran = rubout("trend", root, "--commits", 2)
    assert (ran.code, "\nverdict: unjudged (too few scores: 1 of 3)\n" in ran.out) == (0, True)
    assert report(rubout, root, "--commits", 2)["judgment"]["unjudged"] == "too_few_points"
    at_once = make_history(tmp_path.resolve() / "s", [Made({"a.py": f"{LOOP}x = {n}\n"}) for n in range(3)])
    ran = rubout("trend", at_once)
    assert (ran.code, "\nverdict: unjudged (all commits are of one second)\n" in ran.out) == (0, True)


def test_a_batch_leaves_the_rest_to_later_runs(rubout: Rubout, root: Path) -> None:
    ran = rubout("trend", root, "--batch", 1)
    assert ran.err == "rubout: measured 1 of 4 commits now\n"
    assert ran.out.endswith("window 4, rows 1, pending 3, failed 0\n")
    for _ in range(3):
        rubout("trend", root, "--batch", 1)
    assert rubout("trend", root).out == TEXT.format(*(name[:12] for name in ids(root)))


def test_all_commits_may_be_judged_by_the_present_configuration(rubout: Rubout, root: Path) -> None:
    (root / "rubout.toml").write_text("[score]\nviol_cost = 20\n")
    own, pinned = report(rubout, root), report(rubout, root, "--pin-config")
    assert (own["pin_config"], pinned["pin_config"]) == (False, True)
    # The third commit's own configuration is broken, and the fourth has this one.
    assert (len(own["failed"]), len(pinned["failed"]), len(pinned["rows"])) == (1, 0, 4)
    assert [row["knobs_differ"] for row in pinned["rows"]] == [False] * 4
    assert pinned["rows"][-1]["score"] == own["rows"][-1]["score"]
    assert (own["rows"][0]["score"], pinned["rows"][0]["score"]) == (945, 1000 - 333 * 20 // 60)
    said = rubout("trend", root, "--pin-config")
    assert said.out.startswith("Trend of the score over 4 commits, soft line 300, law density, present knobs.\n")
    assert said.err == ""


def test_nothing_scored_is_no_pass(rubout: Rubout, tmp_path: Path) -> None:
    ran = rubout("trend", make_history(tmp_path.resolve() / "r", [Made({"data.txt": "1\n"})]))
    assert (ran.code, "FAILED: nothing to judge\n" in ran.out) == (2, True)


def test_without_a_history_nothing_can_be_judged(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("trend", tree({"rubout.toml": "", "a.py": LOOP}))
    assert (ran.code, ran.out) == (2, "")
    assert "no repository, so no history" in ran.err


def test_a_folder_below_the_root_is_refused(rubout: Rubout, root: Path) -> None:
    (root / "sub").mkdir()
    ran = rubout("trend", root / "sub")
    assert (ran.code, "only the whole can be judged" in ran.err) == (2, True)


@pytest.mark.parametrize("option", ["--commits", "--batch"])
def test_a_window_holds_at_least_one_commit(rubout: Rubout, root: Path, option: str) -> None:
    assert rubout("trend", root, option, 0).code == 2


def test_the_present_configuration_must_be_usable(rubout: Rubout, root: Path) -> None:
    (root / "rubout.toml").write_text("[trend]\nmin_points = 1\n")
    ran = rubout("trend", root)
    assert (ran.code, ran.out, "[trend] min_points" in ran.err) == (2, "", True)


def test_facts_judge_to_the_verdict_of_the_command(rubout: Rubout, root: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(rubout("facts", "trend", root).out)
    judged, found = rubout("judge", "trend", facts), report(rubout, root)
    verdict = json.loads(judged.out)
    assert (judged.code, verdict["direction"], verdict["knobs"]) == (0, 2, found["knobs"])
    assert verdict["slope_exact"] == found["judgment"]["slope_exact"]
    assert [point[1] for point in json.loads(facts.read_text())["facts"]["points"]] == [945, 900, 773]


def test_a_repository_that_tracks_the_scratch_folder_is_measured_without_it(rubout: Rubout, tmp_path: Path) -> None:
    root = make_history(tmp_path.resolve() / "r", [Made({"a.py": LOOP, ".rubout/trend.bin": "x"})])
    ran = rubout("trend", root)
    assert ".rubout/ is tracked by git" in ran.err
    assert (root / ".rubout/trend.bin").read_text() == "x"
