"""Globs that select files: what fits a file, or a folder above it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.entries.globs import chosen, matcher, paths_of, selected
from rubout.measure.sources.globs import last_match, parse_glob
from tests.tables import cases


@cases(
    "glob path fits",
    """
    main.ts => main.ts => fits
    main.ts => deep/main.ts => fits
    /main.ts => deep/main.ts =>
    lib/ => lib/a.ts => fits
    lib/ => lib =>
    src/lib => src/lib/deep/a.ts => fits
    *.ts => deep/a.ts => fits
    src/*.ts => src/deep/a.ts =>
    src/**/*.ts => src/deep/er/a.ts => fits
    a?.t[sx] => ab.tx => fits
    """,
)
def test_a_glob_fits_as_in_gitignore(glob: str, path: str, fits: str) -> None:
    assert matcher([glob])(path) is bool(fits)


def by_walking(glob: str, path: str) -> bool:
    """Each folder above the file held against the glob by itself, then the file."""
    parsed = parse_glob(glob, 1)
    parts = path.split("/")
    above = ["/".join(parts[:size]) for size in range(1, len(parts))]
    return parsed is not None and (
        any(last_match([parsed], folder, folder=True) for folder in above)
        or last_match([parsed], path, folder=False) is not None
    )


NAMES = st.text("ab.", min_size=1, max_size=2).filter(lambda name: set(name) != {"."})
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
GLOBS = st.lists(st.sampled_from(["a", "b", "*", "**", "?", "a*", "[ab]", "."]), min_size=1, max_size=3).map("/".join)


@given(GLOBS, st.sampled_from(["", "/"]), st.sampled_from(["", "/"]), PATHS)
def test_agrees_with_walking_the_folders(glob: str, before: str, after: str, path: str) -> None:
    glob = f"{before}{glob}{after}"
    assert matcher([glob])(path) == by_walking(glob, path)


def test_each_glob_has_the_paths_that_it_selects() -> None:
    assert selected(["a.py", "b.py", "c.ts"], ["*.py", "c.*", "gone"]) == [{"a.py", "b.py"}, {"c.ts"}, set()]


@given(st.lists(GLOBS, max_size=3), st.lists(PATHS, max_size=4))
def test_the_chosen_paths_are_those_that_any_of_the_globs_fits(globs: list[str], paths: list[str]) -> None:
    assert chosen(paths_of(paths), globs) == {path for path in paths if any(by_walking(glob, path) for glob in globs)}


def test_no_globs_select_nothing() -> None:
    assert not matcher([])("a.py")
