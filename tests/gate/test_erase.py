"""What is planned for a tree: the worked examples of docs/methodology/erase.md, and what is never planned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.erase import Answer, Knobs, Verdict
from rubout.gate.erase_again import planned_again
from rubout.gate.erase_rows import Candidate, Known, plan_of
from tests import erases
from tests.erases import BLOCK, EXAMPLE, RENAMED, TOTAL, WORDS, counted, going, refused
from tests.samples import notebook, prose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

FREE = f'"""M."""\n\n{BLOCK}\n'
INSIDE = "".join(f"    {line}\n" for line in BLOCK.splitlines())
SCRIPTS = {"package.json": '{"main": "a.js"}'}
MODULE = "export const x = 1;\n"
MAIN = "import b\nimport c\n\nprint(b, c)\n"


def test_a_survivor_is_never_in_a_file_that_goes(tree: Tree) -> None:  # example 8
    files = {"__main__.py": MAIN, "a_dead.py": FREE, "b.py": FREE + "b = 1\n", "c.py": FREE + "c = 1\n"}
    root = tree(files)
    assert going(root) == [("a_dead.py", None), ("c.py", (3, 8))]
    rows = erases.planned(root).plan.eraseable
    assert "twin of b.py:3-8" in rows[1].provenance


def test_the_last_copy_that_stays_is_no_candidate(tree: Tree) -> None:  # example 8
    assert going(tree({"__main__.py": "import b\n", "a_dead.py": FREE, "b.py": FREE})) == [("a_dead.py", None)]


def test_all_copies_have_one_survivor(tree: Tree) -> None:  # example 9
    links = "[x](docs/x.md), [y](docs/y.md)\n"
    page = f"# page\n\n{WORDS}\n"
    root = tree({"README.md": f"{WORDS}\n\n{links}", "docs/x.md": page, "docs/y.md": page, "a.py": "x = 1\n"})
    rows = [row for row in erases.planned(root).plan.eraseable if row.cls == "verbatim_doc"]
    assert [row.path for row in rows] == ["docs/x.md", "docs/y.md"]
    assert all("twin of README.md:1-1" in row.provenance for row in rows)


def test_the_example_of_the_method(tree: Tree) -> None:  # example 10
    root = tree(EXAMPLE)
    plan = erases.planned(root).plan
    assert [(row.cls, row.path) for row in plan.eraseable] == [
        ("dead_file", "copy.py"),
        ("verbatim_doc", "doc2.md"),
        ("dead_file", "lone.py"),
    ]
    assert refused(root) == {"t2.py": "bytes_differ"}
    assert "; also clones: twin at __main__.py:4-15" in plan.eraseable[0].provenance


@pytest.mark.parametrize(  # example 11
    ("line", "stays"),
    [
        ("import os\n", []),
        ("import importlib\n\nx = importlib.import_module(input())\n", ["lone.py", "other_one.py"]),
        ("import nothing_that_exists\n", []),
        ("from nothing import other_one\n", ["other_one.py"]),
        ("import nothing.other_one.deep\n", ["other_one.py"]),
        ("from nothing import *\n", ["lone.py", "other_one.py"]),
    ],
)
def test_a_reference_that_nobody_resolved_keeps_every_file_that_it_could_mean(
    tree: Tree, line: str, stays: list[str]
) -> None:
    root = tree({"__main__.py": "import t2\n", "t2.py": "x = 1\n", "lone.py": line, "other_one.py": "y = 1\n"})
    assert refused(root) == dict.fromkeys(stays, "language_unresolved")
    assert [path for path, _ in going(root)] == sorted({"lone.py", "other_one.py"} - set(stays))


GLOB = "import.meta.glob('./data/%s');\n"


@pytest.mark.parametrize("line", ['import "@lost/globals";\n', 'import "@lost";\n', GLOB % "*.json"])
def test_a_file_that_an_import_does_not_spell_is_not_meant_by_it(tree: Tree, line: str) -> None:
    assert refused(tree(SCRIPTS | {"a.js": line, "lib/dead-one.ts": MODULE})) == {}


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('import "@/lost/dead-one";\n', "lib/dead-one.ts"),
        (GLOB % "*", "lib/dead-one.ts"),
        ('import "@lost";\n', "lib/index.ts"),  # a name that many files have
    ],
)
def test_a_file_that_an_import_may_spell_is_meant_by_it(tree: Tree, line: str, path: str) -> None:
    assert refused(tree(SCRIPTS | {"a.js": line, path: MODULE})) == {path: "language_unresolved"}


def test_what_a_bundler_is_told_of_keeps_a_file(tree: Tree) -> None:
    config = 'export default { alias: { lost: join("lib", "dead") } };\n'
    files = SCRIPTS | {"a.js": 'import "lost";\n', "lib/dead.ts": MODULE}
    assert going(tree(files, name="free")) == [("lib/dead.ts", None)]
    assert going(tree(files | {"bundle.config.mjs": config}, name="told")) == []


PROGRAMS = r"""
lone.py|import os\n\nfor name in os.listdir():\n    print(name)\n
lone.py|def run():\n    pass\n\n\nif True:\n    run()\n
lone.py|try:\n    import json\nexcept ImportError:\n    print('no')\n
lib/draw.js|function draw() {}\n
lib/draw.js|(function () {\n  window.draw = 1;\n})();\n
lib/draw.js|export const x = 1;\nregister(x);\n
"""
DECLARING = r"""
lone.py|'It says.'\n\nimport os\n\nx = os.getcwd()\n
lone.py|if True:\n    x = 1\n
lib/draw.js|'use strict';\nmodule.exports = { x: 1 };\n
lib/draw.js|exports.x = 1;\n
lib/draw.ts|const x = make();\nexport { x };\n
"""


def alone(tree: Tree, line: str) -> Path:
    """A tree in which nothing leads to a file, which is given as its path and its text."""
    path, _, text = line.partition("|")
    return tree({"package.json": "{}", "__main__.py": "m = 1\n", path: text.replace("\\n", "\n")})


KINDS = [(line, programs) for lines, programs in ((PROGRAMS, 1), (DECLARING, 0)) for line in lines.split("\n")[1:-1]]


@pytest.mark.parametrize(("line", "programs"), KINDS)
def test_what_does_something_when_it_is_loaded_is_a_program_that_somebody_may_start(
    tree: Tree, line: str, programs: int
) -> None:
    root = alone(tree, line)
    assert (len(going(root)), counted(root).get("dead_program", 0)) == (1 - programs, programs)


@pytest.mark.parametrize(
    "path", ["{{cookiecutter.slug}}/lone.py", "make/{% if x %}lone.py", "make/__name@dasherize__.py"]
)
def test_what_a_generator_fills_in_is_no_dead_file(tree: Tree, path: str) -> None:
    root = tree({"__main__.py": "m = 1\n", path: "x = 1\n"})
    assert going(root) == []
    assert counted(root) == {"dead_template": 1}


def test_languages_that_import_one_another_speak_for_one_another(tree: Tree) -> None:
    root = tree({"package.json": '{"main": "a.js"}', "a.js": "import(x);\n", "dead.ts": "export const x = 1;\n"})
    assert refused(root) == {"dead.ts": "language_unresolved"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("notes.txt", "run tools/lone_tool.py by hand\n"),
        ("Dockerfile", "RUN python -m lone_tool\n"),
        ("guide.rst", "`lone_tool.py` does it\n"),
        ("other.py", "# as in lone_tool.py\n"),
        ("config.toml", 'plugin = "tools.lone_tool"\n'),
        ("list.csv", '"lone_tool"\n'),
    ],
)
def test_a_text_that_names_a_file_keeps_it(tree: Tree, path: str, text: str) -> None:
    files = {"__main__.py": "import other\n", "other.py": "o = 1\n", "tools/lone_tool.py": "x = 1\n"}
    assert going(tree(files, name="unnamed")) == [("tools/lone_tool.py", None)]
    root = tree(files | {path: text}, name="named")
    assert "tools/lone_tool.py" not in dict(going(root))


def test_a_dead_file_that_stays_keeps_what_it_imports(tree: Tree) -> None:
    files = {"__main__.py": "m = 1\n", "kept_one.py": "import below\n", "below.py": "b = 1\n"}
    assert [path for path, _ in going(tree(files, name="free"))] == ["below.py", "kept_one.py"]
    root = tree(files | {"notes.txt": "see kept_one.py\n"}, name="named")
    assert going(root) == []
    assert set(refused(root)) == {"below.py", "kept_one.py"}


def test_what_is_not_provable_by_its_kind_is_counted(tree: Tree) -> None:
    files = {
        "__main__.py": "m = 1\n",
        "alone.md": "a note\n",
        "lib/a.rb": "x = 1\n",
        "made.py": "# @generated\nx = 1\n",
    }
    files |= {"go.mod": "module m\n", "main.go": "package main\n\nfunc main() {}\n", "lib/l.go": "package lib\n"}
    root = tree(files)
    assert going(root) == []
    assert counted(root) == {"dead_by_content": 1, "dead_document": 1, "dead_public": 1, "dead_ungated": 1}


def test_a_permit_keeps_a_file(tree: Tree) -> None:
    assert going(tree({"__main__.py": "m = 1\n", "a.py": "# rubout:allow(liveness) -- a plug-in\nx = 1\n"})) == []


def test_a_docstring_is_no_candidate(tree: Tree) -> None:  # example 14
    said = '"""' + "\n".join(prose(12, f"w{number}x") for number in range(5)) + '"""\n'
    files = {"__main__.py": MAIN, "b.py": said + "b = 1\n", "c.py": f"class C:\n    {said}"}
    root = tree(files)
    assert going(root) == []
    assert counted(root) == {"docstring_pair": 1}


def test_a_comment_beside_code_is_no_candidate(tree: Tree) -> None:  # example 15
    lines = "".join(f"x{number} = {number}  # {prose(11, f'w{number}x')}\n" for number in range(5))
    root = tree({"__main__.py": MAIN, "b.py": lines, "c.py": lines})
    assert going(root) == []
    assert counted(root)["comment_shares_line"] == 1


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("comment_documents_code", f"{BLOCK}b = 1\n", f"{BLOCK}c = 1\n"),
        ("comment_documents_code", f"b = 1\n{BLOCK}", f"c = 1\n{BLOCK}"),
        ("comment_documents_code", *[f"def {name}():\n\n{INSIDE}\n    return 1\n" for name in "fg"]),
        ("other_section", f"b = 1\n\n{BLOCK}\nb = 2\n\n{BLOCK}\nb = 3\n", "c = 1\n"),
        ("licence_text", *[f"{name} = 0\n\n# Copyright: all of it\n{BLOCK}\n{name} = 1\n" for name in "bc"]),
        ("tool_directive", *[f"{name} = 0\n\n# noqa: all\n{BLOCK}\n{name} = 1\n" for name in "bc"]),
        ("comment_heads_file", f"{BLOCK}\nb = 1\n", f"#!/usr/bin/env python\n\n# One.\n\n{BLOCK}\nc = 1\n"),
    ],
)
def test_a_comment_that_does_something_is_no_candidate(tree: Tree, name: str, one: str, other: str) -> None:
    root = tree({"__main__.py": MAIN, "b.py": one, "c.py": other})
    assert going(root) == []
    assert counted(root) == {name: 1}


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("read_alone", {"AGENTS.md": f"{WORDS}\n", "CLAUDE.md": f"{WORDS}\n"}),
        ("read_alone", {"CHANGELOG.md": f"# 1\n\n{WORDS}\n", "docs/HISTORY.md": f"{WORDS}\n"}),
        ("unlinked_document", {"docs/a.md": f"{WORDS}\n", "docs/b.md": f"{WORDS}\n"}),
        ("other_section", {"docs/a.md": f"# one\n\n{WORDS}\n\n# two\n\n{WORDS}\n"}),
        ("paragraph_not_alone", {"docs/a.md": f"[b](b.md)\n\n{WORDS}\n", "docs/b.md": f"- x\n\n    {WORDS}\n"}),
        ("link_target", {"docs/a.md": f"[b](b.md)\n\n{WORDS}\n[x]: y.html\n", "docs/b.md": f"{WORDS}\n[x]: y.html\n"}),
        (
            "other_package",
            {"docs/a.md": f"[b](p/b.md)\n\n{WORDS}\n", "docs/p/b.md": f"{WORDS}\n", "docs/p/package.json": "{}"},
        ),
        ("markup_pair", {"docs/a.rst": f"{WORDS}\n", "docs/b.rst": f"{WORDS}\n"}),
        ("notebook_cell", {"a.ipynb": notebook(BLOCK + "\nx = 1\n"), "b.ipynb": notebook(BLOCK + "\nx = 1\n")}),
    ],
)
def test_a_paragraph_that_somebody_may_miss_is_no_candidate(tree: Tree, name: str, files: dict[str, str]) -> None:
    root = tree({"__main__.py": "m = 1\n", **files})
    assert [span for _, span in going(root) if span] == []
    assert counted(root)[name] == 1


def test_the_same_paragraph_twice_under_one_heading_goes_once(tree: Tree) -> None:
    root = tree({"__main__.py": "m = 1\n", "docs/a.md": f"# one\n\n{WORDS}\n\nAnd again.\n\n{WORDS}\n"})
    assert going(root) == [("docs/a.md", (7, 7))]


def test_texts_with_other_bytes_are_told_and_stay(tree: Tree) -> None:
    linked = f"[b](b.md)\n\n{WORDS}\n"
    root = tree({"__main__.py": "m = 1\n", "docs/a.md": linked, "docs/b.md": f"{WORDS.upper()}\n"})
    assert going(root) == []
    assert refused(root) == {"docs/b.md": "bytes_differ"}


@pytest.mark.parametrize(("jobs", "cache"), [(1, False), (2, True)])
def test_two_plans_of_one_tree_are_the_same(tree: Tree, jobs: int, cache: bool) -> None:  # example 13
    root = tree(EXAMPLE)
    found = erases.plan_of(root)
    run = found.run
    again = type(run)(type(run.request)(anchor=str(root), jobs=jobs, cache=cache), run.universe, run.started, run.note)
    assert planned_again(again, found.config).plan == found.outcome.options["planned"].plan


def test_a_copy_in_a_live_file_is_advice(tree: Tree) -> None:
    root = tree({"__main__.py": f"import t2\n\n\n{TOTAL}", "t2.py": TOTAL + "\nt = 1\n"})
    assert refused(root) == {"t2.py": "copy_not_dead"}
    half = "\n".join(RENAMED.splitlines()[1:]) + "\n"
    cut = tree(
        {"__main__.py": f"import t3\n\n\n{TOTAL}", "t3.py": f"def f(\n    ones, rate, more\n):\n{half}"}, name="cut"
    )
    assert refused(cut) == {}


def test_a_text_that_would_go_with_its_survivor_is_our_mistake() -> None:
    rows = [
        Candidate(facts=(0, 1, 0, 0, 0), path="a", provenance=""),
        Candidate(facts=(1, 9, 9, 9, 1), path="b", provenance="", span=(1, 2), survivor=("a", (1, 2))),
    ]
    verdict = Verdict((Answer(True, 0),) * 2, fail=True, degraded=False, reason=None, knobs=Knobs())
    known = {"a": Known("", 2), "b": Known("", 2)}
    with pytest.raises(RuntimeError, match="b would go with its survivor at a:1-2"):
        plan_of(rows, verdict, Counter(), known)
    with pytest.raises(RuntimeError, match="1 answers to 2 rows"):
        plan_of(rows, Verdict(verdict.rows[:1], True, False, None, Knobs()), Counter(), known)


spans = st.tuples(st.integers(1, 9), st.integers(0, 3)).map(lambda drawn: (drawn[0], drawn[0] + drawn[1]))
drawn = st.lists(st.tuples(st.sampled_from("ab"), st.none() | spans, st.booleans()), max_size=8)


@given(drawn)
def test_a_plan_takes_each_line_once(given_rows: list[tuple[str, tuple[int, int] | None, bool]]) -> None:
    rows = [
        Candidate(
            facts=(1, 9, 9, 9, int(ok)) if span else (0, 1, int(not ok), 0, 0), path=path, provenance="", span=span
        )
        for path, span, ok in given_rows
    ]
    answers = tuple(Answer(ok, 0 if ok else 1) for _, _, ok in given_rows)
    verdict = Verdict(answers, fail=any(ok for *_, ok in given_rows), degraded=False, reason=None, knobs=Knobs())
    plan = plan_of(rows, verdict, Counter(), {"a": Known("", 12), "b": Known("", 12)})
    taken = [(row.path, line) for row in plan.eraseable for line in range(row.start_line, row.end_line + 1)]
    assert len(taken) == len(set(taken))
    whole = {path for path, span, ok in given_rows if ok and span is None}
    assert {row.path for row in plan.eraseable if row.span is None} == whole
    assert not [row for row in plan.rows if row.span and row.path in whole]


def test_every_erased_text_still_stands_somewhere(tree: Tree) -> None:
    root = tree(EXAMPLE | {"a_dead.py": FREE, "b.py": FREE, "c.py": FREE, "__main__.py": MAIN})
    found = erases.planned(root)
    gone = {row.path for row in found.plan.eraseable if row.span is None}
    for row in (row for row in found.plan.eraseable if row.span):
        lines = (root / row.path).read_bytes().splitlines(keepends=True)
        text = b"".join(lines[row.start_line - 1 : row.end_line])
        survivors = [path for path in root.rglob("*.*") if path.is_file() and text in path.read_bytes()]
        names = {path.relative_to(root).as_posix() for path in survivors} - gone - {row.path}
        assert names
