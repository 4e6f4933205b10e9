"""Random histories of real repositories, against sets of lines and Python's own parser."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.facts.churn import Knobs
from tests.histories import DAY, START, Made, facts, lines, make_history

if TYPE_CHECKING:
    from collections.abc import Iterator

Text = tuple[str, ...]  # lines; no two of a whole history are equal, so a line diff has one answer
# What a commit writes (None: takes out), what it renames, and the days since the start.
Operation = tuple[dict[str, Text | None], dict[str, str], int]
FILES = ("a.py", "b.py", "c.py")


def edited(draw: st.DrawFn, text: Text, fresh: Iterator[int]) -> Text:
    """The text with one line or unit more or less."""
    number = next(fresh)
    kind = draw(st.sampled_from(["unit", "class", "top", "line", "out"]))
    if kind == "unit":
        name, arity = draw(st.sampled_from("fg")), draw(st.integers(0, 1))
        unit = (f"def {name}({'p' * arity}):  # {number}", f"    x = {number}")
        return (*unit, *text) if draw(st.booleans()) else (*text, *unit)
    if kind == "class":
        return (*text, f"class K:  # {number}", f"    def f(self):  # {number}", f"        x = {number}")
    values = [index for index, line in enumerate(text) if line.lstrip().startswith("x =")]
    if kind == "top" or not values:
        return (*text, f"y = {number}")
    at = draw(st.sampled_from(values))
    new = f"{text[at].partition('x')[0]}x = {number}"
    return (*text[:at], new, *text[at + (kind == "out") :])


@st.composite
def operations(draw: st.DrawFn) -> list[Operation]:
    """The commits of a history, oldest first."""
    fresh = iter(range(10_000))
    now: dict[str, Text] = {}
    commits = []
    for _ in range(draw(st.integers(1, 6))):
        write: dict[str, Text | None] = {}
        rename: dict[str, str] = {}
        free = [path for path in FILES if path not in now]
        if now and free and draw(st.booleans()):
            rename[draw(st.sampled_from(sorted(now)))] = draw(st.sampled_from(free))
        for path in FILES:
            if path in rename or path in rename.values() or not draw(st.booleans()):
                continue
            if path in now and draw(st.integers(0, 4)) == 0:
                write[path] = None
            else:
                write[path] = edited(draw, now.get(path, (f"z = {next(fresh)}",)), fresh)
        apply(now, write, rename)
        commits.append((write, rename, draw(st.integers(0, 20))))
    return commits


def apply(now: dict[str, Text], write: dict[str, Text | None], rename: dict[str, str]) -> None:
    """Make the files what a commit makes them."""
    for old, new in rename.items():
        now[new] = now.pop(old)
    for path, text in write.items():
        now.pop(path, None)
        if text is not None:
            now[path] = text


def units_of(text: Text) -> list[tuple[str, int, int]]:
    """(key, first line, last line) of functions and classes, by place."""
    found = []
    for node in ast.walk(ast.parse("\n".join(text))):
        if isinstance(node, ast.FunctionDef):
            found.append((f"{node.name}/{len(node.args.args)}", node.lineno, node.end_lineno or 0))
        elif isinstance(node, ast.ClassDef):
            found.append((node.name, node.lineno, node.end_lineno or 0))
    return sorted(found, key=lambda unit: unit[1:])


def rows_by_hand(old: Text, new: Text) -> Iterator[tuple[str, int, bool]]:
    """Of each line that is new: key and rank of its unit, and whether a unit of that key was there."""
    there = {key for key, _, _ in units_of(old)}
    units = units_of(new)
    for line, content in enumerate(new, start=1):
        if content not in old:
            holding = [unit for unit in units if unit[1] <= line <= unit[2]]
            least = min(holding, key=lambda unit: (unit[2] - unit[1], -unit[1], unit[0]), default=("", 0, 0))
            nth = [unit for unit in units if unit[0] == least[0]].index(least) if holding else 0
            yield least[0], nth, bool(holding) and least[0] in there


def at_the_end(path: str, later: list[dict[str, str]]) -> str:
    """The name that a file has after further commits."""
    for renamed in later:
        path = renamed.get(path, path)
    return path


def counted_by_hand(
    commits: list[Operation], cutoff: int
) -> tuple[dict[tuple[str, str, int], tuple[int, int]], dict[tuple[str, str], int]]:
    """Lines by unit and commits in common by pair, under the names that the files have at the end."""
    rows: Counter[tuple[str, str, int, bool]] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    now: dict[str, Text] = {}
    for number, (write, rename, day) in enumerate(commits):
        before = dict(now)
        apply(now, write, rename)
        if day >= cutoff:
            later = [renamed for _, renamed, _ in commits[number + 1 :]]
            names = {path: at_the_end(path, later) for path in (*rename.values(), *write) if path in now}
            pairs.update(combinations(sorted({*names.values()}), 2))
            for path in write.keys() & names.keys():
                rows.update((names[path], *row) for row in rows_by_hand(before.get(path, ()), now[path]))
    return {row[:3]: (rows[*row[:3], False], rows[*row[:3], True]) for row in rows}, dict(pairs)


@settings(max_examples=25, deadline=None)
@given(operations(), st.integers(1, 20))
def test_a_history_comes_to_what_a_person_counts(commits: list[Operation], days: int) -> None:
    made = [
        Made(
            {path: None if text is None else "".join(f"{line}\n" for line in text) for path, text in write.items()},
            tuple(rename.items()),
            at=START + day * DAY,
        )
        for write, rename, day in commits
    ]
    with TemporaryDirectory() as folder:
        found = facts(make_history(Path(folder).resolve() / "r", made), Knobs(days=days, cochange_floor=1))
    cutoff = commits[-1][2] - days
    expected, pairs = counted_by_hand(commits, cutoff)
    assert lines(found) == expected
    assert {(pair.a, pair.b): pair.count for pair in found.cochange} == pairs
    assert found.window.commits == sum(day >= cutoff for _, _, day in commits)
