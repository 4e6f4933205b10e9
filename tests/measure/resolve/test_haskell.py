"""Which file a Haskell import means."""

from __future__ import annotations

from tests.worlds import answer, meaning, shown, world

CABAL = """
name: mine
library
  hs-source-dirs: src
  exposed-modules: A.B
  other-modules: Gone
  build-depends: base, containers, other
test-suite t
  type: exitcode-stdio-1.0
  hs-source-dirs: test
  main-is: Main.hs
  build-depends: base, mine
"""
OTHER = "name: other\nlibrary\n    hs-source-dirs: lib\n    build-depends: base, aeson\n"
TREE = {
    "mine.cabal": CABAL,
    "other/other.cabal": OTHER,
    **dict.fromkeys(["src/A/B.hs", "src/U.hs", "test/U.hs", "test/Main.hs", "other/lib/O.hs", "src/Lex.x", "X.hs"], ""),
}


test_an_import_is_looked_for_in_the_own_package_then_in_those_it_needs = meaning(
    TREE,
    """
    src/M.hs => A.B => R1 src/A/B.hs
    src/M.hs => U => R1 src/U.hs
    test/M.hs => U => R1 test/U.hs
    test/M.hs => A.B => R1 src/A/B.hs
    src/M.hs => Lex => R1 external
    src/M.hs => Data.Map => R2 external
    src/M.hs => Data.List => R2 external
    src/M.hs => Paths_mine => R2 external
    src/M.hs => O => R3 other/lib/O.hs
    src/M.hs => Distribution.Simple => out_of_scope
    src/M.hs => Gone => out_of_scope
    src/M.hs => X => out_of_scope
    other/lib/M.hs => Data.Aeson => R2 external
    other/lib/M.hs => A.B => R2 external
    """,
    written="import {}\n",
)


def test_a_module_in_two_folders_of_one_component_is_no_answer() -> None:
    files = {"p.cabal": "name: p\nlibrary\n  hs-source-dirs: a, b\n", "a/M.hs": "", "b/M.hs": ""}
    assert answer(files, "a/N.hs", "import M\n") == "ambiguous_root a/M.hs b/M.hs"


def test_two_packages_in_one_folder_are_no_answer() -> None:
    files = {"p.cabal": "name: p\nlibrary\n", "q.cabal": "name: q\nlibrary\n  hs-source-dirs: s\n", "M.hs": ""}
    assert answer(files, "N.hs", "import M\n") == "ambiguous_workspace M.hs"


def test_without_a_package_the_root_is_the_only_folder() -> None:
    assert answer({"A/B.hs": ""}, "x/N.hs", "import A.B\n") == "R1 A/B.hs"
    assert answer({}, "x/N.hs", "import Data.Map\n") == "R2 external"


def test_the_manifest_of_hpack_is_read_where_there_is_no_other() -> None:
    yaml = "name: p\ndependencies:\n- base >= 4\nlibrary:\n  source-dirs: src\ntests:\n  t:\n    source-dirs: [test]\n"
    files = {"package.yaml": yaml, "src/A.hs": ""}
    assert answer(files, "test/N.hs", "import A\n") == "R1 src/A.hs"
    assert answer({**files, "p.cabal": "name: p\nlibrary\n"}, "test/N.hs", "import A\n") == "out_of_scope"


def test_what_the_preprocessor_includes_is_resolved_as_in_c() -> None:
    tree = world({"src/M.hs": '#include "a.h"\nimport Data.Map\n', "src/a.h": ""})
    assert shown(tree, "src/M.hs") == ["R1 src/a.h", "R2 external"]
