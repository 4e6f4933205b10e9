"""What a `Cargo.toml` says."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import cargo
from rubout.measure.manifests.cargo import Dependency, Target
from tests.tables import cases

MANIFEST = """
[package]
name = "my-app"
edition = "2021"
build = "./gen/build.rs"
[lib]
name = "app_core"
path = "core/lib.rs"
[[bin]]
name = "one"
path = "tool/one.rs"
[[bin]]
name = "two"
[[test]]
name = "t"
path = "checks/t.rs"
[[example]]
path = "e.rs"
[[bench]]
path = "b.rs"
[dependencies]
serde = "1"
my-kit = { path = "../kit", version = "1" }
shared.workspace = true
[dev-dependencies]
old-kit = { package = "kit", path = "kit/" }
[build-dependencies]
cc = "1"
[target.'cfg(windows)'.dependencies]
winapi = "0.3"
[workspace]
[workspace.dependencies]
shared = { path = "shared" }
[patch.crates-io]
serde = { path = "third/serde" }
other = { git = "https://e.x" }
[replace]
"rand:0.8.0" = { path = "third/rand" }
"""


def test_package_targets_and_dependencies_are_read() -> None:
    found = cargo.read(MANIFEST)
    assert (found.package, found.library, found.edition, found.is_workspace) == ("my-app", "app_core", "2021", True)
    assert found.targets == (
        Target("lib", "core/lib.rs"),
        Target("bin", "tool/one.rs"),
        Target("example", "e.rs"),
        Target("bench", "b.rs"),
        Target("test", "checks/t.rs"),
        Target("build", "gen/build.rs"),
    )
    assert found.dependencies == {
        "serde": Dependency("serde"),
        "my_kit": Dependency("my-kit", "../kit"),
        "shared": Dependency("shared", inherited=True),
        "old_kit": Dependency("kit", "kit"),
        "cc": Dependency("cc"),
        "winapi": Dependency("winapi"),
    }
    assert found.shared == {"shared": Dependency("shared", "shared")}
    assert found.patches == {"serde": "third/serde", "rand": "third/rand"}


@cases(
    "text edition",
    r"""
    [package]\nname = "k" => 2015
    [package]\nname = "k"\nedition = "2018" => 2018
    [package]\nname = "k"\nedition.workspace = true =>
    [package]\nname = "k"\nedition.workspace = true\n[workspace.package]\nedition = "2024" => 2024
    [workspace] => 2015
    """,
)
def test_the_edition_is_the_first_unless_said(text: str, edition: str) -> None:
    assert cargo.read(text).edition == edition


@pytest.mark.parametrize("text", ["[package]\nname = 1", "package = 2\nbin = 3", "[dependencies]\na = [1]", ""])
def test_what_has_another_shape_says_nothing(text: str) -> None:
    found = cargo.read(text)
    assert (found.package, found.targets) == ("", ())


def test_no_toml_is_an_error() -> None:
    with pytest.raises(ValueError, match="table declaration"):
        cargo.read("[package")
