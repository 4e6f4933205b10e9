"""What a Rust file says of others."""

from __future__ import annotations

from functools import partial
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.references import Kind, Mode, Reexport
from rubout.measure.sites.rust_paths import Leaf, leaf_of, leaves
from tests.tables import cases
from tests.worlds import references_of, said_sites, saying

read = partial(references_of, "rust")


def details(source: str) -> list[str]:
    return [site.detail.replace("\t", "|") for site in read(source).sites]


test_a_site_is_a_use_a_module_or_a_file_taken_in = saying(
    "rust",
    r"""
        use a::b; => use a::b
        pub(crate) use a::{\n    b,\n    c::d,\n}; => use a::{
        use a::\n    b; => use a::
        extern crate a as b; => use a
        mod a; => mod_decl a
        mod r#type; => mod_decl type
        mod a {} =>
        mod a { mod b; use c; } => mod_decl b; use c
        include!("a.rs"); => include a.rs
        const A: &str = std::include_str!("a.md"); => image a.md
        const A: &[u8] = include_bytes!(r#"a.png"#); => image a.png
        #![doc = include_str!("../a.md")] => image ../a.md
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/a.rs")); => include a.rs
        include!(concat!(env!("OUT_DIR"), "/a.rs")); =>
        include!(""); =>
        // use a; mod b; include!("c.rs");\n/* mod d; */\nconst E: &str = "mod f; use g;"; =>
        """,
)


@cases(
    "source expected",
    r"""
        use a::b as c; => |a::b|a::b as c
        use a::{self, b::{c, d as e}, f::*}; => |a|a::self|a::b::c|a::b::d as e|a::f::*
        use {a, ::b}; => ||a|::b
        use ::a::b; => |::a::b|::a::b
        use a::*; => |a|a::*
        use a::{ // b,\n c, /* d */ e }; => |a|a::c|a::e
        use a::\n    b; => |a::b|a::b
        mod a { mod b { use super::c; } } => a::b|super::c|super::c
        extern crate a as b; => |::a|::a as b
        extern crate self as b; => |self|self as b
        mod a; => ||
        pub mod a; => |pub|
        pub(crate) mod a; => ||
        #[cfg(unix)]\n/// Doc.\n#[path = "x.rs"]\nmod a;\nmod b; => ||x.rs
        #[cfg_attr(unix, path = "u.rs")]\n#[cfg_attr(windows, path = "w.rs")]\nmod a; => |||u.rs|w.rs
        #[path = "f"]\nmod a { mod b; } => a=f||
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/a.rs")); => |package
        """,
)
def test_the_detail_holds_what_a_ladder_needs(source: str, expected: str) -> None:
    assert details(source)[0] == expected


@cases(
    "source expected",
    r"""
        cfg_if! { if #[cfg(x)] { mod a; } else { mod b; } } => mod_decl a ||; mod_decl b ||
        cfg_x! { /// Doc.\n #[path = "p.rs"]\n pub mod a; } => mod_decl a |pub|p.rs
        cfg_x! { mod a { mod b; } mod c; } => mod_decl b a||; mod_decl c ||
        cfg_x! { pub(crate) use a::{b, c}; } => use a::{b, c} |a|a::b|a::c
        macro_rules! m { ()=>{ mod a; } } => pattern a ||
        macro_rules! m { ($a:ident)=>{ mod $a; use $a; } } =>
        modules! { a, pub b; c } => pattern a ||; pattern b ||; pattern c ||
        modules!(a, b); => pattern a ||; pattern b ||
        lazy! { static ref A: B = c(); } =>
        fn f() { names!(a, b); } =>
        fn f() { log!("mod a; use b;"); } =>
        fn f() { vec![include_str!("a.md")]; } => image a.md |
        """,
)
def test_what_a_macro_may_hand_on_is_a_probe(source: str, expected: str) -> None:
    found = read(source).sites
    said = (f"{site.kind.name.lower()} {site.spec} {site.detail.replace(chr(9), '|')}" for site in found)
    assert ("; ".join(said), {site.mode for site in found} - {Mode.PROBE}) == (expected, set())


