"""Files that fit a glob, and names that fit a pattern with one star."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.resolve.ecma_config import matched
from rubout.measure.resolve.ecma_files import SOURCES, SUFFIXES
from rubout.measure.resolve.ecma_patterns import fitting, spelled_out

_PATH = st.lists(st.sampled_from(["a", "b", "index.ts", "a.js", "b.ts", "ab.tsx"]), min_size=1, max_size=3).map(
    "/".join
)
_GLOB = st.lists(st.sampled_from(["a", "*", "**", "a*", "*.js", "{a,b}", "*.ts"]), min_size=1, max_size=3).map("/".join)


def fits(parts: list[str], glob: list[str]) -> bool:
    """Whether a path fits a glob without braces, segment by segment."""
    if not glob or not parts:
        return not glob and not parts
    if glob[0] == "**":
        return len(glob) == 1 or any(fits(parts[start:], glob[1:]) for start in range(len(parts)))
    return re.fullmatch(re.escape(glob[0]).replace(r"\*", ".*"), parts[0]) is not None and fits(parts[1:], glob[1:])


def meant(path: str, glob: str) -> bool:
    """Whether one of the names that an importer could write for a path fits."""
    ends = [suffix for suffix in SUFFIXES if path.endswith(suffix)]
    names = {path}
    if glob.endswith((".js", ".ts")):
        names |= {path.removesuffix(end) + built for built, ended in SOURCES.items() for end in ended if end in ends}
    else:
        names |= {path.removesuffix(tail) for end in ends for tail in (end, f"/index{end}")}
    return any(fits(name.split("/"), one.split("/")) for one in spelled_out(glob) for name in names)


@given(st.sets(_PATH, max_size=8), _GLOB)
def test_a_glob_means_the_files_whose_names_fit_it(paths: set[str], glob: str) -> None:
    assert fitting(sorted(paths), glob) == tuple(sorted(path for path in paths if meant(path, glob)))


@given(st.text("ab/*", max_size=5).filter(lambda pattern: pattern.count("*") < 2), st.text("ab/", max_size=6))
def test_the_star_of_a_pattern_stands_for_any_text(pattern: str, text: str) -> None:
    match = re.fullmatch(re.escape(pattern).replace(r"\*", "(.*)"), text)
    assert matched(pattern, text) == (None if match is None else "".join(match.groups()))


@pytest.mark.parametrize(
    ("glob", "globs"),
    [
        ("a", ["a"]),
        ("{a,b}", ["a", "b"]),
        ("x/{a,b{c,d}}.ts", ["x/a.ts", "x/bc.ts", "x/a.ts", "x/bd.ts"]),
        ("{a", ["{a"]),
    ],
)
def test_braces_are_spelled_out(glob: str, globs: list[str]) -> None:
    assert list(spelled_out(glob)) == globs
