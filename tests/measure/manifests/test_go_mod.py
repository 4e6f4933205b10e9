"""What a `go.mod` or a `go.work` says."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import go_mod
from rubout.measure.manifests.go_mod import GoMod

MANIFEST = """// about
module "ex.io/m" // here

go 1.22
require ex.io/one v1.0.0 // indirect
require (
\tex.io/two v1.0.0
\t// ex.io/three v1.0.0
\t`ex.io/four` v1.0.0
)
replace ex.io/one => ./one
replace (
\tex.io/two v1.0.0 => ex.io/fork v1.1.0
\tex.io/bad =>
)
exclude ex.io/two v0.9.0
"""


def test_modules_are_read_from_lines_and_blocks() -> None:
    assert go_mod.read(MANIFEST) == GoMod(
        module="ex.io/m",
        requires=("ex.io/one", "ex.io/two", "ex.io/four"),
        replaces=(("ex.io/one", "./one"), ("ex.io/two", "ex.io/fork")),
    )


def test_a_workspace_names_its_modules() -> None:
    found = go_mod.read("go 1.22\nuse .\nuse (\n\t./a\n\t./b\n)\nreplace ex.io/x => ./x\n")
    assert found == GoMod(uses=(".", "./a", "./b"), replaces=(("ex.io/x", "./x"),))


@pytest.mark.parametrize("text", ["", "module", "\n\n// nothing\n", "go 1.22"])
def test_what_names_no_module_says_nothing(text: str) -> None:
    assert go_mod.read(text) == GoMod()


def test_a_block_that_is_not_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="require"):
        go_mod.read("require (\n\tex.io/a v1\n")
