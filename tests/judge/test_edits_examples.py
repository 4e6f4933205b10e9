"""The worked examples of docs/methodology/edits.md, from texts to verdict.

Counts are (matched, novel, moved_in, deleted, moved_out).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts.edits import Block, Facts, Knobs, Pair, Relocation, Row, Suspicion, Unit
from rubout.judge.edits import judge
from rubout.judge.edits_units import owners
from rubout.judge.edits_within import site_floor
from rubout.measure.edits import edit_facts

if TYPE_CHECKING:
    from rubout.facts.edits import Verdict

Counts = tuple[int, int, int, int, int]

LOAD = "def load(path):\n    data = read_all_bytes(path)\n    return decode(data)\n"
COUNT = "    count = accumulate_counts(rows)\n    return count\n"
ANCHOR = "alpha_function_call(argument)"


def facts_of(*texts: tuple[str | None, str | None], suffix: str = "py", knobs: Knobs = Knobs()) -> Facts:
    """The facts of pairs of texts, None for no file; the files are named so that they keep this order."""
    sides = []
    for number, (before, after) in enumerate(texts):
        path = f"{number:03}.{suffix}"
        old, new = (None if text is None else text.encode() for text in (before, after))
        sides.append((None if before is None else path, old, None if after is None else path, new))
    return edit_facts(sides, knobs=knobs)


def judged(*texts: tuple[str | None, str | None], suffix: str = "py", knobs: Knobs = Knobs()) -> Verdict:
    return judge(facts_of(*texts, suffix=suffix, knobs=knobs), knobs)


def counts(verdict: Verdict) -> list[Counts]:
    found = [pair.counts for pair in verdict.pairs]
    return [(one.matched, one.novel, one.moved_in, one.deleted, one.moved_out) for one in found]


def changed(facts: Facts, number: int = 0) -> tuple[list[int], list[int]]:
    pair = facts.pairs[number]
    return [row.line for row in pair.removed], [row.line for row in pair.added]


def intact(facts: Facts) -> list[str]:
    return [facts.keys[key] for key, _ in judge(facts).pairs[0].intact]


def test_1_a_line_that_is_wrapped_in_an_if_has_moved() -> None:
    before = "def f():\n    x = compute()\n    return x\n\ndef g():\n    pass\n"
    after = "def f():\n    if ok:\n        x = compute()\n    return x\n\ndef g():\n    pass\n"
    facts = facts_of((before, after))
    assert counts(judge(facts)) == [(5, 1, 1, 0, 1)]
    assert changed(facts) == ([2], [2, 3])
    f = (facts.keys.index("f/0"), 0)
    assert owners(facts.pairs[0].units_before, [2]) == {2: f}
    assert owners(facts.pairs[0].units_after, [3]) == {3: f}


def test_2_blank_lines_never_move() -> None:
    assert counts(judged(("a = 1\n\nb = 2\n", "b = 2\n\nc = 3\n"))) == [(1, 2, 0, 2, 0)]


def test_3_two_swapped_functions_leave_one_moved_whole() -> None:
    a, b = "def a():\n    one()\n", "def b():\n    two()\n"
    facts = facts_of((f"{a}\n{b}", f"{b}\n{a}"))
    assert counts(judge(facts)) == [(2, 1, 2, 1, 2)]
    assert intact(facts) == ["a/0"]


def test_4_a_brace_does_not_keep_a_function_from_having_moved_whole() -> None:
    a, b = "fn a() {\n    one();\n}\n", "fn b() {\n    two();\n}\n"
    facts = facts_of((f"{a}\n{b}", f"{b}\n{a}"), suffix="rs")
    assert counts(judge(facts)) == [(3, 2, 2, 2, 2)]
    assert changed(facts)[0] == [1, 2, 3, 4]
    assert intact(facts) == ["a/0"]


@pytest.mark.parametrize(("before", "after"), [("a\r\nb\r\n", "a\nb\n"), ("a\nb", "a\nb\n")])
def test_5_line_ends_are_no_change(before: str, after: str) -> None:
    facts = facts_of((before, after))
    assert counts(judge(facts)) == [(2, 0, 0, 0, 0)]
    assert changed(facts) == ([], [])


def test_6_the_sides_of_a_pair_are_marked_each_on_their_own() -> None:
    assert counts(judged(("x = 1\ny = 2\n", "y = 2\nx = 1\nx = 1\n"))) == [(1, 0, 2, 0, 1)]


def test_7_a_new_file_is_exact_however_long_it_is() -> None:
    facts = facts_of((None, "".join(f"line {n}\n" for n in range(5000))))
    assert counts(judge(facts)) == [(0, 5000, 0, 0, 0)]
    assert not facts.pairs[0].degraded


def test_8_a_station_across_pairs_takes_two_lines() -> None:
    knobs = Knobs()
    explained = {n: (n * knobs.moved_cost + knobs.site_cost_cross, n * knobs.plain_cost) for n in (1, 2, 3)}
    assert explained == {1: (3, 3), 2: (4, 6), 3: (5, 9)}
    assert site_floor(knobs.site_cost_within, knobs) == 1
    assert [site_floor(cost, knobs) for cost in (0, 2, 4, 6)] == [1, 2, 3, 4]


def moved_function() -> tuple[tuple[str, str], tuple[str, str]]:
    """Example 9: A loses it with the two blanks behind it, B gains it behind two new ones."""
    around = "import a\nimport b\n", "use(a)\nuse(b)\n"
    return (f"{around[0]}{LOAD}\n\n{around[1]}", "".join(around)), ("import c\n", f"import c\n\n\n{LOAD}")


def test_9_a_function_moves_from_file_to_file() -> None:
    facts = facts_of(*moved_function())
    assert counts(judge(facts, Knobs(site_cost_cross=99))) == [(4, 0, 0, 5, 0), (1, 5, 0, 0, 0)]
    verdict = judge(facts)
    assert counts(verdict) == [(4, 0, 0, 2, 3), (1, 2, 3, 0, 0)]
    assert verdict.blocks == (Block(0, (3, 4, 5), 1, (4, 5, 6)),)
    load = (facts.keys.index("load/1"), 0)
    assert verdict.relocations == (Relocation(0, load, 3, 1, load, 4, 3),)


def test_10_one_line_opens_no_station() -> None:
    line = "a_very_long_line_of_twenty_nine_letters(x)\n"
    verdict = judged((line, ""), ("", line))
    assert (verdict.blocks, counts(verdict)) == ((), [(0, 0, 0, 1, 0), (0, 1, 0, 0, 0)])


@pytest.mark.parametrize(("widths", "blocks"), [((7, 16), 0), ((18, 2), 0), ((19, 2), 1), ((2, 19), 1)])
def test_11_a_station_needs_an_anchor(widths: tuple[int, int], blocks: int) -> None:
    text = f"    {'t' * widths[0]},\n    {'u' * widths[1]},\n"
    assert len(judged((text, ""), ("", text)).blocks) == blocks


def test_12_one_line_twice_is_one_piece_of_evidence() -> None:
    text = "emit_the_progress_marker(1)\n" * 2
    assert judged((text, ""), ("", text)).blocks == ()


def test_13_several_copies_leave_for_the_one_that_arrives() -> None:
    verdict = judged((f"a\n{COUNT}", "a\n"), (f"b\n{COUNT}", "b\n"), ("c\n", f"c\n{COUNT}"))
    assert verdict.blocks == (Block(0, (2, 3), 2, (2, 3)), Block(1, (2, 3), 2, (2, 3)))
    assert counts(verdict) == [(1, 0, 0, 0, 2), (1, 0, 0, 0, 2), (1, 0, 2, 0, 0)]


def test_13_a_line_alone_leaves_for_what_arrived_by_a_station() -> None:
    first = COUNT.splitlines()[0]
    verdict = judged((f"a\n{COUNT}", "a\n"), (f"b\n{first}\n", "b\n"), ("c\n", f"c\n{COUNT}"))
    assert counts(verdict) == [(1, 0, 0, 0, 2), (1, 0, 0, 0, 1), (1, 0, 2, 0, 0)]


def test_14_the_tail_of_a_run_is_extended_over_a_new_line() -> None:
    head, tail = f"{ANCHOR}\nbeta_call()\n", "gamma_tail(9)\n"
    verdict = judged((head + tail, ""), ("", f"{head}new_line()\n{tail}"))
    assert verdict.blocks == (Block(0, (1, 2), 1, (1, 2)),)
    assert counts(verdict) == [(0, 0, 0, 0, 3), (0, 1, 3, 0, 0)]


def test_14_an_unchanged_line_ends_the_run() -> None:
    head, tail = f"{ANCHOR}\nbeta_call()\n", "gamma_tail(9)\n"
    verdict = judged((head + tail, ""), ("kept()\n", f"{head}kept()\n{tail}"))
    assert counts(verdict) == [(0, 0, 0, 1, 2), (1, 1, 2, 0, 0)]


@pytest.mark.parametrize(
    ("bridge", "blocks", "expected"),
    [(7, (Block(0, (1, 2), 1, (1, 9)),), (0, 7, 2, 0, 0)), (8, (), (0, 10, 0, 0, 0))],
)
def test_15_seven_insignificant_lines_are_bridged(bridge: int, blocks: tuple[Block, ...], expected: Counts) -> None:
    verdict = judged((f"{ANCHOR}\nbeta()\n", ""), (None, f"{ANCHOR}\n" + "}\n" * bridge + "beta()\n"))
    assert (verdict.blocks, counts(verdict)[1]) == (blocks, expected)


@pytest.mark.parametrize(("removed", "added", "reason"), [(64, 64, None), (64, 65, "bucket_cap"), (5, 118, None)])
def test_16_the_work_on_one_line_is_bounded(removed: int, added: int, reason: str | None) -> None:
    line = "repeat_this_line_often()\n"
    verdict = judged((line * removed, ""), ("", line * added))
    assert (verdict.reason, verdict.degraded, verdict.fail) == (reason, reason is not None, reason is not None)


def test_16_over_the_bound_no_line_is_followed_at_all() -> None:
    texts = moved_function()
    line = "repeat_this_line_often()\n"
    assert judged(*texts, (line * 64, ""), ("", line * 64)).blocks
    verdict = judged(*texts, (line * 64, ""), ("", line * 65))
    assert (verdict.blocks, verdict.relocations) == ((), ())
    assert counts(verdict)[:2] == [(4, 0, 0, 5, 0), (1, 5, 0, 0, 0)]


def stacked(novel: int, deleted: int) -> Facts:
    """A pair with so many significant lines, whose last unit is a second `work/1`."""
    removed = tuple(Row(line, line, 5) for line in range(1, deleted + 1))
    added = tuple(Row(line, 100 + line, 5) for line in range(11, novel + 11))
    before, after = (Unit(0, 0, 1, 9, stackable=True), Unit(0, 1, 11, 60, stackable=True))
    pair = Pair("a.py", "a.py", 50, 50 + novel - deleted, removed, added, (before,), (before, after))
    return Facts((pair,), ("work/1",))


@pytest.mark.parametrize(
    ("novel", "deleted", "fires"), [(20, 1, True), (20, 2, False), (19, 0, False), (31, 3, True), (30, 3, False)]
)
def test_17_stacking_takes_much_that_is_new_and_little_that_went(novel: int, deleted: int, *, fires: bool) -> None:
    expected = (Suspicion(0, 0, ((1, 9), (11, 60)), 1, novel, deleted),) if fires else ()
    assert judge(stacked(novel, deleted)).suspicions == expected


def body(name: str, of: int) -> str:
    return f"def {name}(a):\n" + "".join(f"    step_{of}_{n}(a)\n" for n in range(21))


def test_17_a_second_top_level_function_is_a_stack() -> None:
    facts = facts_of(("x = 1\n", f"x = 1\n{body('work', 1)}{body('work', 2)}"))
    (suspicion,) = judge(facts).suspicions
    assert (facts.keys[suspicion.key], suspicion.spans, suspicion.copy) == ("work/1", ((2, 23), (24, 45)), 1)


def test_17_methods_of_two_classes_are_none() -> None:
    classes = "".join(
        f"class {name}:\n" + "".join(f"    {line}\n" for line in body("add", of).splitlines())
        for of, name in enumerate("AB")
    )
    assert judged(("x = 1\n", f"x = 1\n{classes}")).suspicions == ()


def test_18_nothing_moves_in_a_window_that_is_too_far_apart() -> None:
    before = "y\n" + "".join(f"line {n}\n" for n in range(20)) + "w\n"
    after = "z\n" + "".join(f"line {n}\n" for n in range(0, 20, 2)) + "q\n"
    knobs = Knobs(diff_bound=3)
    facts = facts_of((before, after), knobs=knobs)
    assert facts.pairs[0].degraded
    assert counts(judge(facts, knobs)) == [(0, 12, 0, 22, 0)]


def test_19_a_line_that_is_deleted_and_written_elsewhere_is_a_copy() -> None:
    line = "cleanup_temporary_files(path)\n"
    assert counts(judged((f"a\n{line}", "a\n"), ("b\n", f"b\n{line}"))) == [(1, 0, 0, 1, 0), (1, 1, 0, 0, 0)]
