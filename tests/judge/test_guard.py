"""What a pending write breaks; the numbered examples of docs/methodology/guard.md as far as they are judged."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.errors import ContractError
from rubout.facts.guard import PROMOTED_DEFAULT, Run
from rubout.judge import guard
from rubout.judge.guard import RULES, Facts, Fired, Knobs, Verdict, check_knobs, decision, judge, words
from rubout.judge.tiers import TIERS, rank

DENY = Knobs(mode="deny")
TIER = st.sampled_from(TIERS)
FIRED = st.lists(
    st.builds(Fired, st.sampled_from([rule.name for rule in RULES]), TIER, st.just("why"), st.just("probe")),
    unique_by=lambda fired: fired.rule,
)


def size(after: int, before: int = 0, path: str = "a.py", **rest: object) -> Facts:
    return msgspec.convert({"path": path, "event": "probe", "before_lines": before, "after_lines": after} | rest, Facts)


def run(start: int, length: int, lines: tuple[int, int] = (1, 20), own: tuple[int, int] = (1, 20)) -> Run:
    """A run with `util.py`, all of it on novel lines."""
    return Run(0, start, length, *lines, *own, min(length, 30), length)


def copy(before: tuple[Run, ...], after: tuple[Run, ...], novel: tuple[int, ...] = tuple(range(1, 100))) -> Facts:
    """A file of 100 lines that shares runs with `util.py`."""
    return Facts("dup.py", "probe", 0, 100, ("util.py",), before, after, novel)


def counts(verdict: Verdict) -> tuple[int, int, int]:
    return len(verdict.introduced), verdict.preexisting, verdict.grown


def rules(verdict: Verdict) -> list[tuple[str, str]]:
    return [(fired.rule, fired.tier) for fired in verdict.fired]


# Example 1.


def test_a_file_over_the_hard_line_is_refused_with_its_length() -> None:
    verdict = judge(size(751, path="big.py"), DENY)
    assert (verdict.tier, verdict.breach, verdict.fail) == ("deny", True, True)
    assert words(verdict.fired) == (
        "rubout: this write leaves big.py at 751 lines, past the hard budget of 750. "
        "Split it, or write at most 750 lines."
    )


def test_a_file_on_the_hard_line_is_the_end_of_the_zone() -> None:
    verdict = judge(size(750), DENY)
    assert (verdict.tier, verdict.breach, verdict.zone_permille) == ("observe", False, 1000)
    assert rules(verdict) == [("zone", "observe")]
    assert words(verdict.fired) == ""


@pytest.mark.parametrize("lines", [751, 10**6])
def test_without_a_hard_line_no_length_matters(lines: int) -> None:
    assert judge(size(lines), Knobs(mode="deny", file_lines_fail=0)).fired == ()


# Example 6.


@pytest.mark.parametrize(
    ("after", "tier", "shrinking"), [(880, "observe", True), (900, "observe", True), (901, "deny", False)]
)
def test_a_file_over_the_line_may_shrink_and_may_not_grow(after: int, tier: str, shrinking: bool) -> None:
    verdict = judge(size(after, before=900), DENY)
    assert (verdict.breach, verdict.shrinking, verdict.tier) == (True, shrinking, tier)
    assert verdict.zone_permille is None


def test_what_passes_for_a_file_over_the_line_is_its_own_length() -> None:
    assert words(judge(size(901, before=900), DENY).fired).endswith("or write at most 900 lines.")


def test_a_file_on_the_line_gets_no_relief() -> None:
    assert judge(size(751, before=750), DENY).tier == "deny"


# Example 7.


@pytest.mark.parametrize(
    ("lines", "permille", "tier"),
    [
        (300, None, None),
        (301, 2, "observe"),
        (400, 222, "observe"),
        (412, 248, "observe"),
        (413, 251, "warn"),
        (600, 666, "warn"),
        (637, 748, "warn"),
        (638, 751, "ask"),
        (700, 888, "ask"),
    ],
)
def test_the_armed_zone_is_graded(lines: int, permille: int | None, tier: str | None) -> None:
    verdict = judge(size(lines), Knobs(zone_tiers=True))
    assert (verdict.zone_permille, verdict.zone_tier, verdict.tier) == (permille, tier, tier or "observe")


@pytest.mark.parametrize(("lines", "tier"), [(337, "observe"), (338, "warn"), (613, "warn"), (614, "ask")])
def test_a_lower_soft_line_is_met_earlier(lines: int, tier: str) -> None:
    assert judge(size(lines), Knobs(zone_tiers=True, soft_line=200)).tier == tier


def test_an_unarmed_zone_is_measured_and_says_nothing() -> None:
    verdict = judge(size(600, path="mid.py"))
    assert (verdict.zone_permille, verdict.zone_tier, decision(verdict.fired)) == (666, None, "observe")


def test_the_zone_names_both_lines() -> None:
    assert words(judge(size(600, path="mid.py"), Knobs(zone_tiers=True)).fired) == (
        "rubout: this write leaves mid.py at 600 lines, 666/1000 into the graded zone 300..750; "
        '"rubout split mid.py" prices a seam.'
    )


@pytest.mark.parametrize("knobs", [Knobs(file_lines_fail=300), Knobs(file_lines_fail=0), Knobs(soft_line=800)])
def test_there_is_no_zone_without_room_between_the_lines(knobs: Knobs) -> None:
    assert judge(size(300), knobs).zone_permille is None


# Example 8.


def test_a_new_run_is_introduced() -> None:
    verdict = judge(copy((), (run(0, 128),)), DENY)
    assert (verdict.tier, counts(verdict)) == ("deny", (1, 0, 0))


def test_a_run_that_was_there_is_silent() -> None:
    verdict = judge(copy((run(0, 128),), (run(0, 128),)), DENY)
    assert (verdict.fired, counts(verdict)) == ((), (0, 1, 0))


def test_of_two_copies_the_one_on_novel_lines_is_introduced() -> None:
    twice = (run(0, 128, own=(1, 20)), run(0, 128, own=(30, 49)))
    verdict = judge(copy((run(0, 128),), twice, novel=tuple(range(30, 50))), DENY)
    assert (verdict.introduced, verdict.preexisting) == ((1,), 1)


@pytest.mark.parametrize(
    ("length", "expected", "fired"),
    [(90, (0, 0, 1), ["grown_clone"]), (109, (0, 0, 1), ["grown_clone"]), (110, (1, 0, 0), ["duplicate_write"])],
)
def test_a_clone_that_grows_by_50_tokens_is_introduced(
    length: int, expected: tuple[int, int, int], fired: list[str]
) -> None:
    verdict = judge(copy((run(0, 60),), (run(0, length),)), DENY)
    assert counts(verdict) == expected
    assert [each.rule for each in verdict.fired] == fired


@pytest.mark.parametrize(
    ("own", "introduced"), [((1, 9), 0), ((1, 10), 1), ((10, 10), 1), ((10, 30), 1), ((11, 30), 0)]
)
def test_a_run_is_introduced_when_one_of_its_lines_is_novel(own: tuple[int, int], introduced: int) -> None:
    assert len(judge(copy((), (run(0, 128, own=own),), novel=(10,))).introduced) == introduced


# Example 9, as facts: the text before repeats nothing; once the other copy is gone, nor does the text to come.


def test_a_verbatim_copy_is_refused_by_the_place_that_it_repeats() -> None:
    verdict = judge(copy((), (run(0, 128),)), DENY)
    assert decision(verdict.fired) == "deny"
    assert words(verdict.fired) == (
        "rubout: dup.py lines 1-20 duplicate util.py:1-20 (128 tokens). "
        "Call it instead; to move it, delete it there first."
    )
    assert judge(copy((), ()), DENY).fired == ()


# Example 10.


def test_a_misspelt_mode_enforces_nothing_and_says_so() -> None:
    verdict = judge(copy((), (run(0, 128),)), Knobs(mode="Deny"))
    assert (decision(verdict.fired), verdict.fail) == ("observe", False)
    assert verdict.mode == (
        'observe (rubout.toml ERROR: unknown guard mode "Deny", expected observe | warn | ask | deny)'
    )


def test_a_configuration_that_cannot_be_read_disarms_the_zone_too() -> None:
    verdict = judge(size(700), Knobs(zone_tiers=True, error="no TOML"))
    assert (verdict.tier, verdict.zone_tier, verdict.mode) == ("observe", None, "observe (rubout.toml ERROR: no TOML)")


# Example 11.


def test_the_strongest_rule_decides_and_all_that_speak_are_heard() -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), after_lines=600)
    verdict = judge(facts, Knobs(mode="deny", zone_tiers=True))
    assert rules(verdict) == [("duplicate_write", "deny"), ("zone", "warn")]
    assert decision(verdict.fired) == "deny"
    assert words(verdict.fired) == " ".join(fired.reason for fired in verdict.fired)


def test_a_mode_does_not_reach_the_zone() -> None:
    assert judge(size(700), Knobs(mode="warn", zone_tiers=True)).tier == "ask"
    assert judge(size(700), Knobs(mode="deny")).tier == "observe"


def test_a_warning_that_was_heard_is_silent() -> None:
    fired = judge(size(751), Knobs(mode="warn")).fired
    assert decision(fired) == "warn"
    assert (decision(fired, {"hard_budget"}), words(fired, {"hard_budget"})) == ("observe", "")


@pytest.mark.parametrize("mode", ["ask", "deny"])
def test_asking_and_refusing_repeat(mode: str) -> None:
    fired = judge(size(751), Knobs(mode=mode)).fired
    assert decision(fired, {"hard_budget"}) == mode
    assert words(fired, {"hard_budget"})


def test_a_heard_warning_leaves_the_others_their_voice() -> None:
    fired = (Fired("hard_budget", "warn", "one", "budget"), Fired("zone", "ask", "two", "zone"))
    assert (decision(fired, {"hard_budget"}), words(fired, {"hard_budget"})) == ("ask", "two")


@given(FIRED, st.sets(st.sampled_from([rule.name for rule in RULES])))
def test_no_decision_is_stronger_than_the_strongest_that_fired(fired: list[Fired], suppressed: set[str]) -> None:
    strongest = max((rank(each.tier) for each in fired), default=0)
    assert rank(decision(fired, suppressed)) <= rank(decision(fired)) == strongest
    assert decision(fired, suppressed) == decision(fired) or strongest <= rank("warn")
    assert (words(fired, suppressed) == "") == (decision(fired, suppressed) == "observe")


# What the worked examples leave open.


def test_the_promoted_rules_have_their_default_where_no_mode_is_set() -> None:
    for facts in (copy((), (run(0, 128),)), size(751)):
        verdict = judge(facts)
        assert verdict.tier == verdict.mode == Knobs().promoted_default == PROMOTED_DEFAULT


def test_the_three_longest_places_are_named_and_the_others_counted() -> None:
    after = tuple(run(0, 50 + line, own=(line, line + 5)) for line in (40, 10, 30, 20, 50))
    verdict = judge(copy((), after), DENY)
    assert verdict.introduced == (4, 0, 2, 3, 1)
    assert words(verdict.fired).startswith(
        "rubout: dup.py lines 50-55 duplicate util.py:1-20 (100 tokens), "
        "lines 40-45 duplicate util.py:1-20 (90 tokens), "
        "lines 30-35 duplicate util.py:1-20 (80 tokens), +2 more. Call it"
    )


@pytest.mark.parametrize(("fresh", "tier"), [(99, "warn"), (100, "deny"), (128, "deny")])
def test_without_a_mode_only_a_strong_copy_does_more_than_warn(fresh: int, tier: str) -> None:
    facts = copy((), (Run(0, 0, 128, 1, 20, 1, 20, 30, fresh),))
    assert judge(facts, Knobs(promoted_default="deny")).tier == tier
    assert judge(facts, Knobs(mode="deny")).tier == "deny"
    assert judge(facts, Knobs(mode="ask")).tier == "ask"


def test_without_a_mode_a_file_that_no_grammar_reads_is_warned_about() -> None:
    facts = size(751, parsed=False)
    assert judge(facts, Knobs(promoted_default="deny")).tier == "warn"
    assert judge(facts, DENY).tier == "deny"


def test_three_places_are_all_that_are_named_of_three() -> None:
    after = tuple(run(0, 60, own=(line, line)) for line in (1, 2, 3))
    assert words(judge(copy((), after), DENY).fired).count("duplicate util.py") == 3
    assert "more" not in words(judge(copy((), after), DENY).fired)


def test_places_on_the_same_lines_are_named_by_the_other_file_and_once_for_each() -> None:
    after = tuple(Run(file, start, 60, 1, 2, 1, 2, 30) for file, start in ((0, 0), (1, 90), (1, 0)))
    assert judge(Facts("c.py", "probe", 0, 2, ("z.py", "b.py"), (), after, (1,))).introduced == (2, 0)


def test_a_name_of_a_file_cannot_add_a_line_to_a_reason() -> None:
    said = words(judge(size(751, path="a\n\udcff.py"), DENY).fired)
    assert said.isprintable()
    assert "a\\n\\udcff.py" in said


@pytest.mark.parametrize("mode", ["ask", "deny"])
def test_after_a_shell_command_nothing_is_stronger_than_a_warning(mode: str) -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), event="shell_write", after_lines=751)
    verdict = judge(facts, Knobs(mode=mode))
    assert rules(verdict) == [("duplicate_write", "warn"), ("hard_budget", "warn")]
    assert {fired.event for fired in verdict.fired} == {"shell_write"}
    assert not verdict.fail
    assert "dup.py lines 1-20 duplicate util.py:1-20 (128 tokens); it changed since" in words(verdict.fired)
    assert "dup.py stands at 751 lines, past the hard budget of 750; it changed since" in words(verdict.fired)


def test_after_a_shell_command_a_guard_that_observes_stays_silent() -> None:
    facts = msgspec.structs.replace(size(751), event="shell_write")
    assert decision(judge(facts, Knobs(mode="observe")).fired) == "observe"


def test_a_rule_stands_on_its_own_line_of_the_feed() -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), after_lines=751, self_runs=1)
    assert [fired.event for fired in judge(facts).fired] == ["probe", "budget", "probe"]
    assert [fired.event for fired in judge(size(600)).fired] == ["zone"]


@pytest.mark.parametrize(
    ("field", "rule"),
    [
        ("self_runs", "self_duplicate"),
        ("near_miss", "near_miss_write"),
        ("docdup", "docdup_write"),
        ("skills", "learned_skill"),
    ],
)
def test_a_rule_without_a_record_only_observes(field: str, rule: str) -> None:
    facts = msgspec.structs.replace(size(1), **{field: 3})
    assert rules(judge(facts, DENY)) == [(rule, "observe")]


@pytest.mark.parametrize(
    ("mode", "tier"), [(None, "observe"), ("observe", "observe"), ("warn", "warn"), ("ask", "ask"), ("deny", "deny")]
)
def test_what_history_speaks_for_does_what_a_configured_mode_says(mode: str | None, tier: str) -> None:
    facts = msgspec.structs.replace(size(1), skills=2, proven=("never evaluate input",))
    assert rules(judge(facts, Knobs(mode=mode))) == [("learned_skill", tier)]


def test_a_learned_rejection_says_what_was_refused_before() -> None:
    facts = msgspec.structs.replace(size(1), skills=5, proven=("a", "b", "c", "d\n"))
    assert words(judge(facts, DENY).fired) == "rubout: a.py holds what a review has refused before: a; b; c (+1 more)."


def test_no_more_skills_are_proven_than_match() -> None:
    with pytest.raises(ContractError, match="proven"):
        judge(msgspec.structs.replace(size(1), skills=1, proven=("a", "b")))


def test_rules_fire_in_the_order_of_their_table() -> None:
    after = (run(0, 128), Run(0, 200, 60, 30, 40, 50, 60, 9))
    everything = Facts(
        "dup.py", "probe", 0, 600, ("util.py",), (run(200, 50),), after, (1,), 1, near_miss=1, docdup=1, skills=1
    )
    fired = [each.rule for each in judge(everything).fired]
    assert fired == [rule.name for rule in RULES if rule.name != "hard_budget"]


def test_of_a_notebook_only_duplicates_are_judged() -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), after_lines=751, notebook=True)
    verdict = judge(facts, DENY)
    assert (rules(verdict), verdict.breach) == ([("duplicate_write", "deny")], False)


def test_without_an_index_sizes_are_judged_and_duplicates_are_not() -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), after_lines=751, duplicates=False, reason="index")
    verdict = judge(facts, DENY)
    assert (rules(verdict), counts(verdict)) == ([("hard_budget", "deny")], (0, 0, 0))
    assert (verdict.degraded, verdict.reason, verdict.fail) == (True, "index", True)


def test_without_an_index_a_copy_passes_at_deny() -> None:
    facts = msgspec.structs.replace(copy((), (run(0, 128),)), duplicates=False)
    verdict = judge(facts, DENY)
    assert (decision(verdict.fired), verdict.degraded, verdict.fail) == ("observe", True, True)
    assert verdict.reason == "duplicates were not measured"


@pytest.mark.parametrize(("count", "degraded"), [(9, False), (10, True)])
def test_over_the_cap_of_runs_sizes_alone_are_judged(
    count: int, degraded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guard.RUN_CAP == 1 << 19
    monkeypatch.setattr(guard, "RUN_CAP", 9)
    verdict = judge(copy((), (run(0, 128),) * count), DENY)
    assert (verdict.degraded, verdict.tier) == (degraded, "observe" if degraded else "deny")


SPAN = st.tuples(st.integers(0, 1), st.integers(0, 6), st.integers(1, 6), st.integers(1, 4), st.integers(0, 2))
SPANS = st.lists(SPAN, max_size=5)


def runs_at(spans: list[tuple[int, ...]]) -> tuple[Run, ...]:
    return tuple(Run(file, start, length, 1, 1, first, first + more, 1) for file, start, length, first, more in spans)


def introduced_by_definition(
    before: list[tuple[int, ...]], after: list[tuple[int, ...]], novel: set[int], least: int
) -> list[int]:
    """Token by token and line by line."""

    def cover(spans: list[tuple[int, ...]], file: int, token: int) -> int:
        return len([span for span in spans if span[0] == file and token in range(span[1], span[1] + span[2])])

    found = []
    for index, (file, start, length, first, more) in enumerate(after):
        tokens = [p for p in range(start, start + length) if cover(after, file, p) > cover(before, file, p)]
        if len(tokens) >= least and novel & {*range(first, first + more + 1)}:
            found.append(index)
    return found


@given(SPANS, SPANS, st.sets(st.integers(1, 6)), st.integers(1, 4))
def test_introduced_runs_are_those_of_the_definition(
    before: list[tuple[int, ...]], after: list[tuple[int, ...]], novel: set[int], least: int
) -> None:
    facts = Facts("c.py", "probe", 0, 6, ("a.py", "b.py"), runs_at(before), runs_at(after), tuple(sorted(novel)))
    verdict = judge(facts, Knobs(min_tokens=least, min_distinct=1))
    long = [index for index, span in enumerate(after) if span[2] >= least]
    old, new = [span for span in before if span[2] >= least], [after[index] for index in long]
    found = [long[i] for i in introduced_by_definition(old, new, novel, least)]
    assert set(verdict.introduced) == set(found) - within_longer(facts.after, found)
    assert len(found) + verdict.preexisting + verdict.grown == len(long)


def within_longer(runs: tuple[Run, ...], found: list[int]) -> set[int]:
    """The runs whose lines all lie in those of a longer one, or of an equally long one that is named before."""
    order = sorted(found, key=lambda i: (-runs[i].length, runs[i].own_start, runs[i].own_end, runs[i].start, i))

    def lines(index: int) -> tuple[set[int], set[int]]:
        run = runs[index]
        return {*range(run.own_start, run.own_end + 1)}, {*range(run.start_line, run.end_line + 1)}

    return {
        inner
        for at, inner in enumerate(order)
        for outer in order[:at]
        if runs[outer].file == runs[inner].file
        and all(one <= other for one, other in zip(lines(inner), lines(outer), strict=True))
    }


def test_a_copy_that_also_fits_when_it_is_shifted_is_one_copy() -> None:
    whole = Run(0, 0, 200, 10, 40, 1, 31, 30, 200)
    shifted = Run(0, 70, 60, 20, 28, 2, 10, 30, 60)
    elsewhere = Run(0, 70, 60, 50, 58, 2, 10, 30, 60)
    verdict = judge(copy((), (shifted, whole, elsewhere)), DENY)
    assert (verdict.introduced, verdict.preexisting) == ((1, 2), 0)


ZONE = Knobs(zone_tiers=True)


MOVES = [
    (Knobs(mode="deny"), Knobs(), size(751)),
    (Knobs(zone_tiers=True), Knobs(), size(600)),
    (Knobs(promoted_default="warn"), Knobs(), size(751)),
    (Knobs(error="broken"), Knobs(), size(751)),
    (Knobs(file_lines_warn=100), Knobs(), size(200)),
    (Knobs(file_lines_fail=100), Knobs(), size(200)),
    (Knobs(soft_line=100), Knobs(), size(200)),
    (Knobs(zone_tiers=True, zone_low=700), ZONE, size(600)),
    (Knobs(zone_tiers=True, zone_high=500), ZONE, size(600)),
    (Knobs(min_tokens=129), Knobs(), copy((), (run(0, 128),))),
    (Knobs(min_distinct=31), Knobs(), copy((), (run(0, 128),))),
    (Knobs(strong_tokens=129), Knobs(), copy((), (run(0, 128),))),
]


@pytest.mark.parametrize(("moved", "still", "facts"), MOVES)
def test_each_knob_alone_moves_a_verdict(moved: Knobs, still: Knobs, facts: Facts) -> None:
    assert msgspec.structs.replace(judge(facts, moved), knobs=still) != judge(facts, still)


def test_no_knob_is_without_effect() -> None:
    moved = [
        {name for name in Knobs.__struct_fields__ if getattr(one, name) != getattr(other, name)}
        for one, other, _ in MOVES
    ]
    assert all(len(names) == 1 for names in moved)
    assert set().union(*moved) == set(Knobs.__struct_fields__)


@given(st.integers(0, 1000), st.integers(0, 1000), st.sampled_from(TIERS))
def test_nothing_is_decided_more_strongly_than_the_mode(before: int, after: int, mode: str) -> None:
    assert judge(size(after, before), Knobs(mode=mode)).tier in {mode, "observe"}


@pytest.mark.parametrize(
    ("broken", "names"),
    [
        (size(1, event="stop"), "guard event"),
        (size(-1), "guard after_lines"),
        (size(1, before=-1), "guard before_lines"),
        (size(1, self_runs=-1), "guard self_runs"),
        (size(1, path="a.py", files=("b.py", "a.py")), r"guard files\[1\]"),
        (size(1, reason="no index"), "guard reason"),
        (size(3, novel=(1, 4)), r"guard novel\[1\]: line 4 is not one of 3"),
        (size(3, novel=(0,)), r"guard novel\[0\]"),
        (size(3, novel=(2, 2)), r"guard novel\[1\]: line 2 does not ascend"),
        (copy((run(0, 60),), (run(0, 60), run(-1, 60))), r"guard after\[1\]: token -1"),
        (copy((run(0, 0),), ()), r"guard before\[0\]: 0 distinct of 0"),
        (copy((), (run(0, 60, lines=(0, 3)),)), r"guard after\[0\]: lines 0 to 3"),
        (copy((), (run(0, 60, own=(5, 4)),)), r"guard after\[0\]: lines 5 to 4"),
        (copy((), (Run(1, 0, 60, 1, 1, 1, 1, 9),)), r"guard after\[0\]: file 1 is not one of 1"),
        (copy((), (Run(0, 0, 60, 1, 1, 1, 1, 61),)), r"guard after\[0\]: 61 distinct of 60"),
    ],
)
def test_facts_that_no_measurement_gives_are_refused_by_name(broken: Facts, names: str) -> None:
    with pytest.raises(ContractError, match=names):
        judge(broken)


@pytest.mark.parametrize(
    "knobs",
    [
        Knobs(file_lines_warn=0),
        Knobs(file_lines_fail=-1),
        Knobs(soft_line=0),
        Knobs(zone_low=0),
        Knobs(zone_high=249),
        Knobs(min_tokens=0),
        Knobs(min_distinct=-1),
        Knobs(promoted_default="Deny"),
    ],
)
def test_a_knob_out_of_bounds_is_named_and_refused(knobs: Knobs) -> None:
    (wrong,) = check_knobs(knobs)
    assert getattr(knobs, wrong[0]) != getattr(Knobs(), wrong[0])
    with pytest.raises(ContractError, match=f"guard knobs.{wrong[0]}"):
        judge(size(1), knobs)


def test_a_mode_that_is_no_tier_is_no_fault_of_the_knobs() -> None:
    assert check_knobs(Knobs(mode="Deny", error="broken")) == []


def test_cut_points_may_fall_together_and_the_hard_line_below_the_soft_one() -> None:
    assert check_knobs(Knobs(zone_low=250, zone_high=250, soft_line=900)) == []


@pytest.mark.parametrize(
    ("before", "after", "tier"), [(0, 751, "deny"), (750, 751, "deny"), (751, 752, "warn"), (900, 901, "warn")]
)
def test_without_a_mode_a_file_that_was_over_the_line_is_warned_about(before: int, after: int, tier: str) -> None:
    verdict = judge(size(after, before=before), Knobs(promoted_default="deny"))
    assert (verdict.breach, verdict.tier) == (True, tier)
    assert judge(size(after, before=before), Knobs(mode="deny")).tier == "deny"
    assert judge(size(after, before=before), Knobs(mode="Deny")).tier == "observe"
