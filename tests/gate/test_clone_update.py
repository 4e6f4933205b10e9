"""After any edits, what an earlier run left behind leads to the bytes of a run over everything."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.facts.clones import Knobs
from rubout.gate.clone_update import MOST_EDITED, updated
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.report.render import render, report_of
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.measure.sources.universe import Universe
    from tests.conftest import Rubout, Tree

LONGER = LOOP.replace(
    "    return out\n",
    "    while out > rate and not items.done:\n        out, rate = items.next(out), rate ** 2\n    return out\n",
)
OTHER = """\
class Store(Base):
    def load(self, name, *, fresh=False):
        try:
            with open(name, "rb") as file:
                data = self.codec.read(file)[1:-1]
        except (OSError, ValueError) as error:
            raise LoadError(name, error) from None
        return {key: value for key, value in data.items() if key not in self.skip or fresh}
"""
PIECES = "".join(
    f"if flag[{number}] and left.next(right):\n    emit(left, right + {number}, name='n{number}')\n"
    for number in range(9)
)
TABLE = "TABLE = {\n" + "".join(f'    {number}: ("a{number}", "b{number}"),\n' for number in range(30)) + "}\n"
ONE_LINE = (
    "; ".join("out = [left.pop(at) for at in range(3) if at % 2 and not right] or (yield)" for _ in range(3)) + "\n"
)
BROKEN = "def broken(a:\n    return (a +\n"
IMPORTS = "".join(f"from pkg.part{number} import (alpha as a{number}, beta, gamma)\n" for number in range(8))
BODIES = (LOOP, LONGER, OTHER, PIECES, TABLE, ONE_LINE, BROKEN, IMPORTS)

TS_LOOP = """\
export function total(items: Item[], rate: number): number {
  let out = 0;
  for (const x of items) {
    if (x.price > 0 && rate !== 1) { out += x.price * rate; } else { log("low", `a${out}`); }
  }
  return out;
}
"""
TS_BODIES = (
    TS_LOOP,
    TS_LOOP.replace("&&", "||"),
    TS_LOOP.replace("  return out;\n", "  while (out > 9) { out = shrink(out, rate) - 1; }\n  return out;\n"),
)

PATHS = ("a.py", "b.py", "c.md", "pkg/c.py", "pkg/d.ts", "pkg/sub/e.py", "z.ts")
NEW_PATHS = ("aa.py", "pkg/cc.py", "y.ts")
OPTIONS = (
    (),
    (),
    ("--keep-imports",),
    ("--min-tokens", "30"),
    ("--min-tokens", "70"),
    ("--min-distinct", "0"),
    ("--min-distinct", "25"),
)


@dataclass
class Text:
    """The chunks of a tree's files, and the folder that holds them."""

    root: Path
    chunks: dict[str, list[str]]
    first: dict[str, list[str]] = field(default_factory=dict)
    ticks: int = 0

    def write(self, path: str, *, young: bool = False) -> None:
        """Put a file on disk, under a time that proves its content unless it is `young`."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(self.chunks[path]), encoding="utf-8")
        if not young:
            self.ticks += 1
            os.utime(place, (1_700_000_000 + self.ticks, 1_700_000_000 + self.ticks))

    def remove(self, path: str) -> None:
        del self.chunks[path]
        (self.root / path).unlink()

    def body(self, path: str, which: int) -> str:
        bodies: Sequence[str] = {".ts": TS_BODIES, ".md": ("words\n", "others\n")}.get(path[-3:], BODIES)
        return bodies[which % len(bodies)]


Change = Callable[[Text, str, int, int], None]


def append(text: Text, path: str, which: int, at: int) -> None:
    text.chunks[path].append(renamed(text.body(path, which), at))


def prepend(text: Text, path: str, which: int, at: int) -> None:
    text.chunks[path].insert(0, ("\n" * (at % 3)) + text.body(path, which))


def delete(text: Text, path: str, _which: int, at: int) -> None:
    if text.chunks[path]:
        del text.chunks[path][at % len(text.chunks[path])]


def shorten(text: Text, path: str, which: int, at: int) -> None:
    """Take a line out of a chunk."""

    def changed(chunk: str) -> str:
        lines = chunk.splitlines(keepends=True)
        del lines[which % max(len(lines), 1) : which % max(len(lines), 1) + 1]
        return "".join(lines)

    rewrite(text, path, at, changed)


def rename(text: Text, path: str, which: int, at: int) -> None:
    rewrite(text, path, at, lambda chunk: renamed(chunk, which))


def another_operator(text: Text, path: str, _which: int, at: int) -> None:
    rewrite(text, path, at, lambda chunk: chunk.replace("+=", "-="))


def rewrite(text: Text, path: str, at: int, changed: Callable[[str], str]) -> None:
    if text.chunks[path]:
        index = at % len(text.chunks[path])
        text.chunks[path][index] = changed(text.chunks[path][index])


def copy(text: Text, path: str, which: int, at: int) -> None:
    others = [other for other in text.chunks if other.endswith(path[-3:]) and text.chunks[other]]
    if others:
        source = text.chunks[others[which % len(others)]]
        text.chunks[path].append(source[at % len(source)])


def touch(_text: Text, _path: str, _which: int, _at: int) -> None:
    """Nothing but the time changes."""


def revert(text: Text, path: str, _which: int, _at: int) -> None:
    text.chunks[path] = list(text.first.get(path, []))


PLAIN: tuple[Change, ...] = (append, prepend, delete, shorten, rename, another_operator, copy, touch, revert)


def add_file(text: Text, _path: str, which: int, at: int) -> None:
    new = NEW_PATHS[which % len(NEW_PATHS)]
    text.chunks.setdefault(new, [])
    append(text, new, at, which)
    text.write(new)


def remove_file(text: Text, path: str, _which: int, _at: int) -> None:
    if len(text.chunks) > 1:
        text.remove(path)


def rename_file(text: Text, path: str, which: int, _at: int) -> None:
    new = f"moved{which}{path[-3:]}"
    text.chunks[new] = text.chunks[path]
    text.write(new)
    if new != path:
        text.remove(path)


def generated(text: Text, path: str, _which: int, _at: int) -> None:
    text.chunks[path].insert(0, "// @generated\n" if path.endswith(".ts") else "# @generated\n")
    text.write(path)


def permit(text: Text, path: str, _which: int, at: int) -> None:
    mark = "//" if path.endswith(".ts") else "#"
    text.chunks[path].insert(at % (len(text.chunks[path]) + 1), f"{mark} rubout:allow(clones) -- its own\n")
    text.write(path)


OTHERS: tuple[Change, ...] = (add_file, remove_file, rename_file, generated, permit)

numbers = st.integers(0, 11)
starts = st.fixed_dictionaries({path: st.lists(st.tuples(numbers, numbers), max_size=3) for path in PATHS})


def scripts(changes: Sequence[Change]) -> st.SearchStrategy[list[tuple[Change, int, int, int, bool]]]:
    """Edits with their file, two numbers of their own, and whether the file stays young."""
    return st.lists(
        st.tuples(st.sampled_from(changes), numbers, numbers, numbers, st.booleans()), min_size=1, max_size=4
    )


def renamed(body: str, which: int) -> str:
    """The same tokens once names and constants are ignored, under one of three texts."""
    if which % 3 == 0:
        return body
    return body.replace("out", f"acc{which % 3}").replace("rate", "scale").replace("left", "west")


def built(root: Path, start: dict[str, list[tuple[int, int]]]) -> Text:
    text = Text(root, {path: [] for path in start})
    for path, bodies in start.items():
        for which, other in bodies:
            append(text, path, which, other)
        text.first[path] = list(text.chunks[path])
        text.write(path)
    (root / "rubout.toml").touch()
    return text


def update(root: Path, options: Sequence[str] = (), universe: Universe | None = None) -> str | None:
    """What the update alone would report, None when it takes a run over everything; `universe` as it was listed."""
    given = {options[0][2:].replace("-", "_"): int(options[1])} if len(options) == 2 else {}
    knobs = msgspec.structs.replace(Knobs(), **given)
    request = Request(anchor=str(root), keep_imports="--keep-imports" in options)
    started = time.time_ns()
    run = Run(request, universe or candidates(str(root)), started, lambda _: None)
    knobs = msgspec.structs.replace(knobs, keep_imports=request.keep_imports)
    outcome = updated(run, knobs, partial(run.survey, for_copies=True))
    return render(report_of(outcome), "json") if outcome else None


def edited(text: Text, edits: Iterable[tuple[Change, int, int, int, bool]]) -> Iterator[None]:
    """Make the edits, one after the other."""
    for edit, file, which, at, young in edits:
        path = sorted(text.chunks)[file % len(text.chunks)]
        edit(text, path, which, at)
        if path in text.chunks:
            text.write(path, young=young)
        yield


@settings(max_examples=25)
@given(starts, scripts(PLAIN + OTHERS), st.sampled_from(OPTIONS), st.sampled_from(["", "pkg"]))
def test_every_edit_leads_to_the_bytes_of_a_run_that_knows_nothing(
    rubout: Rubout,
    start: dict[str, list[tuple[int, int]]],
    edits: list[tuple[Change, int, int, int, bool]],
    options: tuple[str, ...],
    scope: str,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        text = built(root, start)
        command = ("clones", root / scope, "--format", "json", *options)
        rubout(*command)
        for _ in edited(text, edits):
            assert rubout(*command) == rubout(*command, "--no-cache")
            if not (root / scope).exists():
                break


@settings(max_examples=25)
@given(starts, scripts(PLAIN), st.sampled_from(OPTIONS))
def test_plain_edits_take_no_run_over_everything(
    rubout: Rubout,
    start: dict[str, list[tuple[int, int]]],
    edits: list[tuple[Change, int, int, int, bool]],
    options: tuple[str, ...],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        text = built(root, start)
        command = ("clones", root, "--format", "json", *options)
        rubout(*command)
        for _ in edited(text, edits):
            assert update(root, options) == rubout(*command, "--no-cache").out


@settings(max_examples=10)
@given(starts, scripts(PLAIN + OTHERS), st.lists(st.booleans(), min_size=4, max_size=4))
def test_check_and_clones_go_on_from_what_the_other_left_behind(
    rubout: Rubout,
    start: dict[str, list[tuple[int, int]]],
    edits: list[tuple[Change, int, int, int, bool]],
    order: list[bool],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        text = built(root, start)
        commands = [("check" if check else "clones", root, "--format", "json") for check in order]
        rubout(*commands[-1])
        for _, command in zip(edited(text, edits), commands, strict=False):
            assert rubout(*command) == rubout(*command, "--no-cache")


STATEMENTS = (
    "a = f(b, c)",
    "x += y * z - 1",
    "print('a', *b, end=c)",
    "assert a < b <= c, d",
    "del a[b:c], d.e",
    "k = {a: b, **c}",
    "q = [x for x in y if x]",
    "raise E(a) from b",
)
# Several on a line, so that stretches which begin at different tokens stand on the same lines.
phrases = st.builds(str.__add__, st.sampled_from(STATEMENTS[:3]) | st.sampled_from(STATEMENTS), st.sampled_from("\n; "))
statements = st.lists(phrases.filter(lambda phrase: not phrase.endswith(" ")), max_size=24)


@settings(max_examples=35)
@given(
    st.lists(statements, min_size=3, max_size=4),
    st.lists(
        st.tuples(numbers, numbers, st.integers(0, 24), st.integers(0, 24), st.integers(0, 6)), min_size=1, max_size=3
    ),
    st.sampled_from([(), ("--min-tokens", "30"), ("--min-distinct", "12")]),
)
def test_stretches_that_overlap_and_repeat_are_updated_exactly(
    rubout: Rubout, start: list[list[str]], edits: list[tuple[int, int, int, int, int]], options: tuple[str, ...]
) -> None:
    """Files of few statements, in which most stretches stand more than once; an edit copies one over another."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        text = Text(root, {f"{number}.py": lines for number, lines in enumerate(start)})
        for path in text.chunks:
            text.write(path)
        (root / "rubout.toml").touch()
        command = ("clones", root, "--format", "json", *options)
        rubout(*command)
        for file, other, at, source, length in edits:
            path = f"{file % len(start)}.py"
            copied = text.chunks[f"{other % len(start)}.py"][source:]
            text.chunks[path][at : at + length] = copied
            text.write(path)
            assert update(root, options) == rubout(*command, "--no-cache").out


