"""Edits that change nothing of what a program does add nothing to the axes that do not look at them."""

from __future__ import annotations

import ast
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import rubout
from rubout.config.records import Config, Graph
from rubout.gate.check import check
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE = Path(rubout.__file__).parent
REAL = ("judge/curve.py", "judge/entropy.py", "judge/tiers.py", "kernels/lines.py")
AXES = frozenset({"size", "complexity", "clone", "docdup", "deadcode", "cycle"})
CONFIG = Config(graph=Graph(entry_globs=("*.py",)))  # what is moved is no longer where it is referred to


def sources() -> dict[str, str]:
    """Real files, two of them twice, of which one copy has another name inside."""
    found = {path: (PACKAGE / path).read_text(encoding="utf-8") for path in REAL}
    copies = {f"copies/{Path(path).name}": found[path].replace("value", "worth") for path in REAL[:2]}
    return found | copies


SOURCES = sources()


def masses(files: Mapping[str, str]) -> dict[str, int | str]:
    """The mass of each axis of a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            place = Path(folder, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        run = Run(Request(anchor=folder, cache=False, jobs=1), candidates(folder, others=True), 0, lambda _: None)
        axes = check(run, CONFIG).verdict.axes
    return {axis.name: axis.mass for axis in axes}


def commented(text: str, where: int) -> str:
    """A file with a comment before one of its statements, at any depth."""
    tree = ast.parse(text)
    starts = {
        (node.lineno, node.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not getattr(node, "decorator_list", ())
    }
    line, column = sorted(starts)[where % len(starts)]
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: line - 1], f"{' ' * column}# A remark.\n", *lines[line - 1 :]])


def reordered(text: str, order: st.DataObject) -> str:
    """A file with its functions in another order, whatever stands between them in its place."""
    lines = text.splitlines(keepends=True)
    spans = [(node.lineno - 1, node.end_lineno) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    shuffled = order.draw(st.permutations(spans))
    pieces, at = [], 0
    for (start, end), (other_start, other_end) in zip(spans, shuffled, strict=True):
        pieces += [*lines[at:start], *lines[other_start:other_end]]
        at = end or 0
    return "".join([*pieces, *lines[at:]])


BEFORE = masses(SOURCES)
PATHS = st.sampled_from(sorted(SOURCES))


def test_the_files_have_something_wrong() -> None:
    assert BEFORE.keys() == AXES
    assert BEFORE["clone"] != 0


@settings(max_examples=12)
@given(edits=st.lists(st.tuples(PATHS, st.integers(0, 999)), min_size=1, max_size=4))
def test_comments_leave_all_but_lengths_and_texts_as_they_were(edits: list[tuple[str, int]]) -> None:
    files = dict(SOURCES)
    for path, where in edits:
        files[path] = commented(files[path], where)
    after = masses(files)
    same = ("complexity", "deadcode", "cycle", "clone")
    assert {axis: after[axis] for axis in same} == {axis: BEFORE[axis] for axis in same}


@settings(max_examples=12)
@given(path=PATHS, order=st.data())
def test_functions_in_another_order_leave_all_but_copies_as_they_were(path: str, order: st.DataObject) -> None:
    after = masses(SOURCES | {path: reordered(SOURCES[path], order)})
    assert {axis: after[axis] for axis in AXES - {"clone"}} == {axis: BEFORE[axis] for axis in AXES - {"clone"}}


@settings(max_examples=12)
@given(data=st.data())
def test_files_that_are_moved_or_renamed_weigh_what_they_weighed(data: st.DataObject) -> None:
    names = st.from_regex(r"[a-z]{1,3}(/[a-z]{1,3}){0,2}", fullmatch=True).map("m{}.py".format)
    fresh = data.draw(st.lists(names, min_size=len(SOURCES), max_size=len(SOURCES), unique=True))
    assert masses(dict(zip(fresh, SOURCES.values(), strict=True))) == BEFORE
