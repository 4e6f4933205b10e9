"""Which Rust files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.rust import flags
from tests.worlds import flagging, world

PACKAGE = '[package]\nname = "k"\n'
NAMED = 'build = "gen.rs"\n[[bin]]\npath = "tool/t.rs"\n[[test]]\npath = "checks/c.rs"\n'


test_the_layout_of_a_package_and_its_manifest_start_files = flagging(
    flags,
    """
    src/lib.rs => exported main
    src/main.rs => main
    build.rs => main
    src/bin/a.rs => main
    src/bin/a/main.rs => main
    src/bin/a/part.rs => main
    examples/e.rs => main
    examples/e/part.rs => main
    benches/b.rs => main
    tests/t.rs => test
    tests/t/main.rs => test
    tests/t/part.rs =>
    src/a.rs =>
    src/examples/a.rs =>
    kit/src/lib.rs => exported main
    kit/tests/t.rs => test
    kit/examples/e.rs => main
    tool/t.rs => main
    checks/c.rs => test
    gen.rs => main
    """,
    {"Cargo.toml": PACKAGE + NAMED, "kit/Cargo.toml": PACKAGE},
)


test_without_a_manifest_the_names_say_it = flagging(
    flags,
    """
    a/lib.rs => exported main
    a/main.rs => main
    a/b.rs =>
    """,
)


def test_what_is_public_is_public_all_the_way_from_the_library() -> None:
    files = {
        "Cargo.toml": PACKAGE,
        "src/lib.rs": "pub mod a; mod b; pub(crate) mod c; cfg_x! { pub mod d; }",
        "src/a.rs": "pub mod e;",
        "src/b.rs": "pub mod f;",
        **dict.fromkeys(["src/c.rs", "src/d.rs", "src/a/e.rs", "src/b/f.rs"], ""),
    }
    public = {path for path, bits in flags(world(files)).items() if bits & EXPORTED}
    assert public == {"src/lib.rs", "src/a.rs", "src/d.rs", "src/a/e.rs"}


def test_what_a_program_holds_the_text_of_is_used_whatever_it_is() -> None:
    files = {
        "Cargo.toml": PACKAGE,
        "src/lib.rs": 'const A: &str = include_str!("../run.sh"); const B: &[u8] = include_bytes!("../gone.sh");',
        "run.sh": "",
        "other.sh": "",
    }
    assert flags(world(files)) == {"src/lib.rs": MAIN | EXPORTED, "run.sh": MENTIONED}