OLD = 1_700_000_000
COPIES = {"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "m.md": "words\n", "z.py": OTHER}


def settled(root: Path) -> Path:
    """Give every file a time that proves its content."""
    for place in root.rglob("*.*"):
        os.utime(place, (OLD, OLD))
    return root


def exact(rubout: Rubout, root: Path) -> bool:
    """Whether the cached report is that of a run that knows nothing, which it must be."""
    known = update(root)
    plain = rubout("clones", root, "--format", "json", "--no-cache")
    assert known in (None, plain.out)
    assert rubout("clones", root, "--format", "json") == plain
    return known is not None


@pytest.fixture
def copies(rubout: Rubout, tree: Tree) -> Path:
    root = settled(tree(COPIES))
    rubout("clones", root, "--format", "json")
    return root


def test_an_unchanged_tree_needs_no_run_over_everything(rubout: Rubout, copies: Path) -> None:
    assert exact(rubout, copies)


def test_check_leaves_behind_what_clones_goes_on_from(rubout: Rubout, tree: Tree) -> None:
    root = settled(tree(COPIES))
    rubout("check", root)
    assert exact(rubout, root)
    (root / "a.py").write_text(LOOP + OTHER)
    assert exact(rubout, root)


def test_an_edited_text_takes_no_copy_away_from_the_file_behind_it(rubout: Rubout, copies: Path) -> None:
    (copies / "m.md").write_text("other words\n" * 9)
    assert exact(rubout, copies)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "# rubout:allow(clones) -- its own\n" + LOOP),
        ("a.py", "# @generated\n" + LOOP),
        ("new.py", LOOP),
    ],
)
def test_what_reaches_over_repeats_takes_a_run_over_everything(
    rubout: Rubout, copies: Path, path: str, text: str
) -> None:
    (copies / path).write_text(text)
    assert not exact(rubout, copies)
    (copies / "b.py").write_text(LOOP * 2)
    exact(rubout, copies)


