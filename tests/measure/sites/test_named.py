"""Words in a text that name files of code."""

from __future__ import annotations

from rubout.facts.references import Kind, Mode, Site
from rubout.measure.sites.named import NAMED, files_named, with_named
from tests.tables import cases
from tests.worlds import world


@cases(
    "source found",
    r"""
    see tools/fix.py => 1 tools/fix.py
    {% static 'js/a-b.js' %}\n<x src=a.mjs> => 1 js/a-b.js, 2 a.mjs
    {* ../../docs_src/first/a.py hl[5] *} => 1 docs_src/first/a.py
    a.py\na.py b.rs => 1 a.py, 2 b.rs
    end with a.py. => 1 a.py
    run .github/scripts/x.py or -./.storybook/main.js => 1 .github/scripts/x.py, 1 .storybook/main.js
    x.pyc x.py.bak x.py/y x.json f.python $x.js .py =>
    https://host/lib/x.js?v=1 => 1 host/lib/x.js
    """,
)
def test_a_word_that_ends_in_a_suffix_of_code_is_a_probe(source: str, found: str) -> None:
    assert ", ".join(f"{site.line} {site.spec}" for site in with_named(source.encode(), ())) == found


def test_what_a_statement_names_is_not_said_twice_and_ordinals_go_on() -> None:
    known = tuple(Site(*place, Kind.IMPORT, spec) for place, spec in {(1, 0): "./a.js", (2, 0): "b.js"}.items())
    sites = with_named(b"import './a.js'\nimport 'b.js' // c.js, b.js\n", known)
    assert sites == (*known, Site(2, 1, Kind.STRING_REF, "c.js", "", Mode.PROBE, "", NAMED))


@cases(
    "path word found",
    """
    p/x.md => js/a.js => one/static/js/a.js two/js/a.js
    p/x.md => ../two/js/a.js => two/js/a.js
    p/x.md => s/a.js =>
    p/x.md => a.js =>
    two/js/y.js => a.js => two/js/a.js
    p/x.md => only.py => q/only.py
    q/only.py => only.py =>
    """,
)
def test_a_word_means_the_files_whose_path_ends_so_or_the_one_beside_or_the_only_one(
    path: str, word: str, found: str
) -> None:
    files = "one/static/js/a.js two/js/a.js two/js/y.js q/only.py p/x.md"
    assert files_named(world(dict.fromkeys(files.split(), "")), path, word) == found.split()
