"""A tree lies within its source, also where the parser was given more than that."""

from __future__ import annotations

import pytest

from tests.measure.conftest import flat_tree


@pytest.mark.parametrize("tail", ["@", "@get", '@get:J("p', '@get:JvmName("par', ""])
def test_kotlin_that_is_still_being_typed_is_parsed_to_the_end(tail: str) -> None:
    source = f"val n: S\n{tail}"
    tree = flat_tree("kotlin", source)
    assert tree.source == source.encode()
    assert tree.ends[0] == len(source)
    assert max(*tree.starts, *tree.ends) <= len(source)


def test_a_last_newline_that_is_there_is_not_added_again() -> None:
    with_newline, without = (flat_tree("kotlin", f"fun f() = 1{end}") for end in ("\n", ""))
    assert with_newline.kinds == without.kinds
    assert (with_newline.ends[0], without.ends[0]) == (12, 11)
