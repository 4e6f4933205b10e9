"""Strategies for small names, paths and gitignore patterns that meet often."""

from __future__ import annotations

from hypothesis import strategies as st

NAME = st.text("ab.", min_size=1, max_size=3).filter(lambda name: name not in {".", ".."})
PATH = st.lists(NAME, min_size=1, max_size=4).map("/".join)
PIECE = st.sampled_from(["a", "b", ".", "*", "?", "[ab]", "[!a]", "[^b]", "[a-b.]", "[[:alpha:]]", r"\a", r"\*"])
SEGMENT = st.one_of(st.just("**"), NAME, st.lists(PIECE, min_size=1, max_size=3).map("".join))
PATTERN = st.builds(
    lambda negated, root, segments, folder: negated + root + "/".join(segments) + folder,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(SEGMENT, min_size=1, max_size=3),
    st.sampled_from(["", "", "/"]),
)
