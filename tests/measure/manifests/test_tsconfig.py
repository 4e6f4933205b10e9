"""What is read from a tsconfig.json, and from a pnpm-workspace.yaml."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import pnpm_workspace
from rubout.measure.manifests.tsconfig import TsConfig, read


def test_an_empty_configuration_says_nothing() -> None:
    assert read("{}") == TsConfig((), None, None, None, None, (), ())


def test_options_are_read_through_comments_and_trailing_commas() -> None:
    text = """{
      "extends": ["./a", "./b.json"], // two
      "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*",], "odd": "x" }, "outDir": "dist",
                           "rootDir": "src", },
      "include": ["src/**/*"], "references": [{ "path": "./tsconfig.app.json" }, {}, 3],
    }"""
    paths = {"@/*": ("./src/*",), "odd": ("x",)}
    assert read(text) == TsConfig(
        ("./a", "./b.json"), ".", paths, "dist", "src", ("src/**/*",), ("./tsconfig.app.json",)
    )


@pytest.mark.parametrize(
    ("text", "globs"),
    {
        "packages:\n  - 'packages/*'\n  - \"apps/*\"  # all\n\n  # c\n  - docs # one\n  - '!**/test/**'\n": (
            "packages/*",
            "apps/*",
            "docs",
            "!**/test/**",
        ),
        "catalog:\n  - no\npackages:\n- a\ncatalogs:\n  - no\n": ("a",),
        "packages: ['a/*', b]\n": ("a/*", "b"),
        "packages:\n": (),
        "": (),
    }.items(),
)
def test_a_pnpm_workspace_lists_its_packages(text: str, globs: tuple[str, ...]) -> None:
    assert pnpm_workspace.read(text) == globs
