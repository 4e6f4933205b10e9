"""Which file a Rust module or path means."""

from __future__ import annotations

import pytest

from rubout.facts.references import Kind
from rubout.measure.resolve.rust import manifest_arcs
from tests.tables import cases
from tests.worlds import answer, answers, meaning, said, shown, world

PACKAGE = '[package]\nname = "k"\nedition = "2021"\n'
CRATE = {
    "Cargo.toml": PACKAGE,
    "src/lib.rs": "mod a;\nmod b;\nmod c { pub mod d; pub struct Inner; }\nmod x;\npub struct Top;\n",
    "src/a.rs": "pub mod deep;\npub struct A;\n",
    "src/a/deep.rs": "pub enum Kind { One }\n",
    "src/b/mod.rs": "mod inner;\npub use self::inner::Thing;\npub use crate::a::*;\npub use std::io::Read;\n",
    "src/b/inner.rs": "pub struct Thing;\n",
    "src/c/d.rs": "",
}


def test_a_module_that_nobody_declares_is_meant_by_nothing() -> None:
    """Worked example 9."""
    files = {"Cargo.toml": PACKAGE, "src/lib.rs": "mod a;", "src/a.rs": "", "src/b.rs": ""}
    assert shown(world(files), "src/lib.rs") == ["R1 src/a.rs"]
    files["src/lib.rs"] += '#[path = "b.rs"] mod c;'
    files["src/a.rs"] = "fn f() {}\n#[cfg(test)] mod t { use super::f; }"
    assert shown(world(files), "src/lib.rs") == ["R1 src/a.rs", "R1 src/b.rs"]
    assert shown(world(files), "src/a.rs") == ["R3 src/a.rs"]


@cases(
    "path source expected",
    r"""
        src/lib.rs => mod x; => R1 src/x.rs
        src/lib.rs => mod y; => R1 src/y/mod.rs
        src/lib.rs => mod z; => ambiguous_paths src/z.rs src/z/mod.rs
        src/lib.rs => mod gone; => out_of_scope
        src/lib.rs => mod m { mod n; } => R1 src/m/n.rs
        src/lib.rs => #[path = "other/x.rs"] mod m; => R1 src/other/x.rs
        src/lib.rs => #[path = "gone.rs"] mod x; => out_of_scope
        src/lib.rs => #[path = "../../x.rs"] mod x; => out_of_scope
        src/lib.rs => mod m { #[path = "o.rs"] mod n; } => R1 src/m/o.rs
        src/lib.rs => #[path = "other"] mod m { mod x; } => R1 src/other/x.rs
        src/lib.rs => #[cfg_attr(unix, path = "u.rs")]\n#[cfg_attr(x, path = "w.rs")]\nmod gone; => R1 src/u.rs src/w.rs
        src/lib.rs => #[cfg_attr(unix, path = "u.rs")] mod x; => R1 src/x.rs src/u.rs
        src/lib.rs => cfg_x! { mod x; } => R1 src/x.rs
        src/lib.rs => modules! { x } => macro src/x.rs
        src/lib.rs => macro_rules! m { ()=>{ mod x; } } => macro src/x.rs
        src/m.rs => mod n; => R1 src/m/n.rs
        src/m.rs => mod x; => out_of_scope
        src/m.rs => mod n { mod q; } => R1 src/m/n/q.rs
        src/m.rs => #[path = "x.rs"] mod n; => R1 src/x.rs
        src/m.rs => macro_rules! m { ()=>{ mod x; } } => macro src/x.rs
        src/y/mod.rs => mod x; => R1 src/y/x.rs
        src/bin/tool.rs => mod x; => R1 src/bin/x.rs
        """,
)
def test_a_module_lies_where_the_compiler_looks(path: str, source: str, expected: str) -> None:
    names = "lib x y/mod z z/mod m/n m/o m/n/q other/x u w y/x bin/x"
    files = dict.fromkeys([f"src/{name}.rs" for name in names.split()], "")
    assert answer({"Cargo.toml": PACKAGE, **files}, path, source) == expected


