"""The units of one side of a change, and which of them can stack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.source import Unit
from rubout.measure.edit_pairs import judged_language
from rubout.measure.edit_units import Named, _inner, named_units
from rubout.measure.text_lines import lines_of


def units_of(path: str, text: str) -> list[Named]:
    language = judged_language(path)
    assert language is not None
    return list(named_units(text.encode(), lines_of(text), language))


def stackable(path: str, text: str) -> dict[str, bool]:
    return {unit[0]: unit[4] for unit in units_of(path, text)}


def test_python_has_functions_methods_and_classes() -> None:
    text = "class A:\n    def add(self, x):\n        pass\n\n\ndef add(x):\n    return x\n"
    assert units_of("a.py", text) == [
        ("A", 0, 1, 3, True),
        ("add/1", 0, 6, 7, True),
        ("add/2", 0, 2, 3, False),
    ]


def test_go_methods_carry_their_receiver_and_a_group_counts_once() -> None:
    text = "package p\nfunc (t T) Add(a, b int) {}\nfunc (t *T) Add(a int, b int) {}\nfunc Add() {}\n"
    assert stackable("a.go", text) == {"(T) Add/1": True, "(*T) Add/2": True, "Add/0": True}


def test_rust_has_items_and_impl_blocks_that_never_stack() -> None:
    text = (
        "const A: u8 = 1;\nstatic B: u8 = 1;\nstruct S;\nenum E { X }\ntrait T {}\nmod m {}\n"
        "impl S {\n    fn f(&self) {}\n}\nimpl T for S {}\nfn g() {}\n"
    )
    assert stackable("a.rs", text) == {
        **dict.fromkeys("ABSETm", True),
        "g/0": True,
        "f/1": False,
        "impl S": False,
        "impl T for S": False,
    }


def test_typescript_has_classes_interfaces_and_enums() -> None:
    text = "class A {}\ninterface B {}\nenum C { X }\nfunction f(a: number) {}\n"
    assert stackable("a.ts", text) == {"A": True, "B": True, "C": True, "f/1": True}


@pytest.mark.parametrize("suffix", ["js", "ts"])
def test_members_of_objects_and_of_classes_without_a_name_do_not_stack(suffix: str) -> None:
    text = "const a = {\n  run: () => 1,\n  go() {},\n};\nconst b = class {\n  stop() {}\n};\nfunction top() {}\n"
    assert stackable(f"a.{suffix}", text) == {"run/0": False, "go/0": False, "stop/0": False, "top/0": True}


def test_a_function_without_a_name_does_not_stack() -> None:
    assert stackable("a.js", "run(() => 1);\nconst named = () => 1;\n") == {"(anonymous)/0": False, "named/0": True}


def test_functions_that_may_share_a_name_do_not_stack() -> None:
    assert stackable("a.cpp", "int f(int a) { return a; }\nstruct S { int x; };\n") == {"f/1": False, "S": True}
    assert stackable("a.hs", "f 0 = 1\nf n = n\n") == {"f/1": False}
    assert stackable("a.kt", "fun String.f() = 1\nfun Int.f() = 2\n") == {"f/0": False}


def test_two_units_of_a_key_are_told_apart_by_their_place() -> None:
    assert units_of("a.py", "def f(): pass\ndef f(): pass\n") == [("f/0", 0, 1, 1, True), ("f/0", 1, 2, 2, True)]


def test_a_heading_runs_to_the_line_before_the_next_one() -> None:
    text = "intro\n# Title #\n\n## Use of C#\ntext\n### Use\n \t# Title\nlast\n"
    assert units_of("a.md", text) == [
        ("Title", 0, 2, 3, True),
        ("Title", 1, 7, 8, True),
        ("Use", 0, 6, 6, False),
        ("Use of C#", 0, 4, 5, True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no\n```\n",
        "~~~ sh\n# no\n```\n# no\n~~~\n",
        "````\n```\n# no\n````\n",
        "```\n# no, and never closed\n",
        "```\n``` js\n# no\n",
        "#no\n",
        "text # no\n",
    ],
)
def test_what_a_fence_holds_or_has_no_blank_is_no_heading(text: str) -> None:
    assert units_of("a.md", text) == []


@pytest.mark.parametrize("text", ["```\n```\n# yes\n", "``` a`b\n# yes\n", "``\n# yes\n", "#\tyes\n"])
def test_a_heading_after_what_is_no_open_fence_is_one(text: str) -> None:
    assert [unit[0] for unit in units_of("a.md", text)] == ["yes"]


@pytest.mark.parametrize("text", ["#\n", "# \n", "## ##\n"])
def test_an_empty_heading_has_no_name_and_does_not_stack(text: str) -> None:
    assert units_of("a.md", text) == [("", 0, 1, 1, False)]


SPANS = st.tuples(st.integers(1, 6), st.integers(0, 4)).map(lambda span: (span[0], sum(span)))


@given(st.lists(SPANS, max_size=8))
def test_a_unit_is_inner_iff_another_strictly_contains_its_lines(spans: list[tuple[int, int]]) -> None:
    units = [Unit("k", nth, start, end, 0, 0, function=True) for nth, (start, end) in enumerate(spans)]
    contained = {
        unit
        for unit in units
        for other in units
        if (other.start_line < unit.start_line and unit.end_line <= other.end_line)
        or (other.start_line <= unit.start_line and unit.end_line < other.end_line)
    }
    assert _inner(units) == contained


def test_broken_source_gives_the_units_that_parsed() -> None:
    assert ("f/0", 0, 1, 2, True) in units_of("a.py", "def f():\n    pass\n\n\n)))) def (:\n")
