"""Which package a Go import means."""

from __future__ import annotations

from rubout.measure.resolve.go import manifest_arcs
from tests.tables import cases
from tests.worlds import answer, meaning, shown, world

FILES = {
    "go.mod": "module ex.io/m\n\nrequire ex.io/m/apart v1.2.0\n",
    "a.go": "package m\n",
    "internal/store/s.go": "package store\n",
    "internal/store/deep/d.go": "package deep\n",
    "only/x_test.go": "package only\n",
    "sub/go.mod": "module ex.io/m/sub\n",
    "sub/kit/k.go": "package kit\n",
}


def test_an_import_means_a_folder_of_a_module() -> None:
    """Worked example 7."""
    files = {
        "go.mod": "module ex.io/m",
        "main.go": 'package main\nimport "ex.io/m/internal/store"\n',
        "util.go": "package main\n",
        "internal/store/s.go": "package store\n",
        "internal/store/deep/d.go": "package deep\n",
    }
    assert shown(world(files), "main.go") == ["R1 internal/store/"]


test_the_longest_module_path_wins = meaning(
    FILES,
    r"""
        ex.io/m => R1 /
        ex.io/m/internal/store => R1 internal/store/
        ex.io/m/internal/store/deep => R1 internal/store/deep/
        ex.io/m/sub/kit => R1 sub/kit/
        ex.io/m/sub => out_of_scope
        ex.io/m/internal => out_of_scope
        ex.io/m/only => out_of_scope
        ex.io/m/apart/x => R3 external
        ex.io/mm => R3 external
        ex.io/other => R3 external
        ./internal/store => R1 internal/store/
        ../outside => out_of_scope
        fmt => R3 external
        net/http => R3 external
        syscall/js => R3 external
        C => R3 external
        internal/abi => out_of_scope
        gone => out_of_scope
        """,
    path="b.go",
    written='package m\nimport "{}"\n',
)


@cases(
    "replaced spec expected",
    r"""
        ex.io/dep > ./third/dep => ex.io/dep => R2 third/dep/
        ex.io/dep > ./third/dep => ex.io/dep/part => R2 third/dep/part/
        ex.io/dep > ./third/dep => ex.io/dep/gone => R3 external
        ex.io/dep > ./third/dep => ex.io/depth => R3 external
        ex.io/dep v1.0.0 > ./third/dep // here => ex.io/dep => R2 third/dep/
        ex.io/dep > ../outside => ex.io/dep => R3 external
        ex.io/dep > ./gone\nex.io/dep/part > ./third/dep/part => ex.io/dep/part => R2 third/dep/part/
        ex.io/fork v1.0.0 > ex.io/lib v1.1.0 => ex.io/fork/part => R2 third/dep/part/
        """,
)
def test_a_module_may_put_another_in_the_place_of_one(replaced: str, spec: str, expected: str) -> None:
    manifest = f"module ex.io/m\nreplace (\n{replaced.replace('>', '=>')}\n)\n"
    files = {
        "go.mod": manifest,
        "third/dep/go.mod": "module ex.io/lib",
        "third/dep/d.go": "package dep",
        "third/dep/part/p.go": "package part",
    }
    assert answer(files, "a.go", f'package m\nimport "{spec}"\n') == expected


def test_a_workspace_replaces_for_all_its_modules() -> None:
    files = {
        "go.work": "use ./one\nreplace ex.io/dep => ./dep\n",
        "one/go.mod": "module ex.io/one",
        "dep/d.go": "package dep",
    }
    assert answer(files, "one/a.go", 'package one\nimport "ex.io/dep"\n') == "R2 dep/"


def test_of_two_modules_with_one_path_the_own_is_meant_then_one_of_the_workspace() -> None:
    files = dict.fromkeys(["a/go.mod", "b/go.mod"], "module ex.io/m") | {
        "a/k/k.go": "package k",
        "b/k/k.go": "package k",
        "c/go.mod": "module ex.io/c",
    }
    source = 'package x\nimport "ex.io/m/k"\n'
    assert answer(files, "a/x.go", source) == "R1 a/k/"
    assert answer(files, "c/x.go", source) == "ambiguous_workspace a/k/k.go b/k/k.go"
    assert answer({**files, "go.work": "use (\n\t./b\n\t./c\n)\n"}, "c/x.go", source) == "R1 b/k/"


def test_the_standard_library_imports_its_packages_without_a_module_path() -> None:
    files = {"src/go.mod": "module std", "src/fmt/f.go": "package fmt"}
    assert answer(files, "src/os/o.go", 'package os\nimport "fmt"\n') == "R1 src/fmt/"


def test_a_tree_without_a_module_keeps_what_a_path_may_mean() -> None:
    files = {"kit/k.go": "package kit"}
    assert answer(files, "a.go", 'package a\nimport "github.com/x/y/kit"\n') == "out_of_scope kit/k.go"
    assert answer(files, "a.go", 'package a\nimport "github.com/x/y/gone"\n') == "R3 external"


def test_a_broken_manifest_is_as_good_as_none() -> None:
    tree = world({"go.mod": "module ex.io/m\nrequire (\n", "a.go": 'package a\nimport "ex.io/m/b"\n', "b/b.go": ""})
    assert shown(tree, "a.go") == ["R3 external"]
    assert list(tree.problems) == ["go.mod"]


def test_the_sources_beside_a_file_that_imports_c_are_built_with_it() -> None:
    files = {
        "a/a.go": 'package a\nimport "C"\n',
        "a/b.go": "package a\n",
        "a/x.c": "",
        "a/x.h": "",
        "b/b.go": "package b\n",
        "b/y.c": "",
    }
    assert manifest_arcs(world(files)) == (("a/a.go", "a/x.c"), ("a/a.go", "a/x.h"))