def test_what_a_path_names_keeps_its_own_modules_beside_it() -> None:
    files = {"Cargo.toml": PACKAGE, "src/lib.rs": '#[path = "o/x.rs"] mod m;', "src/o/y.rs": "", "src/o/x/z.rs": ""}
    assert answer(files, "src/o/x.rs", "mod y;") == "R1 src/o/y.rs"
    assert answer(files, "src/o/x.rs", "mod z;") == "R1 src/o/x/z.rs"
    assert answer({**files, "src/o/x.rs": "mod y;"}, "src/o/y.rs", "use super::super::m;") == "R3 src/o/x.rs"


test_a_path_is_followed_as_far_as_modules_go = meaning(
    CRATE,
    r"""
        use crate::Top; => R2 src/lib.rs
        use crate::a; => R2 src/a.rs
        use crate::a as b; => R2 src/a.rs
        use crate::a::A; => R2 src/a.rs
        use crate::a::*; => R2 src/a.rs
        use crate::a::{self}; => R2 src/a.rs
        use crate::a::deep::Kind::One; => R2 src/a/deep.rs
        use crate::a::\n    deep::Kind; => R2 src/a/deep.rs
        use crate::c::d; => R2 src/c/d.rs
        use crate::c::Inner; => R2 src/lib.rs
        use crate::gone::X; => R2 src/lib.rs
        use self::Y;\nstruct Y; => R3 src/x.rs
        use super::Top; => R3 src/lib.rs
        use super::a::A; => R3 src/a.rs
        use super::super::a; => out_of_scope
        mod t { use super::Y; } => R3 src/x.rs
        mod t { use super::super::a; } => R3 src/a.rs
        mod t { mod u { use super::super::super::Top; } } => R3 src/lib.rs
        use std::io; => R4 external
        use ::core::fmt; => R4 external
        extern crate alloc; => R4 external
        use k::a::A; => R4 src/a.rs
        use gone::X; => out_of_scope
        use Y::*;\nenum Y { Z } => R3 src/x.rs
        fn f() { enum Y { Z } use Y::*; } => R3 src/x.rs
        use crate::{a::A, b::inner}; => R2 src/lib.rs src/a.rs src/b/inner.rs
        use crate::a::{deep::Kind, A}; => R2 src/a.rs src/a/deep.rs
        use {std::io, crate::a::A}; => R2 src/a.rs
        use std::{io, fmt}; => R4 external
        """,
    path="src/x.rs",
)


@pytest.mark.parametrize(
    ("source", "expected"),
    {
        "use crate::a; use a::A;": ["R2 src/a.rs", "R2 src/a.rs"],
        "use super::*; use a::A;": ["R3 src/lib.rs", "R3 src/a.rs"],
        "use super::*; use Top::X;": ["R3 src/lib.rs", "R3 src/lib.rs"],
        "use std::io; use io::Read;": ["R4 external", "R4 external"],
        "use crate::a; mod t { use super::*; use a::A; }": ["R2 src/a.rs", "R3 src/x.rs", "R2 src/a.rs"],
        "use q::r; use r::q;": ["out_of_scope", "out_of_scope"],
        "use q as r; use r as q;": ["out_of_scope", "out_of_scope"],
    }.items(),
)
def test_a_path_may_begin_with_a_name_that_another_use_brings(source: str, expected: list[str]) -> None:
    assert shown(world({**CRATE, "src/x.rs": source}), "src/x.rs") == expected


