"""`rubout docdup`: documentation that stands in several places."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.reports import places, read
from tests.samples import prose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Rubout, Tree

TEXT = prose(100)
OTHER = TEXT.replace("w33 ", "new33 ").replace("w66 ", "new66 ")
HALF = TEXT.replace("w25 ", "x ").replace("w50 ", "y ").replace("w75 ", "z ")


@pytest.fixture
def project(tree: Tree) -> Path:
    return tree({"a.md": f"# Title\n\n{TEXT}\n", "docs/b.md": OTHER, "docs/c.md": OTHER, "d.rst": HALF})


def test_a_class_has_its_places_and_what_joins_them(rubout: Rubout, project: Path) -> None:
    report = read(rubout, "docdup", project)
    (row,) = report["rows"]
    assert places(row["members"]) == ["a.md:3-3", "docs/b.md:1-1", "docs/c.md:1-1"]
    assert [(each["text"], each["kind"]) for each in row["members"]] == [(number, "md_para") for number in (0, 1, 1)]
    assert row["links"] == [{"a": 0, "b": 1, "inter": 86, "union": 106, "verbatim": 33}]
    assert (row["words"], row["saves"], report["counts"]["dups"], report["counts"]["excess"]) == (100, 200, 3, 2)
    assert "advisory" not in report


def test_the_text_has_the_numbers_of_a_pair(rubout: Rubout, project: Path) -> None:
    out = rubout("docdup", project).out
    assert "Duplicated documentation: 1 class, 2 extra copies." in out
    assert "3 copies of 100 words, J 86/106 verbatim 33, merging saves 200 words  docdup:" in out
    assert "  docs/b.md:1-1  md_para, 100 words\n" in out


def test_the_advisory_band_is_listed_and_never_counts(rubout: Rubout, project: Path) -> None:
    report = read(rubout, "docdup", project, "--advisory")
    assert [(pair["a"]["path"], pair["b"]["path"], pair["inter"], pair["union"]) for pair in report["advisory"]] == [
        ("a.md", "d.rst", 81, 111),
        ("d.rst", "docs/b.md", 71, 121),
    ]
    assert report["rows"] == read(rubout, "docdup", project)["rows"]
    assert "near a.md:3-3 <-> d.rst:1-1  J 81/111 verbatim 25\n" in rubout("docdup", project, "--advisory").out


@pytest.mark.parametrize(
    ("files", "options", "code"),
    [
        ({"a.md": TEXT, "b.md": TEXT}, (), 0),
        ({"a.md": TEXT, "b.md": TEXT}, ("--check",), 1),
        ({"a.md": TEXT, "b.md": HALF}, ("--check", "--advisory"), 0),
        ({"a.md": TEXT}, ("--check",), 0),
        ({"a.md": "short"}, ("--check",), 0),
        ({"a.css": "a { }"}, (), 2),
        ({}, (), 2),
    ],
)
def test_any_copy_fails_a_check(
    rubout: Rubout, tree: Tree, files: dict[str, str], options: tuple[str, ...], code: int
) -> None:
    root = tree({"rubout.toml": "", **files})
    assert rubout("docdup", root, *options).code == code
    assert rubout("docdup", root, *options).code == code  # from what was said before


def test_facts_judge_to_the_verdict_of_the_command(rubout: Rubout, project: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(rubout("facts", "docdup", project).out)
    assert "w33" not in facts.read_text()
    judged = rubout("judge", "docdup", facts)
    verdict, report = json.loads(judged.out), read(rubout, "docdup", project)
    assert judged.code == 0
    assert [row[2:] for row in verdict["classes"]] == [
        [row["words"], row["saves"], row["digest"]] for row in report["rows"]
    ]
    assert (verdict["excess"], verdict["knobs"]) == (report["counts"]["excess"], report["knobs"])
    document = json.loads(facts.read_text())
    document["knobs"]["budget"] = 1
    facts.write_text(json.dumps(document))
    assert rubout("judge", "docdup", facts).code == 1


def test_an_explanation_has_the_numbers_in_the_formulas(rubout: Rubout, project: Path) -> None:
    (row,) = read(rubout, "docdup", project)["rows"]
    out = rubout("explain", row["id"], project).out
    assert out.startswith(f"{row['id']}  3 places, 2 different texts")
    assert "texts 0 and 1: 86 * 100 = 8600 >= 80 * 106 = 8480, alike; 33 words in a row < verbatim_floor 50\n" in out
    assert "saves = words of all - words of the longest = 300 - 100 = 200\n" in out
    assert "  docs/c.md:1-1  md_para, 100 words, text 1\n" in out


def test_a_check_is_a_budget_of_zero(rubout: Rubout, project: Path) -> None:
    ran = rubout("docdup", project, "--check", "--format", "json")
    report = json.loads(ran.out)
    assert (ran.code, report["fail"], report["knobs"]["budget"]) == (1, True, 0)
    assert read(rubout, "docdup", project)["fail"] is False


@pytest.mark.parametrize("output", ["sarif", "github", "markdown"])
def test_every_format_names_the_places(rubout: Rubout, project: Path, output: str) -> None:
    ran = rubout("docdup", project, "--format", output)
    assert ran.code == 0
    for place in ("a.md", "docs/b.md", "docs/c.md"):
        assert place in ran.out


def test_what_is_left_out_is_counted(rubout: Rubout, tree: Tree) -> None:
    license_header = f"# Copyright (c)\n# {prose(50)}\n"
    root = tree(
        {
            "a.py": license_header,
            "b.py": license_header,
            "c.md": f"<!-- rubout:allow(docdup) -- quoted -->\n{TEXT}\n\nshort\n\n<b>\n    code\n",
            "d.md": f"<!-- rubout:allow(docdup) -->\n{TEXT}\n",
            "e.md": f"<!-- @generated -->\n\n{TEXT}",
            "f.rst": "T\n=\n===\n",
            "f.html": "<div><pre>\n<pre>x</pre>\n</pre></div>\n<p><code>y</code></p>\n",
            "f.md": "```\nx\n```\n",
            "g.py": "# Args:\n# ```\n# x\n# " + "x" * 201 + "\n",
        }
    )
    counts = read(rubout, "docdup", root)["counts"]
    assert {name: count for name, count in counts.items() if count} == {
        "files": 8,
        "segments": 1,
        "exempt_license": 2,
        "exempt_allow": 1,
        "allow_missing_why": 1,
        "generated_files": 1,
        "below_floor": 4,
        "skeleton_line": 1,
        "fenced_code_line": 3,
        "html_line": 1,
        "indented_code_lines": 1,
        "rst_markup_line": 2,
        "quoted_code_line": 6,
    }
    assert "d.md:1: rubout:allow(docdup) permits nothing" in rubout("docdup", root).out
