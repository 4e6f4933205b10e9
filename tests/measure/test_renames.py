"""A file that is gone goes on as the new one that is likest to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.renames import LEAST, renames

TEN = b"".join(b"line %d\n" % number for number in range(10))


def head(lines: int) -> bytes:
    return b"".join(TEN.splitlines(keepends=True)[:lines])


@pytest.mark.parametrize(
    ("gone", "fresh", "pairs"),
    [
        pytest.param({"a": TEN}, {"b": TEN}, [("a", "b")], id="equal"),
        pytest.param({"a": TEN}, {"b": TEN + b"more\n"}, [("a", "b")], id="grown"),
        pytest.param({"a": TEN}, {"b": head(5)}, [("a", "b")], id="half of it"),
        pytest.param({"a": TEN}, {"b": head(4)}, [], id="less than half"),
        pytest.param({"a": TEN}, {"b": TEN.replace(b"\n", b"\r\n")}, [("a", "b")], id="other line ends"),
        pytest.param({"a": TEN}, {"b": head(8), "c": head(9)}, [("a", "c")], id="the likest"),
        pytest.param({"a": TEN}, {"b": TEN, "c": TEN}, [("a", "b")], id="equally like"),
        pytest.param({"a": TEN, "b": head(9)}, {"c": TEN}, [("a", "c")], id="each once"),
        pytest.param({"a": TEN, "b": head(6)}, {"c": TEN, "d": head(7)}, [("a", "c"), ("b", "d")], id="two files"),
        pytest.param({"a": b""}, {"b": b""}, [], id="nothing in them"),
        pytest.param({"a": b"x" * 1000}, {"b": b"x" * 900 + b"y"}, [("a", "b")], id="one long line"),
    ],
)
def test_which_path_goes_on_as_which(
    gone: dict[str, bytes], fresh: dict[str, bytes], pairs: list[tuple[str, str]]
) -> None:
    assert renames(gone, fresh) == pairs


def test_too_many_files_are_not_compared() -> None:
    many = {f"p{number}": TEN for number in range(501)}
    assert renames(many, many) == []


def likeness(one: bytes, other: bytes) -> int:
    """Of 100, counting line by line."""
    left = other.splitlines(keepends=True)
    shared = 0
    for line in one.splitlines(keepends=True):
        if line in left:
            left.remove(line)
            shared += len(line)
    return 100 * shared // max(len(one), len(other), 1)


SIDES = st.dictionaries(
    st.sampled_from("abc"), st.lists(st.sampled_from([b"x\n", b"yy\n", b"zzz\n"]), max_size=6).map(b"".join), max_size=3
)


@given(SIDES, SIDES)
def test_the_likest_pair_is_always_taken_first(gone: dict[str, bytes], fresh: dict[str, bytes]) -> None:
    left, pairs = [(old, new) for old in gone for new in fresh], []
    while left:
        best = min(left, key=lambda pair: (-likeness(gone[pair[0]], fresh[pair[1]]), pair))
        if likeness(gone[best[0]], fresh[best[1]]) < LEAST:
            break
        pairs.append(best)
        left = [pair for pair in left if pair[0] != best[0] and pair[1] != best[1]]
    assert renames(gone, fresh) == pairs
