"""Segments: what is admitted, what is exempt, and that everything is counted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.documents import INLINE_ALLOW, KINDS, LICENSE_HEADER, LIVE
from rubout.measure.docs.block import decoded
from rubout.measure.docs.documents import REVISION, encoded, read
from rubout.measure.docs.markdown import paragraphs
from rubout.measure.extract import revision_beside
from rubout.measure.languages import html, markdown, python
from rubout.measure.text_lines import lines_of
from tests.samples import prose

if TYPE_CHECKING:
    from tests.measure.docs.conftest import Read

LICENSE = '# Licensed under the Apache License, Version 2.0 (the "License");\n' + ("# " + "word " * 20 + "\n") * 3
FUNCTION = '\ndef f():\n    """\n    Args:\n    Returns:\n    Raises:\n    """\n'
MARK = "rubout:allow(docdup)"


def exempt(documented: Read, path: str, text: str) -> list[int]:
    return [segment.exempt for segment in documented(path, text).segments]


def test_example_5_fifty_words_are_admitted_and_49_are_not(documented: Read) -> None:
    few, enough = documented("a.md", prose(49)), documented("a.md", prose(50))
    assert (few.segments, few.omitted.below_floor) == ((), 1)
    (segment,) = enough.segments
    assert (segment.words, len(segment.shingles) // 8, enough.omitted.below_floor) == (50, 46, 0)


def test_example_5_repeated_words_have_few_shingles(documented: Read) -> None:
    (segment,) = documented("a.md", "alpha beta gamma delta " * 15).segments
    shingles = {segment.shingles[at : at + 8] for at in range(0, len(segment.shingles), 8)}
    assert (segment.words, len(shingles)) == (60, 4)


def test_example_6_a_licence_is_kept_and_not_compared(documented: Read) -> None:
    found = documented("a.py", LICENSE + FUNCTION)
    (segment,) = found.segments
    assert (KINDS[segment.kind], segment.start_line, segment.end_line, segment.words) == ("comment_block", 1, 4, 70)
    assert segment.exempt == LICENSE_HEADER
    assert (found.omitted.skeleton_line, found.omitted.below_floor) == (3, 1)


@pytest.mark.parametrize("before", ["# first\n\n", "x = 1\n" * 39, "\n" * 5])
def test_example_6_elsewhere_the_same_block_is_live(documented: Read, before: str) -> None:
    assert exempt(documented, "a.py", before + LICENSE) == [LIVE]
    assert exempt(documented, "a.py", "#!/bin/x\n\n\n\n".replace("#!/bin/x", "") + LICENSE) == [LICENSE_HEADER]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        (" -- generated table", INLINE_ALLOW),
        ("", LIVE),
        (" -- ", LIVE),
        (" -->", LIVE),
        (" -- from spec -->", INLINE_ALLOW),
        (" */", LIVE),
        (" -}", LIVE),
        (" */ -- why", INLINE_ALLOW),
    ],
)
def test_example_7_a_permit_has_a_reason(documented: Read, behind: str, expected: int) -> None:
    found = documented("a.py", f"# {MARK}{behind}\n# {prose(50)}\n")
    assert [segment.exempt for segment in found.segments] == [expected]
    assert found.bare_permits == (() if expected == INLINE_ALLOW else (1,))


TEXT = prose(50)
PERMIT = f"{MARK} -- why"


PERMITTED = [
    ("a.md", f"{TEXT} <!-- {PERMIT} -->"),
    ("a.md", f"<!-- {PERMIT} -->\n{TEXT}"),
    ("a.md", f"<!--\n{PERMIT}\n-->\n{TEXT}"),
    ("a.rst", f".. {PERMIT}\n\n{TEXT}"),
    ("a.html", f"<!-- {PERMIT} -->\n<p>{TEXT}</p>"),
    ("a.html", f"<p>{TEXT}<!-- {PERMIT} --></p>"),
    ("a.py", f'"""{TEXT}\n\n{PERMIT}\n"""'),
    ("a.py", f'# {PERMIT}\n"""{TEXT}"""'),
    ("a.rs", f"/* {PERMIT} */\n  /// {TEXT}"),
]
NOT_PERMITTED = [  # the permit stands further up, in a quotation, or is of another family
    ("a.md", f"<!-- {PERMIT} -->\n\n{TEXT}"),
    ("a.md", f"{TEXT} write `{PERMIT}`"),
    ("a.rst", f"{TEXT}\nwrite ``{PERMIT}``"),
    ("a.html", f"<!-- {PERMIT} -->\n\n<p>{TEXT}</p>"),
    ("a.py", f"# {PERMIT.replace('docdup', 'clones')}\n# {TEXT}"),
]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [*((*case, INLINE_ALLOW) for case in PERMITTED), *((*case, LIVE) for case in NOT_PERMITTED)],
)
def test_a_permit_stands_in_the_text_or_in_a_comment_right_above(
    documented: Read, path: str, text: str, expected: int
) -> None:
    assert exempt(documented, path, text) == [expected]


def test_a_permit_without_a_reason_is_told_with_its_line(documented: Read) -> None:
    found = documented("a.md", f"title\n\n<!-- {MARK} -->\n{TEXT}\n\nshort <!-- {MARK} -->\n")
    assert (found.bare_permits, [segment.exempt for segment in found.segments]) == ((3,), [LIVE])


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("AGENTS.md", TEXT, "md_para"),
        (".cursor/rules/style.mdc", f"---\nglobs: a\n---\n\n{TEXT}", "md_para"),
        ("a.rst", TEXT, "rst_para"),
        ("a.html", f"<p>{TEXT}</p>", "html_text"),
        ("a.pyi", f'"""{TEXT}"""', "docstring"),
        ("a.sh", f"# {TEXT}", "comment_block"),
        ("a.hs", f"-- | {TEXT}\nmodule A where", "comment_block"),
    ],
)
def test_every_kind_of_file_is_read(documented: Read, path: str, text: str, kind: str) -> None:
    assert [(KINDS[each.kind], each.words) for each in documented(path, text).segments] == [(kind, 50)]


def test_a_notebook_is_the_python_of_its_cells(documented: Read) -> None:
    cells = [{"cell_type": "code", "source": "x = 1"}, {"cell_type": "code", "source": f"# {TEXT}"}]
    (segment,) = documented("a.ipynb", json.dumps({"cells": cells, "metadata": {}})).segments
    assert segment.start_line == 2


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"\xef\xbb\xbf# title\n", b"def f(:\n  # a\n"])
@pytest.mark.parametrize("ending", ["md", "rst", "html", "py", "rs"])
def test_bad_input_is_read_as_far_as_it_goes(documented: Read, ending: str, text: bytes) -> None:
    assert documented(f"a.{ending}", text).segments == ()


def test_bytes_that_are_not_utf_8_end_words(documented: Read) -> None:
    (segment,) = documented("a.md", TEXT.encode().replace(b" ", b"\xff")).segments
    assert segment.words == 50


@given(st.lists(st.sampled_from(["", prose(3), prose(60), "# t", "```", "<!--", "-->"]), max_size=12))
def test_every_block_is_admitted_or_counted(documented: Read, lines: list[str]) -> None:
    text = "\n".join(lines)
    found = documented("a.md", text)
    assert len(found.segments) + found.omitted.below_floor == len(paragraphs(lines_of(decoded(text.encode()))).blocks)


def test_segments_stand_by_line_and_kind(documented: Read) -> None:
    found = documented("a.py", f'# {TEXT}\n"""{TEXT}"""  # {TEXT}\n')
    assert [(each.start_line, each.kind) for each in found.segments] == [(1, 1), (2, 1), (2, 2)]


def test_documents_survive_being_kept(documented: Read) -> None:
    found = documented("a.py", LICENSE + FUNCTION + f"# {MARK}\n# {TEXT}\n")
    assert read(encoded(found)) == found


def test_the_revision_names_grammar_and_kind_of_file() -> None:
    revisions = [
        revision_beside("a.py", python.LANGUAGE, REVISION),
        revision_beside("a.ipynb", python.LANGUAGE, REVISION),
        revision_beside("a.html", html.LANGUAGE, REVISION),
        revision_beside("a.md", markdown.LANGUAGE, REVISION),
    ]
    assert len(set(revisions)) == 4
    assert all(revision.endswith("/docs-2") for revision in revisions)
    assert "tree-sitter-html-0.23.2" in revisions[2]
