from __future__ import annotations

import pytest

from rubout.measure.sources.globs import last_match, parse_glob, read_globs


def matches(pattern: str, path: str, *, folder: bool = False) -> bool:
    glob = parse_glob(pattern, 1)
    return glob is not None and last_match((glob,), path, folder=folder) is not None


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a.py", "x/y/a.py", True),
        ("/a.py", "a.py", True),
        ("/a.py", "x/a.py", False),
        ("x/a.py", "x/a.py", True),
        ("x/a.py", "y/x/a.py", False),
        ("*.py", "x/a.py", True),
        ("*.py", ".py", True),
        ("x/*.py", "x/y/a.py", False),
        ("**/a.py", "a.py", True),
        ("x/**/a.py", "x/a.py", True),
        ("x/**/a.py", "x/y/z/a.py", True),
        ("x/**", "x/y/z", True),
        ("x/**", "x", False),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("[a-c].py", "b.py", True),
        ("[!a-c].py", "b.py", False),
        ("[^a-c].py", "d.py", True),
        ("[]-]x", "]x", True),
        ("[a", "[a", False),
        ("a[[:digit:]]", "a7", True),
        ("a[[:nonsense:]]", "an", False),
        ("a[[:]", "a:", True),
        (r"\!a", "!a", True),
        (r"\#a", "#a", True),
        (r"a\*", "a*", True),
        (r"a\*", "ab", False),
        ("a\\", "a\\", False),
        ("#a", "#a", False),
        ("a  ", "a", True),
        ("a\\ ", "a ", True),
        (" a", " a", True),
        ("", "", False),
        ("/", "a", False),
        ("!", "!", False),
        ("?", "é", False),
        ("??", "é", True),
        ("a\n*", "a\nb", True),
        ("*a*b*a", "abba", True),
        ("**/a/**/*b/c", "a/ab/a/bb/c", True),
        ("**/a/**/*b/c", "ab/a/b/d", False),
    ],
)
def test_a_glob_reads_as_in_gitignore(pattern: str, path: str, *, expected: bool) -> None:
    assert matches(pattern, path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 40 + "b", "a" * 250),
        ("**/a/" * 20 + "b", "a/" * 400 + "c"),
        ("**/*a*a/" * 10 + "b", "aaaa/" * 400 + "c"),
    ],
)
def test_many_wildcards_are_not_tried_in_every_combination(pattern: str, path: str) -> None:
    assert not matches(pattern, path)  # else this would not end


def test_a_glob_that_ends_in_a_slash_fits_folders_only() -> None:
    assert matches("build/", "x/build", folder=True)
    assert not matches("build/", "x/build")


def test_the_last_match_decides_and_remembers_its_line() -> None:
    globs = read_globs("\ufeff*.py\r\n\r\n# note\r\n!keep.py\r\n")
    found = last_match(globs, "a/keep.py", folder=False)
    assert found is not None
    assert (found.negated, found.line, found.text) == (True, 4, "!keep.py")
    assert [glob.line for glob in globs] == [1, 4]


def test_a_byte_order_mark_is_no_part_of_the_first_pattern() -> None:
    (glob,) = read_globs("\ufeffa.py")
    assert last_match((glob,), "a.py", folder=False) == glob
