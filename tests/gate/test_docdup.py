"""Documentation of a tree: what is read, kept and judged."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from rubout.errors import ExitCode, RepositoryError
from rubout.gate.docdup import Ask, docdup
from rubout.gate.survey import Request, Run
from rubout.measure import extract, whole
from rubout.measure.languages import grammar
from rubout.measure.sources.universe import candidates
from rubout.measure.whole import parsed_file
from tests.samples import prose

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.gate.outcome import Outcome
    from tests.conftest import Tree

TEXT = prose(60)
FILES = {"a.md": TEXT, "b.rst": TEXT, "c.html": f"<p>{TEXT}</p>", "d.py": f'"""{prose(50)}\n{prose(60)[189:]}"""\n'}


def run_over(root: Path, scope: str = "", *, cache: bool = True) -> Run:
    return Run(Request(anchor=str(root), scope=scope, cache=cache), candidates(str(root), scope), time.time_ns(), print)


def judged(root: Path, scope: str = "", *, gates: bool = False) -> Outcome:
    return docdup(run_over(root, scope), Ask(gates=gates))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are read and parsed."""
    paths: list[str] = []

    def noted(source: bytes, path: str, *rest: object) -> object:
        paths.append(path)
        return parsed_file(source, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(whole, "parsed_file", noted)
    return paths


def test_one_text_in_four_formats_is_one_class(tree: Tree) -> None:
    verdict = judged(tree(FILES)).verdict
    (found,) = verdict.classes
    assert [(member.file, member.kind) for member in found.members] == [(0, 0), (1, 3), (2, 4), (3, 2)]
    assert verdict.excess == 3


def test_what_was_read_is_read_from_the_index(tree: Tree, read: list[str]) -> None:
    root = tree(FILES)
    first = judged(root)
    assert sorted(read) == sorted(FILES)
    read.clear()
    assert judged(root) == first
    assert read == []


def test_only_what_changed_is_read_again(tree: Tree, read: list[str]) -> None:
    root = tree(FILES)
    judged(root)
    read.clear()
    (root / "b.rst").write_text(prose(60, "other"))
    assert judged(root).verdict.excess == 2
    assert read == ["b.rst"]


def test_without_the_index_everything_is_read_and_nothing_is_written(tree: Tree, read: list[str]) -> None:
    root = tree(FILES)
    cached = judged(root)
    read.clear()
    (root / ".rubout" / "index.db").unlink()
    assert docdup(run_over(root, cache=False), Ask()) == cached
    assert sorted(read) == sorted(FILES)
    assert not (root / ".rubout" / "index.db").exists()


def test_a_folder_is_judged_alone(tree: Tree) -> None:
    root = tree({"a.md": TEXT, "docs/b.md": TEXT, "docs/c.md": TEXT})
    assert judged(root, "docs").facts.files == ("docs/b.md", "docs/c.md")


def test_instruction_files_are_judged_like_any_other(tree: Tree) -> None:
    names = "AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", ".cursor/rules/style.mdc"
    outcome = judged(tree(dict.fromkeys(names, TEXT), git=True))
    assert sorted(outcome.facts.files) == sorted(names)
    assert outcome.verdict.excess == 4


def test_generated_files_have_no_documentation(tree: Tree) -> None:
    outcome = judged(
        tree(
            {"a.md": f"<!-- @generated -->\n\n{TEXT}", "b.md": TEXT, "c.html": f"<!-- Generated, do not edit -->{TEXT}"}
        )
    )
    assert (outcome.facts.files, outcome.survey.excluded["generated"]) == (("b.md",), 2)


def test_files_without_documentation_are_clean(tree: Tree) -> None:
    outcome = judged(tree({"a.md": "short\n"}), gates=True)
    assert (outcome.exit_code, outcome.facts.segments, outcome.facts.omitted.below_floor) == (ExitCode.HELD, 0, 1)


def test_no_file_that_can_hold_documentation_is_nothing_to_judge(tree: Tree) -> None:
    with pytest.raises(RepositoryError, match="nothing to judge"):
        judged(tree({"a.css": "a { }\n"}))


@pytest.mark.parametrize(("gates", "code"), [(False, ExitCode.HELD), (True, ExitCode.FAILED)])
def test_any_copy_fails_where_it_gates(tree: Tree, gates: bool, code: ExitCode) -> None:
    assert judged(tree(FILES), gates=gates).exit_code is code


def test_without_its_grammar_html_is_named_as_unread(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    pinned = grammar.is_pinned
    monkeypatch.setattr(grammar, "is_pinned", lambda each: each.module != "tree_sitter_html" and pinned(each))
    # It keeps its answers, and those of here are true of no other test.
    monkeypatch.setattr(extract, "_revision", extract._revision.__wrapped__)
    outcome = judged(tree(FILES))
    assert outcome.survey.missing_grammars == ("html",)
    assert outcome.facts.files == ("a.md", "b.rst", "d.py")


def test_a_bare_permit_is_told_once(tree: Tree) -> None:
    bare = "rubout:allow(docdup)"
    files = {"a.md": f"<!-- {bare} -->\n{TEXT}", "b.py": f"# {bare}\n# {prose(50)}\n"}
    outcome = judged(tree(files))
    assert outcome.facts.allow_missing_why == 2
    assert outcome.options["bare_permits"] == (
        ("a.md", 1),
    )  # that of a comment is told with the permits of every family
