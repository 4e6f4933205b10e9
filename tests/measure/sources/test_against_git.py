"""The oracle is git itself, on random ignore files and paths."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rubout.measure.sources.globs import Glob, last_match, read_globs
from rubout.measure.sources.universe import candidates

if TYPE_CHECKING:
    from tests.measure.sources.conftest import Tree

NAME = st.text("ab.", min_size=1, max_size=5).filter(lambda name: name not in {".", ".."})
PATH = st.lists(NAME, min_size=1, max_size=4).map("/".join)
PIECE = st.sampled_from(["a", "b", ".", "*", "*", "?", "[ab]", "[!a]", "[^b]", "[a-b.]", "[[:alpha:]]", r"\a", r"\*"])
SEGMENT = st.one_of(st.just("**"), NAME, st.lists(PIECE, min_size=1, max_size=6).map("".join))
PATTERN = st.builds(
    lambda negated, root, segments, folder: negated + root + "/".join(segments) + folder,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(SEGMENT, min_size=1, max_size=5),
    st.sampled_from(["", "", "/"]),
)
FILE = st.lists(NAME, min_size=0, max_size=3).map(lambda names: "/".join([*names, "x.py"]))
IGNORE_FILES = st.dictionaries(
    st.lists(NAME, max_size=2).map("/".join), st.lists(PATTERN | st.just("x.py"), min_size=1, max_size=3), max_size=3
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(patterns=st.lists(PATTERN, min_size=1, max_size=5), paths=st.lists(PATH, min_size=1, max_size=30, unique=True))
def test_globs_decide_as_git_does(repository: Tree, patterns: list[str], paths: list[str]) -> None:
    text = "\n".join(patterns) + "\n"
    (repository.root / ".gitignore").write_text(text)
    run = subprocess.run(
        ["git", "-C", repository.anchor, "check-ignore", "--no-index", "-z", "--stdin"],
        input="".join(path + "\0" for path in paths).encode(),
        capture_output=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    globs = read_globs(text)
    assert set(run.stdout.decode().split("\0")[:-1]) == {path for path in paths if _ignored(globs, path)}


def _ignored(globs: tuple[Glob, ...], path: str) -> bool:
    """Top-down: the first folder that is out decides, then the entry itself."""
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        glob = last_match(globs, "/".join(parts[:length]), folder=length < len(parts))
        if glob is not None and not glob.negated:
            return True
    return False


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(paths=st.lists(FILE, min_size=1, max_size=12), ignores=IGNORE_FILES)
def test_a_walk_finds_what_git_would_list(tree: Tree, paths: list[str], ignores: dict[str, list[str]]) -> None:
    root = type(tree)(Path(mkdtemp(dir=tree.root)))
    root.write(*paths)
    for folder, patterns in ignores.items():
        root.write(f"{folder}/.gitignore" if folder else ".gitignore", text="\n".join(patterns))
    walked = files(root)
    root.init()
    assert files(root) == walked


def files(tree: Tree) -> list[str]:
    return [file.path for file in candidates(tree.anchor).files]
