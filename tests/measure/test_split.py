"""The units of a long file, and what ties them together."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.split import Cochange, Facts, LongFile, Mention, Span, Unit
from rubout.judge.split import judge
from rubout.measure.edit_units import Placed, placed_units
from rubout.measure.languages import markdown, python
from rubout.measure.split import (
    MOST_UNITS,
    LongText,
    changed_together,
    holders,
    mentioned,
    split_facts,
    top_units,
    within,
)
from rubout.measure.split_names import bare_name
from rubout.measure.statements import Statement
from tests.tables import cases


def placed(*spans: tuple[str, int, int]) -> list[Placed]:
    return [Placed(key, 0, start, end) for key, start, end in spans]


def text_of(units: list[Placed], total: int, *statements: Statement) -> LongText:
    """A file of which the lines themselves do not matter."""
    return LongText(total, [], units, statements)


def one_line_each(*units: tuple[str, str]) -> list[tuple[int, int]]:
    """The mentions among units of one line, given by key and text."""
    lines = [text for _, text in units]
    return mentioned(lines, placed(*((key, line, line) for line, (key, _) in enumerate(units, start=1))))


def test_a_nested_unit_stands_with_the_one_that_holds_it() -> None:
    units = placed(("inner/0", 2, 3), ("outer/0", 1, 5), ("Box", 7, 20), ("method/1", 7, 9), ("last/0", 21, 30))
    assert [(unit.key, unit.start_line) for unit in top_units(text_of(units, 30))] == [
        ("outer/0", 1),
        ("Box", 7),
        ("last/0", 21),
    ]


def test_a_unit_that_begins_where_another_one_ends_is_not_its_own() -> None:
    assert [unit.key for unit in top_units(text_of(placed(("f/0", 1, 2), ("g/0", 2, 3), ("h/0", 3, 4)), 4))] == [
        "f/0",
        "h/0",
    ]


def test_units_of_one_statement_are_one_and_end_with_it() -> None:
    units = placed(("f/0", 1, 5), ("get/0", 8, 10), ("inner/0", 9, 9), ("set/1", 11, 15), ("g/0", 18, 20))
    statements = Statement(1, 5, "f"), Statement(7, 16), Statement(18, 20, "g")
    assert top_units(text_of(units, 20, *statements)) == placed(("f/0", 1, 5), ("get/0", 8, 16), ("g/0", 18, 20))


@pytest.mark.parametrize(
    ("key", "line", "statement", "known"),
    [
        ("constructor/2", 3, Statement(1, 9, "Base"), "Base"),
        ("(anonymous)/2", 1, Statement(1, 9, "ZodString"), "ZodString"),
        ("(anonymous)/0", 1, Statement(1, 9), "(anonymous)/0"),
        ("decorated/1", 2, Statement(1, 9), "decorated/1"),
        ("arrow/1", 1, Statement(1, 9, "arrow"), "arrow/1"),
        ("later/0", 5, Statement(1, 4, "before"), "later/0"),
    ],
)
def test_a_unit_without_a_name_in_the_file_is_known_by_that_of_its_statement(
    key: str, line: int, statement: Statement, known: str
) -> None:
    (unit,) = top_units(text_of(placed((key, line, 9)), 9, statement))
    assert unit == Placed(known, 0, line, 9)


def test_a_type_and_the_implementations_right_behind_it_are_one() -> None:
    units = placed(
        *(("Stack", 1, 3), ("impl Stack<T>", 5, 9), ("impl fmt::Display for lib::Stack<T>", 11, 15)),
        *(("use/0", 17, 18), ("impl Drop for Stack", 20, 22), ("Heap", 24, 25), ("impl Stack", 27, 28)),
    )
    assert [(unit.key, unit.end_line) for unit in top_units(text_of(units, 30))] == [
        ("Stack", 15),
        ("use/0", 18),
        ("impl Drop for Stack", 22),
        ("Heap", 25),
        ("impl Stack", 28),
    ]


def test_a_unit_ends_with_the_file_at_the_latest() -> None:
    assert top_units(text_of(placed(("f/0", 1, 9), ("g/0", 7, 9)), 6)) == placed(("f/0", 1, 6))


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 20), st.integers(0, 9)), max_size=9))
def test_top_level_units_do_not_overlap_and_leave_none_outside(units: list[tuple[str, int, int]]) -> None:
    spans = placed(*((key, start, start + more) for key, start, more in units))
    top = top_units(text_of(spans, 30))
    assert all(one.end_line < other.start_line for one, other in pairwise(top))
    assert all(any(unit.start_line <= each.start_line <= unit.end_line for unit in top) for each in spans)


@cases(
    "key text",
    r"""
    beta_two/0      => beta_two()
    alpha_one/0     => xalpha_one; alpha_one
    né/0            => né()
    abc/0           => # see abc.
    (*T[K]) send/1  => value.send()
    (T) send/1      => value.send()
    Stack::push/1   => stack.push(1)
    M.fetch/1       => M.fetch(1)
    Getting started => see Getting started.
    <=>/1           => a <=> b
    """,
)
def test_a_unit_mentions_a_name_that_stands_as_a_word(key: str, text: str) -> None:
    assert one_line_each(("first/0", text), (key, "")) == [(0, 1)]


@cases(
    "key text",
    r"""
    beta_two/0      => beta_two_x()
    alpha_one/0     => xalpha_one
    ab/0            => ab()
    abc/0           => éabc
    (T) send/1      => func (T) send(x)
    (T) send/1      => sends(T)
    impl Stack      => let s: Stack = x;
    Getting started => Getting restarted
    (anonymous)/0   => (anonymous)
    """,
)
def test_a_part_of_a_word_and_a_name_that_says_too_little_are_no_mention(key: str, text: str) -> None:
    assert one_line_each(("first/0", text), (key, "")) == []


def test_the_letter_of_an_escape_is_no_part_of_the_word_behind_it() -> None:
    assert one_line_each(("first/0", 'print("\\nabc")'), ("abc/0", "")) == [(0, 1)]


def test_mentions_go_both_ways_and_not_to_oneself() -> None:
    assert one_line_each(("one/0", "one two"), ("two/0", "one two"), ("three/1", "two")) == [(0, 1), (1, 0), (2, 1)]


def test_a_method_of_several_types_is_not_told_apart_by_its_name() -> None:
    methods = [("(A) close/0", ""), ("(B) close/0", ""), ("(B) open/0", ""), ("use/0", "b.open(); b.close()")]
    assert one_line_each(*methods) == [(3, 2)]


def test_an_implementation_is_tied_to_its_type_which_it_says() -> None:
    units = [("Stack", "struct Stack;"), ("impl Stack", "impl Stack {}"), ("use/0", "Stack::new()")]
    assert one_line_each(*units) == [(1, 0), (2, 0)]


@cases(
    "key name",
    """
    load/1                 => load
    (*T) send/1            => (*T) send
    impl A for B           => impl A for B
    operator//1            => operator/
    Reading and/or writing => Reading and
    """,
)
def test_a_unit_is_shown_by_its_bare_name(key: str, name: str) -> None:
    assert bare_name(key) == name


def test_lines_between_units_mention_nothing() -> None:
    assert mentioned(["one", "two one", "two"], placed(("one/0", 1, 1), ("two/0", 3, 3))) == []


def says(text: str, name: str) -> bool:
    """Whether a name stands in a text with no letter, digit or `_` beside it, place by place."""
    padded = f" {text} "
    return any(
        padded[at : at + len(name)] == name
        and not any(char.isalnum() or char == "_" for char in (padded[at - 1], padded[at + len(name)]))
        for at in range(1, len(text) + 2 - len(name))
    )


PARTS = st.sampled_from(["abc", "def", "é", "_", " ", "-", "1", "abc def"])
TEXTS = st.lists(PARTS, max_size=6).map("".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
def test_mentions_are_those_found_by_looking_for_every_name_everywhere(units: list[tuple[str, str]]) -> None:
    names = [key for key, _ in units]
    expected = [
        (i, j)
        for i, (_, text) in enumerate(units)
        for j, name in enumerate(names)
        if i != j and len(name.encode()) >= len("abc") and says(text, name)
    ]
    assert one_line_each(*units) == expected


def test_spans_are_cut_to_the_file_and_stand_once() -> None:
    assert within([(5, 9), (0, 3), (1, 3), (8, 20), (11, 12), (5, 9)], 10) == [(1, 3), (5, 9), (8, 10)]


def test_units_that_one_commit_added_lines_to_changed_together() -> None:
    units = placed(("f/0", 1, 9), ("inner/0", 2, 4), ("g/0", 10, 20), ("h/0", 21, 30))
    holding = holders(units, top_units(text_of(units, 30)))
    assert holding == {("f/0", 0): 0, ("inner/0", 0): 0, ("g/0", 0): 1, ("h/0", 0): 2}
    changes = [{("h/0", 0), ("inner/0", 0)}, {("f/0", 0), ("inner/0", 0)}, {("g/0", 0), ("gone/0", 0)}]
    assert changed_together(changes, holding) == [(0, 2)]


@pytest.mark.parametrize(("count", "pairs"), [(MOST_UNITS, 190), (MOST_UNITS + 1, 0)])
def test_a_commit_of_more_units_than_the_most_ties_none(count: int, pairs: int) -> None:
    units = [Placed(f"f{number}/0", 0, number, number) for number in range(1, count + 1)]
    change = {(unit.key, unit.nth) for unit in units}
    assert len(changed_together([change], holders(units, units))) == pairs


def test_a_unit_behind_the_last_line_of_the_file_is_held_by_nothing() -> None:
    units = placed(("f/0", 1, 9), ("late/0", 10, 12))
    assert holders(units, top_units(text_of(units, 8))) == {("f/0", 0): 0}
    assert holders(units, []) == {}


def test_units_of_equal_key_are_told_apart_by_their_rank() -> None:
    units = [Placed("f/0", 0, 1, 5), Placed("f/0", 1, 6, 9), Placed("g/0", 0, 10, 12)]
    assert changed_together([{("f/0", 1), ("g/0", 0)}], holders(units, units)) == [(1, 2)]


def test_the_tables_of_files_hold_what_the_judge_takes() -> None:
    units = placed(("load/1", 1, 2), ("save/1", 3, 5))
    lines = ["def load(path):", "    pass", "def save(path):", "    load(path)", "    pass"]
    changes = [{("load/1", 0), ("save/1", 0)}]
    text = LongText(5, lines, units, copies=[(2, 9)], changes=changes)
    facts = split_facts([LongText(1, ["x = 1"], []), text])
    assert facts == Facts(
        files=(LongFile(0, 1), LongFile(1, 5)),
        units=(Unit(1, 0, 1, 2), Unit(1, 1, 3, 5)),
        mentions=(Mention(1, 1, 0),),
        clones=(Span(1, 2, 5),),
        cochange=(Cochange(1, 0, 1),),
    )
    assert not judge(facts).degraded


def test_a_class_is_one_unit_and_a_section_of_a_document_another() -> None:
    code = ["class Box:", "    def open(self):", "        pass", "", "def use():", "    Box().open()"]
    page = ["Before.", "# Opening", "text", "```", "# no heading", "```", "## Closing", "See Opening."]
    texts = [
        LongText(len(lines), lines, placed_units("\n".join(lines).encode(), lines, language))
        for lines, language in ((code, python.LANGUAGE), (page, markdown.LANGUAGE))
    ]
    facts = split_facts(texts)
    assert facts.units == (Unit(0, 0, 1, 3), Unit(0, 1, 5, 6), Unit(1, 0, 2, 6), Unit(1, 1, 7, 8))
    assert facts.mentions == (Mention(0, 1, 0), Mention(1, 1, 0))
