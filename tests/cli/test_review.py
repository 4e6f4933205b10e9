"""`rubout review` from the command line: a change from its author's branch to its landing."""

from __future__ import annotations

import json
import os
import shlex
from typing import TYPE_CHECKING

from rubout.review.keys import keys_folder, new_key
from tests.review_worlds import ASKED, CLEAN, EVAL, EVIL, MODEL, recurring, refusals, sign, ways_out

if TYPE_CHECKING:
    from tests.review_worlds import World


def test_a_clean_change_is_approved_afresh_each_time(world: World) -> None:
    world.change(CLEAN)
    for calls in (1, 2):
        found = world.review()
        assert (found["outcome"], found["reason"], found["tier"]) == ("approved", None, "semantic")
        assert (found["energy"]["total_uj"], found["induced"], world.asked) == (5_000_050, [], calls)
    assert world.run("verify", "--range", "main..HEAD").code == 0
    assert not (world.root / "rubout-review/skills.json").exists()


def test_a_defect_costs_one_call_and_its_recurrence_none(world: World) -> None:
    world.change(EVIL)
    first = world.review()
    assert (first["outcome"], first["energy"]["total_uj"], world.asked) == ("rejected", 5_000_050, 1)
    assert [(row["path"], row["start_line"], row["check"]) for row in refusals(first)] == [("b.py", 2, "semantic")]
    assert world.run("learn").out == f"sha256:{EVAL}  added, active: 'eval(' (0 hits in 3 accepted edits)\n"
    world.git("checkout", "--quiet", "main")
    world.commit("rubout-review")
    world.change({"c.py": "def g(y):\n    return [eval(y)]\n"}, branch="other")
    again = world.review()
    assert (again["outcome"], again["tier"], again["escalated"]) == ("rejected", "learned", False)
    assert (again["energy"]["total_uj"], world.asked) == (10, 1)
    assert [row["check"] for row in refusals(again)] == [f"skill:sha256:{EVAL}"]


def test_what_cannot_be_placed_does_not_cost_what_can(world: World) -> None:
    world.change(EVIL)
    first = world.review()
    world.change({"c.py": "y = eval(z)\n"}, branch="other")
    second = world.review()
    assert [each["outcome"] for each in (first, second)] == ["rejected", "rejected"]
    ran = world.run("learn", "--range", "main..other")
    assert ran.code == 2
    assert sorted(line.partition("  ")[2].partition(":")[0] for line in ran.out.splitlines()) == [
        "added, active",
        "not added",
    ]
    assert (world.root / "rubout-review/skills.json").exists()


def test_a_reviewer_that_has_refused_is_not_asked_again(world: World) -> None:
    world.change(EVIL)
    assert world.review()["outcome"] == "rejected"
    again = world.review()
    assert (again["outcome"], again["reason"], again["tier"], world.asked) == ("rejected", "already_rejected", None, 1)
    assert [row["text"] for row in refusals(again)] == ["it evaluates its input"]
    assert again["rows"][0]["repeat"]


def test_example_14_an_override_is_for_one_change(world: World) -> None:
    recurring(world)
    refused = world.review()
    (refusal,) = refused["approval"]["outstanding"]
    short = world.run("override", "--op", refused["op_id"], "--target", refusal, "--reason", "no", "--as", "author")
    assert short.code == 2
    assert "$.reason" in short.err
    asked = ("--op", refused["op_id"], "--target", refusal, "--reason", "it is a constant")
    assert world.run("override", *asked, "--as", "author").code == 0
    climbed = world.review()
    assert (climbed["tier"], climbed["energy"]["total_uj"], world.asked) == ("semantic", 5_000_060, 2)
    world.change({"d.py": "y = eval(z)\n"}, branch="third")
    assert world.review()["tier"] == "learned"


def test_a_refusal_names_the_command_that_clears_it(world: World) -> None:
    recurring(world)
    for tier, key in (("learned", "author"), ("semantic", "friend")):
        (said,) = ways_out(world.review())
        assert f" is {tier}: " in said
        words = shlex.split(said.partition("`rubout review ")[2].removesuffix("`"))
        cleared = {"TEXT": "it is a constant", "KEY": key}
        assert world.run(*(cleared.get(word, word) for word in words)).code == 0
    assert ways_out(world.report("verify", "--range", "main..HEAD")) == []


def test_a_refusal_that_nobody_clears_says_so(world: World) -> None:
    world.change({"b.py": "x = '\u202e'\n"})
    (said,) = ways_out(world.review())
    assert "cleared by nobody" in said
    assert "override" not in said


