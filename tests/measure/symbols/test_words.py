"""Words, stems and where a name stands."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.symbols.words import bare, is_binary, is_kept, occurrences, stems, words
from tests.tables import cases


@cases(
    "text expected",
    """
    a_b-c.d e1          => a_b c d e1
    "~nname"           => nname name
    été(x)              => été x
    """,
)
def test_a_word_is_a_whole_run_and_also_what_an_escape_leaves(text: str, expected: str) -> None:
    assert words(text.replace("~", "\\")) == expected.split()


@cases(
    "text expected",
    """
    getattr(self, "visit_" + kind)   => visit_
    f"do_{name}"                     => do_
    `handle${Kind}`                  => handle
    "on_#{event}"                    => on_
    "load%s" % kind                  => load
    "get" + Name                     => get
    x = name + other                 =>
    plain(text)                      =>
    """,
)
def test_a_stem_begins_a_name_that_is_put_together(text: str, expected: str) -> None:
    assert sorted(stems(text, set(words(text)))) == expected.split()


@given(st.text(alphabet='abn_\\ ."', max_size=30), st.sampled_from(["a", "ab", "na", "n_"]))
def test_a_name_stands_where_words_say_it(text: str, name: str) -> None:
    assert sum(1 for _ in occurrences(text, name)) == Counter(words(text))[name]


@given(st.text(alphabet="ab_ .(", max_size=30), st.sampled_from(["a", "ab", "a_"]))
def test_without_escapes_a_name_stands_between_characters_of_no_word(text: str, name: str) -> None:
    padded = f" {text} "
    starts = (at for at in range(1, len(padded)) if padded.startswith(name, at))
    word = set("ab_")
    ends = {at - 1 for at in starts if padded[at - 1] not in word and padded[at + len(name)] not in word}
    assert set(occurrences(text, name)) == ends


def test_short_words_numbers_and_endless_ones_are_not_kept() -> None:
    assert [word for word in ("ab", "abc", "1bc", "x" * 100, "x" * 101) if is_kept(word)] == ["abc", "x" * 100]


def test_a_nul_makes_a_file_binary() -> None:
    assert (is_binary(b"text"), is_binary(b"te\0xt"), is_binary(b"x" * 8000 + b"\0")) == (False, True, False)


def test_a_name_is_looked_for_without_its_sigils() -> None:
    assert [bare(name) for name in ("$x", "#p", "ready?", "go!", "a=")] == ["x", "p", "ready", "go", "a"]
