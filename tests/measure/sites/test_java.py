"""What a Java file says of others."""

from __future__ import annotations

import pytest

from rubout.facts.references import Declared, Kind, References
from tests.tables import cases
from tests.worlds import marks_of, references_of, saying, specs_of


def read(source: str) -> References:
    return references_of("java", source)


test_an_import_is_one_site_and_makes_one_name_known = saying(
    "java",
    """
    import a.b.C; => import a.b.C C
    import a.b.*; => import a.b.* *
    import static a.B.f; => import a.B.f f
    import static a.B.*; => import a.B.* *
    // import a.B; =>
    """,
)


def test_a_static_import_is_told_apart() -> None:
    assert [site.detail for site in read("import static a.B.f;\nimport a.B;").sites] == ["static", ""]


test_a_type_is_named_once_in_a_file = saying(
    "java",
    """
    class X extends A<B> implements C {} => A B C
    class X { A a; B<C[]> b() throws D { return null; } } => A B C D
    class X { Object o = new A.B(); } => Object A
    class X { p.q.A a = new p.q.A(); } => p.q.A
    class X { @A int a; @p.B int b; @C(D.class) int c; } => A p.B C D
    class X { int a = A.b; int c = D.e(); Object f = G::h; } => A D Object G
    class X { int a = p.q.A.b; int c = p.q.D.e(); } => p.q.A p.q.D
    class X { int a = b.c; int d = e.f(); } =>
    class X { A a; A b; } => A
    record X(A a) {} => A
    """,
    specs_of(Kind.TYPE_NAME),
)


test_a_text_that_is_the_full_name_of_a_class_is_a_probe = saying(
    "java",
    """
    "p.q.A" => p.q.A
    "p.q.A$B" => p.q.A
    "p.q.A.b" => p.q.A
    "p.q.a" =>
    "A" =>
    "in p.q.A" =>
    "p.q.A is" =>
    """,
    specs_of(Kind.STRING_REF),
    written="class X { Y y = f({}); }",
)


def test_the_types_of_the_top_level_are_declared_with_their_annotations() -> None:
    found = read("package p.q;\n@A @b.C(1) public class X { class Y {} }\ninterface Z {}\nrecord R() {}\nenum E { F }")
    assert found.namespace == "p.q"
    assert found.declared == (
        Declared("X", 2, "class", exported=True, marks=("@A", "@b.C")),
        Declared("Z", 3, "interface"),
        Declared("R", 4, "record"),
        Declared("E", 5, "enum"),
    )


test_a_program_has_a_static_main = saying(
    "java",
    """
    class X { public static void main(String[] a) {} } => main
    class X { public void main(String[] a) {} } =>
    class X { static void other() {} } =>
    """,
    marks_of,
)


@pytest.mark.parametrize("language", ["java", "kotlin"])
@cases(
    "text mode",
    """
    /** See {@link C}. */ class X {} => type_only
    // C => type_only
    class X { int c = f("C"); } => type_only
    class X { char c = '"'; C d; char e = '"'; } => static
    class X : C => static
    class X { C c; } => static
    """,
)
def test_an_import_that_comments_alone_use_is_marked(language: str, text: str, mode: str) -> None:
    found = references_of(language, f"import a.C;\n{text}\n")
    assert [site.mode for site in found.sites if site.kind is Kind.IMPORT] == [mode]


def test_what_is_declared_inside_of_types_is_bound() -> None:
    assert references_of("java", "class X { int a; void b() {} enum C { D } }").bindings == ("C", "D", "a", "b")
