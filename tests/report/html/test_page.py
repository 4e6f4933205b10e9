"""The page of `check`: whole, harmless, and the same for the same tree."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING

import pytest

from rubout.gate.reader import Reader as Files
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.universe import candidates
from rubout.report.html.copies import copies
from rubout.report.html.excerpts import Excerpts
from rubout.report.html.page import resource
from rubout.report.record import Finding, Level, Span
from tests.report.html.conftest import HOSTILE
from tests.report.html.test_markup import Reader, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Rubout, Tree

SECTIONS = ["axes", "tree", "trend", "places", "clones", "near-miss", "docdup", "cycles", "dead", "notes"]
FAILING = ["--fail-under", "1000"]


@pytest.fixture(scope="module")
def read(page: str) -> Reader:
    return parsed(page)


def ids(page: Reader, element: str) -> list[str | None]:
    return [attributes.get("id") for name, attributes in page.elements if name == element]


def test_every_part_is_there(read: Reader) -> None:
    assert [one for one in ids(read, "section") if one != "near-miss"] == [
        one for one in SECTIONS if one != "near-miss"
    ]


def test_what_failed_comes_first_with_what_would_clear_it(project: Path, rubout: Rubout) -> None:
    ran = rubout("check", project, "--format", "html", *FAILING)
    assert ran.code == 1
    page = parsed(ran.out)
    assert ids(page, "section")[0] == "failed"
    assert any(words.startswith("raise the score by ") for words in page.said)
    assert {"floor", "score:floor"} <= set(page.said)


def test_an_axis_without_findings_has_no_column_for_them(page: str) -> None:
    places = page[page.index('id="places"') :]
    cycle = places[places.index("cycle: ") :]
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", cycle[: cycle.index("</table>")])
    assert heads == ["place", "what weighs"]
    assert "<td><code></code></td>" not in cycle[: cycle.index("</table>")]


def test_nothing_is_loaded(read: Reader, page: str) -> None:
    loading = {"src", "href", "action", "data", "poster", "srcset", "background", "formaction", "xlink:href"}
    assert not [name for name, attributes in read.elements if loading & attributes.keys()]
    assert not {"link", "img", "iframe", "object", "embed", "base"} & {name for name, _ in read.elements}
    assert set(re.findall(r"url\(([^)]*)\)", page)) == {"#h1", "#h2", "#h3", "#h4", "#arrow"}
    assert "@import" not in page
    assert [link for link in re.findall(r"https?://[^\s\"'<&]*", page) if link != "http://www.w3.org/2000/svg"] == []


def test_its_policy_allows_its_own_script_and_nothing_else(read: Reader, page: str) -> None:
    policy = next(one["content"] for name, one in read.elements if one.get("http-equiv") == "Content-Security-Policy")
    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert script == [resource("script.js")]
    digest = base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"
    assert len(script[0].encode()) < 15_000


def test_it_has_no_handler_in_an_attribute(read: Reader) -> None:
    assert not [key for _, attributes in read.elements for key in attributes if key.startswith("on")]


def test_hostile_source_and_paths_stay_text(read: Reader, page: str) -> None:
    assert "onerror=alert(1)>" not in page
    said = "".join(read.said)
    assert HOSTILE in said
    assert f"odd/{HOSTILE.replace('/', '')}.py" in said


def test_every_picture_has_a_table_in_its_part(page: str) -> None:
    parts = re.findall(r'<section id="([a-z-]*)".*?</section>', page, re.DOTALL)
    assert parts
    for part in re.findall(r"<section.*?</section>", page, re.DOTALL):
        assert "<svg" not in part or "<table" in part


def test_differences_are_marked_on_both_sides(page: str) -> None:
    assert "<mark>out</mark>" in page
    assert "<mark>acc</mark>" in page
    assert "<mark>w7</mark>" in page
    assert "<mark>other</mark>" in page


def test_the_data_of_the_map_are_the_files(page: str, read: Reader) -> None:
    found = re.search(r'<script type="application/json" id="files">(.*?)</script>', page)
    assert found
    files = {path: lines for path, lines, _ in json.loads(found[1])}
    assert files["notes.md"] == 1500
    tiles = [one for name, one in read.elements if name == "svg" and one.get("data-i")]
    assert len(tiles) == len(files)


def test_equal_trees_give_equal_bytes_whatever_the_cache_holds(
    project: Path, page: str, rubout: Rubout, git: Git, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", str(project), "elsewhere")
    for root in (project, tmp_path / "elsewhere"):
        for _ in range(2):
            assert rubout("check", root, "--format", "html", "--jobs", "1").out == page


def test_another_commit_of_the_same_tree_is_another_page(tree: Tree, rubout: Rubout, git: Git) -> None:
    root = tree({"a.py": "x = 1\n", ".gitignore": ".rubout/\n"}, git=True)
    before = rubout("check", root, "--format", "html").out
    git(root, "commit", "--quiet", "--allow-empty", "--message=again")
    after = rubout("check", root, "--format", "html").out
    assert "1 of 3" in before
    assert "2 of 3" in after


def test_without_a_history_it_says_why_there_is_no_trend(tree: Tree, rubout: Rubout) -> None:
    ran = rubout("check", tree({"a.py": "x = 1\n"}), "--format", "html")
    assert "No trend: no repository, so no history." in ran.out


def test_a_file_that_changed_since_is_said(tree: Tree) -> None:
    root = tree({"a.py": "one\n", "b.py": "two\n"})
    read = Files(str(root), {file.path: file for file in candidates(str(root)).everything()})
    blobs = {"a.py": git_blob_id(b"one\n"), "b.py": git_blob_id(b"before\n")}
    finding = Finding(
        rule="clones",
        level=Level.WARNING,
        place=Span("a.py", 1, 1),
        message="2 copies",
        id="clones:1",
        related=(Span("b.py", 1, 1),),
    )
    drawn = copies([finding], Excerpts(read, blobs))
    assert "Not shown: b.py:1-1 changed since it was judged, or cannot be read." in drawn


@pytest.mark.parametrize("command", ["scan", "clones", "near-miss", "docdup", "liveness", "structure", "trend", "join"])
def test_other_commands_say_whose_format_it_is(command: str, rubout: Rubout) -> None:
    ran = rubout(command, "--format", "html")
    assert ran.code == 2
    assert "`html` is a format of `rubout check` alone" in ran.err


def test_a_tree_of_text_alone_has_a_page(tree: Tree, rubout: Rubout) -> None:
    ran = rubout("check", tree({"a.md": "words\n"}), "--format", "html")
    assert ran.code == 0
    assert "No finding" in ran.out or "no finding" in ran.out


def test_what_grew_past_the_baseline_is_named_with_what_accepts_it(tree: Tree, rubout: Rubout) -> None:
    root = tree({"notes.md": "word\n" * 400})
    assert rubout("baseline", root).code == 0
    (root / "notes.md").write_text("word\n" * 900, encoding="utf-8")
    ran = rubout("check", root, "--format", "html")
    assert ran.code == 1
    page = parsed(ran.out)
    assert ids(page, "section")[0] == "failed"
    said = "".join(page.said)
    assert "notes.md:1-" in said
    assert "rubout baseline --accept" in said
