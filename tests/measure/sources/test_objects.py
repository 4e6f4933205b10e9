"""Blobs come from one program of git's, and no other is asked for what the clone lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.measure.sources.content import git_blob_id
from rubout.measure.sources.objects import Objects, missing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Grow

CONTENTS = {"empty.py": b"", "line.py": b"\n", "bytes.py": bytes(range(256)), "long.py": b"x = 1\n" * 50_000}


@pytest.fixture
def root(grow: Grow, tmp_path: Path) -> Path:
    return grow(tmp_path / "tree", CONTENTS, git=True)


def test_blobs_are_read_in_any_order_and_again(root: Path) -> None:
    objects = Objects(str(root))
    for source in (*CONTENTS.values(), *reversed(CONTENTS.values())):
        assert objects.read(git_blob_id(source)) == source
    objects.close()
    assert objects.read(git_blob_id(b"\n")) == b"\n"
    objects.close()


@pytest.mark.parametrize("what", ["HEAD", "HEAD^{tree}", "0" * 40, "no such name"])
def test_what_is_no_blob_is_not_there(root: Path, what: str) -> None:
    objects = Objects(str(root))
    for _ in range(2):
        with pytest.raises(RepositoryError, match="not in this clone"):
            objects.read(what)
        assert objects.read(git_blob_id(b"\n")) == b"\n"
    objects.close()


def test_without_a_repository_nothing_is_there(tmp_path: Path) -> None:
    objects = Objects(str(tmp_path))
    with pytest.raises(RepositoryError, match="not in this clone"):
        objects.read("0" * 40)
    objects.close()


def test_without_git_that_is_said(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RepositoryError, match="git is not on PATH"):
        Objects(str(root)).read("0" * 40)


@pytest.mark.parametrize("end", [Objects.close, lambda _: None], ids=["closed", "forgotten"])
def test_closing_ends_the_program_and_so_does_forgetting(
    root: Path, end: Callable[[Objects], object], childless: Callable[[], bool]
) -> None:
    objects = Objects(str(root))
    objects.read(git_blob_id(b""))
    assert not childless()
    end(objects)
    del objects
    assert childless()


def test_of_many_missing_names_the_first_are_said() -> None:
    assert missing(".", *"abc").what == "not in this clone: a, b, c"
    assert missing(".", *"abcdefg").what == "not in this clone: a, b, c, d, e and 2 more"
