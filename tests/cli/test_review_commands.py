"""The ways in which a change comes to `rubout review`, and the commands around it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.review.keys import keys_folder, load_key, new_key
from rubout.review.stores import REF
from tests.review_worlds import ASKED, CLEAN, EVAL, EVIL

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Ran, Rubout, Tree
    from tests.review_worlds import World


@pytest.mark.parametrize("way", ["staged", "patch"])
def test_what_is_staged_and_a_patch_are_changes_too(world: World, way: str, tmp_path: Path) -> None:
    (world.root / "b.py").write_text(CLEAN["b.py"])
    world.git("add", "b.py")
    words: tuple[object, ...] = ("--staged",)
    if way == "patch":
        patch = tmp_path / "patch"
        patch.write_text("--- /dev/null\n+++ b/b.py\n@@ -0,0 +1,2 @@\n+def f(x):\n+    return x\n")
        words = ("--patch", patch)
    found = world.report(*words, *ASKED)
    assert (found["outcome"], found["counts"]["edits"]) == ("approved", 1)
    world.commit("b.py")


def of_each_commit(world: World) -> tuple[Ran, list[str]]:
    """A run over the commits of a branch, and the outcome of each."""
    ran = world.run("--range", "main..HEAD", "--per-commit", *ASKED, "--format", "json")
    return ran, [json.loads(line)["outcome"] for line in ran.out.splitlines()]


def test_each_commit_can_be_a_change_of_its_own(world: World) -> None:
    world.change(CLEAN)
    (world.root / "c.py").write_text("y = eval(z)\n")
    world.commit("c.py")
    ran, outcomes = of_each_commit(world)
    assert (ran.code, outcomes) == (1, ["approved", "rejected"])


def test_a_commit_of_records_alone_is_passed_over_and_said(world: World) -> None:
    world.change(CLEAN)
    world.review()
    world.commit("rubout-review")
    ran, outcomes = of_each_commit(world)
    assert (ran.code, outcomes, len(ran.err.splitlines())) == (0, ["approved"], 1)
    assert ran.err.endswith(" brings records alone and is passed over\n")


@pytest.mark.parametrize("span", ["HEAD~1..HEAD", "HEAD..HEAD"])
def test_commits_of_which_none_is_judged_are_no_success(world: World, span: str) -> None:
    world.change(CLEAN)
    world.review()
    world.commit("rubout-review")
    ran = world.run("--range", span, "--per-commit", *ASKED)
    assert (ran.code, ran.out) == (2, "")
    assert "no commit there changes anything" in ran.err


def test_an_op_travels_with_its_bytes(world: World, tmp_path: Path) -> None:
    world.change(CLEAN)
    found = world.review("main..HEAD", "--tiers", "structural")
    digits = found["op_id"].removeprefix("sha256:")
    op = tmp_path / "op.json"
    op.write_bytes((world.root / f"rubout-review/records/{digits[:2]}/{digits[2:]}.json").read_bytes())
    world.git("checkout", "--quiet", "main")
    asked = ("--op", op, "--claim", "C1", "--as", "bot")
    assert "bytes" in world.run(*asked).err
    content = CLEAN["b.py"].encode()
    folder = tmp_path / "op.json.bytes"
    folder.mkdir()
    (folder / hashlib.sha256(content).hexdigest()).write_bytes(content)
    assert world.run("verify", "--op", op).code == 2
    assert world.report(*asked)["outcome"] == "approved"
    assert world.run("verify", "--op", op).code == 0


def test_a_trust_root_that_was_pinned_holds(world: World) -> None:
    world.change(CLEAN)
    found = world.review()
    assert found["trust_root"] == "unpinned"
    ran = world.run("verify", "--range", "main..HEAD", "--trust-root", f"sha256:{'0' * 64}")
    assert ran.code == 2
    first = ran.err.partition("the first that was committed is ")[2].split()[0]
    held = world.run("verify", "--range", "main..HEAD", "--trust-root", first)
    assert held.code == 0
    assert held.out.endswith(f", trust root pinned, trust file {first}\n")
    assert world.run("verify", "--range", "main..HEAD").out.endswith(", trust root unpinned\n")


def test_without_a_skill_the_list_says_so(world: World) -> None:
    said = "nothing was learned yet: `rubout review learn` takes over what refusals taught\n"
    assert (world.run("skills").out, world.report("skills")["skills"]) == (said, [])


def test_skills_change_their_state_by_an_event(world: World) -> None:
    world.change(EVIL)
    world.review()
    world.run("learn")
    world.git("checkout", "--quiet", "main")
    world.commit("rubout-review")
    assert world.run("skills").out == f"sha256:{EVAL}  active  'eval('  0 hits, 0 overrides, precision unknown\n"
    assert world.run("skills", "retire", EVAL[:8], "--reason", "noisy", "--as", "friend").code == 0
    world.commit("rubout-review")
    assert " retired " in world.run("skills").out
    (world.root / "rubout-review/skills.json").unlink()
    world.commit("rubout-review")
    assert world.run("learn", "--range", "main..topic").out == f"sha256:{EVAL}  not added: retired\n"  # example 16
    assert world.run("skills", "retire", EVAL[:8], "--reason", "noisy", "--as", "author").code == 2


def test_a_skill_can_be_taught_by_hand(world: World) -> None:
    words = ("skills", "teach", "--marker", "os.system(", "--finding", "use subprocess", "--as", "bot")
    assert world.run(*words).out.endswith("  added\n")
    assert world.run(*words).out.endswith("  not added: duplicate\n")
    assert "os.system(" in (world.root / "rubout-review/skills.json").read_text()


def test_the_report_says_what_remembering_saved(world: World) -> None:
    world.change(EVIL)
    world.review()
    found = json.loads(world.run("report", "--amortisation", "--format", "json").out)
    assert found["class"] == "estimator"
    assert [(row["skill"], row["paid"], row["net"]) for row in found["rows"]] == [
        (f"sha256:{EVAL}", "5000050", "-5000050")
    ]
    assert "5,000,050" not in world.run("report").out.splitlines()[0]


def test_a_checkpoint_and_an_export_read_the_store(world: World) -> None:
    world.change(CLEAN)
    world.review()
    assert "4 records" in world.run("checkpoint", "--as", "bot").out
    assert len(world.run("export", "--dsse").out.splitlines()) == 5
    lines = world.run("export", "--in-toto", "--range", "main..HEAD", "--as", "friend").out.splitlines()
    assert len(lines) == 3
    assert json.loads(lines[0])["payloadType"] == "application/vnd.in-toto+json"


def test_what_is_refused_is_not_exported(world: World) -> None:
    world.change(EVIL)
    world.review()
    ran = world.run("export", "--in-toto", "--range", "main..HEAD", "--as", "friend")
    assert (ran.code, ran.out) == (2, "")


def test_records_can_be_kept_on_a_ref(world: World) -> None:
    text = (world.root / "rubout.toml").read_text()
    (world.root / "rubout.toml").write_text(text.replace('store = "tree"', 'store = "ref"'))
    world.commit("rubout.toml")
    world.change(CLEAN)
    spec = next(iter(world.root.glob("rubout-review/records/*/*")))
    found = world.review("main..HEAD", "--spec", spec)
    assert found["outcome"] == "approved"
    world.git("rev-parse", "--verify", REF)
    assert world.run("verify", "--range", "main..HEAD").code == 0
    assert world.run("verify", "--range", "main..HEAD", "--store", REF).code == 0


def test_a_pending_write_is_held_against_what_was_learned(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.run("skills", "teach", "--marker", "eval(", "--finding", "never evaluate input", "--as", "bot")
    for text, code, said in (("x = 1\n", 0, ""), ("x = 1\ny = eval(z)\n", 1, "FAIL b.py:2: never evaluate input")):
        tool = {"file_path": str(world.root / "b.py"), "content": text}
        event = {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": tool, "cwd": str(world.root)}
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(event).encode())))
        ran = world.run("--pending")
        assert (ran.code, ran.out.partition("  ")[0].strip()) == (code, said)


def test_the_demo_tells_the_story(rubout: Rubout) -> None:
    ran = rubout("review", "demo")
    assert ran.code == 0
    asked = [line for line in ran.out.splitlines() if "has been asked" in line]
    assert [line.split()[5] for line in asked] == ["1", "1", "2", "3"]
    assert "rejected by the tier learned, 10 µJ" in ran.out
    assert "approve" not in "".join(line for line in ran.out.splitlines() if line.startswith("  learned"))


def test_reviews_start_once(rubout: Rubout, tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tree({"a.py": "x\n"}, git=True))
    assert "for the trust file" in rubout("review", "keys", "new", "me", "--kind", "human").out
    assert rubout("review", "keys").out.startswith("me  ed25519:")
    started = rubout("review", "init", "--as", "me", "--email", "a@b.c")
    assert started.code == 0
    assert "trust root sha256:" in started.out
    again = rubout("review", "init", "--as", "me")
    assert again.code == 2
    assert "started" in again.err


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("--range", "main"),
        ("--range", "main..nowhere"),
        ("--as", "bot", "verify"),
        ("--patch", "nowhere"),
        ("sign", "--op", "12", "--stage", "quality", "--verdict", "approve", "--as", "friend"),
        ("override", "--op", "12345678", "--target", "12345678", "--reason", "because it is", "--as", "friend"),
        ("skills", "show"),
        ("learn",),
        ("keys", "new", "me"),
        ("keys", "show", "nobody"),
        ("export", "--in-toto", "--as", "friend"),
        ("--pending", "--host", "nobody"),
        ("verify", "--range", "main..main", "--store", "nowhere"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_followed_is_no_refusal(world: World, argv: tuple[str, ...]) -> None:
    ran = world.run(*argv)
    assert ran.code == 2
    assert "fix:" in ran.err


def test_a_run_gives_the_same_bytes_again(world: World) -> None:
    world.change({"b.py": "x = '\u202e'\n"})
    words = ("--range", "main..HEAD", "--claim", "C1", "--author", "author", "--dry-run", "--format", "json")
    first = world.run(*words)
    assert world.run(*words).out == first.out


@pytest.mark.parametrize("form", ["text", "sarif", "github", "markdown"])
def test_every_format_names_the_finding(world: World, form: str) -> None:
    world.change(EVIL)
    ran = world.run("--range", "main..HEAD", *ASKED, "--format", form)
    assert ran.code == 1
    assert "it evaluates its input" in ran.out


def test_nothing_of_a_change_reaches_the_terminal_unescaped(world: World) -> None:
    world.change({"b\x1b[31m.py": "x = eval('\x1b[0m')\n"})
    ran = world.run("--range", "main..HEAD", *ASKED)
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert "\\x1b[31m" in ran.out


@pytest.mark.parametrize("words", [("--op",), ("--patch",), ("--staged", "--spec")], ids=" ".join)
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(world: World, tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = world.run(*words, tmp_path / "pipe")
    assert ran.code == 2
    assert "regular file" in ran.err


def test_a_key_of_the_environment_signs_and_is_taken_out_of_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.change(CLEAN)
    seed = load_key("bot", keys_folder(os.environ)).seed
    monkeypatch.setenv("RUBOUT_KEY", base64.b64encode(seed).decode())
    found = world.report("--range", "main..HEAD", "--claim", "C1", "--intent", "x", "--author", "author")
    assert found["outcome"] == "approved"
    assert "RUBOUT_KEY" not in os.environ
    monkeypatch.setenv("RUBOUT_KEY", "no key at all")
    assert world.run("verify", "--range", "main..HEAD").code == 0
    assert "RUBOUT_KEY" not in os.environ


def test_another_key_of_the_same_reviewer_is_not_asked_again_either(world: World) -> None:
    trust = world.root / "rubout-review/trust.json"
    document = json.loads(trust.read_text())
    second = new_key("second", keys_folder(os.environ))
    next(each for each in document["principals"] if each["id"] == "bot")["keys"].append(second.public)
    trust.write_text(json.dumps(document))
    world.commit("rubout-review/trust.json")
    world.change(EVIL)
    assert world.review()["outcome"] == "rejected"
    again = world.report("--range", "main..HEAD", "--claim", "C1", "--as", "second")
    assert (again["reason"], world.asked) == ("already_rejected", 1)


def test_a_change_that_is_proposed_for_another_place_is_told_so(world: World) -> None:
    world.change(CLEAN)
    world.review()
    ran = world.run("verify", "--range", "main..HEAD", "--repo", "ada/shop")
    assert ran.code == 2
    assert "the same edits are proposed for tree refs/heads/main: name it by --repo and --target" in ran.out


def test_before_anything_is_committed_there_is_nothing_to_read(
    rubout: Rubout, tree: Tree, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"a.py": "x\n"})
    git(root, "init", "--quiet")
    monkeypatch.chdir(root)
    ran = rubout("review", "skills")
    assert (ran.code, "nothing is committed here" in ran.err) == (2, True)