@cases(
    "facade source expected",
    r"""
        mod inner;\npub use self::inner::Thing; => use crate::b::Thing; => R2 src/b/inner.rs via src/b/mod.rs
        mod inner;\npub use self::inner::Thing; => use crate::b::Thing::new; => R2 src/b/inner.rs via src/b/mod.rs
        mod inner;\npub use self::inner::Thing; => use crate::b::*; => R2 src/b/mod.rs
        mod inner;\npub use self::inner::Thing; => use k::b::Thing; => R4 src/b/inner.rs via src/b/mod.rs
        mod inner;\npub use inner::Thing as Other; => use crate::b::Other; => R2 src/b/inner.rs via src/b/mod.rs
        mod inner;\npub use inner::Thing as Other; => use crate::b::Thing; => R2 src/b/mod.rs
        cfg_x! { mod inner; pub use inner::Thing; } => use crate::b::Thing; => R2 src/b/inner.rs via src/b/mod.rs
        mod inner;\npub use inner::*; => use crate::b::Thing; => R2 src/b/mod.rs
        mod inner;\nuse inner::Thing; => use crate::b::Thing; => R2 src/b/mod.rs
        mod inner;\npub use inner::Thing;\npub struct Thing; => use crate::b::Thing; => R2 src/b/mod.rs
        #[cfg(x)] pub use p::Thing;\n#[cfg(y)] pub use inner::Thing; => use crate::b::Thing; => R2 src/b/mod.rs
        pub use std::io::Read; => use crate::b::Read; => R2 src/b/mod.rs
        pub use crate::a::deep; => use crate::b::deep::Kind; => R2 src/a/deep.rs via src/b/mod.rs
        mod inner; pub mod p { pub use super::inner::T; } => use crate::b::p::T; => R2 src/b/inner.rs via src/b/mod.rs
        pub use crate::x::Y; => use crate::b::Y; => R2 src/b/mod.rs
        """,
)
def test_one_statement_that_hands_a_name_on_is_followed(facade: str, source: str, expected: str) -> None:
    assert answer({**CRATE, "src/b/mod.rs": facade}, "src/x.rs", source) == expected


def test_a_module_that_only_a_macro_can_have_declared_is_found_where_it_would_lie() -> None:
    files = {
        "Cargo.toml": PACKAGE,
        "src/lib.rs": "declare!();\npub fn named() {}\nuse crate::{a::X, named::Y, main::Z};\nuse a::X;\n",
        "src/a.rs": "use super::named;",
        "src/named.rs": "",
        "src/main.rs": "",
    }
    tree = world(files)
    assert shown(tree, "src/lib.rs") == ["R2 src/lib.rs src/a.rs", "out_of_scope"]
    assert shown(tree, "src/a.rs") == ["R3 src/lib.rs"]


def test_a_file_of_several_crates_means_what_they_agree_on() -> None:
    files = {
        "Cargo.toml": PACKAGE,
        "src/lib.rs": "mod a; mod b; pub struct Top; struct Lone;",
        "src/main.rs": "mod a; mod b; struct Top;",
        "src/a.rs": "use crate::b::X; use crate::Top; use super::Top; use crate::Lone;",
        "src/b.rs": "",
    }
    both = "ambiguous_root src/lib.rs src/main.rs"
    assert shown(world(files), "src/a.rs") == ["R2 src/b.rs", both, both, "R2 src/lib.rs"]


def test_variants_of_one_module_are_several() -> None:
    files = {
        "Cargo.toml": PACKAGE,
        "src/lib.rs": '#[cfg(x)] #[path = "u.rs"] mod i;\n#[cfg(y)] #[path = "w.rs"] mod i;\nuse self::i::X;\n',
        "src/u.rs": "",
        "src/w.rs": "",
    }
    assert shown(world(files), "src/lib.rs") == ["R1 src/u.rs", "R1 src/w.rs", "ambiguous_paths src/u.rs src/w.rs"]


def test_the_first_edition_starts_at_the_root() -> None:
    files = {"Cargo.toml": '[package]\nname = "k"\n', "src/lib.rs": "mod a; mod b;", "src/a.rs": ""}
    assert answer(files, "src/b.rs", "use a::X;") == "R2 src/a.rs"
    assert answer(files, "src/b.rs", "use a::X;") != answer({**files, "Cargo.toml": PACKAGE}, "src/b.rs", "use a::X;")


