"""`rubout judge FAMILY FILE`: facts judged again, anywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from rubout.gate.families import FAMILIES
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Rubout, Tree

# A change and a history need a repository: test_edits.py, test_trend.py.
TREES = [name for name in FAMILIES if name not in ("edits", "trend")]
COMMANDS = {"scan": "scan", "clones": "clones", "score": "check"}
HELD = {"rubout.toml": "[clones]\nbudget = 1\n", "a.py": LOOP, "b.py": LOOP, "c.py": "def f(a:\n"}
TEXTS = [[50, "0" * 16, [1], [[0, 1, 1, 0]]], [50, "1" * 16, [2], [[0, 3, 3, 0]]]]
FAILED = {"rubout.toml": "[clones]\nbudget = 0\n", "a.py": LOOP, "b.py": LOOP + "x = 1\n" * 800}


@pytest.mark.parametrize("family", COMMANDS)
@pytest.mark.parametrize(("files", "code"), [(HELD, 0), (FAILED, 1)])
def test_facts_judge_to_the_verdict_of_the_command(
    rubout: Rubout, tree: Tree, tmp_path: Path, family: str, files: dict[str, str], code: int
) -> None:
    root = tree(files)
    facts = tmp_path / "facts.json"
    facts.write_text(rubout("facts", family, root).out)
    judged = rubout("judge", family, facts)
    verdict = json.loads(judged.out)
    gate = ["--check"] if family == "clones" else []
    reported = rubout(COMMANDS[family], root, *gate, "--format", "json")
    report = json.loads(reported.out)
    assert judged.code == reported.code == code
    shared = {"scan": ("fail", "grades"), "clones": ("fail",), "score": ("fail", "score", "soft_line")}[family]
    assert {key: verdict[key] for key in (*shared, "degraded", "reason", "knobs")} == {
        key: report[key] for key in (*shared, "degraded", "reason", "knobs")
    }
    sizes: dict[str, Callable[[], tuple[object, object]]] = {
        "scan": lambda: (sum(map(bool, verdict["levels"])), len(report["rows"])),
        "clones": lambda: (
            [(len(row[0]), *row[1:6]) for row in verdict["classes"]],
            [
                (len(row["members"]), *(row[key] for key in ("tokens", "distinct", "type", "saves", "digest")))
                for row in report["rows"]
            ],
        ),
        "score": lambda: (
            [(axis["name"], axis["mass"], axis["charge"]) for axis in verdict["axes"]],
            [(axis["name"], axis["mass"], axis["charge"]) for axis in report["axes"]],
        ),
    }
    judged_rows, reported_rows = sizes[family]()
    assert judged_rows == reported_rows


@pytest.mark.parametrize("family", TREES)
def test_facts_without_knobs_are_judged_by_the_defaults(
    rubout: Rubout, tree: Tree, tmp_path: Path, family: str
) -> None:
    document = json.loads(rubout("facts", family, tree({**HELD, "rubout.toml": ""})).out)
    kept = tmp_path / "facts.json"
    kept.write_text(json.dumps(document))
    whole = rubout("judge", family, kept)
    del document["knobs"]
    kept.write_text(json.dumps(document))
    assert rubout("judge", family, kept) == whole


@pytest.mark.parametrize(
    ("family", "facts"),
    [
        ("scan", {"rows": [[99, 1]]}),
        ("scan", {"rows": [[0, -1]]}),
        ("scan", {"rows": [[0, 2**64]]}),
        ("scan", {"rows": [[0]]}),
        ("scan", {"rows": 5}),
        ("clones", {"files": ["a"], "repeats": [[52, 22, "0" * 16, [[7, 1, 2, 0], [0, 1, 2, 0]]]]}),
        ("clones", {"repeats": []}),
        ("near-miss", {"trees": [[[0], [0]], [[1], [0]]], "pairs": [[0, 1, 2]]}),
        ("docdup", {"files": ["a"], "texts": TEXTS, "pairs": [[0, 1, 50, 0]]}),
        ("score", {"sizes": [-1]}),
        ("score", {"clones": [[1, 1, 1]]}),
    ],
)
def test_facts_that_break_their_contract_are_refused(
    rubout: Rubout, tmp_path: Path, family: str, facts: dict[str, object]
) -> None:
    kept = tmp_path / "facts.json"
    kept.write_text(json.dumps({"family": family, "facts": facts}))
    ran = rubout("judge", family, kept)
    assert (ran.code, ran.out) == (2, "")
    assert "\n  fix: " in ran.err


@pytest.mark.parametrize("family", TREES)
@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[]", b"not json", b"\xff\xfe", b'{"family": 3, "facts": {}}', b"[" * 100_000]
)
def test_what_is_no_facts_is_refused(rubout: Rubout, tmp_path: Path, family: str, text: bytes) -> None:
    kept = tmp_path / "facts.json"
    kept.write_bytes(text)
    ran = rubout("judge", family, kept)
    assert (ran.code, ran.out) == (2, "")
    assert str(kept) in ran.err


@pytest.mark.parametrize(("printed", "asked"), [("scan", "clones"), ("clones", "score"), ("score", "scan")])
def test_facts_of_another_family_are_refused(
    rubout: Rubout, tree: Tree, tmp_path: Path, printed: str, asked: str
) -> None:
    kept = tmp_path / "facts.json"
    kept.write_text(rubout("facts", printed, tree(HELD)).out)
    ran = rubout("judge", asked, kept)
    assert (ran.code, ran.out) == (2, "")


def test_a_knob_out_of_bounds_is_refused(rubout: Rubout, tree: Tree, tmp_path: Path) -> None:
    document = json.loads(rubout("facts", "clones", tree(HELD)).out)
    document["knobs"]["min_distinct"] = -1
    kept = tmp_path / "facts.json"
    kept.write_text(json.dumps(document))
    ran = rubout("judge", "clones", kept)
    assert (ran.code, ran.out) == (2, "")
    assert "min_distinct" in ran.err


def test_empty_facts_are_no_pass(rubout: Rubout, tmp_path: Path) -> None:
    kept = tmp_path / "facts.json"
    empty: dict[str, object] = {"scan": {"rows": []}, "clones": {"files": [], "repeats": []}, "score": {}}
    for family, facts in empty.items():
        kept.write_text(json.dumps({"family": family, "facts": facts}))
        assert (family, rubout("judge", family, kept).code) == (family, 2)


@pytest.mark.parametrize("name", ["gone.json", "."])
def test_a_file_that_cannot_be_read_is_refused(rubout: Rubout, tmp_path: Path, name: str) -> None:
    ran = rubout("judge", "scan", tmp_path / name)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("family", "facts", "knobs", "code"),
    [
        ("guard", {"path": "a.py", "event": "probe", "before_lines": 0, "after_lines": 751}, {"mode": "deny"}, 1),
        ("guard", {"path": "a.py", "event": "probe", "before_lines": 0, "after_lines": 751}, {"mode": "ask"}, 0),
        ("guard", {"path": "a.py", "event": "probe", "before_lines": 0, "after_lines": 1, "duplicates": False}, {}, 2),
        ("guard", {"path": "a.py", "event": "other", "before_lines": 0, "after_lines": 1}, {}, 2),
        ("audit", {"rows": [[1, 0, 1]]}, {}, 1),
        ("audit", {"rows": [[1, 1, 0]]}, {}, 0),
        ("audit", {"rows": [[1, 0, 2]]}, {}, 2),
        ("audit", {"rows": [], "reason": "no index"}, {}, 2),
    ],
)
def test_a_write_and_a_change_are_judged_again_like_a_tree(
    rubout: Rubout, tmp_path: Path, family: str, facts: dict[str, object], knobs: dict[str, object], code: int
) -> None:
    kept = tmp_path / "facts.json"
    kept.write_text(json.dumps({"family": family, "facts": facts, "knobs": knobs}))
    assert rubout("judge", family, kept).code == code


@pytest.mark.parametrize("family", ["audit", "guard"])
def test_a_tree_has_no_facts_of_a_write_or_a_change(rubout: Rubout, tree: Tree, family: str) -> None:
    assert rubout("facts", family, tree(HELD)).code == 2
