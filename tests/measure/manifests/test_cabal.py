"""What a `.cabal` file says."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import cabal, hpack
from rubout.measure.manifests.cabal import Component

TEXT = """\
cabal-version: 2.2
-- a comment: with a colon
name:          mine
data-dir:      data
data-files:
    one.hs
    -- two.hs
    *.txt
extra-source-files: test/*.hs

flag fast
  description: Runs: faster
  default: False

common shared
  build-depends: base >=4 && <5

library
  import:           shared
  hs-source-dirs:   src, gen
  exposed-modules:
      A
      A.B
  if flag(fast)
    build-depends: vector ^>=0.13,
                   text
    c-sources: cbits/a.c
  else
    build-depends: array
  other-modules:    C
  include-dirs:     cbits

executable run
  import: shared
  main-is: Main.hs
  build-depends: mine:{mine, inner} ==1.*
"""


def test_components_have_what_they_import_and_every_variant() -> None:
    found = cabal.read(TEXT)
    assert (found.name, found.files) == ("mine", ("data/one.hs", "data/*.txt", "test/*.hs"))
    assert found.components == (
        Component(
            folders=("src", "gen"),
            exposed=("A", "A.B"),
            inner=("C",),
            needs=("base", "vector", "text", "array"),
            sources=("cbits/a.c",),
        ),
        Component(kind="executable", name="run", main_is=("Main.hs",), needs=("base", "mine")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: p\nLibrary\n  Exposed-Modules: A\n", Component(exposed=("A",))),
        ("name: p\nexposed-modules: A\n", Component(exposed=("A",))),
        ("name: p\nmain-is: M.hs\n", Component(kind="executable", main_is=("M.hs",))),
        ("name: p\nbenchmark b\n main-is: B.hs\n", Component(kind="benchmark", name="b", main_is=("B.hs",))),
        ("name: p\nlibrary\n\tbuild-depends:\n\t\t  a\n\t\t, b\n", Component(needs=("a", "b"))),
    ],
)
def test_names_fold_case_and_an_old_file_has_its_fields_at_the_top(text: str, expected: Component) -> None:
    assert cabal.read(text).components == (expected,)


def test_common_sections_may_import_each_other() -> None:
    text = (
        "common a\n  import: b\n  build-depends: x\ncommon b\n  import: a\n  build-depends: y\nlibrary\n  import: a\n"
    )
    assert set(cabal.read(text).components[0].needs) == {"x", "y"}


def test_hpack_is_read_by_its_keys() -> None:
    text = "name: p # why\ndependencies:\n  - base >= 4\n  - text\nlibrary:\n  source-dirs:\n  - src\n  - gen\n"
    text += "executables:\n  run:\n    main: Run.hs\n    source-dirs: app\n"
    component = Component(folders=("src", "gen", "app"), main_is=("Run.hs",), needs=("base", "text"))
    assert hpack.read(text) == cabal.Package("p", (component,))
