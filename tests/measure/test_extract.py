"""One file's bytes, language and revision come to one record of facts."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rubout.facts.source import FileFacts, Tokens
from rubout.measure.extract import FOREIGN_KERNEL, copy_facts, part_for_copies, revision
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import PARSER
from rubout.measure.notebook import NotebookError
from tests.measure.conftest import file_facts
from tests.measure.test_t2_languages import FIXTURES
from tests.samples import notebook

BY_NAME = {language.name: language for language in LANGUAGES}
PYTHON, CSS, MARKDOWN = BY_NAME["python"], BY_NAME["css"], BY_NAME["markdown"]


def facts_of(source: bytes, path: str = "a.py", language: str = "python") -> FileFacts:
    return file_facts(source, path, BY_NAME[language], keep_imports=False)[0]


def test_a_parsed_file_has_functions_units_and_tokens() -> None:
    facts, tokens = file_facts(b"def f(x):\n    return x\n", "a.py", PYTHON, keep_imports=False)
    assert (facts.parsed, facts.total_lines, facts.parse_errors) == (True, 2, 0)
    assert [function.name for function in facts.functions] == ["f"]
    assert [unit.key for unit in facts.units] == ["f/1"]
    assert len(tokens.codes) == 2 * len(tokens.starts) // 4 > 0


def test_a_language_without_a_grammar_has_its_size_alone() -> None:
    assert file_facts(b"a {}\nb {}", "a.css", CSS, keep_imports=False) == (FileFacts(9, 2), Tokens())
    assert file_facts(b"# a\n", "a.md", MARKDOWN, keep_imports=False) == (FileFacts(5, 1), Tokens())


def test_a_file_under_a_content_rule_is_not_parsed() -> None:
    facts = facts_of(b"# @generated\ndef f(): pass\n")
    assert (facts.rule, facts.parsed, facts.total_lines, facts.functions) == ("generated", False, 2, ())


def test_imports_are_cut_unless_they_are_kept() -> None:
    source = b"import a\nb = 1\n"
    cut = file_facts(source, "a.py", PYTHON, keep_imports=False)[1]
    kept = file_facts(source, "a.py", PYTHON, keep_imports=True)[1]
    assert (cut.masked > 0, kept.masked) == (True, 0)
    assert cut.codes != kept.codes


def test_a_notebook_is_measured_as_the_file_its_cells_make() -> None:
    joined = "import a\ndef f():\n    pass\n\nx = 1"
    cells = notebook("import a", "def f():\n    pass\n", "x = 1")
    facts, tokens = file_facts(cells, "a.ipynb", PYTHON, keep_imports=False)
    plain, same_tokens = file_facts(joined.encode(), "a.py", PYTHON, keep_imports=False)
    assert tokens == same_tokens
    assert (facts.total_lines, facts.units, facts.toplevel) == (plain.total_lines, plain.units, plain.toplevel)
    assert facts.cells == (1, 2, 5)


def test_a_function_of_a_notebook_names_the_cell_it_starts_in() -> None:
    facts = facts_of(notebook("a = 1", "def f():\n    pass", "", "def g():\n    def h(): pass"), "a.ipynb")
    assert [(function.name, function.cell) for function in facts.functions] == [("f", 1), ("g", 3), ("h", 3)]
    assert [function.cell for function in facts_of(b"def f(): pass\n").functions] == [None]


def test_a_generators_mark_counts_in_a_notebooks_code_and_not_in_its_outputs() -> None:
    cell = {"cell_type": "code", "source": "a = 1", "outputs": [{"text": "@generated"}]}
    assert facts_of(json.dumps({"cells": [cell]}).encode(), "a.ipynb").rule == ""
    assert facts_of(notebook("# @generated"), "a.ipynb").rule == "generated"


def test_a_notebook_without_code_is_an_empty_file() -> None:
    facts = facts_of(notebook(), "a.ipynb")
    assert (facts.total_lines, facts.parsed, facts.cells, facts.functions) == (0, True, (), ())


def test_a_notebook_of_another_kernel_is_left_out_by_name() -> None:
    facts, tokens = file_facts(notebook("f <- 1", language="R"), "a.ipynb", PYTHON, keep_imports=False)
    assert (facts, tokens) == (FileFacts(0, 0, rule=FOREIGN_KERNEL), Tokens())


def test_a_broken_notebook_is_an_error() -> None:
    with pytest.raises(NotebookError):
        facts_of(b"{", "a.ipynb")


def test_the_revision_tells_apart_whatever_makes_other_facts() -> None:
    names = {
        revision(path, language, keep_imports=keep)
        for language, path in ((PYTHON, "a.py"), (PYTHON, "a.ipynb"), (CSS, "a.css"), (BY_NAME["c"], "a.c"))
        for keep in (True, False)
    }
    assert len(names) == 8


def test_the_revision_does_not_depend_on_the_name_of_a_file() -> None:
    assert revision("a.py", PYTHON, keep_imports=True) == revision("b/c.pyi", PYTHON, keep_imports=True)


def test_the_revision_names_the_versions_that_shape_a_tree() -> None:
    grammar = PYTHON.grammar
    assert grammar
    name = revision("a.py", PYTHON, keep_imports=False)
    assert f"{grammar.distribution}-{grammar.version}" in name
    assert f"{PARSER.distribution}-{PARSER.version}" in name
    assert "tree-sitter" not in revision("a.css", CSS, keep_imports=False)


def test_looking_for_copies_loads_no_metrics() -> None:
    code = "import sys, rubout.gate.clones, rubout.report.clones; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {f"rubout.measure.{name}" for name in ("metrics", "units", "unit_trees", "parts", "whole")} & {*loaded}


PERMITTED = b"# rubout:allow(clones) -- both are needed\n@cached\n# so\ndef f(x):\n    return x\n"


@pytest.mark.parametrize("language", FIXTURES)
@pytest.mark.parametrize("keep_imports", [True, False])
def test_copies_are_found_by_the_same_whether_or_not_everything_is_measured(language: str, keep_imports: bool) -> None:
    source = FIXTURES[language][0].encode()
    ends = (*range(0, len(source), 11), len(source))
    for cut in (*(source[:end] for end in ends), *(source[end:] for end in ends)):  # most do not parse
        facts, tokens = file_facts(cut, "a", BY_NAME[language], keep_imports=keep_imports)
        assert copy_facts(cut, "a", BY_NAME[language], keep_imports=keep_imports) == (part_for_copies(facts), tokens)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        (PERMITTED, "a.py"),
        (b"import a\nfrom b import (c, d)\nx = f'{c}' \"e\" 'f'\n", "a.py"),
        (b"# @generated\nx = 1\n", "a.py"),
        (notebook("a = 1", "def g(x):\n    return x"), "a.ipynb"),
        (notebook("f <- 1", language="R"), "a.ipynb"),
    ],
)
def test_permits_rules_imports_and_cells_are_told_to_who_asks_for_copies(source: bytes, path: str) -> None:
    facts, tokens = file_facts(source, path, PYTHON, keep_imports=False)
    assert copy_facts(source, path, PYTHON, keep_imports=False) == (part_for_copies(facts), tokens)
