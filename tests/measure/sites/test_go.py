"""What a Go file says of others."""

from __future__ import annotations

from functools import partial

from rubout.facts.references import Kind, Mode
from tests.tables import cases
from tests.worlds import references_of

read = partial(references_of, "go")


@cases(
    "imports expected",
    r"""
        import "fmt" => 2.0 fmt
        import (\n f "x.io/f"\n\n _ `x.io/g`; . "h"\n) => 3.0 x.io/f, 5.0 x.io/g, 5.1 h
        import "C" => 2.0 C
        import "" =>
        // import "x"\nvar s = `import "y"` =>
        import "b"\nfunc ( { => 2.0 b
        """,
)
def test_every_imported_path_is_a_site_on_its_own_line(imports: str, expected: str) -> None:
    found = read(f"package a\n{imports}").sites
    assert ", ".join(f"{site.line}.{site.nth} {site.spec}" for site in found) == expected
    assert all((site.kind, site.mode, site.owner) == (Kind.IMPORT, Mode.STATIC, "") for site in found)


def test_names_of_the_top_level_are_declared_and_methods_are_not() -> None:
    found = read(
        "package a\nfunc F() { type inner int; var x int }\nfunc (t T) M() {}\n"
        "type (\n\tT struct{}\n\tu = T\n)\nconst C, d = 1, 2\nvar (\n\tv int\n\tW = 1\n)\n"
    ).declared
    assert [(one.name, one.line, one.kind, one.exported) for one in found] == [
        ("F", 2, "function", True),
        ("T", 5, "type", True),
        ("u", 6, "type", False),
        ("C", 8, "constant", True),
        ("d", 8, "constant", False),
        ("v", 10, "variable", False),
        ("W", 11, "variable", True),
    ]


@cases(
    "source marks",
    r"""
        package main\nfunc main() {} => main
        package main\nfunc (t T) main() {} =>
        package main\nvar main int =>
        //go:embed a/*.txt "b c" `d`\nvar f embed.FS => embed:a/*.txt|embed:b c|embed:d
        // go:embed a\nvar f string =>
        var s = "//go:embed a" =>
        //go:build ignore\n\npackage a => build:ignore
        // +build tools\n\npackage a => build:tools
        //go:build linux && !cgo\n\npackage a => build:linux && !cgo
        // Package a.\npackage a => text
        /*\nPackage a.\n*/\npackage a => text
        // A licence.\n\npackage a =>
        package a // a =>
        """,
)
def test_what_the_compiler_reads_in_comments_and_what_starts_a_file_is_marked(source: str, marks: str) -> None:
    assert "|".join(read(source).marks) == marks


def test_the_package_is_the_namespace() -> None:
    assert read("// Doc.\npackage store // x\n").namespace == "store"
