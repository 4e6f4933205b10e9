"""What a write resembles is what the families find once it is on disk."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from rubout.facts.pending import Outlook
from rubout.gate import docdup, near_miss
from rubout.gate.project import Asked, Project
from rubout.gate.resemblance import MOST_CHANGED, Counts, counted
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from tests.near_misses import AND, CLASSES, COMMENTED, OPERATORS, SEEN, TOTAL, TS_LOOP
from tests.samples import prose

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.resemblance import Resemblance
    from tests.conftest import Tree

TEXT = prose(60)
NEAR_TEXT = TEXT.replace("w10 ", "other ")
FILES = {
    "rubout.toml": "",
    "a.py": TOTAL + SEEN,
    "b.py": COMMENTED.replace("total", "sum_up") + CLASSES,
    "c.ts": TS_LOOP,
    "d.md": f"{TEXT}\n\n{NEAR_TEXT}",
    "e.rst": f"{prose(60, 'of others ')}\n",
    "f.py": f'"""{prose(30)}\n{prose(60).partition("w29 ")[2]}"""\n',
}


def loaded(root: Path) -> tuple[Project, Resemblance]:
    project = Project(str(root), Asked())
    project.load()
    return project, project.resemblance()


def counts(known: tuple[Project, Resemblance], path: str, text: str) -> Counts | None:
    project, resemblance = known
    look = Outlook(path, None, text)
    return counted(resemblance.counting(look, project.differing(resemblance.blobs())), lambda: True)


def found_on_disk(root: Path, path: str) -> Counts:
    """The pairs of a file with others, by the families."""
    run = Run(Request(anchor=str(root), cache=False, jobs=1), candidates(str(root)), time.time_ns(), print)
    near = near_miss.near_miss(run).options["found"]
    units = [near.files[place.file].path for place in near.forest.units]
    pairs = [{units[pair.a], units[pair.b]} for one in near.classes.classes for pair in one.pairs]
    outcome = docdup.docdup(run, docdup.Ask())
    paths, copied = outcome.facts.files, 0
    for one in outcome.verdict.classes:
        links = {frozenset((link.a, link.b)) for link in one.links} | {
            frozenset((member.text,)) for member in one.members
        }
        copied += sum(
            frozenset((a.text, b.text)) in links
            for a in one.members
            for b in one.members
            if paths[a.file] == path != paths[b.file]
        )
    return Counts(sum(path in pair and len(pair) > 1 for pair in pairs), copied)


WRITES = {
    "near": ("new.py", AND + OPERATORS),
    "twice in one file": ("new.py", TOTAL + TOTAL),
    "too far": ("new.py", SEEN.replace("seen = True", "seen = [x for x in out if x.price and x.ok]")),
    "a class": ("new.py", CLASSES),
    "another language": ("new.tsx", TS_LOOP),
    "the same language": ("new.ts", TS_LOOP.replace("o += x", "o -= x * 2")),
    "a text": ("new.md", NEAR_TEXT),
    "a docstring": ("new.py", f'"""{prose(30)}\n{prose(60).partition("w29 ")[2]}"""\n' + TOTAL),
    "nothing known": ("new.py", "x = 1\n"),
    "an edit": ("a.py", TOTAL + "\n\nx = 1\n"),
    "a file that nothing reads": ("new.css", "a { }\n"),
    "a generated file": ("new.py", f"# @generated\n{TOTAL}"),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_write_is_counted_as_the_families_find_it_on_disk(write: str, tree: Tree) -> None:
    path, text = WRITES[write]
    root = tree(FILES)
    found = counts(loaded(root), path, text)
    (root / path).write_text(text)
    assert found == found_on_disk(root, path)


def test_the_writes_of_the_table_are_no_empty_talk(tree: Tree) -> None:
    known = loaded(tree(FILES))
    found = {name: counts(known, *write) for name, write in WRITES.items()}
    assert found["near"] == Counts(9, 0)
    assert found["a text"] == Counts(0, 3)
    assert found["nothing known"] == Counts(0, 0)


@pytest.mark.parametrize("files", [3, MOST_CHANGED + 5])
def test_what_changed_since_is_compared_as_it_now_is(files: int, tree: Tree) -> None:
    root = tree(FILES | {f"more/{number}.py": "x = 1\n" for number in range(files)})
    known = loaded(root)
    (root / "a.py").unlink()
    (root / "b.py").write_text(TOTAL + f"# {TEXT}\n")
    (root / "d.md").write_text("short\n")
    (root / "broken.ipynb").write_text("{")
    for number in range(files):
        (root / "more" / f"{number}.py").write_text(AND)
    known[0].follow(*known[0].listed())
    for _ in range(2):
        found = counts(known, "new.py", f"{TOTAL}\n\n{COMMENTED}")
        (root / "new.py").write_text(f"{TOTAL}\n\n{COMMENTED}")
        assert found == found_on_disk(root, "new.py")
        (root / "new.py").unlink()


def test_what_somebody_has_allowed_elsewhere_is_not_counted(tree: Tree) -> None:
    permit = "# rubout:allow(near-miss) -- the other is generated\n"
    root = tree({"rubout.toml": "", "a.py": permit + TOTAL, "b.py": AND})
    assert counts(loaded(root), "new.py", OPERATORS) == Counts(1, 0)


def test_a_write_allows_itself_nothing(tree: Tree) -> None:
    known = loaded(tree(FILES))
    permits = "# rubout:allow(near-miss) -- mine\n", "<!-- rubout:allow(docdup) -- mine -->\n"
    for permit, path, text in zip(permits, ("new.py", "new.md"), (AND, TEXT), strict=True):
        assert counts(known, path, permit + text) == counts(known, path, text) != Counts(0, 0)


def test_a_notebook_is_compared_by_its_code(tree: Tree) -> None:
    project, resemblance = loaded(tree(FILES))
    look = Outlook("new.ipynb", None, AND, notebook=True)
    assert counted(resemblance.counting(look, {}), lambda: True) == counts((project, resemblance), "new.py", AND)


@pytest.mark.usefixtures("hurried")
def test_a_text_that_takes_too_long_to_parse_is_not_counted(tree: Tree) -> None:
    assert counts(loaded(tree({"rubout.toml": "", "a.md": TEXT})), "new.py", TOTAL * 99) is None


def test_a_counting_stops_when_it_is_told(tree: Tree) -> None:
    _, resemblance = loaded(tree(FILES))
    left = iter([True] * 3)
    assert counted(resemblance.counting(Outlook("new.py", None, AND), {}), lambda: next(left, False)) is None