@cases(
    "dependencies source expected",
    r"""
        [dependencies]\nmy-kit = { path = "../kit" } => use my_kit::X; => R4 kit/src/lib.rs
        [dependencies]\nmy-kit = { path = "../kit" } => use my_kit::part::X; => R4 kit/src/part.rs
        [dependencies]\nmy-kit = { path = "../kit" } => use ::my_kit::X; => R4 kit/src/lib.rs
        [dependencies]\nmy-kit = { path = "../kit" } => extern crate my_kit as kit; => R4 kit/src/lib.rs
        [dev-dependencies]\nother = { package = "my-kit", path = "../kit" } => use other::X; => R4 kit/src/lib.rs
        [dependencies]\nserde = "1" => use serde::X; => R4 external
        [dependencies]\nserde = "1" => use other::X; => out_of_scope
        [target.'cfg(unix)'.dependencies]\nlibc = "1" => use libc::X; => R4 external
        [dependencies]\nmy-kit = "1" => use my_kit::X; => R4 external
        [dependencies]\nmy-kit = { workspace = true } => use my_kit::X; => R4 kit/src/lib.rs
        [dependencies]\npatched = "1" => use patched::X; => R4 patch/src/api.rs
        => use my_kit::X; => R4 kit/src/lib.rs
        => use twice::X; => ambiguous_workspace t1/src/lib.rs t2/src/lib.rs
        """,
)
def test_another_crate_is_what_the_manifest_says(dependencies: str, source: str, expected: str) -> None:
    files = {
        "Cargo.toml": '[workspace.dependencies]\nmy-kit.path = "kit"\n[patch.crates-io]\npatched.path = "patch"\n',
        "app/Cargo.toml": f'[package]\nname = "app"\nedition = "2021"\n{dependencies}\n',
        "kit/Cargo.toml": '[package]\nname = "my-kit"\n',
        "kit/src/lib.rs": "pub mod part;",
        "kit/src/part.rs": "",
        "patch/Cargo.toml": '[package]\nname = "patched"\n[lib]\npath = "src/api.rs"\n',
        "patch/src/api.rs": "",
    }
    for folder in ("t1", "t2"):
        files |= {f"{folder}/Cargo.toml": '[package]\nname = "twice"\n', f"{folder}/src/lib.rs": ""}
    assert answer(files, "app/src/main.rs", source) == expected


test_a_file_taken_in_lies_beside_the_file = meaning(
    {"Cargo.toml": PACKAGE, "src/a.rs": "", "a.md": "", "a.bin": ""},
    r"""
        include!("a.rs"); => R1 src/a.rs
        include!("../gone.rs"); => out_of_scope
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/a.rs")); => R1 src/a.rs
        const X: &str = include_str!("../a.md"); => R1 a.md
        const X: &str = include_str!("../a.bin"); => R1 external
        const X: &str = include_str!("../../a.bin"); => out_of_scope
        """,
    path="src/lib.rs",
)


def test_what_is_taken_in_is_of_the_same_crate() -> None:
    files = {"Cargo.toml": PACKAGE, "src/lib.rs": 'include!("part.in.rs"); mod a;', "src/a.rs": ""}
    files["src/part.in.rs"] = "use crate::a::X;"
    assert shown(world(files), "src/part.in.rs") == ["R2 src/a.rs"]


def test_who_builds_a_crate_builds_the_libraries_it_needs() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "app"\n[dependencies]\nkit = { path = "kit" }\nserde = "1"\n',
        "kit/Cargo.toml": '[package]\nname = "kit"\n',
        **dict.fromkeys(["src/lib.rs", "src/main.rs", "build.rs", "src/a.rs", "kit/src/lib.rs"], ""),
    }
    assert sorted(manifest_arcs(world(files))) == [
        ("build.rs", "kit/src/lib.rs"),
        ("src/lib.rs", "kit/src/lib.rs"),
        ("src/main.rs", "kit/src/lib.rs"),
    ]


def test_a_broken_manifest_is_as_good_as_none() -> None:
    tree = world({"Cargo.toml": "[package", "src/lib.rs": "mod a;\nuse serde::X;\nuse crate::a::X;", "src/a.rs": ""})
    assert shown(tree, "src/lib.rs") == ["R1 src/a.rs", "out_of_scope", "R2 src/a.rs"]
    assert list(tree.problems) == ["Cargo.toml"]


def test_every_kind_of_site_is_answered() -> None:
    tree = world({**CRATE, "src/x.rs": 'use a; mod b; include!("c"); include_str!("d"); e! { f, }'})
    kinds = {site.kind for site in tree.scope["src/x.rs"].sites}
    assert kinds == {Kind.USE, Kind.MOD_DECL, Kind.INCLUDE, Kind.IMAGE, Kind.PATTERN}
    assert {said(found).partition(" ")[0] for _, _, found in answers(tree, "src/x.rs")} == {"out_of_scope", "macro"}
