"""Words in a text that name files of code."""

from __future__ import annotations

import pytest

from rubout.facts.references import Kind, Mode, Site
from rubout.measure.sites.named import NAMED, files_named, with_named
from tests.worlds import world


def words(source: str) -> list[tuple[int, str]]:
    return [(site.line, site.spec) for site in with_named(source.encode(), ())]


@pytest.mark.parametrize(
    ("source", "found"),
    {
        "see tools/fix.py": [(1, "tools/fix.py")],
        "{% static 'js/a-b.js' %}\n<x src=a.mjs>": [(1, "js/a-b.js"), (2, "a.mjs")],
        "{* ../../docs_src/first/a.py hl[5] *}": [(1, "docs_src/first/a.py")],
        "a.py\na.py b.rs": [(1, "a.py"), (2, "b.rs")],
        "end with a.py.": [(1, "a.py")],
        "x.pyc x.py.bak x.py/y x.json f.python $x.js": [],
        "https://host/lib/x.js?v=1": [(1, "host/lib/x.js")],
        "": [],
    }.items(),
)
def test_a_word_that_ends_in_a_suffix_of_code_is_a_probe(source: str, found: list[tuple[int, str]]) -> None:
    assert words(source) == found


def test_what_a_statement_names_is_not_said_twice_and_ordinals_go_on() -> None:
    known = (Site(1, 0, Kind.IMPORT, "./a.js"), Site(2, 0, Kind.IMPORT, "b.js"), Site(2, 1, Kind.IMPORT, "./d"))
    sites = with_named(b"import './a.js'\nimport 'b.js'; import './d' // c.js, b.js\n", known)
    assert sites == (*known, Site(2, 2, Kind.STRING_REF, "c.js", "", Mode.PROBE, "", NAMED))


@pytest.mark.parametrize(
    ("path", "word", "found"),
    [
        ("p/x.md", "js/a.js", ["one/static/js/a.js", "two/js/a.js"]),
        ("p/x.md", "../two/js/a.js", ["two/js/a.js"]),
        ("p/x.md", "s/a.js", []),
        ("p/x.md", "a.js", []),  # two of that name
        ("two/js/y.js", "a.js", ["two/js/a.js"]),
        ("p/x.md", "only.py", ["q/only.py"]),
        ("q/only.py", "only.py", []),
    ],
)
def test_a_word_means_the_files_whose_path_ends_so(path: str, word: str, found: list[str]) -> None:
    tree = world(dict.fromkeys(["one/static/js/a.js", "two/js/a.js", "two/js/y.js", "q/only.py", "p/x.md"], ""))
    assert files_named(tree, path, word) == found