def test_example_15_what_cannot_be_cleared_is_not_stored(world: World) -> None:
    world.change({"b.py": "x = '\u202e'\n"})
    refused = world.review()
    assert [row["check"] for row in refusals(refused)] == ["S16"]
    (refusal,) = refused["approval"]["outstanding"]
    records = len(list(world.root.glob("rubout-review/records/*/*")))
    asked = ("--op", refused["op_id"], "--target", refusal, "--reason", "it is meant to be")
    for key, code in (("author", "self_review"), ("friend", "integrity")):
        ran = world.run("override", *asked, "--as", key)
        assert ran.code == 2
        assert code in ran.err
    assert len(list(world.root.glob("rubout-review/records/*/*"))) == records


def test_example_15_an_author_answers_no_refusal_of_a_model(world: World) -> None:
    world.change(EVIL)
    refused = world.review()
    (refusal,) = refused["approval"]["outstanding"]
    asked = ("--op", refused["op_id"], "--target", refusal, "--reason", "it is a constant")
    assert "self_review" in world.run("override", *asked, "--as", "author").err
    assert world.run("override", *asked, "--as", "friend").code == 0
    assert world.report("verify", "--range", "main..HEAD")["reason"] == "missing_quality"


def test_example_23_where_nobody_answers_a_person_signs(world: World) -> None:
    text = (world.root / "rubout.toml").read_text()
    (world.root / "rubout.toml").write_text(text.replace(str(MODEL), "/nowhere/model.py"))
    world.commit("rubout.toml")
    world.change(CLEAN)
    found = world.review()
    assert (found["outcome"], found["reason"], found["tier"]) == ("inconclusive", "runner_error", "structural")
    assert found["reviews"] == []
    assert sign(world, found["op_id"], "spec_compliance", "--claim", "C1").code == 0
    assert world.run("verify", "--range", "main..HEAD").code == 2
    assert sign(world, found["op_id"], "quality").code == 0
    assert world.run("verify", "--range", "main..HEAD").code == 0


def test_example_25_without_a_model_nothing_is_decided_unless_the_base_says_so(world: World) -> None:
    world.change(CLEAN)
    found = world.review("main..HEAD", "--tiers", "structural")
    assert (found["outcome"], found["reason"]) == ("inconclusive", "no_semantic_tier")
    assert (found["energy"]["total_uj"], world.asked) == (50, 0)
    world.git("checkout", "--quiet", "main")
    text = (world.root / "rubout.toml").read_text()
    (world.root / "rubout.toml").write_text(text.replace("accept_structural = false", "accept_structural = true"))
    world.commit("rubout.toml")
    world.change(CLEAN, branch="other")
    found = world.review("main..HEAD", "--tiers", "structural")
    assert (found["outcome"], found["tier"]) == ("approved", "structural")


def test_example_25_a_change_does_not_switch_its_own_gate_off(world: World) -> None:
    text = (world.root / "rubout.toml").read_text()
    world.change({**CLEAN, "rubout.toml": text.replace("accept_structural = false", "accept_structural = true")})
    found = world.report(
        "--range", "main..HEAD", "--claim", "C1", "--tiers", "structural", "--as", "bot", "--author", "helper"
    )
    assert (found["outcome"], found["tier"]) == ("rejected", "structural")
    assert "S08" in [row["check"] for row in found["rows"]]


def test_without_a_key_nothing_is_stored_and_nothing_approved(world: World) -> None:
    world.change(CLEAN)
    before = sorted(world.root.glob("rubout-review/records/*/*"))
    ran = world.run("--range", "main..HEAD", "--claim", "C1")
    assert ran.code == 2
    assert "rehearsal" in ran.err
    assert "dry_run" in ran.out or "no_semantic_tier" in ran.out
    assert sorted(world.root.glob("rubout-review/records/*/*")) == before
    assert world.asked == 0


def test_a_rehearsal_can_refuse(world: World) -> None:
    world.change({"b.py": "x = '\u202e'\n"})
    assert world.run("--range", "main..HEAD", "--claim", "C1", "--dry-run", "--as", "bot").code == 1


def test_a_change_that_nobody_proposed_is_not_reviewed(world: World) -> None:
    world.change(CLEAN)
    ran = world.run("--range", "main..HEAD", "--claim", "C1", "--as", "bot")
    assert ran.code == 2
    assert "--author" in ran.err


def test_the_author_may_propose_and_somebody_else_review(world: World) -> None:
    world.change(CLEAN)
    proposed = world.report("--range", "main..HEAD", *ASKED, "--tiers", "structural")
    found = world.report("--range", "main..HEAD", "--claim", "C1", "--as", "bot")
    assert (found["op_id"], found["outcome"]) == (proposed["op_id"], "approved")