def test_a_file_that_is_no_longer_generated_takes_a_run_over_everything(rubout: Rubout, tree: Tree) -> None:
    root = settled(tree({**COPIES, "b.py": "# @generated\n" + LOOP}))
    rubout("clones", root)
    (root / "b.py").write_text("# @generated\n" + LOOP * 2)
    assert exact(rubout, root)
    (root / "b.py").write_text(LOOP)
    assert not exact(rubout, root)


@pytest.mark.parametrize(("edited", "updated"), [(MOST_EDITED, True), (MOST_EDITED + 1, False)])
def test_many_edits_take_a_run_over_everything(rubout: Rubout, tree: Tree, edited: int, updated: bool) -> None:
    paths = [f"f{number:02}.py" for number in range(MOST_EDITED + 2)]
    root = settled(tree({"rubout.toml": "", **dict.fromkeys(paths, LOOP)}))
    rubout("clones", root)
    for path in paths[:edited]:
        (root / path).write_text(OTHER)
    assert exact(rubout, root) is updated


def test_a_lost_index_changes_no_byte(rubout: Rubout, copies: Path) -> None:
    (copies / ".rubout/index.db").unlink()
    (copies / "a.py").write_text(LOOP + OTHER)
    assert exact(rubout, copies)


def test_an_edit_that_restores_size_and_time_is_seen(rubout: Rubout, copies: Path) -> None:
    (copies / "b.py").write_text(LOOP.replace("+= 1", "-= 1"))
    os.utime(copies / "b.py", (OLD, OLD))
    assert exact(rubout, copies)


