"""Which files are in, rule by rule; every tree that can be both is tried with git and without."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.errors import ConfigError, RepositoryError
from rubout.measure.sources.universe import NO_GIT_PROGRAM, Universe, candidates

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.measure.sources.conftest import Tree


def files(tree: Tree, scope: str = "", exclude: tuple[str, ...] = ()) -> list[str]:
    return [file.path for file in candidates(tree.anchor, scope, exclude).files]


def excluded(tree: Tree, scope: str = "", exclude: tuple[str, ...] = ()) -> dict[str, int]:
    return candidates(tree.anchor, scope, exclude).excluded


# Extensions, order, scope


def test_only_files_of_a_known_language_are_in_and_the_others_are_not_counted(either: Tree) -> None:
    either.write("a.py", "b.ipynb", "c.json", "Makefile", "d.PY", "e.tsx")
    assert files(either) == ["a.py", "b.ipynb", "e.tsx"]
    assert excluded(either) == {}


def test_a_candidate_tells_its_language_and_what_stat_says(either: Tree) -> None:
    either.write("a.ipynb", text="{}")
    (file,) = candidates(either.anchor).files
    info = (either.root / "a.ipynb").stat()
    assert (file.language.name, file.code, file.blob) == ("python", 0, None)
    stat_data = file.size, file.mtime_ns, file.inode, file.ctime_ns
    assert stat_data == (2, info.st_mtime_ns, info.st_ino, info.st_ctime_ns)


def test_the_order_is_that_of_the_utf8_bytes(either: Tree) -> None:
    either.write("a/b.py", "a.py", "a-b.py", "é.py", "\U0001f600.py", "\uffee.py", "Z.py")
    assert files(either) == sorted(files(either), key=str.encode)
    assert files(either) == ["Z.py", "a-b.py", "a.py", "a/b.py", "é.py", "\uffee.py", "\U0001f600.py"]


@pytest.mark.parametrize(
    ("scope", "expected"),
    [("", ["src/a.py", "src/in/b.py", "src2/c.py"]), ("src", ["src/a.py", "src/in/b.py"]), ("src/a.py", ["src/a.py"])],
)
def test_the_scope_is_a_folder_or_a_file(either: Tree, scope: str, expected: list[str]) -> None:
    either.write("src/a.py", "src/in/b.py", "src2/c.py")
    assert files(either, scope) == expected
    if (either.root / ".git").exists():
        either.commit()
        assert files(either, scope) == expected


def test_counts_are_those_of_the_scope(either: Tree) -> None:
    either.write("src/a.min.js", "other/b.min.js", "src/c.js")
    assert excluded(either, "src") == {"builtin": 1}


def test_a_scope_below_an_excluded_folder_holds_nothing(either: Tree) -> None:
    either.write("vendor/lib/a.py")
    universe = candidates(either.anchor, "vendor/lib")
    assert (universe.files, universe.excluded) == ((), {"builtin": 1})


def test_an_empty_tree_is_an_empty_universe(either: Tree) -> None:
    assert candidates(either.anchor) == Universe((), {}, (), ())


# Git's answer


def test_tracked_files_are_in_though_ignored_and_untracked_ones_only_when_not(repository: Tree) -> None:
    repository.write("tracked.py", "out/tracked.py")
    repository.commit()
    repository.write(".gitignore", text="*.py\n!new.py\nout/\n")
    repository.write("untracked.py", "new.py", "out/untracked.py")
    assert files(repository) == ["new.py", "out/tracked.py", "tracked.py"]
    assert excluded(repository) == {}


def test_every_ignore_source_of_git_counts(repository: Tree) -> None:
    repository.write("a.py", "b.py", "sub/c.py", "sub/d.py")
    repository.write(".git/info/exclude", text="a.py\n")
    repository.write("sub/.gitignore", text="c.py\n")
    Path(os.environ["HOME"], ".gitconfig").write_text("[core]\n excludesFile = ~/ignore\n")
    Path(os.environ["HOME"], "ignore").write_text("b.py\n")
    assert files(repository) == ["sub/d.py"]


def test_a_tracked_file_brings_the_id_of_the_index(repository: Tree) -> None:
    repository.write("a.py", text="x = 1\n")
    repository.commit()
    repository.write("a.py", text="x = 2\n")
    repository.write("b.py")
    blobs = {file.path: file.blob for file in candidates(repository.anchor).files}
    assert blobs == {"a.py": repository.git("rev-parse", "HEAD:a.py").strip(), "b.py": None}


def test_ids_that_are_not_sha1_are_not_passed_on(tree: Tree) -> None:
    tree.init("--object-format=sha256")
    tree.write("a.py")
    tree.commit()
    assert [(file.path, file.blob) for file in candidates(tree.anchor).files] == [("a.py", None)]


def test_a_path_in_conflict_is_in_once_and_has_no_id(repository: Tree) -> None:
    repository.write("a.py", text="1\n")
    repository.commit()
    repository.commit_aside("a.py", "2\n")
    repository.write("a.py", text="3\n")
    repository.commit()
    with pytest.raises(Exception, match="merge"):
        repository.git("merge", "side")
    assert len(repository.git("ls-files", "-u").splitlines()) == 3
    assert [(file.path, file.blob) for file in candidates(repository.anchor).files] == [("a.py", None)]


def test_a_tracked_file_that_is_gone_from_disk_is_passed_over(repository: Tree) -> None:
    repository.write("a.py", "b.py", "c/d.py")
    repository.commit()
    (repository.root / "a.py").unlink()
    (repository.root / "c/d.py").unlink()
    (repository.root / "c").rmdir()
    repository.write("c")
    assert files(repository) == ["b.py"]


def test_a_tracked_file_that_became_a_folder_is_passed_over(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    (repository.root / "a.py").unlink()
    repository.write("a.py/b.py")
    assert files(repository) == ["a.py/b.py"]


def test_an_anchor_below_the_top_of_the_repository_has_paths_of_its_own(repository: Tree) -> None:
    repository.write("pkg/rubout.toml", "pkg/a.py", "b.py")
    repository.commit()
    repository.write("pkg/new.py", "pkg/old.py")
    repository.write(".gitignore", text="old.py\n")
    assert [file.path for file in candidates(str(repository.root / "pkg")).files] == ["a.py", "new.py"]


def test_a_shallow_clone_has_the_same_universe(repository: Tree) -> None:
    for text in ("1\n", "2\n"):
        repository.write("a.py", "b/c.py", text=text)
        repository.commit()
    target = repository.root.parent / "shallow"
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.root}", str(target))
    assert [file.path for file in candidates(str(target)).files] == ["a.py", "b/c.py"]


def test_a_linked_worktree_works_and_one_inside_the_tree_is_foreign(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    repository.git("worktree", "add", "--quiet", "inside")
    assert files(repository) == ["a.py"]
    assert excluded(repository) == {"foreign": 1}
    assert [file.path for file in candidates(str(repository.root / "inside")).files] == ["a.py"]


def test_a_submodule_is_foreign_and_is_a_project_itself(repository: Tree) -> None:
    library = type(repository)(repository.root.parent / "library")
    library.root.mkdir()
    library.init()
    library.write("lib.py")
    library.commit()
    repository.write("a.py")
    repository.git("submodule", "--quiet", "add", library.anchor, "deps/library")
    repository.commit()
    assert files(repository) == ["a.py"]
    assert excluded(repository) == {"foreign": 1}
    assert [file.path for file in candidates(str(repository.root / "deps/library")).files] == ["lib.py"]


def test_a_submodule_that_is_not_checked_out_is_counted_too(repository: Tree) -> None:
    repository.write("a.py")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},deps/library")
    (repository.root / "deps/library").mkdir(parents=True)
    assert (files(repository), excluded(repository)) == (["a.py"], {"foreign": 1})


def test_a_nested_repository_is_foreign(either: Tree) -> None:
    nested = type(either)(either.root / "nested")
    nested.write("b.py")
    nested.init()
    nested.commit()
    either.write("a.py")
    assert (files(either), excluded(either)) == (["a.py"], {"foreign": 1})


def test_files_that_were_tracked_before_their_folder_became_a_repository_are_foreign_now(repository: Tree) -> None:
    repository.write("a.py", "nested/b.py")
    repository.commit()
    repository.write("nested/.git/HEAD", text="ref: refs/heads/main\n")
    assert (files(repository), excluded(repository)) == (["a.py"], {"foreign": 1})


def test_variables_of_a_hook_do_not_lead_git_elsewhere(repository: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("a.py")
    repository.commit()
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_WORK_TREE", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert files(repository) == ["a.py"]


def test_the_index_of_a_hook_is_asked_on_request_from_any_folder(
    repository: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("a.py", "b.py", "sub/c.md")
    repository.commit()
    repository.git("read-tree", "--index-output=.git/other", "--empty")
    repository.write(".git/info/exclude", text="b.py\n")
    monkeypatch.chdir(repository.root)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other")
    universe = candidates(repository.anchor, keep_index=True)
    assert [(file.path, file.blob) for file in universe.files] == [("a.py", None), ("sub/c.md", None)]
    assert files(repository) == ["a.py", "b.py", "sub/c.md"]


def test_a_program_named_in_the_repository_is_not_run(repository: Tree) -> None:
    repository.write("a.py")
    repository.write("monitor", text="#!/bin/sh\ntouch ran\n")
    (repository.root / "monitor").chmod(0o755)
    repository.commit()
    repository.git("config", "core.fsmonitor", "./monitor")
    assert files(repository) == ["a.py"]
    assert not (repository.root / "ran").exists()


def test_nothing_is_written_into_the_repository(repository: Tree) -> None:
    repository.write("a.py")
    repository.commit()
    os.utime(repository.root / "a.py", (1, 1))
    before = (repository.root / ".git/index").stat().st_mtime_ns
    assert files(repository) == ["a.py"]
    assert (repository.root / ".git/index").stat().st_mtime_ns == before


def test_a_broken_repository_is_an_error_with_gits_own_words(repository: Tree) -> None:
    repository.write("a.py")
    repository.write(".git/index", text="no index")
    with pytest.raises(RepositoryError, match=r"(fatal|error): .*index") as caught:
        candidates(repository.anchor)
    assert caught.value.where == repository.anchor


def test_a_repository_that_says_it_is_bare_is_an_error(repository: Tree) -> None:
    repository.git("config", "core.bare", "true")
    with pytest.raises(RepositoryError, match="work tree"):
        candidates(repository.anchor)


def test_a_repository_of_another_owner_is_an_error_with_gits_own_remedy(
    repository: Tree, as_nobody: Callable[[], None]
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make the files of another owner")
    repository.write("a.py")
    as_nobody()
    with pytest.raises(RepositoryError, match="dubious ownership") as caught:
        candidates(repository.anchor)
    assert caught.value.fix.startswith("git config --global --add safe.directory")


def test_a_bare_repository_holds_no_files(tree: Tree) -> None:
    tree.init("--bare")
    assert files(tree) == []


def test_an_empty_git_folder_is_no_repository(tree: Tree) -> None:
    (tree.root / ".git").mkdir()
    tree.write("a.py", "b.py")
    tree.write(".gitignore", text="b.py\n")
    assert (files(tree), excluded(tree)) == (["a.py"], {"gitignore": 1})


def test_without_a_git_program_the_tree_is_walked_and_that_is_said(
    repository: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("a.py", "b.py")
    repository.write(".gitignore", text="b.py\n")
    monkeypatch.setenv("PATH", "")
    universe = candidates(repository.anchor)
    assert [file.path for file in universe.files] == ["a.py"]
    assert universe.notes == (NO_GIT_PROGRAM,)


# Built-in globs, dot names, exclude


@pytest.mark.parametrize(
    "path",
    [
        "pnpm-lock.yaml",
        "a/x.min.js",
        "x.min.css",
        "x.pb.go",
        "x_pb2.py",
        "x.generated.ts",
        "vendor/a.py",
        "a/node_modules/b/c.js",
        "__snapshots__/a.ts",
        "a.snap/b.py",
        "app/migrations/0001.py",
        "dist/a.js",
        "build/a.py",
        "target/a.rs",
        "dist-newstyle/a.hs",
        "id_map.py",
        "id_rsa/a.py",
        "x.key/a.py",
        "x.pem/a.py",
    ],
)
def test_a_builtin_glob_keeps_a_path_out_even_when_it_is_tracked(repository: Tree, path: str) -> None:
    repository.write(path)
    assert (files(repository), excluded(repository)) == ([], {"builtin": 1})
    repository.commit()
    assert (files(repository), excluded(repository)) == ([], {"builtin": 1})


@pytest.mark.parametrize(
    "path", ["build.py", "vendors/a.py", "dist.js", "a_id_.py", "min.js", "pb2.py", "xgenerated.ts"]
)
def test_a_name_that_only_resembles_a_builtin_glob_is_in(either: Tree, path: str) -> None:
    either.write(path)
    assert files(either) == [path]


def test_a_dot_name_is_out_unless_git_tracks_it(repository: Tree) -> None:
    repository.write(".eslintrc.js", ".github/ci.yml", "a/.hidden/deep/b.py")
    assert (files(repository), excluded(repository)) == ([], {"dot": 3})
    repository.commit()
    assert files(repository) == [".eslintrc.js", ".github/ci.yml", "a/.hidden/deep/b.py"]
    repository.write(".new.js", ".github/new.yml", ".github/.new.yml", ".other/c.py", "a/.hidden/deep/d.py")
    assert files(repository) == [
        ".eslintrc.js",
        ".github/ci.yml",
        ".github/new.yml",
        "a/.hidden/deep/b.py",
        "a/.hidden/deep/d.py",
    ]
    assert excluded(repository) == {"dot": 3}


def test_without_git_every_dot_name_is_out_and_a_folder_counts_once(tree: Tree) -> None:
    tree.write(".eslintrc.js", ".github/a.yml", ".github/b.yml", "c.py")
    assert (files(tree), excluded(tree)) == (["c.py"], {"dot": 2})


@pytest.mark.parametrize(
    ("exclude", "expected"),
    [
        (("docs/",), ["a.py", "src/a.py", "src/gen/x/b.py"]),
        (("/a.py",), ["docs/c.md", "src/a.py", "src/gen/x/b.py", "src/docs/d.md"]),
        (("a.py",), ["docs/c.md", "src/docs/d.md", "src/gen/x/b.py"]),
        (("src/gen",), ["a.py", "docs/c.md", "src/a.py", "src/docs/d.md"]),
        ((r"src\gen\**",), ["a.py", "docs/c.md", "src/a.py", "src/docs/d.md"]),
        (("*.md", "src/*/x"), ["a.py", "src/a.py"]),
        (("", "#"), ["a.py", "docs/c.md", "src/a.py", "src/docs/d.md", "src/gen/x/b.py"]),
    ],
)
def test_exclude_takes_globs_of_gitignore_from_the_anchor(
    either: Tree, exclude: tuple[str, ...], expected: list[str]
) -> None:
    either.write("a.py", "docs/c.md", "src/a.py", "src/docs/d.md", "src/gen/x/b.py")
    universe = candidates(either.anchor, exclude=exclude)
    assert sorted(file.path for file in universe.files) == sorted(expected)
    assert set(universe.excluded) <= {"exclude"}


def test_exclude_drops_tracked_files_as_well(repository: Tree) -> None:
    repository.write("a.py", "b.py")
    repository.commit()
    assert files(repository, exclude=("b.py",)) == ["a.py"]


def test_an_exclude_that_starts_with_a_bang_is_a_configuration_error(either: Tree) -> None:
    with pytest.raises(ConfigError, match="!keep") as caught:
        candidates(either.anchor, exclude=("a", "!keep.py"))
    assert caught.value.where == "exclude"


# .ruboutignore


def test_ruboutignore_files_are_read_in_every_folder_and_the_nearest_decides(either: Tree) -> None:
    either.write("a.py", "b.py", "sub/a.py", "sub/b.py", "sub/deep/a.py")
    either.write(".ruboutignore", text="a.py\n")
    either.write("sub/.ruboutignore", text="!/a.py\nb.py\n")
    assert (files(either), excluded(either)) == (["b.py", "sub/a.py"], {"ruboutignore": 3})


def test_a_reinclude_undoes_only_ruboutignore(either: Tree) -> None:
    either.write("x.min.js", ".dot.py", "ex.py", "ri.py")
    either.write(".ruboutignore", text="ri.py\n!x.min.js\n!.dot.py\n!ex.py\n!ri.py\n")
    assert files(either, exclude=("ex.py",)) == ["ri.py"]
    assert excluded(either, exclude=("ex.py",)) == {"builtin": 1, "dot": 1, "exclude": 1}


def test_nothing_below_an_excluded_folder_comes_back(either: Tree) -> None:
    either.write("out/keep.py", "a.py")
    either.write(".ruboutignore", text="out/\n!out/keep.py\n")
    either.write("out/.ruboutignore", text="!keep.py\n")
    assert files(either) == ["a.py"]


def test_an_ignored_ruboutignore_still_rules(repository: Tree) -> None:
    repository.write("a.py", "b.py")
    repository.write(".ruboutignore", text="b.py\n")
    repository.write(".gitignore", text=".ruboutignore\n")
    assert files(repository) == ["a.py"]


# .gitignore without git


def test_a_nested_gitignore_overrules_an_outer_one(tree: Tree) -> None:
    tree.write("a.py", "sub/a.py", "sub/b.py", "out/c.py")
    tree.write(".gitignore", text="a.py\nout/\n")
    tree.write("sub/.gitignore", text="!a.py\nb.py\n")
    assert (files(tree), excluded(tree)) == (["sub/a.py"], {"gitignore": 3})
