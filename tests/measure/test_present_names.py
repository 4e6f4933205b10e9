"""The names that older lines gather under."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.present_names import present_names

NAMES = "abcd"
RENAMES = st.lists(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(NAMES), max_size=2), max_size=6)


def test_a_rename_counts_for_the_commits_before_it() -> None:
    assert list(present_names([[("b", "c")], [("a", "b")], []])) == [{}, {"b": "c"}, {"a": "c", "b": "c"}]


def test_two_files_may_change_names() -> None:
    newest, older = present_names([[("a", "b"), ("b", "a")], []])
    assert (newest, older) == ({}, {"a": "b", "b": "a"})


@given(RENAMES)
def test_a_name_is_followed_forwards(renames: list[dict[str, str]]) -> None:
    found = list(present_names([list(commit.items()) for commit in renames]))
    for number, present in enumerate(found):
        for name in NAMES:
            here = name
            for later in reversed(renames[:number]):
                here = later.get(here, here)
            assert present.get(name, name) == here