def test_a_file_that_is_not_what_is_known_of_it_takes_a_run_over_everything(copies: Path) -> None:
    (copies / ".rubout/index.db").unlink()
    (copies / "a.py").write_text(LOOP + "x = 1\n")
    listed = candidates(str(copies))
    (copies / "b.py").write_text(LOOP.replace("+= 1", "-= 1"))
    assert update(copies, universe=listed) is None


@pytest.mark.parametrize("first", range(1, 7))
def test_a_copy_that_shares_only_the_lines_joins_the_class_on_them(rubout: Rubout, tree: Tree, first: int) -> None:
    """All on one line: what `a` shares with `b` and what it shares with `c` begin at different tokens of it."""
    there_and_back = (*STATEMENTS, *reversed(STATEMENTS))
    lines = {"a.py": there_and_back, "b.py": there_and_back[:10], "c.py": ()}
    root = settled(tree({"rubout.toml": "", **{path: "; ".join(line) + "\n" for path, line in lines.items()}}))
    rubout("clones", root)
    (root / "c.py").write_text("; ".join(there_and_back[first:]) + "\n")
    assert exact(rubout, root)


def test_a_table_on_the_lines_of_a_class_stays_counted(rubout: Rubout, tree: Tree) -> None:
    table = "x = [" + "1, " * 60 + "]"
    line = "; ".join((table, *STATEMENTS)) + "\n"
    root = settled(tree({"rubout.toml": "", "a.py": line, "b.py": line, "c.py": f"{table}\n", "d.py": OTHER}))
    assert '"low_diversity_suppressed":0' not in rubout("clones", root, "--format", "json").out
    (root / "d.py").write_text("x = 1\n" + OTHER)
    assert exact(rubout, root)


def test_another_question_is_not_answered_from_what_is_known(copies: Path) -> None:
    assert update(copies, ("--min-tokens", "51")) is None
    assert update(copies, ("--min-distinct", "8")) is None
    assert update(copies, ("--keep-imports",)) is None
    assert update(copies) is not None