def test_a_site_stands_where_its_item_begins_and_belongs_to_the_unit_around_it() -> None:
    found = read("#[x]\nmod a;\nfn f() {\n    use b::{\n        c,\n    }; use d;\n}\n").sites
    assert [(site.line, site.nth, site.spec, site.owner) for site in found] == [
        (2, 0, "a", ""),
        (4, 0, "b::{", "f/0"),
        (6, 0, "d", "f/0"),
    ]


def test_bytes_beside_ascii_move_no_site() -> None:
    found = read('// é\ncfg_x! { /* é */ mod é; }\nconst A: &str = include_str!("é.md");\n').sites
    assert [(site.line, site.kind, site.spec) for site in found] == [
        (2, Kind.MOD_DECL, "é"),
        (3, Kind.IMAGE, "é.md"),
    ]


def test_items_are_declared_those_of_inner_modules_by_their_path() -> None:
    source = """
pub struct A;
pub(crate) enum B { C }
#[test]
#[cfg(unix)]
fn d() { struct Inner; }
impl A { pub fn e() {} }
mod f { pub const G: u8 = 1; mod h; }
#[macro_export]
macro_rules! i { () => {} }
"""
    found = read(source).declared
    assert [(one.name, one.kind, one.exported, one.marks) for one in found] == [
        ("A", "struct", True, ()),
        ("B", "enum", True, ()),
        ("d", "function", False, ("test", "cfg")),
        ("f", "module", False, ()),
        ("f::G", "constant", True, ()),
        ("f::h", "module", False, ()),
        ("i", "macro", True, ("macro_export",)),
    ]


def test_what_a_visible_use_names_is_handed_on() -> None:
    source = """pub use a::{b as c, d::{self, e}, f::*};
use g::h;
mod i { pub(super) use self::j; }
fn k() { pub use l; }
cfg_x! { #[y] pub(crate) use m::n; use m::o; }
"""
    assert read(source).reexports == (
        Reexport("c", "a", "b", 1),
        Reexport("d", "a", "d", 1),
        Reexport("e", "a::d", "e", 1),
        Reexport("i::j", "self", "j", 3),
        Reexport("n", "m", "n", 5),
    )


def test_types_inside_functions_are_bound() -> None:
    source = "enum A {}\nfn f() { struct B; fn g() { enum C { D } } impl B { fn h() {} } }\n"
    assert read(source).bindings == ("B", "C")


@cases(
    "source marks",
    """
    fn main() {} => main
    mod a { fn main() {} } =>
    struct main; =>
    async fn main() {} => main
    """,
)
def test_a_program_is_marked(source: str, marks: str) -> None:
    assert " ".join(read(source).marks) == marks


def test_broken_source_still_has_its_sites() -> None:
    assert said_sites(read("use a;\nfn (\nmod b;\n")) == "use a; mod_decl b"


_NAMES = st.sampled_from(["a", "b", "self", "crate"])
_TREES = st.recursive(
    st.builds(lambda name, alias: [Leaf((name,), alias)], _NAMES, st.sampled_from(["", "c", "_"])),
    lambda inner: st.one_of(
        st.builds(lambda name, tree: [Leaf((name, *leaf.path), leaf.alias) for leaf in tree], _NAMES, inner),
        st.builds(lambda parts: list(chain.from_iterable(parts)), st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=6,
)


def _written(tree: list[Leaf]) -> str:
    """A use tree of these leaves: those of one first name that stand side by side share a brace."""
    parts: list[str] = []
    while tree:
        first = tree[0].path[0]
        size = next((n for n, leaf in enumerate(tree) if leaf.path[0] != first or len(leaf.path) == 1), len(tree))
        if size:
            inner = [Leaf(leaf.path[1:], leaf.alias) for leaf in tree[:size]]
            parts.append(f"{first}::{{{_written(inner)}}}")
        else:
            parts.append(tree[0].shown)
        tree = tree[size or 1 :]
    return ", ".join(parts)


@given(_TREES)
def test_a_tree_that_is_written_out_is_read_back(tree: list[Leaf]) -> None:
    assert leaves(f"{{{_written(tree)}}}")[1] == tree


@given(_TREES)
def test_a_leaf_is_read_back_from_its_text(tree: list[Leaf]) -> None:
    assert [leaf_of(leaf.shown) for leaf in tree] == tree