def test_example_9_nobody_reviews_their_own_change(world: World) -> None:
    world.change(EVIL)
    before = sorted(world.root.glob("rubout-review/records/*/*"))
    ran = world.run("--range", "main..HEAD", "--claim", "C1", "--author", "author", "--as", "author")
    assert ran.code == 2
    assert "author" in ran.err
    assert sorted(world.root.glob("rubout-review/records/*/*")) == before


def test_example_11_an_approval_is_for_one_target_and_one_change(world: World) -> None:
    world.change(CLEAN)
    assert world.review()["outcome"] == "approved"
    assert world.run("verify", "--range", "main..HEAD", "--target", "refs/heads/release").code == 2
    world.change({"b.py": "def f(x):\n    return x + 1\n"}, branch="other")
    assert world.report("verify", "--range", "main..HEAD")["reason"] == "no_op"


def test_example_13_a_record_that_was_taken_away_is_a_gap(world: World) -> None:
    world.change(EVIL)
    refused = world.review()
    (refusal,) = refused["approval"]["outstanding"]
    sign(world, refused["op_id"], "spec_compliance")
    digits = refusal.removeprefix("sha256:")
    (world.root / f"rubout-review/records/{digits[:2]}/{digits[2:]}.json").unlink()
    found = world.report("verify", "--range", "main..HEAD")
    assert (found["outcome"], found["reason"]) == ("inconclusive", "gap")
    assert [note["kind"] for note in found["notes"]] == ["degraded", "store"]


def test_example_26_a_change_does_not_bring_its_own_reviewer(world: World) -> None:
    trust = json.loads((world.root / "rubout-review/trust.json").read_text())
    second = new_key("second", keys_folder(os.environ))
    trust["principals"].append({"id": "x", "kind": "human", "keys": [second.public], "roles": ["review"]})
    world.change({**CLEAN, "rubout-review/trust.json": json.dumps(trust)})
    asked = ("--range", "main..HEAD", "--claim", "C1", "--author", "helper", "--as", "bot")
    found = world.report(*asked)
    assert (found["outcome"], [row["check"] for row in refusals(found)]) == ("rejected", ["S08"])
    words = ("--op", found["op_id"], "--stage", "quality", "--verdict", "approve", "--as", "second")
    ran = world.run("sign", *words, "--confirm", found["op_id"][7:15])
    assert ran.code == 2
    assert "not in the trust file" in ran.err


def test_a_change_that_was_refused_is_not_approved_in_other_words(world: World) -> None:
    world.change(EVIL)
    refused = world.review()
    reworded = ("--range", "main..HEAD", *ASKED, "--intent", "it is harmless")
    again = world.report(*reworded)
    assert (again["outcome"], again["reason"], world.asked) == ("rejected", "already_rejected", 1)
    assert [row["text"] for row in refusals(again)] == ["it evaluates its input"]
    other = world.report(*reworded, "--as", "friend", "--tiers", "structural")
    assert (other["outcome"], other["approval"]["approved"]) == ("rejected", False)
    assert other["approval"]["outstanding"] == refused["approval"]["outstanding"]


def test_a_claim_that_was_forgotten_can_be_made_good(world: World) -> None:
    world.change(CLEAN)
    words = ("--range", "main..HEAD", "--intent", "what it does", "--author", "author", "--as", "bot")
    forgotten = world.report(*words)
    assert [row["check"] for row in refusals(forgotten)] == ["S10"]
    assert world.report(*words)["reason"] == "already_rejected"
    assert world.review()["outcome"] == "approved"
    assert world.run("verify", "--range", "main..HEAD").code == 0


def test_a_key_that_leaked_counts_for_no_change_that_parted_before_it_was_revoked(world: World) -> None:
    world.change(CLEAN)
    assert world.review()["outcome"] == "approved"
    world.commit("rubout-review")
    world.git("checkout", "--quiet", "main")
    path = world.root / "rubout-review/trust.json"
    trust = json.loads(path.read_text())
    (key,) = next(each["keys"] for each in trust["principals"] if each["id"] == "bot")
    path.write_text(json.dumps({**trust, "revoked": [{"key": key, "reason": "leaked"}]}))
    world.commit("rubout-review")
    world.git("checkout", "--quiet", "topic")
    parted = ("verify", "--range", "main~1..HEAD", "--target", "refs/heads/main")
    assert world.run(*parted).code == 0
    assert world.run("verify", "--range", "main..HEAD").code == 2


def test_a_run_says_what_is_wrong_with_the_store(world: World) -> None:
    world.change(CLEAN)
    folder = world.root / "rubout-review/records/00"
    folder.mkdir()
    (folder / "0.json").write_text("{}")
    found = world.review()
    assert (found["outcome"], found["reason"]) == ("inconclusive", "bad_record")
